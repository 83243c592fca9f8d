import Document

/// Values of the settings file as text. Each reader reads exactly what its writer writes.
enum SettingsText {
  /// The shortest decimal with the same value; whole numbers without a point.
  static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A decimal number; nil for anything else ("nan", "inf" and "0x1" among it).
  static func number(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".-+e".utf8.contains($0) }
    guard allowed, text.utf8.count <= 40, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// One to five decimal digits.
  static func wholeNumber(_ text: Substring) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// `#rrggbb`.
  static func text(colour: UInt32) -> String {
    let digits = String(colour & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// 0xRRGGBB from `#rrggbb` in either case.
  static func colour(_ text: Substring) -> UInt32? {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return UInt32(digits, radix: 16)
  }

  /// Size, px per inch or "none", and the paper's colour or "transparent": "1920x1080 none #fdfcf9".
  static func text(_ new: NewDrawing) -> String {
    let paper = new.isPaperShown ? text(colour: new.paper) : "transparent"
    return "\(new.width)x\(new.height) \(new.dpi.map { text($0) } ?? "none") \(paper)"
  }

  /// Reads such a text; nil for anything else and for sizes that no canvas can have.
  static func newDrawing(_ text: String) -> NewDrawing? {
    let words = text.split(separator: " ")
    guard words.count == 3 else { return nil }
    let sides = words[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = wholeNumber(sides[0]), let height = wholeNumber(sides[1]),
      Document.isAllowed(width: width, height: height)
    else { return nil }
    var new = NewDrawing(width: width, height: height)
    if words[1] != "none" {
      guard let dpi = number(String(words[1])), (1...10_000).contains(dpi) else { return nil }
      new.dpi = dpi
    }
    if words[2] == "transparent" {
      new.isPaperShown = false
    } else {
      guard let colour = colour(words[2]) else { return nil }
      new.paper = colour
    }
    return new
  }

  static func text(_ use: Settings.ButtonUse) -> String {
    switch use {
    case .nothing: "none"
    case .pan: "pan"
    case .pick: "pick"
    case .popUp: "pop-up"
    case .erase: "erase"
    case .action(let action): action.identifier
    }
  }

  static func buttonUse(_ text: String) -> Settings.ButtonUse? {
    switch text {
    case "none": .nothing
    case "pan": .pan
    case "pick": .pick
    case "pop-up": .popUp
    case "erase": .erase
    default: Action.named(text).map { .action($0) }
    }
  }

  /// A path. `%` and characters that a line cannot hold (control characters, spaces at its ends, a
  /// file called "none") are written as `%` and two hexadecimal digits for each byte.
  static func text(path: String) -> String {
    let bytes = Array(path.utf8)
    var text: [UInt8] = []
    for (i, byte) in bytes.enumerated() {
      let isEdge = i == 0 || i == bytes.count - 1
      let isBlank = byte <= 0x20 || byte >= 0x7F
      // There are spaces beyond ASCII, so other bytes at the ends are escaped, too.
      if byte < 0x20 || byte == 0x7F || byte == 0x25 || (isEdge && isBlank) || (i == 0 && path == "none")
        || isEscapedInside(bytes, i)
      {
        let digits = Array("0123456789ABCDEF".utf8)
        text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a byte beyond ASCII belongs to a character of which another byte is escaped, since the
  /// text must stay UTF-8, or to a control character or line separator.
  private static func isEscapedInside(_ bytes: [UInt8], _ i: Int) -> Bool {
    guard bytes[i] >= 0x80 else { return false }
    let tail = bytes[i...].dropFirst().prefix { $0 & 0xC0 == 0x80 }
    let reachesEnd = i + 1 + tail.count == bytes.count
    let head = bytes[..<i].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let start = bytes[i] & 0xC0 == 0x80 ? head : i
    if reachesEnd || start == 0 { return true }
    // U+0080 ... U+009F are C2 80 ... C2 9F; U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
    let character = bytes[start...].prefix(3)
    return character.starts(with: [0xC2]) && bytes[start + 1] < 0xA0
      || character.elementsEqual([0xE2, 0x80, 0xA8]) || character.elementsEqual([0xE2, 0x80, 0xA9])
  }

  /// The path of a value; nil if a `%` is not followed by two digits or the bytes are not UTF-8.
  static func path(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
