internal import CGIO

/// Conversion to and from GVariant.
extension Variant {
  /// Makes a GVariant with a floating reference, which the receiver owns.
  func makeGVariant() -> OpaquePointer? {
    switch self {
    case .string(let text): return g_variant_new_string(text)
    case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
    case .number(let value): return g_variant_new_uint32(value)
    case .real(let value): return g_variant_new_double(value)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        Self.withType("y") { g_variant_new_fixed_array($0, bytes.baseAddress, gsize(bytes.count), 1) }
      }
    case .array(let type, let elements): return Self.makeArray(of: type, elements.map { $0.makeGVariant() })
    case .tuple(let elements):
      let children = elements.map { $0.makeGVariant() }
      return g_variant_new_tuple(children, gsize(children.count))
    case .options(let options):
      // Sorted, so equal values give equal messages.
      let entries = options.sorted { $0.key < $1.key }.map { key, value in
        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.makeGVariant()))
      }
      return Self.makeArray(of: "{sv}", entries)
    case .other: return g_variant_new_tuple(nil, 0)
    }
  }

  private static func makeArray(of type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
    withType(type) { g_variant_new_array($0, children, gsize(children.count)) }
  }

  private static func withType(_ text: String, _ body: (OpaquePointer?) -> OpaquePointer?) -> OpaquePointer? {
    let type = g_variant_type_new(text)
    defer { g_variant_type_free(type) }
    return body(type)
  }

  /// Converts a GVariant, which stays its owner's.
  init(_ value: OpaquePointer) {
    let type = String(cString: g_variant_get_type_string(value))
    switch type {
    case "s", "o", "g": self = .string(String(cString: g_variant_get_string(value, nil)))
    case "b": self = .boolean(g_variant_get_boolean(value) != 0)
    case "u": self = .number(g_variant_get_uint32(value))
    case "d": self = .real(g_variant_get_double(value))
    case "ay":
      var count: gsize = 0
      let start = g_variant_get_fixed_array(value, &count, 1)
      self = .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
    case "v": self = Self.children(of: value).first ?? .other(type)
    case "a{sv}":
      var options: [String: Variant] = [:]
      for entry in Self.children(of: value) {
        if case .tuple(let pair) = entry, pair.count == 2, let key = pair[0].string { options[key] = pair[1] }
      }
      self = .options(options)
    default:
      switch type.first {
      case "a": self = .array(String(type.dropFirst()), Self.children(of: value))
      case "(", "{": self = .tuple(Self.children(of: value))
      default: self = .other(type)
      }
    }
  }

  private static func children(of value: OpaquePointer) -> [Variant] {
    (0..<g_variant_n_children(value)).compactMap { index in
      guard let child = g_variant_get_child_value(value, index) else { return nil }
      defer { g_variant_unref(child) }
      return Variant(child)
    }
  }
}
