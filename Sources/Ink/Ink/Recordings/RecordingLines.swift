import Language

/// Splits a text into lines of words. Any bytes are valid; no line allocates.
struct RecordingLines {
  /// The longest line, bytes without its end.
  static let longest = 1000

  private let bytes: [UInt8]
  private var start = 0
  /// The number of the current line, from 1.
  private(set) var number = 0
  /// The ranges of the line's words; empty for a blank line or a comment.
  private(set) var words: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Moves to the next line; false at the end.
  mutating func next() throws(RecordingError) -> Bool {
    words.removeAll(keepingCapacity: true)
    guard start < bytes.count else { return false }
    number += 1
    var at = start
    var word: Int?
    var isComment = false
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
      let byte = bytes[at]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
        if let first = word { words.append(first..<at) }
        word = nil
      } else if byte == UInt8(ascii: "#"), words.isEmpty, word == nil {
        isComment = true
      } else if word == nil, !isComment {
        word = at
      }
      at += 1
      guard at - start <= Self.longest else {
        throw fault(translated("the line is longer than {count} bytes", ["count": Self.longest]))
      }
    }
    guard at < bytes.count else { throw fault(translated("it is cut short: its last line does not end")) }
    if let first = word { words.append(first..<at) }
    start = at + 1
    return true
  }

  func fault(_ text: String) -> RecordingError { RecordingError(text, line: number) }

  /// Throws where the number of words is not in the range.
  func expect(count: ClosedRange<Int>, _ text: @autoclosure () -> String) throws(RecordingError) {
    guard count.contains(words.count) else { throw fault(text()) }
  }

  /// Whether the word at an index exists and equals `word`.
  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard index < words.count, words[index].count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { buffer in
      var at = words[index].lowerBound
      for byte in buffer {
        if bytes[at] != byte { return false }
        at += 1
      }
      return true
    }
  }

  /// Whether the word at an index exists and equals a word that is not known when the program is
  /// built.
  func isWord(_ index: Int, named word: String) -> Bool {
    index < words.count && bytes[words[index]].elementsEqual(word.utf8)
  }

  /// The word at an index as a decimal number.
  func number(_ index: Int, _ name: StaticString) throws(RecordingError) -> Double {
    guard let value = RecordingNumber.value(bytes, words[index]) else {
      throw fault(translated("the {name} {word} is not a number", ["name": name, "word": quoted(index)]))
    }
    return value
  }

  /// The word at an index as WIDTHxHEIGHT, of at most five digits each.
  func size(_ index: Int) -> (Int, Int)? {
    let parts = bytes[words[index]].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    func whole(_ digits: ArraySlice<UInt8>) -> Int? {
      guard (1...5).contains(digits.count) else { return nil }
      var value = 0
      for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Int(digit - UInt8(ascii: "0"))
      }
      return value
    }
    guard let width = whole(parts[0]), let height = whole(parts[1]) else { return nil }
    return (width, height)
  }

  /// The word at an index as #rrggbb.
  func colour(_ index: Int) -> UInt32? {
    let word = bytes[words[index]]
    guard word.count == 7, word.first == UInt8(ascii: "#") else { return nil }
    var value: UInt32 = 0
    for byte in word.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }

  /// The bytes of the word at an index, which exists.
  func bytes(_ index: Int) -> ArraySlice<UInt8> { bytes[words[index]] }

  /// The word at an index; bytes outside ASCII become "?".
  func text(_ index: Int) -> String {
    guard index < words.count else { return "" }
    return String(String.UnicodeScalarView(bytes[words[index]].map { Unicode.Scalar($0 < 0x80 ? $0 : 0x3F) }))
  }

  /// The word at an index for a message: quoted, printable ASCII, at most 24 characters.
  func quoted(_ index: Int) -> String {
    guard index < words.count else { return "\"\"" }
    var text = "\""
    for byte in bytes[words[index]].prefix(24) {
      text.append((0x21...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "?")
    }
    return text + (words[index].count > 24 ? "...\"" : "\"")
  }
}
