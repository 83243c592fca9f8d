import CGIO
import Glibc

/// A desktop portal that tests control through standard input.
final class TestPortal {
  private static let desktop = "/org/freedesktop/portal/desktop"
  private static let chooser = "org.freedesktop.portal.FileChooser"
  private static let screenshots = "org.freedesktop.portal.Screenshot"
  private static let requests = "org.freedesktop.portal.Request"

  /// The interfaces with their signatures, as xdg-desktop-portal and the file managers publish
  /// them; GDBus refuses calls of others.
  private static let interfaces = """
    <node>
      <interface name="org.freedesktop.portal.FileChooser">
        <method name="OpenFile">
          <arg type="s" name="parent_window" direction="in"/>
          <arg type="s" name="title" direction="in"/>
          <arg type="a{sv}" name="options" direction="in"/>
          <arg type="o" name="handle" direction="out"/>
        </method>
        <method name="SaveFile">
          <arg type="s" name="parent_window" direction="in"/>
          <arg type="s" name="title" direction="in"/>
          <arg type="a{sv}" name="options" direction="in"/>
          <arg type="o" name="handle" direction="out"/>
        </method>
      </interface>
      <interface name="org.freedesktop.portal.Screenshot">
        <method name="PickColor">
          <arg type="s" name="parent_window" direction="in"/>
          <arg type="a{sv}" name="options" direction="in"/>
          <arg type="o" name="handle" direction="out"/>
        </method>
      </interface>
      <interface name="org.freedesktop.portal.Request">
        <method name="Close"/>
        <signal name="Response">
          <arg type="u" name="response"/>
          <arg type="a{sv}" name="results"/>
        </signal>
      </interface>
      <interface name="org.freedesktop.FileManager1">
        <method name="ShowItems">
          <arg type="as" name="URIs" direction="in"/>
          <arg type="s" name="StartupId" direction="in"/>
        </method>
      </interface>
    </node>
    """

  /// The options of each method and their types.
  private static let options: [String: [String: String]] = {
    let both = [
      "handle_token": "s", "accept_label": "s", "modal": "b", "filters": "a(sa(us))", "current_filter": "(sa(us))",
      "choices": "a(ssa(ss)s)", "current_folder": "ay",
    ]
    return [
      "PickColor": ["handle_token": "s"],
      "OpenFile": both.merging(["multiple": "b", "directory": "b"]) { $1 },
      "SaveFile": both.merging(["current_name": "s", "current_file": "ay"]) { $1 },
    ]
  }()

  private let mode: String
  private let answer: String
  private let loop = g_main_loop_new(nil, 0)
  private var node: UnsafeMutablePointer<GDBusNodeInfo>?
  private var connection: OpaquePointer?
  private var status: Int32 = 0
  /// The open request, its caller and its registration ID.
  private var request: (path: String, sender: String, registration: guint)?
  private var requestCount = 0
  private var vtable = GDBusInterfaceVTable()

  init(mode: String, answer: String) {
    (self.mode, self.answer) = (mode, answer)
    vtable.method_call = { _, sender, path, interface, method, parameters, invocation, data in
      guard let sender, let method, let parameters, let invocation else { return }
      TestPortal.of(data)?.called(String(cString: sender), String(cString: method), parameters, invocation)
    }
  }

  private static func of(_ data: gpointer?) -> TestPortal? {
    data.map { Unmanaged<TestPortal>.fromOpaque($0).takeUnretainedValue() }
  }

  private var own: gpointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Runs until the end of the input. Returns the exit status.
  func run() -> Int32 {
    node = g_dbus_node_info_new_for_xml(Self.interfaces, nil)
    let isFileManager = mode == "files"
    let name = isFileManager ? "org.freedesktop.FileManager1" : "org.freedesktop.portal.Desktop"
    g_bus_own_name(
      G_BUS_TYPE_SESSION, name, G_BUS_NAME_OWNER_FLAGS_NONE,
      { connection, _, data in TestPortal.of(data)?.connected(connection) },
      { _, _, _ in TestPortal.say("ready") },
      { _, _, data in TestPortal.of(data)?.stop("there is no bus, or the name is taken") }, own, nil)
    let input = g_io_channel_unix_new(0)
    g_io_add_watch(
      input, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { channel, _, data in TestPortal.of(data)?.read(channel) ?? 0 }, own)
    g_main_loop_run(loop)
    return status
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }

  private func stop(_ fault: String) {
    Self.say("fault: \(fault)")
    status = 1
    g_main_loop_quit(loop)
  }

  private func connected(_ connection: OpaquePointer?) {
    self.connection = connection
    if mode == "files" {
      _ = register("org.freedesktop.FileManager1", at: "/org/freedesktop/FileManager1")
    } else if mode != "bare" {
      _ = register(Self.chooser, at: Self.desktop)
      _ = register(Self.screenshots, at: Self.desktop)
    }
    // To notice callers that leave the bus.
    g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus", nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in TestPortal.of(data)?.ownerChanged(parameters) }, own, nil)
  }

  private func register(_ interface: String, at path: String) -> guint {
    g_dbus_connection_register_object(
      connection, path, g_dbus_node_info_lookup_interface(node, interface), &vtable, own, nil, nil)
  }

  private var callers: Set<String> = []

  private func ownerChanged(_ parameters: OpaquePointer?) {
    guard let parameters else { return }
    let names = (0..<g_variant_n_children(parameters)).map { index in
      g_variant_get_child_value(parameters, index).map { child in
        defer { g_variant_unref(child) }
        return String(cString: g_variant_get_string(child, nil))
      } ?? ""
    }
    if names.count == 3, names[2].isEmpty, callers.remove(names[0]) != nil { Self.say("left") }
  }

