internal import CGIO
import Files

/// The desktop's file manager, as far as it shows others' files: org.freedesktop.FileManager1 on the session's bus, which opens a folder
/// and picks out files in it. (The portal's OpenURI has the same in OpenDirectory, which asks this very interface.)
public enum FolderView {
  /// What came of it.
  public enum Outcome: Sendable, Hashable {
    /// The file is shown.
    case shown
    /// No file manager has this interface, or it would not.
    case unavailable
    /// There is one, and it did not answer in time.
    case unanswered
  }

  /// Shows a file in its folder, and waits until the file manager has taken that up: to be called on a thread of its own.
  /// - Parameters:
  ///   - path: from the root on, as `PathText` has it.
  ///   - address: of the session's bus (`SessionBus.address`).
  ///   - patience: seconds until the file manager must have answered, > 0.
  public static func show(_ path: String, address: String, patience: Double = FileChooser.standardPatience) -> Outcome {
    let call = FolderCall(FileURI.text(of: path))
    return call.run(address: address, patience: patience)
  }
}

/// The one call of a `FolderView`.
///
/// Its life: `run` connects, calls and goes round in a context of its own until nothing is under way any more.
private final class FolderCall {
  private let uri: String
  private let cancellable = g_cancellable_new()
  private var connection: OpaquePointer?
  private var outcome: FolderView.Outcome?

  init(_ uri: String) { self.uri = uri }

  deinit { g_object_unref(cancellable) }

  func run(address: String, patience: Double) -> FolderView.Outcome {
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    let own = Unmanaged.passUnretained(self).toOpaque()
    let late = g_timeout_source_new(guint(max(1, min(1e9, patience * 1000))))
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
    // The second part tells of the start of a program, and there is none of which a file manager could tell.
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
