internal import CGIO

/// Conversion to and from GVariant, GLib's type for values on D-Bus.
///
/// New values have a floating reference: the function that they are passed to becomes their owner.
enum GVariantCoding {
  typealias Value = OpaquePointer?

  /// The object path below which all objects are.
  static let folder = "/org/a11y/atspi/accessible"
  /// The object path that stands for no object.
  static let nothing = "/org/a11y/atspi/null"
  static func path(_ id: String) -> String { folder + "/" + id }

  static func text(_ text: String) -> Value {
    // D-Bus strings cannot contain zero bytes.
    g_variant_new_string(text.contains("\0") ? String(text.filter { $0 != "\0" }) : text)
  }
  static func int(_ number: Int) -> Value { g_variant_new_int32(Int32(clamping: number)) }
  static func unsigned(_ number: UInt32) -> Value { g_variant_new_uint32(number) }
  static func double(_ number: Double) -> Value { g_variant_new_double(number) }
  static func boolean(_ value: Bool) -> Value { g_variant_new_boolean(value ? 1 : 0) }
  static func boxed(_ value: Value) -> Value { g_variant_new_variant(value) }
  static func tuple(_ parts: Value...) -> Value { g_variant_new_tuple(parts, gsize(parts.count)) }

  static func array(_ type: String, _ elements: [Value]) -> Value {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    return g_variant_new_array(type, elements, gsize(elements.count))
  }

  /// A reference to an object: bus name and path. An empty bus name means no object.
  static func reference(_ bus: String, _ path: String) -> Value {
    tuple(g_variant_new_string(bus), g_variant_new_object_path(path))
  }

  static func states(_ states: AccessibleObject.States) -> Value {
    array(
      "u", [unsigned(UInt32(truncatingIfNeeded: states.rawValue)), unsigned(UInt32(states.rawValue >> 32))])
  }

  static func interfaces(_ names: [String]) -> Value { array("s", names.map { text(Interfaces.prefix + $0) }) }

  /// The parameter of a call at an index; 0 if it is missing or has another type.
  static func readInt(_ parameters: OpaquePointer?, _ index: Int) -> Int {
    child(parameters, index, is: "i") { Int(g_variant_get_int32($0)) } ?? 0
  }
  /// As `readInt`, for an unsigned number.
  static func readUnsigned(_ parameters: OpaquePointer?, _ index: Int) -> UInt32 {
    child(parameters, index, is: "u") { g_variant_get_uint32($0) } ?? 0
  }
  /// As `readInt`, for a text; empty if it is missing or has another type.
  static func readText(_ parameters: OpaquePointer?, _ index: Int) -> String {
    child(parameters, index, is: "s") { String(cString: g_variant_get_string($0, nil)) } ?? ""
  }

  private static func child<T>(
    _ value: OpaquePointer?, _ index: Int, is type: String, _ read: (OpaquePointer) -> T
  ) -> T? {
    guard let value, index < Int(g_variant_n_children(value)),
      let child = g_variant_get_child_value(value, gsize(index))
    else { return nil }
    defer { g_variant_unref(child) }
    return String(cString: g_variant_get_type_string(child)) == type ? read(child) : nil
  }
}
