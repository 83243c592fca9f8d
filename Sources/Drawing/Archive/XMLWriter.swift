/// Writes a tree of elements as an XML document, which reads back as the same tree.
public enum XMLWriter {
  /// Encodes the document as UTF-8, one element a line, indented by two. An element with text has no
  /// other lines than its text has.
  ///
  /// Names must be valid XML names. Values can be any text; characters that XML 1.0 forbids (most
  /// control characters, U+FFFE and U+FFFF) become U+FFFD.
  public static func document(_ root: XMLElement) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(root, indent: 0, to: &text)
    return Array(text.utf8)
  }

  /// Appends an element; without lines of its own if `indent` is nil.
  private static func write(_ element: XMLElement, indent: Int?, to text: inout String) {
    let (start, end) = indent.map { (String(repeating: "  ", count: $0), "\n") } ?? ("", "")
    text += start + "<" + element.name
    for attribute in element.attributes {
      text += " " + attribute.name + "=\""
      escape(attribute.value, to: &text)
      text += "\""
    }
    if element.children.isEmpty, element.texts.isEmpty {
      text += "/>" + end
      return
    }
    let inner = element.texts.isEmpty ? indent.map { $0 + 1 } : nil
    text += inner == nil ? ">" : ">\n"
    var texts = element.texts[...]
    for index in 0...element.children.count {
      while let next = texts.first, next.index <= index || index == element.children.count {
        escape(next.text, isContent: true, to: &text)
        texts.removeFirst()
      }
      if index < element.children.count { write(element.children[index], indent: inner, to: &text) }
    }
    text += (inner == nil ? "" : start) + "</" + element.name + ">" + end
  }

  /// Appends an attribute's value or a text, with escapes. Forbidden characters become U+FFFD.
  /// - Parameter isContent: whether it stands between tags, where "]]>" is not allowed.
  public static func escape(_ value: String, isContent: Bool = false, to text: inout String) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case ">" where isContent: text += "&gt;"
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      // Readers turn these into spaces in an attribute unless they are escaped (XML 1.0, 3.3.3).
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text.unicodeScalars.append("\u{FFFD}")
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
