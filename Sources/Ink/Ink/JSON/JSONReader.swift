/// Reads JSON text (RFC 8259) strictly: no comments, no trailing commas, no NaN, nothing behind the
/// value.
///
/// Time and memory are O(n) of the text's bytes.
package struct JSONReader {
  /// The usual greatest number of lists and objects around a value.
  package static let depth = 8

  private let bytes: [UInt8]
  private let depth: Int
  private var place = 0
  private var elements = Elements.unknown
  /// The byte at which the last element begins.
  package private(set) var elementPlace = 0
  /// The byte after the last element.
  package var elementEnd: Int { place }
  /// Whether the text has nothing but blanks, which is known when its first element was asked for.
  package private(set) var isBlank = false

  /// What contains the elements of a text.
  private enum Elements { case unknown, list, sequence, ended }

  /// Reads the one value of a text.
  /// - Throws: the first fault and the byte at which it was found.
  package static func value(of bytes: [UInt8], depth: Int = depth) throws(JSONFault) -> JSONValue {
    var reader = JSONReader(bytes, depth: depth)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.place == bytes.count else { throw reader.fault }
    return value
  }

  /// Reads the elements of a text one after the other: those of a list, or values that follow one another, as one a line.
  /// - Parameter depth: the greatest number of lists and objects around a value in an element.
  package init(_ bytes: [UInt8], depth: Int) { (self.bytes, self.depth) = (bytes, depth) }

  /// Returns the next element; nil after the last one.
  /// - Throws: the first fault and the byte at which it was found.
  package mutating func nextElement() throws(JSONFault) -> JSONValue? {
    skipBlanks()
    switch elements {
    case .unknown:
      // A mark of the order of bytes, which some editors write.
      if place == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        place = 3
        skipBlanks()
      }
      isBlank = next == nil
      elements = skip("[") ? .list : .sequence
      skipBlanks()
      if elements == .list, next == UInt8(ascii: "]") { return try endOfList() }
    case .list:
      guard skip(",") else { return try endOfList() }
      skipBlanks()
    case .sequence: break
    case .ended: return nil
    }
    if elements == .sequence, place == bytes.count {
      elements = .ended
      return nil
    }
    elementPlace = place
    return try value(depth: 0)
  }

  private mutating func endOfList() throws(JSONFault) -> JSONValue? {
    guard skip("]") else { throw fault }
    skipBlanks()
    guard place == bytes.count else { throw fault }
    elements = .ended
    return nil
  }

  /// The byte at which a part of a value begins. The value must have been read without a fault. If it has no such part,
  /// the byte at which the innermost value on the way to it begins.
  /// - Parameter start: the byte at which the value begins.
  package func place(of path: [JSONStep], from start: Int) -> Int {
    var reader = self
    reader.place = start
    for step in path where !((try? reader.go(step)) ?? false) { break }
    return reader.place
  }

  /// Goes from the start of a value to that of a part. Returns whether there is one; stays otherwise.
  private mutating func go(_ step: JSONStep) throws(JSONFault) -> Bool {
    let start = place
    place += 1
    for index in 0... {
      skipBlanks()
      var before = place
      switch step {
      case .item(let wanted): if index == wanted { return true }
      case .member(let name), .name(let name):
        guard next == UInt8(ascii: "\"") else { break }
        let found = try text() == name
        if found, case .name = step {
          place = before
          return true
        }
        skipBlanks()
        place += 1
        skipBlanks()
        before = place
        if found { return true }
      }
      place = before
      guard (try? value(depth: 0)) != nil else { break }
      skipBlanks()
      guard skip(",") else { break }
    }
    place = start
    return false
  }

  /// The line and the column of a byte, each from 1.
  package func position(of byte: Int) -> (line: Int, column: Int) {
    let before = bytes.prefix(byte)
    let line = before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (line + 1, String(decoding: before[start...], as: UTF8.self).count + 1)
  }

  /// Whether a fault at a byte is that the text ends there.
  package func isEnd(_ byte: Int) -> Bool { byte >= bytes.count }

  private var fault: JSONFault { .notJSON(byte: place) }
  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next, UInt32(byte) == character.value else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ word: StaticString) throws(JSONFault) {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count else {
      let start = bytes[place...]
      // A word that is cut short ends where the text does.
      if start.indices.allSatisfy({ bytes[$0] == word.utf8Start[$0 - place] }) { place = bytes.count }
      throw fault
    }
    for i in 0..<word.utf8CodeUnitCount where bytes[place + i] != word.utf8Start[i] { throw fault }
    place = end
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth <= self.depth else { throw .tooDeep(byte: place, limit: self.depth) }
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

  private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
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

  private mutating func list(depth: Int) throws(JSONFault) -> JSONValue {
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

  private mutating func number() throws(JSONFault) -> Double {
    let start = place
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    guard let value = RecordingNumber.value(bytes, start..<place) else { throw .notJSON(byte: start) }
    return value
  }

  private mutating func digits() throws(JSONFault) {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    guard place > start else { throw fault }
  }

  private mutating func text() throws(JSONFault) -> String {
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

  private mutating func escape(into result: inout [UInt8]) throws(JSONFault) {
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

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
