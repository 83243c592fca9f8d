/// Pieces of a text as AT-SPI asks for them. Places count Unicode's scalars, as AT-SPI's do; those outside count as the nearest within.
struct TextPieces {
  let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// A piece and where it is.
  struct Piece: Equatable {
    var text: String
    var start: Int
    var end: Int
  }

  func held(_ place: Int) -> Int { max(0, min(scalars.count, place)) }

  /// The text between two places; an end below 0 is the text's.
  func text(_ start: Int, _ end: Int) -> String {
    let last = end < 0 ? scalars.count : held(end)
    let first = min(held(start), last)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[first..<last])
    return String(text)
  }

  private func piece(_ start: Int, _ end: Int) -> Piece { Piece(text: text(start, end), start: start, end: end) }

  /// The character at a place, or nothing at the text's end.
  func character(at place: Int) -> Piece {
    let start = held(place)
    return piece(start, min(scalars.count, start + 1))
  }

  /// The word at a place, with the blanks behind it.
  func word(at place: Int) -> Piece {
    let place = held(place)
    func isBlank(_ i: Int) -> Bool { scalars[i].properties.isWhitespace }
    var start = min(place, max(0, scalars.count - 1))
    guard !scalars.isEmpty else { return piece(0, 0) }
    if place == scalars.count { return piece(place, place) }
    // From among blanks to the word before them, then to its start.
    while start > 0, isBlank(start) { start -= 1 }
    while start > 0, !isBlank(start - 1) { start -= 1 }
    var end = start
    while end < scalars.count, !isBlank(end) { end += 1 }
    while end < scalars.count, isBlank(end) { end += 1 }
    return piece(start, end)
  }

  /// All of it: an entry is one line.
  var whole: Piece { piece(0, scalars.count) }
}
