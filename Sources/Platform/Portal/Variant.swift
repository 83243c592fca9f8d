/// A value as D-Bus has it, of the kinds that portals talk in.
indirect enum Variant: Sendable, Hashable {
  /// `s`, `o` or `g`.
  case string(String)
  /// `b`.
  case boolean(Bool)
  /// `u`.
  case number(UInt32)
  /// `ay`.
  case bytes([UInt8])
  /// An array with the type of its elements.
  case array(String, [Variant])
  /// Values in parentheses.
  case tuple([Variant])
  /// `a{sv}`.
  case options([String: Variant])
  /// What portals have no use for here, by its type.
  case other(String)

  /// The text of a string; nil for anything else.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The elements of an array or a tuple; nil for anything else.
  var elements: [Variant]? {
    switch self {
    case .array(_, let elements), .tuple(let elements): elements
    default: nil
    }
  }
}
