internal import CGIO
import Files

/// Shows files in the desktop's file manager: org.freedesktop.FileManager1 on the session bus. (The
/// portal's OpenURI.OpenDirectory calls the same interface.)
public enum FolderView {
  /// The result of `show`.
  public enum Outcome: Sendable, Hashable {
    /// The file is shown.
    case shown
    /// No file manager has this interface, or it refused.
    case unavailable
    /// The file manager did not answer in time.
    case unanswered
  }

  /// Shows a file in its folder, and waits for the file manager's answer. It blocks, so call it on
  /// a worker thread.
  /// - Parameters:
  ///   - path: an absolute path, as in `PathText`.
  ///   - address: the address of the session bus (`SessionBus.address`).
  ///   - patience: the time limit for the answer, seconds, > 0.
  public static func show(_ path: String, address: String, timeout: Double = FileChooser.standardTimeout) -> Outcome {
    let call = FolderCall(FileURI.text(of: path))
    return call.run(address: address, timeout: timeout)
  }
}

/// One call of `FolderView.show`, which iterates its own main context until the answer.
private final class FolderCall {
  private let uri: String
  private let cancellable = g_cancellable_new()
  private var connection: OpaquePointer?
  private var outcome: FolderView.Outcome?

  init(_ uri: String) { self.uri = uri }

  deinit { g_object_unref(cancellable) }

  func run(address: String, timeout: Double) -> FolderView.Outcome {
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    let own = Unmanaged.passUnretained(self).toOpaque()
    let late = g_timeout_source_new(guint(max(1, min(1e9, timeout * 1000))))
    g_source_set_callback(
      late,
      { data in
        if let call = FolderCall.of(data) { g_cancellable_cancel(call.cancellable) }
        return 0
      }, own, nil)
    g_source_attach(late, context)
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    g_dbus_connection_new_for_address(
      address, flags, nil, cancellable, { _, result, data in FolderCall.of(data)?.connected(result) }, own)
    while outcome == nil { g_main_context_iteration(context, 1) }
    let isLate = g_cancellable_is_cancelled(cancellable) != 0
    g_source_destroy(late)
    g_source_unref(late)
    if let connection {
      g_dbus_connection_close_sync(connection, nil, nil)
      g_object_unref(UnsafeMutableRawPointer(connection))
    }
    g_main_context_pop_thread_default(context)
    g_main_context_unref(context)
    return outcome == .shown ? .shown : isLate ? .unanswered : .unavailable
  }

  private static func of(_ data: gpointer?) -> FolderCall? {
    data.map { Unmanaged<FolderCall>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connected(_ result: OpaquePointer?) {
    connection = g_dbus_connection_new_for_address_finish(result, nil)
    guard connection != nil else {
      outcome = .unavailable
      return
    }
    // The second parameter is a startup notification id, which does not apply here.
    let parameters = Variant.tuple([.array("s", [.string(uri)]), .string("")])
    g_dbus_connection_call(
      connection, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
      "ShowItems", parameters.makeGVariant(), nil, G_DBUS_CALL_FLAGS_NONE, Int32.max, cancellable,
      { _, result, data in FolderCall.of(data)?.called(result) }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func called(_ result: OpaquePointer?) {
    let reply = g_dbus_connection_call_finish(connection, result, nil)
    if let reply { g_variant_unref(reply) }
    outcome = reply == nil ? .unavailable : .shown
  }
}
