/// For each of some lines a set of places: its spans, sorted, none touching another, so that a set has one form only,
/// in whatever order it grew.
///
/// A span is `from | to << 16`, half open, both 0...65535. Lists have equal room, which grows for all where one needs it.
/// A value that points to memory of its own: `init` takes it, `destroy` gives it back, once, and in between whoever holds the
/// value is its one owner.
struct SpanLists {
  let lineCount: Int
  /// Spans that a list has room for.
  private(set) var capacity: Int
  /// For each line how many spans it has.
  let counts: UnsafeMutablePointer<UInt16>
  /// The list of line i starts at `i * capacity`.
  private(set) var spans: UnsafeMutablePointer<UInt32>

  /// Empty sets.
  init(lineCount: Int, capacity: Int = 4) {
    self.lineCount = lineCount
    self.capacity = capacity
    counts = .allocate(capacity: lineCount)
    spans = .allocate(capacity: lineCount * capacity)
    removeAll()
  }

  func destroy() {
    counts.deallocate()
    spans.deallocate()
  }

  /// Empties all sets.
  func removeAll() { counts.update(repeating: 0, count: lineCount) }

  @inline(__always) func from(_ i: Int) -> Int32 { Int32(truncatingIfNeeded: spans[i] & 0xFFFF) }
  @inline(__always) func to(_ i: Int) -> Int32 { Int32(truncatingIfNeeded: spans[i] >> 16) }

  /// Makes a line's set one span.
  @inline(__always) func set(line: Int, _ from: Int32, _ to: Int32) {
    counts[line] = 1
    spans[line &* capacity] = Self.span(from, to)
  }

  /// Whether some lines hold all of 0 ..< end.
  @inline(__always) func areWhole(_ first: Int, _ count: Int, upTo end: Int32) -> Bool {
    var line = first
    while line < first &+ count {
      if counts[line] != 1 || spans[line &* capacity] != Self.span(0, end) { return false }
      line &+= 1
    }
    return true
  }

  /// Adds the places from ..< to, which are some, to a line's set.
  @inline(__always) mutating func insert(line: Int, _ from: Int32, _ to: Int32) {
    let first = line &* capacity
    if counts[line] == 0 { return set(line: line, from, to) }
    if counts[line] == 1 {
      let (f, t) = (self.from(first), self.to(first))
      if from <= t, f <= to {
        spans[first] = Self.span(from < f ? from : f, to > t ? to : t)
        return
      }
    }
    insertAmongSeveral(line, from, to)
  }

  private mutating func insertAmongSeveral(_ line: Int, _ from: Int32, _ to: Int32) {
    var (first, count) = (line &* capacity, Int(counts[line]))
    // Spans i..<j touch the new one.
    var i = 0
    while i < count, self.to(first &+ i) < from { i &+= 1 }
    var j = i
    while j < count, self.from(first &+ j) <= to { j &+= 1 }
    if j > i {
      let (f, t) = (self.from(first &+ i), self.to(first &+ j &- 1))
      spans[first &+ i] = Self.span(from < f ? from : f, to > t ? to : t)
      move(first &+ j, to: first &+ i &+ 1, count &- j)
      count &-= j &- i &- 1
    } else {
      if count == capacity {
        reserve(capacity * 2)
        first = line &* capacity
      }
      move(first &+ i, to: first &+ i &+ 1, count &- i)
      spans[first &+ i] = Self.span(from, to)
      count &+= 1
    }
    counts[line] = UInt16(count)
  }

  /// Makes room for as many spans a list.
  mutating func reserve(_ capacity: Int) {
    guard capacity > self.capacity else { return }
    let new = UnsafeMutablePointer<UInt32>.allocate(capacity: lineCount * capacity)
    for line in 0..<lineCount {
      (new + line * capacity).update(from: spans + line * self.capacity, count: Int(counts[line]))
    }
    spans.deallocate()
    (spans, self.capacity) = (new, capacity)
  }

  /// Replaces the sets of the first lines by those of some lines of others.
  mutating func copy(_ others: SpanLists, lines: Range<Int>) {
    reserve(others.capacity)
    var line = 0
    while line < lines.count {
      let count = others.counts[lines.lowerBound &+ line]
      let source = (lines.lowerBound &+ line) &* others.capacity
      counts[line] = count
      var i = 0
      while i < Int(count) {
        spans[line &* capacity &+ i] = others.spans[source &+ i]
        i &+= 1
      }
      line &+= 1
    }
  }

  @inline(__always) private static func span(_ from: Int32, _ to: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: from) | UInt32(truncatingIfNeeded: to) << 16
  }

  /// Moves spans within their list; the places may overlap.
  private func move(_ source: Int, to target: Int, _ count: Int) {
    if source != target, count > 0 { (spans + target).update(from: spans + source, count: count) }
  }
}
