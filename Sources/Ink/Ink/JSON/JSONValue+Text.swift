extension JSONValue {
  /// The value as JSON text (RFC 8259), indented by four spaces a level, as MyPaint writes its
  /// files. Members keep their order. Numbers must be finite.
  package var text: String {
    var text = ""
    write(to: &text, level: 0)
    return text + "\n"
  }

  private func write(to text: inout String, level: Int) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let number):
      text += number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .text(let value): Self.write(value, to: &text)
    case .list(let values):
      // Points stay in one line.
      if values.allSatisfy(\.isPlain) { return Self.write(values, "[", "]", to: &text) { $0.write(to: &$1, level: 0) } }
      Self.write(values, "[", "]", level: level, to: &text) { $0.write(to: &$1, level: level + 1) }
    case .object(let members):
      Self.write(members, "{", "}", level: level, to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, level: level + 1)
      }
    }
  }

  /// Whether the value has no parts.
  private var isPlain: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }

  /// Writes items between brackets, each on a line of its own; in one line without a level.
  private static func write<Item>(
    _ items: [Item], _ start: String, _ end: String, level: Int? = nil, to text: inout String,
    _ body: (Item, inout String) -> Void
  ) {
    let isSplit = level != nil && !items.isEmpty
    func breakLine(_ level: Int) { text += "\n" + String(repeating: "    ", count: level) }
    text += start
    for (index, item) in items.enumerated() {
      if index > 0 { text += isSplit ? "," : ", " }
      if isSplit { breakLine((level ?? 0) + 1) }
      body(item, &text)
    }
    if isSplit { breakLine(level ?? 0) }
    text += end
  }

  /// Writes a text as a JSON string.
  package static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue {
  /// The object with a member of this value, at the place of one of the same name or at the end;
  /// without it for nil. Itself if it is no object.
  func with(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let at = members.firstIndex(where: { $0.name == name }) {
      if let value { members[at].value = value } else { members.remove(at: at) }
    } else if let value {
      members.append(Member(name: name, value: value))
    }
    return .object(members)
  }
}
