/// An array of fixed length that shares memory between copies and needs none where it was never
/// written.
///
/// Elements are kept in chunks of 256, chunks in pages of 64. A page or chunk is made by the first
/// write to it; before, all its elements are `blank`. So an array of millions of elements costs by
/// what was written to it.
///
/// Copying is O(1). The first write to a shared array copies one chunk, the list of chunks of one
/// page, and the list of pages. So a snapshot of a drawing for another thread costs the next write
/// O(256 + 64 + count / 16,384).
public struct ChunkedArray<Element: Sendable>: Sendable {
  @usableFromInline static var shift: Int { 8 }
  @usableFromInline static var pageShift: Int { 14 }

  /// Number of elements.
  public let count: Int
  /// The element where nothing was written.
  @usableFromInline let blank: Element
  /// The chunks of each page; a page without chunks and an empty chunk were never written.
  @usableFromInline var pages: [[[Element]]]

  /// Creates an array of one repeated element. It needs the memory of the list of pages.
  public init(repeating element: Element, count: Int) {
    self.count = count
    blank = element
    pages = [[[Element]]](repeating: [], count: (count + 1 << Self.pageShift - 1) >> Self.pageShift)
  }

  /// Creates an array in which every element is written with the same value, and unwritten ones
  /// would be `blank`. Its chunks share their memory.
  init(blank: Element, filledWith element: Element, count: Int) {
    self.init(repeating: blank, count: count)
    let chunk = [Element](repeating: element, count: 1 << Self.shift)
    let page = [[Element]](repeating: chunk, count: 1 << (Self.pageShift - Self.shift))
    for i in pages.indices { pages[i] = page }
    // What no index reaches stays as in every other array.
    let firstUnused = ((count + (1 << Self.shift) - 1) >> Self.shift) << Self.shift
    for at in stride(from: firstUnused, to: pages.count << Self.pageShift, by: 1 << Self.shift) {
      pages[at >> Self.pageShift][Self.place(at)] = []
    }
    let rest = count & (1 << Self.shift - 1)
    if rest > 0 {
      for i in rest..<(1 << Self.shift) { pages[count >> Self.pageShift][Self.place(count)][i] = blank }
    }
  }

  /// Stops debug builds where the number or the size of the pages or chunks does not fit `count`.
  func checkInvariants() {
    assert(pages.count == (count + 1 << Self.pageShift - 1) >> Self.pageShift, "the pages hold all elements")
    assert(
      pages.allSatisfy { page in
        page.isEmpty
          || page.count == 1 << (Self.pageShift - Self.shift)
            && page.allSatisfy { $0.isEmpty || $0.count == 1 << Self.shift }
      }, "all written pages and chunks have one size")
  }

  @inlinable @inline(__always) static func place(_ index: Int) -> Int {
    index >> shift & (1 << (pageShift - shift) - 1)
  }

  /// The element with an index. Reading one that was never written returns the repeated element;
  /// writing makes its chunk, even if the element stays the same.
  @inlinable public subscript(index: Int) -> Element {
    @inline(__always) get {
      let page = index >> Self.pageShift
      if pages[page].isEmpty { return blank }
      let place = Self.place(index)
      if pages[page][place].isEmpty { return blank }
      return pages[page][place][index & (1 << Self.shift - 1)]
    }
    @inline(__always) _modify {
      if !isWritten(index) { makeChunk(index) }
      yield &pages[index >> Self.pageShift][Self.place(index)][index & (1 << Self.shift - 1)]
    }
  }

  /// Whether the chunk of an element was ever written.
  @inlinable @inline(__always) public func isWritten(_ index: Int) -> Bool {
    let page = index >> Self.pageShift
    return !pages[page].isEmpty && !pages[page][Self.place(index)].isEmpty
  }

  @usableFromInline mutating func makeChunk(_ index: Int) {
    precondition(index < count, "an element of the array")
    let page = index >> Self.pageShift
    if pages[page].isEmpty { pages[page] = [[Element]](repeating: [], count: 1 << (Self.pageShift - Self.shift)) }
    pages[page][Self.place(index)] = [Element](repeating: blank, count: 1 << Self.shift)
  }

  /// The first index from `index` on whose chunk was written; `count` for none. O(chunks and pages
  /// that are skipped).
  @inlinable public func nextWritten(from index: Int) -> Int {
    var at = index
    while at < count {
      if pages[at >> Self.pageShift].isEmpty {
        at = (at >> Self.pageShift + 1) << Self.pageShift
      } else if pages[at >> Self.pageShift][Self.place(at)].isEmpty {
        at = (at >> Self.shift + 1) << Self.shift
      } else {
        return at
      }
    }
    return count
  }

  /// The first index within `range` whose element was written and passes a test.
  @inlinable @inline(__always) public func firstWritten(in range: Range<Int>, where test: (Element) -> Bool) -> Int? {
    var at = nextWritten(from: range.lowerBound)
    while at < range.upperBound {
      if test(self[at]) { return at }
      at += 1
      if at & (1 << Self.shift - 1) == 0 { at = nextWritten(from: at) }
    }
    return nil
  }

  /// Number of elements in written chunks: what the array costs in memory.
  var writtenCount: Int { written().reduce(0) { sum, _ in sum + 1 } }

  /// The indices within `range`, by default all, whose chunks were written, ascending. O(written
  /// chunks + pages).
  public func written(in range: Range<Int>? = nil) -> WrittenIndices<Element> {
    WrittenIndices(array: self, range: range ?? 0..<count)
  }
}

/// The indices of the elements in written chunks, ascending.
public struct WrittenIndices<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
  @usableFromInline let array: ChunkedArray<Element>
  @usableFromInline let end: Int
  @usableFromInline var at: Int

  init(array: ChunkedArray<Element>, range: Range<Int>) {
    (self.array, end) = (array, range.upperBound)
    at = array.nextWritten(from: range.lowerBound)
  }

  /// The next index; nil after the last.
  @inlinable public mutating func next() -> Int? {
    guard at < end else { return nil }
    defer {
      at += 1
      if at & (1 << ChunkedArray<Element>.shift - 1) == 0 { at = array.nextWritten(from: at) }
    }
    return at
  }
}

extension ChunkedArray: Equatable where Element: Equatable {
  /// Whether both have the same elements. O(chunks written in either and not shared).
  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count, a.blank == b.blank else { return false }
    for (mine, theirs) in zip(a.pages, b.pages) where !(mine.isEmpty && theirs.isEmpty) {
      for i in 0..<(1 << (pageShift - shift)) {
        let (chunk, other) = (mine.isEmpty ? [] : mine[i], theirs.isEmpty ? [] : theirs[i])
        switch (chunk.isEmpty, other.isEmpty) {
        case (true, true): continue
        case (false, false): if chunk != other { return false }
        case (false, true): if !chunk.allSatisfy({ $0 == a.blank }) { return false }
        case (true, false): if !other.allSatisfy({ $0 == a.blank }) { return false }
        }
      }
    }
    return true
  }
}
