/// A list of a fixed length that is copied in pieces: whoever writes to one of several copies copies the piece that is written to
/// (256 elements) and the list of pieces.
///
/// A copy of a large drawing for a worker would else cost the hand a pass over all its tiles at the first pixel that it draws next. A
/// list of one and the same element takes the memory of one piece, however long it is.
struct ChunkedArray<Element: Sendable>: Sendable {
  private static var shift: Int { 8 }

  /// Number of elements.
  let count: Int
  private var chunks: [[Element]]

  init(repeating element: Element, count: Int) {
    self.count = count
    let chunk = [Element](repeating: element, count: 1 << Self.shift)
    chunks = [[Element]](repeating: chunk, count: (count + chunk.count - 1) >> Self.shift)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { chunks[index >> Self.shift][index & (1 << Self.shift - 1)] }
    @inline(__always) _modify { yield &chunks[index >> Self.shift][index & (1 << Self.shift - 1)] }
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}
