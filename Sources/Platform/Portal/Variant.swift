/// A D-Bus value of the types that portals use.
indirect enum Variant: Sendable, Hashable {
  /// `s`, `o` or `g`.
  case string(String)
  /// `b`.
  case boolean(Bool)
  /// `u`.
  case number(UInt32)
  /// `d`.
  case real(Double)
  /// `ay`.
  case bytes([UInt8])
  /// An array with the type of its elements.
  case array(String, [Variant])
  case tuple([Variant])
  /// `a{sv}`.
  case options([String: Variant])
  /// Any other type.
  case other(String)

  /// The text of a string; nil for anything else.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a `d`; nil for anything else.
  var double: Double? { if case .real(let value) = self { value } else { nil } }
  /// The elements of an array or a tuple; nil for anything else.
  var elements: [Variant]? {
    switch self {
    case .array(_, let elements), .tuple(let elements): elements
    default: nil
    }
  }
}
