/// For each of some lines a set of places: its spans, sorted, none touching another, so that a set has one form only,
/// in whatever order it grew.
///
/// A span is `from | to << 16`, half open, both 0...65535. Lists have equal room, which grows for all where one needs it.
/// The 16 lines of a row of pixels lie together: first the first spans of all of them, which is mostly all there is and fills one line of
/// the processor's cache, then the second ones, and so on.
///
/// A value that points to memory of its own: `init` takes it, `destroy` gives it back, once, and in between whoever holds the
/// value is its one owner.
struct SpanLists {
  let lineCount: Int
  /// Spans that a list has room for.
  private(set) var capacity: Int
  /// For each line how many spans it has.
  let counts: UnsafeMutablePointer<UInt16>
  /// The list of a line starts at `start(of:)`, and goes on in steps of `stride`.
  private(set) var spans: UnsafeMutablePointer<UInt32>

  /// From a span of a line to the next one of that line.
  static let stride = Subpixels.lines

  /// Empty sets; as many lines as some rows of pixels have.
  init(lineCount: Int, capacity: Int = 4) {
    self.lineCount = lineCount
    self.capacity = capacity
    counts = .allocate(capacity: lineCount)
    spans = Self.allocate(lineCount * capacity)
    removeAll()
  }

  /// Memory for spans that begins with a line of the cache.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<UInt32>.stride, alignment: 64)
      .bindMemory(to: UInt32.self, capacity: count)
  }

  /// Where the list of a line starts.
  @inline(__always) func start(of line: Int) -> Int {
    let k = line & (Self.stride &- 1)
    return (line &- k) &* capacity &+ k
  }

  func destroy() {
    counts.deallocate()
    spans.deallocate()
  }

  /// Empties all sets.
  func removeAll() { counts.update(repeating: 0, count: lineCount) }

  @inline(__always) static func from(_ span: UInt32) -> Int32 { Int32(truncatingIfNeeded: span & 0xFFFF) }
  @inline(__always) static func to(_ span: UInt32) -> Int32 { Int32(truncatingIfNeeded: span >> 16) }

  /// Makes a line's set one span.
  @inline(__always) func set(line: Int, _ from: Int32, _ to: Int32) {
    counts[line] = 1
    spans[start(of: line)] = Self.span(from, to)
  }

  /// Whether the lines of a row of pixels, from its first one on, hold all of 0 ..< end.
  @inline(__always) func areWhole(row first: Int, upTo end: Int32) -> Bool {
    let (counts, spans) = (counts + first, spans + start(of: first))
    let whole = Self.span(0, end)
    var k = 0
    while k < Self.stride {
      if counts[k] != 1 || spans[k] != whole { return false }
      k &+= 1
    }
    return true
  }

  /// Adds what the intervals of a row of pixels have within `least ..< most`, which is then 0 ..< most - least, to the sets of the lines from
  /// the row's first one on.
  mutating func insert(row first: Int, _ run: RowIntervals, from least: Int32, to most: Int32) {
    let counts = counts + first
    var lists = spans + start(of: first)
    var k = 0
    while k < Self.stride {
      defer { k &+= 1 }
      let (from, to) = (max(run.from(k), least) &- least, min(run.to(k), most) &- least)
      if from >= to { continue }
      if counts[k] == 0 {
        counts[k] = 1
        lists[k] = Self.span(from, to)
        continue
      }
      let (f, t) = (Self.from(lists[k]), Self.to(lists[k]))
      if counts[k] == 1, from <= t, f <= to {
        lists[k] = Self.span(min(f, from), max(t, to))
      } else {
        insertAmongSeveral(first &+ k, from, to)
        lists = spans + start(of: first)
      }
    }
  }

  /// Adds the places from ..< to to a line's set.
  private mutating func insertAmongSeveral(_ line: Int, _ from: Int32, _ to: Int32) {
    var count = Int(counts[line])
    var list = spans + start(of: line)
    func f(_ i: Int) -> Int32 { Self.from(list[i &* Self.stride]) }
    func t(_ i: Int) -> Int32 { Self.to(list[i &* Self.stride]) }
    // Spans i..<j touch the new one.
    var i = 0
    while i < count, t(i) < from { i &+= 1 }
    var j = i
    while j < count, f(j) <= to { j &+= 1 }
    if j > i {
      list[i &* Self.stride] = Self.span(min(f(i), from), max(t(j &- 1), to))
      // What is behind them moves up.
      var k = j
      while k < count {
        list[(k &- j &+ i &+ 1) &* Self.stride] = list[k &* Self.stride]
        k &+= 1
      }
      count &-= j &- i &- 1
    } else {
      if count == capacity {
        reserve(capacity * 2)
        list = spans + start(of: line)
      }
      var k = count
      while k > i {
        list[k &* Self.stride] = list[(k &- 1) &* Self.stride]
        k &-= 1
      }
      list[i &* Self.stride] = Self.span(from, to)
      count &+= 1
    }
    counts[line] = UInt16(count)
  }

  /// Makes room for as many spans a list.
  mutating func reserve(_ capacity: Int) {
    guard capacity > self.capacity else { return }
    let new = Self.allocate(lineCount * capacity)
    let (old, next) = (self.capacity * Self.stride, capacity * Self.stride)
    for row in 0..<(lineCount / Self.stride) {
      // All room that there was: what is not used is moved for nothing, but so it is one piece.
      (new + row * next).update(from: spans + row * old, count: old)
    }
    spans.deallocate()
    (spans, self.capacity) = (new, capacity)
  }

  /// Replaces the sets of the first row of pixels by those of the row that begins with some line of others.
  mutating func copyRow(_ others: SpanLists, from first: Int) {
    reserve(others.capacity)
    let (theirs, source) = (others.counts + first, others.spans + others.start(of: first))
    var most: UInt16 = 0
    var k = 0
    while k < Self.stride {
      counts[k] = theirs[k]
      most = max(most, theirs[k])
      k &+= 1
    }
    spans.update(from: source, count: Int(most) &* Self.stride)
  }

  @inline(__always) private static func span(_ from: Int32, _ to: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: from) | UInt32(truncatingIfNeeded: to) << 16
  }
}
