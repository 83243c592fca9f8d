import Language

/// A file is not a MyPaint brush that can be used.
public enum MyPaintBrushError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has more than `MyPaintBrush.byteLimit` bytes.
  case tooLarge(limit: Int)
  /// The text is not JSON; the number of the byte at which that shows, from 0.
  case notJSON(byte: Int)
  /// Lists and objects are nested too deeply.
  case tooDeep(limit: Int)
  /// A field is missing.
  case missing(field: String)
  /// A field occurs twice.
  case repeated(field: String)
  /// A field has a value of another type, or a number that is not possible.
  case value(field: String, value: String)
  /// The version of the format is not 3.
  case version(String)
  /// A setting or an input that libmypaint 1.6 does not have.
  case unknown(field: String)
  /// A mapping has too few or too many points.
  case points(field: String, count: Int)
  /// The points of a mapping do not go from left to right.
  case order(field: String)
  /// Settings that make the library compute with numbers that are none.
  case unsafe(field: String)

  /// The fault as a message: "the field "version" is missing".
  public var description: String {
    switch self {
    case .tooLarge(let limit): translated("the brush has more than {count} bytes", ["count": limit])
    case .notJSON(let byte): translated("it is not a MyPaint brush: it is not JSON at byte {number}", ["number": byte])
    case .tooDeep(let limit): translated("its values are nested more than {count} times", ["count": limit])
    case .missing(let field): translated("the field {field} is missing", ["field": Self.quoted(field)])
    case .repeated(let field): translated("the field {field} occurs twice", ["field": Self.quoted(field)])
    case .value(let field, let value):
      translated("the field {field} cannot be {value}", ["field": Self.quoted(field), "value": value])
    case .version(let version):
      translated(
        "the brush is of version {version}, but only version 3 can be read", ["version": version])
    case .unknown(let field):
      translated("the field {field} is unknown; the brush needs a newer libmypaint", ["field": Self.quoted(field)])
    case .points(let field, let count):
      translated(
        "the field {field} has {count} points, but 2 to 64 are possible", ["field": Self.quoted(field), "count": count])
    case .order(let field):
      translated("the points of the field {field} do not go from left to right", ["field": Self.quoted(field)])
    case .unsafe(let field):
      translated("the values of the field {field} have no limit", ["field": Self.quoted(field)])
    }
  }

  /// A field's name for a message: at most 80 characters, without control characters.
  private static func quoted(_ text: String) -> String { "\"" + plain(text) + "\"" }

  static func plain(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(80).map {
      $0.properties.generalCategory == .control ? Unicode.Scalar("?") : $0
    }
    return String(String.UnicodeScalarView(shown))
  }
}
