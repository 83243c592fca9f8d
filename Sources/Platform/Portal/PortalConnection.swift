internal import CGIO
import Language

/// The D-Bus connection of one portal request. Used only by the thread that calls `run`, which
/// returns when there is an answer and no call is pending. So no callback outlives the object.
final class PortalConnection {
  private static let portal = "org.freedesktop.portal.Desktop"

  private let question: PortalQuestion
  private let cancellation: Cancellation
  private let opened: () -> Void
  private let handle: RequestHandle

  private var connection: OpaquePointer?
  /// The request's path: first the expected one, then the one that the portal returned.
  private var request = ""
  /// The subscriptions to the Response and to the owner of the portal's name.
  private var responses: guint = 0
  private var owners: guint = 0
  private var pending = 0
  /// Whether the portal has accepted the question; `isOver`: whether it has answered.
  private var isTaken = false
  private var takenAt: ContinuousClock.Instant?
  private var isOver = false
  private var answer: PortalAnswer?

  init(_ question: PortalQuestion, _ cancellation: Cancellation, _ opened: @escaping () -> Void) {
    (self.question, self.cancellation, self.opened) = (question, cancellation, opened)
    handle = RequestHandle(random: .random(in: .min ... .max))
  }

  func run(address: String, timeout: Double) -> PortalAnswer {
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    let own = Unmanaged.passUnretained(self).toOpaque()
    let cancelled = CGIOCancelledSource(
      cancellation.cancellable,
      { _, data in
        PortalConnection.of(data)?.end(.cancelled)
        return 0
      }, own)
    g_source_attach(cancelled, context)
    let late = g_timeout_source_new(guint(max(1, min(1e9, timeout * 1000))))
    g_source_set_callback(
      late,
      { data in
        if let it = PortalConnection.of(data), !it.isTaken { it.end(.unanswered) }
        return 0
      }, own, nil)
    g_source_attach(late, context)

    connect(address)
    while answer == nil || pending > 0 { g_main_context_iteration(context, 1) }

    for source in [cancelled, late] {
      g_source_destroy(source)
      g_source_unref(source)
    }
    hangUp()
    g_main_context_pop_thread_default(context)
    g_main_context_unref(context)
    return answer ?? .cancelled
  }

  private static func of(_ data: gpointer?) -> PortalConnection? {
    data.map { Unmanaged<PortalConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Keeps the first answer and cancels pending calls.
  private func end(_ new: PortalAnswer) {
    if answer == nil { answer = new }
    if pending > 0 { cancellation.cancel() }
  }

  // MARK: Connecting

  private func connect(_ address: String) {
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    pending += 1
    g_dbus_connection_new_for_address(
      address, flags, nil, cancellation.cancellable,
      { _, result, data in PortalConnection.of(data)?.connected(result) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func connected(_ result: OpaquePointer?) {
    pending -= 1
    var error: UnsafeMutablePointer<GError>?
    connection = g_dbus_connection_new_for_address_finish(result, &error)
    guard let connection, let name = g_dbus_connection_get_unique_name(connection) else {
      return end(.unavailable(Self.reason(&error)))
    }
    if answer != nil { return }
    // This connection does not end the process when the bus ends, unlike GLib's shared one.
    let own = Unmanaged.passUnretained(self).toOpaque()
    _ = CGIOConnectClosed(
      connection, { _, _, _, data in PortalConnection.of(data)?.die() }, own)
    request = handle.path(sender: String(cString: name))
    listen()
    owners = g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
      Self.portal, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in PortalConnection.of(data)?.ownerChanged(parameters) }, own, nil)
    call()
  }

  /// Subscribes to the Response of the current request only.
  private func listen() {
    if responses != 0 { g_dbus_connection_signal_unsubscribe(connection, responses) }
    responses = g_dbus_connection_signal_subscribe(
      connection, Self.portal, "org.freedesktop.portal.Request", "Response", request, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in PortalConnection.of(data)?.responded(parameters) },
      Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  // MARK: Asking

  private func call() {
    pending += 1
    g_dbus_connection_call(
      connection, Self.portal, "/org/freedesktop/portal/desktop", question.interface, question.method,
      question.parameters(handle.token).makeGVariant(), nil, G_DBUS_CALL_FLAGS_NONE, Int32.max,
      cancellation.cancellable, { _, result, data in PortalConnection.of(data)?.called(result) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func called(_ result: OpaquePointer?) {
    pending -= 1
    var error: UnsafeMutablePointer<GError>?
    guard let reply = g_dbus_connection_call_finish(connection, result, &error) else {
      return end(.unavailable(Self.reason(&error)))
    }
    defer { g_variant_unref(reply) }
    guard let path = Variant(reply).elements?.first?.string else {
      return end(.unavailable(translated("its portal sent an answer that Fude does not understand")))
    }
    (isTaken, takenAt) = (true, .now)
    if answer != nil { return }
    if path != request {
      request = path
      listen()
      // An older portal. The answer to Ping follows the subscription, so no later signal is missed.
      let pong = g_dbus_connection_call_sync(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "Ping", nil, nil,
        G_DBUS_CALL_FLAGS_NONE, -1, cancellation.cancellable, nil)
      if let pong { g_variant_unref(pong) }
    }
    opened()
  }

  private func responded(_ parameters: OpaquePointer?) {
    guard let parameters else { return }
    (isTaken, isOver) = (true, true)
    let seconds = takenAt.map { $0.duration(to: .now) / .seconds(1) } ?? 0
    end(PortalAnswer(response: Variant(parameters), after: seconds))
  }

  /// A portal that ends or is replaced closes its dialogs.
  private func ownerChanged(_ parameters: OpaquePointer?) {
    guard isTaken, let parameters, let names = Variant(parameters).elements, names.count == 3,
      let old = names[1].string, !old.isEmpty
    else { return }
    die()
  }

  /// The portal or the bus has ended; either may be noticed first.
  private func die() {
    let reason = translated("the desktop's portal has ended")
    end(isTaken ? .lost(reason) : .unavailable(reason))
  }

  // MARK: The end

  private func hangUp() {
    guard let connection else { return }
    for subscription in [responses, owners] where subscription != 0 {
      g_dbus_connection_signal_unsubscribe(connection, subscription)
    }
    g_signal_handlers_disconnect_matched(
      UnsafeMutableRawPointer(connection), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
      Unmanaged.passUnretained(self).toOpaque())
    if !isOver, !request.isEmpty, g_dbus_connection_is_closed(connection) == 0 {
      g_dbus_connection_call(
        connection, Self.portal, request, "org.freedesktop.portal.Request", "Close", nil, nil,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
    }
    // Closing discards unsent messages.
    g_dbus_connection_flush_sync(connection, nil, nil)
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
    self.connection = nil
  }

  /// The message of a D-Bus error for the user; nil if there is no portal. Frees the error.
  private static func reason(_ error: inout UnsafeMutablePointer<GError>?) -> String? {
    defer { g_clear_error(&error) }
    guard let error else { return translated("the session bus assigned no name") }
    let name = g_dbus_error_get_remote_error(error)
    defer { g_free(name) }
    let none = ["ServiceUnknown", "NameHasNoOwner"].map { "org.freedesktop.DBus.Error." + $0 }
    if let name, none.contains(String(cString: name)) { return nil }
    g_dbus_error_strip_remote_error(error)
    return error.pointee.message.map { String(cString: $0) } ?? translated("the session's bus reports a fault")
  }
}
