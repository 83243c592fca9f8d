internal import CGIO

/// Takes a question back, from any thread.
///
/// GCancellable is among the few objects of GIO's that may be used by several threads at once (GIO's manual, "GCancellable"), and
/// the pointer never changes: hence `@unchecked`.
final class Cancellation: @unchecked Sendable {
  let cancellable: UnsafeMutablePointer<GCancellable>?

  init() { cancellable = g_cancellable_new() }

  deinit { g_object_unref(cancellable) }

  /// Whatever waits by it ends. A second call does nothing.
  func cancel() { g_cancellable_cancel(cancellable) }
}
