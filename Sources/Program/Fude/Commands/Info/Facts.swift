/// Named values in a fixed order: the output of `fude info`, for people and scripts.
struct Facts: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case text(String)
    case integer(Int)
    /// Finite.
    case number(Double)
    case flag(Bool)
    /// A list of texts; `item` is the name of one.
    case texts(item: String, [String])
    /// A list of objects with facts of their own; `item` is the name of one.
    case list(item: String, [Facts])
  }

  private(set) var fields: [Field] = []

  /// A value with its name.
  struct Field: Hashable, Sendable {
    var name: String
    var value: Value
  }

  /// Adds a value. Names are of a-z, digits and "-", each once.
  mutating func add(_ name: String, _ value: Value) { fields.append(Field(name: name, value: value)) }

  // MARK: Lines

  /// A line "key: value" for each value. A list is its count, then its items by number from 1:
  /// "layers: 2", "layer.1.name: Ink".
  var lines: String { lines(prefix: "") }

  private func lines(prefix: String) -> String {
    var text = ""
    for field in fields {
      let key = prefix + field.name
      switch field.value {
      case .text(let value): text += "\(key): \(Self.escaped(value, quotes: false))\n"
      case .integer(let value): text += "\(key): \(value)\n"
      case .number(let value): text += "\(key): \(Self.plain(value))\n"
      case .flag(let value): text += "\(key): \(value ? "yes" : "no")\n"
      case .texts(let item, let values):
        text += "\(key): \(values.count)\n"
        for (index, value) in values.enumerated() {
          text += "\(prefix)\(item).\(index + 1): \(Self.escaped(value, quotes: false))\n"
        }
      case .list(let item, let values):
        text += "\(key): \(values.count)\n"
        for (index, value) in values.enumerated() { text += value.lines(prefix: "\(prefix)\(item).\(index + 1).") }
      }
    }
    return text
  }

  // MARK: JSON

  /// One JSON object (RFC 8259), ending in a line feed.
  var json: String { json(indent: "") + "\n" }

  private func json(indent: String) -> String {
    let inner = indent + "  "
    let members = fields.map { field in
      let value =
        switch field.value {
        case .text(let value): Self.string(value)
        case .integer(let value): String(value)
        case .number(let value): Self.plain(value)
        case .flag(let value): value ? "true" : "false"
        case .texts(_, let values): "[" + values.map(Self.string).joined(separator: ", ") + "]"
        case .list(_, let values):
          values.isEmpty
            ? "[]"
            : "[\n"
              + values.map { inner + "  " + $0.json(indent: inner + "  ") }.joined(separator: ",\n") + "\n\(inner)]"
        }
      return "\(inner)\(Self.string(field.name)): \(value)"
    }
    return "{\n" + members.joined(separator: ",\n") + "\n\(indent)}"
  }

  /// A JSON string.
  static func string(_ text: String) -> String { "\"" + escaped(text, quotes: true) + "\"" }

  /// Escapes control characters, line separators and backslashes as JSON does.
  static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\"" where quotes: escaped.append(contentsOf: "\\\"".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
      case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        escaped.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The shortest decimal with the same value, without an exponent; whole numbers without a point.
  static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension Facts.Value {
  /// A number rounded to at most `places` decimals.
  static func rounded(_ value: Double, places: Int) -> Self {
    var unit = 1.0
    for _ in 0..<places { unit *= 10 }
    return .number((value * unit).rounded() / unit)
  }
}
