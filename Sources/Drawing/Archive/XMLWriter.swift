/// Writes a tree of elements as an XML document, which reads back as the same tree.
public enum XMLWriter {
  /// Encodes the document as UTF-8, one element a line, indented by two.
  ///
  /// Names must be valid XML names. Values can be any text; characters that XML 1.0 forbids (most
  /// control characters, U+FFFE and U+FFFF) become U+FFFD.
  public static func document(_ root: XMLElement) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(root, indent: 0, to: &text)
    return Array(text.utf8)
  }

  private static func write(_ element: XMLElement, indent: Int, to text: inout String) {
    text += String(repeating: "  ", count: indent) + "<" + element.name
    for attribute in element.attributes {
      text += " " + attribute.name + "=\""
      escape(attribute.value, to: &text)
      text += "\""
    }
    if element.children.isEmpty {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in element.children { write(child, indent: indent + 1, to: &text) }
    text += String(repeating: "  ", count: indent) + "</" + element.name + ">\n"
  }

  /// Appends an attribute's value or a text, with escapes. Forbidden characters become U+FFFD.
  public static func escape(_ value: String, to text: inout String) {
    for scalar in value.unicodeScalars {
      switch scalar {
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
