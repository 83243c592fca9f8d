/// Parts of a text for AT-SPI. Positions count Unicode scalars and are clamped to the text.
struct TextParts {
  let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  struct Piece: Equatable {
    var text: String
    var start: Int
    var end: Int
  }

  func held(_ place: Int) -> Int { max(0, min(scalars.count, place)) }

  /// The text between two positions; an end below 0 means the end of the text.
  func text(_ start: Int, _ end: Int) -> String {
    let last = end < 0 ? scalars.count : held(end)
    let first = min(held(start), last)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[first..<last])
    return String(text)
  }

  private func piece(_ start: Int, _ end: Int) -> Piece { Piece(text: text(start, end), start: start, end: end) }

  /// The character at a position; empty at the end.
  func character(at place: Int) -> Piece {
    let start = held(place)
    return piece(start, min(scalars.count, start + 1))
  }

  /// The word at a position, with the following spaces.
  func word(at place: Int) -> Piece {
    let place = held(place)
    func isBlank(_ i: Int) -> Bool { scalars[i].properties.isWhitespace }
    var start = min(place, max(0, scalars.count - 1))
    guard !scalars.isEmpty else { return piece(0, 0) }
    if place == scalars.count { return piece(place, place) }
    // From spaces back to the previous word, then to its start.
    while start > 0, isBlank(start) { start -= 1 }
    while start > 0, !isBlank(start - 1) { start -= 1 }
    var end = start
    while end < scalars.count, !isBlank(end) { end += 1 }
    while end < scalars.count, isBlank(end) { end += 1 }
    return piece(start, end)
  }

  /// The whole text, since an entry has one line.
  var whole: Piece { piece(0, scalars.count) }
}