  // MARK: Calls

  private static func text(_ value: OpaquePointer?) -> String {
    guard let text = g_variant_print(value, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func called(_ sender: String, _ method: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer) {
    callers.insert(sender)
    if method == "Close" {
      Self.say("Close")
      g_dbus_method_invocation_return_value(invocation, nil)
      return closeRequest()
    }
    Self.say("\(method) \(Self.text(parameters))")
    if method == "ShowItems" { return g_dbus_method_invocation_return_value(invocation, nil) }
    let options = g_variant_get_child_value(parameters, g_variant_n_children(parameters) - 1)
    defer { g_variant_unref(options) }
    if let fault = Self.fault(in: options, of: method) {
      Self.say("fault: \(fault)")
      return refuse(invocation, "org.freedesktop.portal.Error.InvalidArgument", fault)
    }
    switch mode {
    case "no-reply": return
    case "error": return refuse(invocation, "org.freedesktop.portal.Error.Failed", "The screen is on fire")
    default: break
    }
    requestCount += 1
    let token = mode == "old" ? "t\(requestCount)" : Self.string("handle_token", in: options) ?? "t\(requestCount)"
    let owner = String(sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    let path = Self.desktop + "/request/" + (mode == "old" ? "" : owner + "/") + token
    request = (path, sender, register(Self.requests, at: path))
    if mode == "early" { respond(0, answer) }
    if mode == "failing-dialogs" { respond(2, "{}") }
    g_dbus_method_invocation_return_value(invocation, tuple([g_variant_new_object_path(path)]))
    g_dbus_connection_flush_sync(connection, nil, nil)
    Self.say("open")
  }

  private func refuse(_ invocation: OpaquePointer, _ name: String, _ message: String) {
    g_dbus_method_invocation_return_dbus_error(invocation, name, message)
  }

  private func tuple(_ children: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(children, gsize(children.count))
  }

  private static func string(_ key: String, in options: OpaquePointer?) -> String? {
    guard let value = g_variant_lookup_value(options, key, nil) else { return nil }
    defer { g_variant_unref(value) }
    return String(cString: g_variant_get_string(value, nil))
  }

  /// The reason for which a portal would refuse the call, or nil.
  private static func fault(in options: OpaquePointer?, of method: String) -> String? {
    guard let known = Self.options[method] else { return "there is no method \(method)" }
    for index in 0..<g_variant_n_children(options) {
      guard let entry = g_variant_get_child_value(options, index), let key = g_variant_get_child_value(entry, 0),
        let box = g_variant_get_child_value(entry, 1), let value = g_variant_get_variant(box)
      else { return "an option is not there" }
      defer { for part in [entry, key, box, value] { g_variant_unref(part) } }
      let name = String(cString: g_variant_get_string(key, nil))
      let type = String(cString: g_variant_get_type_string(value))
      guard let wanted = known[name] else { return "\(method) has no option \(name)" }
      guard type == wanted else { return "\(name) is \(type), not \(wanted)" }
      if type == "ay" {
        var count: gsize = 0
        let start = g_variant_get_fixed_array(value, &count, 1)
        let bytes = Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
        guard bytes.first == UInt8(ascii: "/"), bytes.firstIndex(of: 0) == bytes.count - 1 else {
          return "\(name) is no path that a zero ends"
        }
      }
      if name == "current_filter" {
        guard let filters = g_variant_lookup_value(options, "filters", nil) else { return "there are no filters" }
        defer { g_variant_unref(filters) }
        let isThere = (0..<g_variant_n_children(filters)).contains { index in
          let filter = g_variant_get_child_value(filters, index)
          defer { g_variant_unref(filter) }
          return text(filter) == text(value)
        }
        if !isThere { return "current_filter is none of the filters" }
      }
      if name == "handle_token" {
        let token = String(cString: g_variant_get_string(value, nil))
        guard !token.isEmpty, g_variant_is_object_path("/" + token) != 0, !token.contains("/") else {
          return "\(token) is no part of a path"
        }
      }
    }
    return nil
  }

  // MARK: Input

  private func read(_ channel: UnsafeMutablePointer<GIOChannel>?) -> gboolean {
    var line: UnsafeMutablePointer<gchar>?
    let outcome = g_io_channel_read_line(channel, &line, nil, nil, nil)
    defer { g_free(line) }
    guard outcome == G_IO_STATUS_NORMAL, let line else {
      if outcome == G_IO_STATUS_AGAIN { return 1 }
      g_main_loop_quit(loop)
      return 0
    }
    let parts = String(cString: line).split(separator: " ", maxSplits: 2).map(String.init)
    if parts.count == 3, parts[0] == "answer", let code = UInt32(parts[1]) {
      respond(code, parts[2])
    } else {
      Self.say("fault: what is that: \(String(cString: line))")
    }
    return 1
  }

  private func respond(_ code: UInt32, _ results: String) {
    guard let request else { return Self.say("fault: there is no request to answer") }
    let type = g_variant_type_new("a{sv}")
    defer { g_variant_type_free(type) }
    guard let results = g_variant_parse(type, results, nil, nil, nil) else {
      return Self.say("fault: what is that: \(results)")
    }
    defer { g_variant_unref(results) }
    // A broadcast signal, as portals send it.
    g_dbus_connection_emit_signal(
      connection, nil, request.path, Self.requests, "Response", tuple([g_variant_new_uint32(code), results]), nil)
    closeRequest()
  }

  private func closeRequest() {
    if let request { g_dbus_connection_unregister_object(connection, request.registration) }
    request = nil
  }
}
