internal import CGIO

/// Cancels a request from any thread.
///
/// `@unchecked` is safe: GCancellable is thread-safe (GIO's manual, "GCancellable"), and the
/// pointer never changes.
final class Cancellation: @unchecked Sendable {
  let cancellable: UnsafeMutablePointer<GCancellable>?

  init() { cancellable = g_cancellable_new() }

  deinit { g_object_unref(cancellable) }

  /// Ends all operations that use the cancellable. A second call does nothing.
  func cancel() { g_cancellable_cancel(cancellable) }
}
