/// Reads JSON text (RFC 8259) strictly: no comments, no trailing commas, no NaN, nothing behind the
/// value.
///
/// Time and memory are O(n) of the text's bytes.
struct JSONReader {
  /// The greatest number of lists and objects around a value.
  static let depth = 8

  private let bytes: [UInt8]
  private var place = 0

  /// Reads the one value of a text.
  /// - Throws: the first fault and the byte at which it was found.
  static func value(of bytes: [UInt8]) throws(MyPaintBrushError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.place == bytes.count else { throw reader.fault }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var fault: MyPaintBrushError { .notJSON(byte: place) }
  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next, UInt32(byte) == character.value else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ word: StaticString) throws(MyPaintBrushError) {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count else { throw fault }
    for i in 0..<word.utf8CodeUnitCount where bytes[place + i] != word.utf8Start[i] { throw fault }
    place = end
  }

  private mutating func value(depth: Int) throws(MyPaintBrushError) -> JSONValue {
    guard depth <= Self.depth else { throw .tooDeep(limit: Self.depth) }
    skipBlanks()
    switch next.map(Unicode.Scalar.init) {
    case "{": return try object(depth: depth)
    case "[": return try list(depth: depth)
    case "\"": return .text(try text())
    case "t":
      try expect("true")
      return .boolean(true)
    case "f":
      try expect("false")
      return .boolean(false)
    case "n":
      try expect("null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(MyPaintBrushError) -> JSONValue {
    var members: [JSONValue.Member] = []
    place += 1
    skipBlanks()
    if skip("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault }
      let name = try text()
      skipBlanks()
      guard skip(":") else { throw fault }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw fault }
    return .object(members)
  }

  private mutating func list(depth: Int) throws(MyPaintBrushError) -> JSONValue {
    var values: [JSONValue] = []
    place += 1
    skipBlanks()
    if skip("]") { return .list(values) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw fault }
    return .list(values)
  }

  private mutating func number() throws(MyPaintBrushError) -> Double {
    let start = place
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw .notJSON(byte: start) }
    return value
  }

  private mutating func digits() throws(MyPaintBrushError) {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    guard place > start else { throw fault }
  }

  private mutating func text() throws(MyPaintBrushError) -> String {
    place += 1
    var result: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else { throw fault }
        return text
      case UInt8(ascii: "\\"): try escape(into: &result)
      case 0..<0x20:
        place -= 1
        throw fault
      default: result.append(byte)
      }
    }
    throw fault
  }

  private mutating func escape(into result: inout [UInt8]) throws(MyPaintBrushError) {
    guard let byte = next else { throw fault }
    place += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": result.append(byte)
    case "b": result.append(0x08)
    case "f": result.append(0x0C)
    case "n": result.append(0x0A)
    case "r": result.append(0x0D)
    case "t": result.append(0x09)
    case "u":
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        guard skip("\\"), skip("u") else { throw fault }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw fault }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault }
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      place -= 1
      throw fault
    }
  }

  private mutating func hexadecimal() throws(MyPaintBrushError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
