internal import CGIO

/// The D-Bus connections to screen readers, used on one thread: always the session bus, and the
/// accessibility bus while a screen reader is active.
final class ScreenReaderConnection {
  private static let busName = "org.a11y.Bus"
  private static let busPath = "/org/a11y/bus"
  private static let registry = "org.a11y.atspi.Registry"
  /// The time limit for answers of the desktop, ms.
  private static let timeout: gint = 5000

  private let service: AccessibilityService
  private var answers: Answers
  private var session: OpaquePointer?
  private var readers: OpaquePointer?
  private var registrations: [guint] = []
  private var subscriptions: [guint] = []
  /// The parsed interfaces; GLib reads them at each call.
  private let description = g_dbus_node_info_new_for_xml(Interfaces.all, nil)
  private let table = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
  /// Set in GLib's callbacks and handled by the event loop.
  private var isSessionGone = false
  private var isReaderBusGone = false
  private var mayHaveChanged = true

  init(_ service: AccessibilityService) {
    self.service = service
    answers = Answers(
      application: service.application, version: service.version, locale: service.locale, request: service.request)
    table.initialize(to: GDBusInterfaceVTable())
    table.pointee.method_call = { _, _, path, interface, method, given, invocation, data in
      ScreenReaderConnection.of(data)?.called(path, interface, method, given, invocation)
    }
    table.pointee.get_property = { _, _, path, interface, name, error, data in
      ScreenReaderConnection.of(data)?.property(path, interface, name, error)
    }
    table.pointee.set_property = { _, _, path, interface, name, value, error, data in
      ScreenReaderConnection.of(data)?.set(path, interface, name, value, error) ?? 0
    }
  }

  deinit {
    if let description { g_dbus_node_info_unref(description) }
    table.deinitialize(count: 1)
    table.deallocate()
  }

  private var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  fileprivate static func of(_ data: gpointer?) -> ScreenReaderConnection? {
    data.map { Unmanaged<ScreenReaderConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: The loop

  func run(_ address: String) {
    g_main_context_push_thread_default(service.context)
    session = connect(address) { _, _, _, data in ScreenReaderConnection.of(data)?.isSessionGone = true }
    if session != nil {
      listen()
      runLoop()
    }
    leave()
    for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(session, subscription) }
    close(&session)
    // GLib's deferred callbacks refer to this object.
    while g_main_context_iteration(service.context, 0) != 0 {}
    g_main_context_pop_thread_default(service.context)
  }

  private func runLoop() {
    while true {
      let news = service.takeNews()
      if news.isStopped || isSessionGone { return }
      if isReaderBusGone { leave() }
      if mayHaveChanged {
        mayHaveChanged = false
        let isThere = isReaderThere
        if isThere, readers == nil { join() } else if !isThere, readers != nil { leave() }
      }
      if news.isNew, readers != nil, let window = news.window { show(window, news.origin) }
      g_main_context_iteration(service.context, 1)
    }
  }

  private func connect(
    _ address: String,
    closed: @escaping @convention(c) (OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, gpointer?) -> Void
  ) -> OpaquePointer? {
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, service.cancellable, nil)
    guard let connection else { return nil }
    _ = CGIOConnectClosed(connection, closed, own)
    return connection
  }

  private func close(_ connection: inout OpaquePointer?) {
    guard let open = connection else { return }
    g_signal_handlers_disconnect_matched(
      UnsafeMutableRawPointer(open), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, own)
    g_dbus_connection_close_sync(open, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(open))
    connection = nil
  }

  // MARK: Whether a reader is there

  private func listen() {
    let changed: GDBusSignalCallback = { _, _, _, _, _, _, data in
      ScreenReaderConnection.of(data)?.mayHaveChanged = true
    }
    subscriptions = [
      g_dbus_connection_signal_subscribe(
        session, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
        Self.busName, G_DBUS_SIGNAL_FLAGS_NONE, changed, own, nil),
      g_dbus_connection_signal_subscribe(
        session, Self.busName, "org.freedesktop.DBus.Properties", "PropertiesChanged", Self.busPath,
        "org.a11y.Status", G_DBUS_SIGNAL_FLAGS_NONE, changed, own, nil),
    ]
  }

  /// Whether `org.a11y.Status` reports a screen reader. The call starts no service.
  private var isReaderThere: Bool {
    ["IsEnabled", "ScreenReaderEnabled"].contains { name in
      let reply = ask(
        session, Self.busName, Self.busPath, "org.freedesktop.DBus.Properties", "Get",
        GVariantCoding.tuple(GVariantCoding.text("org.a11y.Status"), GVariantCoding.text(name)))
      guard let reply else { return false }
      defer { g_variant_unref(reply) }
      guard String(cString: g_variant_get_type_string(reply)) == "(v)", let box = g_variant_get_child_value(reply, 0)
      else { return false }
      defer { g_variant_unref(box) }
      guard let value = g_variant_get_variant(box) else { return false }
      defer { g_variant_unref(value) }
      return String(cString: g_variant_get_type_string(value)) == "b" && g_variant_get_boolean(value) != 0
    }
  }

  /// Makes a call. Returns its reply, which the caller owns; nil after an error.
  private func ask(
    _ connection: OpaquePointer?, _ name: String, _ path: String, _ interface: String, _ method: String,
    _ given: GVariantCoding.Value
  ) -> OpaquePointer? {
    g_dbus_connection_call_sync(
      connection, name, path, interface, method, given, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, Self.timeout,
      service.cancellable, nil)
  }

  // MARK: On the readers' bus

