import Language

/// Reading of GIMP palette files, versions 1 and 2, like GIMP (app/core/gimppalette-load.c).
/// `Name:` and `Columns:` are optional; comments, empty lines and any spacing are allowed.
extension Palette {
  /// Reads a palette from a .gpl file; any bytes are safe.
  ///
  /// Names that are not UTF-8 are read as Latin-1. Unknown `key: value` lines before the first
  /// colour are ignored.
  /// - Parameter name: the name to use if the file contains none.
  /// - Throws: the error and its line.
  public init(gpl bytes: [UInt8], name: String) throws(PaletteError) {
    var reader = GPLReader(name: name)
    var lines = GPLLines(bytes)
    while let line = lines.next() { try reader.take(line, lines.number) }
    self = try reader.finish()
  }
}

/// Lines ended by LF, CR LF or CR.
private struct GPLLines {
  private let bytes: [UInt8]
  private var at = 0
  /// The number of the last line returned by `next`, from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skip a UTF-8 byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { at = 3 }
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard at < bytes.count else { return nil }
    number += 1
    let start = at
    while at < bytes.count, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    let line = bytes[start..<at]
    if at < bytes.count { at += bytes[at] == 13 && at + 1 < bytes.count && bytes[at + 1] == 10 ? 2 : 1 }
    return line
  }
}

private struct GPLReader {
  private var palette: Palette
  private var hasHead = false

  init(name: String) { palette = Palette(name: name, entries: []) }

  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) throws(PaletteError) {
    let line = Self.trimmed(line)
    guard hasHead else {
      guard line.elementsEqual("GIMP Palette".utf8) else {
        throw PaletteError(
          translated("it is not a GIMP palette: it does not start with \"GIMP Palette\""), line: number)
      }
      hasHead = true
      return
    }
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    if !Self.isDigit(first), first != UInt8(ascii: "-"), first != UInt8(ascii: "+") {
      if try takeHeader(line, number) { return }
    }
    try takeColour(line, number)
  }

  /// Returns false if the line is no `key: value` or follows a colour.
  private mutating func takeHeader(_ line: ArraySlice<UInt8>, _ number: Int) throws(PaletteError) -> Bool {
    guard palette.entries.isEmpty, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let key = line[..<colon]
    let value = Self.trimmed(line[(colon + 1)...])
    if key.elementsEqual("Name".utf8) {
      let name = Self.text(value)
      if !name.isEmpty { palette.name = name }
    } else if key.elementsEqual("Columns".utf8) {
      // GIMP writes 0 for the default.
      guard let columns = Self.number(value), (0...256).contains(columns) else {
        throw PaletteError(
          translated("the number of columns {value} is not between 0 and 256", ["value": Self.quoted(value)]),
          line: number)
      }
      palette.columns = columns == 0 ? nil : columns
    }
    return true
  }

  private mutating func takeColour(_ line: ArraySlice<UInt8>, _ number: Int) throws(PaletteError) {
    var rest = line
    var rgb: UInt32 = 0
    for part in ["red", "green", "blue"] {
      let word = rest.prefix { !Self.isSpace($0) }
      guard !word.isEmpty else {
        throw PaletteError(translated("the colour has no {part}", ["part": part]), line: number)
      }
      guard let level = Self.number(word) else {
        throw PaletteError(
          translated("the {part} {word} is not a whole number", ["part": part, "word": Self.quoted(word)]), line: number
        )
      }
      guard (0...255).contains(level) else {
        throw PaletteError(
          translated("the {part} {word} is not between 0 and 255", ["part": part, "word": Self.quoted(word)]),
          line: number)
      }
      rgb = rgb << 8 | UInt32(level)
      rest = rest[word.endIndex...].drop(while: Self.isSpace)
    }
    guard palette.entries.count < Palette.mostColours else {
      throw PaletteError(translated("it has more than {count} colours", ["count": Palette.mostColours]), line: number)
    }
    palette.entries.append(Palette.Entry(rgb: rgb, name: Self.text(rest)))
  }

  func finish() throws(PaletteError) -> Palette {
    guard hasHead else { throw PaletteError(translated("it is empty")) }
    guard !palette.entries.isEmpty else { throw PaletteError(translated("it has no colours")) }
    return palette
  }

  // MARK: Parsing of words

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 11 || byte == 12 }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }

  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard (1...10).contains(word.count) else { return nil }
    return Int(String(decoding: word, as: UTF8.self))
  }

  /// Decodes a name as UTF-8 or else Latin-1, removes control characters and limits the length.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let some = bytes.prefix(4 * Palette.longestName)
    let whole =
      String(validating: bytes.count == some.count ? bytes : withoutLastCharacter(some), as: UTF8.self)
      ?? String(String.UnicodeScalarView(some.map { Unicode.Scalar($0) }))
    let plain = whole.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String(String.UnicodeScalarView(plain)).prefix(Palette.longestName))
  }

  /// Removes the last UTF-8 character, which may be incomplete.
  private static func withoutLastCharacter(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let last = rest.last, last & 0xc0 == 0x80 { rest.removeLast() }
    if let last = rest.last, last >= 0xc0 { rest.removeLast() }
    return rest
  }

  private static func quoted(_ word: ArraySlice<UInt8>) -> String {
    let shown = word.prefix(24).map { (33...126).contains($0) ? Unicode.Scalar($0) : "?" }
    return "\"\(String(String.UnicodeScalarView(shown)))\(word.count > 24 ? "..." : "")\""
  }
}
