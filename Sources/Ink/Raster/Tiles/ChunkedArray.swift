/// An array of fixed length that shares memory between copies in chunks of 256 elements.
///
/// Copying is O(1). The first write to a shared chunk copies the chunk and the array of chunks. So
/// a snapshot of a large drawing for another thread costs the next write O(count / 256), not
/// O(count). An array of one repeated element needs the memory of one chunk, whatever its length.
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

  /// Stops debug builds where the number or the size of the chunks does not fit `count`. O(chunks).
  func checkInvariants() {
    assert(chunks.count == (count + 1 << Self.shift - 1) >> Self.shift, "the chunks hold all elements")
    assert(chunks.allSatisfy { $0.count == 1 << Self.shift }, "all chunks have one size")
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { chunks[index >> Self.shift][index & (1 << Self.shift - 1)] }
    @inline(__always) _modify { yield &chunks[index >> Self.shift][index & (1 << Self.shift - 1)] }
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}