  private func join() {
    guard let reply = ask(session, Self.busName, Self.busPath, Self.busName, "GetAddress", nil) else { return }
    let address = GVariantCoding.readText(reply, 0)
    g_variant_unref(reply)
    guard !address.isEmpty else { return }
    isReaderBusGone = false
    readers = connect(address) { _, _, _, data in ScreenReaderConnection.of(data)?.isReaderBusGone = true }
    guard let readers, let name = g_dbus_connection_get_unique_name(readers) else { return leave() }
    answers.name = String(cString: name)
    answers.index = ObjectIndex()
    guard register(readers) else { return leave() }
    // The registry owns the root of all applications. This call may start it.
    let given = GVariantCoding.tuple(GVariantCoding.reference(answers.name, GVariantCoding.path(ObjectIndex.root)))
    let held = g_dbus_connection_call_sync(
      readers, Self.registry, GVariantCoding.path(ObjectIndex.root), "org.a11y.atspi.Socket", "Embed", given, nil,
      G_DBUS_CALL_FLAGS_NONE, Self.timeout, service.cancellable, nil)
    guard let held else { return leave() }
    if let reference = g_variant_get_child_value(held, 0) {
      let names = [0, 1].map { index -> String in
        guard let part = g_variant_get_child_value(reference, gsize(index)) else { return "" }
        defer { g_variant_unref(part) }
        return String(cString: g_variant_get_string(part, nil))
      }
      answers.desktop = (names[0], names[1])
      g_variant_unref(reference)
    }
    g_variant_unref(held)
    service.request(.listen(true))
  }

  private func leave() {
    if let readers {
      for registration in registrations { g_dbus_connection_unregister_subtree(readers, registration) }
      service.request(.listen(false))
    }
    registrations.removeAll()
    isReaderBusGone = false
    close(&readers)
  }

  private func register(_ connection: OpaquePointer) -> Bool {
    var tree = GDBusSubtreeVTable()
    // Enumeration is not needed; clients know the paths.
    tree.enumerate = { _, _, _, _ in
      g_malloc0(gsize(MemoryLayout<gpointer>.size))?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    }
    tree.introspect = { _, _, path, _, data in ScreenReaderConnection.of(data)?.introspect(path) }
    tree.dispatch = { _, _, _, _, _, out, data in
      out?.pointee = data
      return ScreenReaderConnection.of(data).map { UnsafePointer($0.table) }
    }
    for path in [GVariantCoding.folder, Answers.cachePath] {
      let registration = g_dbus_connection_register_subtree(
        connection, path, &tree, G_DBUS_SUBTREE_FLAGS_DISPATCH_TO_UNENUMERATED_NODES, own, nil, nil)
      guard registration != 0 else { return false }
      registrations.append(registration)
    }
    return true
  }

  private func show(_ window: AccessibleObject, _ origin: (x: Int, y: Int)) {
    let old = answers.index
    let new = ObjectIndex(window, origin: origin)
    let events = new.events(after: old)
    answers.index = new
    for event in events {
      for signal in answers.signals(for: event) {
        g_dbus_connection_emit_signal(
          readers, nil, signal.path, Interfaces.prefix + signal.interface, signal.name, signal.values, nil)
      }
    }
  }

  // MARK: Requests

  /// The id of an object from its path; for the cache, the path itself.
  private func id(_ path: UnsafePointer<CChar>?) -> String {
    let path = path.map { String(cString: $0) } ?? ""
    return path == Answers.cachePath ? path : String(path.dropFirst(GVariantCoding.folder.utf8.count + 1))
  }

  private func interface(_ name: UnsafePointer<CChar>?) -> String {
    name.map { String(String(cString: $0).dropFirst(Interfaces.prefix.utf8.count)) } ?? ""
  }

  private func interfaces(of id: String) -> [String]? {
    id == Answers.cachePath ? ["Cache"] : answers.interfaces(of: id)
  }

  private func introspect(
    _ path: UnsafePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<GDBusInterfaceInfo>?>? {
    guard let description, let names = interfaces(of: id(path)) else { return nil }
    let size = MemoryLayout<gpointer>.stride
    guard let memory = g_malloc0(gsize((names.count + 1) * size)) else { return nil }
    let list = memory.bindMemory(to: UnsafeMutablePointer<GDBusInterfaceInfo>?.self, capacity: names.count + 1)
    for (i, name) in names.enumerated() {
      guard let info = g_dbus_node_info_lookup_interface(description, Interfaces.prefix + name) else { break }
      list[i] = g_dbus_interface_info_ref(info)
    }
    return list
  }

  private func called(
    _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ given: OpaquePointer?, _ invocation: OpaquePointer?
  ) {
    let (id, method) = (id(path), method.map { String(cString: $0) } ?? "")
    if let value = answers.call(method, of: self.interface(interface), id, given) {
      g_dbus_method_invocation_return_value(invocation, value)
    } else {
      g_dbus_method_invocation_return_dbus_error(
        invocation, "org.freedesktop.DBus.Error.UnknownObject", "There is no such object, or not any more.")
    }
  }

  private func property(
    _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
  ) -> OpaquePointer? {
    let name = name.map { String(cString: $0) } ?? ""
    if let value = answers.property(name, of: self.interface(interface), id(path)) { return value }
    Self.refuse(error)
    return nil
  }

  private func set(
    _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
    _ value: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
  ) -> gboolean {
    let name = name.map { String(cString: $0) } ?? ""
    if answers.set(name, of: self.interface(interface), id(path), to: value) { return 1 }
    Self.refuse(error)
    return 0
  }

  private static func refuse(_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?) {
    g_set_error_literal(
      error, g_dbus_error_quark(), gint(G_DBUS_ERROR_UNKNOWN_OBJECT.rawValue),
      "There is no such object, or not any more.")
  }
}
