import Geometry
import Glibc
import Raster

/// Turns ink into coverage: how much of each pixel it covers, 0...255.
///
/// A scan converter of its own. Each row of pixels is looked at on 16 sub-scanlines; on each the ink is a set of
/// intervals, found in closed form (`InkPieces`, `RowIntervals`) and united in integers (`SpanLists`). A pixel's coverage is
/// the exact length of that set in it: Catmull's area coverage ("A hidden-surface algorithm with anti-aliasing", 1978) with
/// the vertical cut into sub-scanlines, as in the A-buffer (L. Carpenter, 1984), and the horizontal left whole.
/// A set has one form, so a pixel depends on the ink in it alone: not on the order in which pieces come, nor on the patch
/// that is asked for, nor on what else is filled.
///
/// One filler owns the memory that filling needs and is used over and over; strokes may share it.
public final class CoverageFiller {
  /// A block, what is filled at a time, is a row of at most so many tiles.
  static let blockColumns = 8
  /// Bytes from a row of a block's coverage to the next.
  static let rowBytes = blockColumns * Tile.size

  /// Where a row's sets in one tile are kept.
  struct Slot {
    var lists: UnsafeMutablePointer<SpanLists>
    var firstLine: Int
    /// Whether the row is covered entirely; the lists may say less.
    var isFull = false
  }

  /// A slot for each tile of the block that is being filled.
  let slots: UnsafeMutablePointer<Slot>
  /// For each tile of a block the sets of one row that are made to be forgotten.
  let scratch: UnsafeMutablePointer<SpanLists>
  /// Coverage of a block, `rowBytes` a row.
  let coverage: UnsafeMutablePointer<UInt8>
  /// The intervals that a row's pieces have in common, and those of one piece.
  private let intervals = (RowIntervals(), RowIntervals())
  /// For each px of a tile what the coverage, in units, changes by from the px before; all 0 between uses.
  private let changes: UnsafeMutablePointer<Int32>
  /// What becomes of each coverage, 0...255; nil for what it is.
  private let errors: [UInt8]?
  /// Memory for tiles that strokes before have given back.
  private var spare: [UnsafeMutablePointer<InkCell>] = []

  /// The most tiles that memory is kept for, some 22 KiB each.
  private static let spareLimit = 256

  /// A filler, or nil where there is no memory for one.
  public convenience init?() { self.init(error: 0) }

  /// A filler that is off by at most `error` levels, 0...127, where a pixel is covered in part, as one of another version
  /// may be: for tests. What a pixel is off by follows from its coverage.
  package init?(error: Int) {
    errors = error == 0 ? nil : (0...255).map { Self.level($0, off: error) }
    let bytes = Tile.size * Self.rowBytes
    guard let coverage = malloc(bytes) else { return nil }
    self.coverage = coverage.bindMemory(to: UInt8.self, capacity: bytes)
    self.coverage.initialize(repeating: 0, count: bytes)
    scratch = .allocate(capacity: Self.blockColumns)
    for i in 0..<Self.blockColumns {
      (scratch + i).initialize(to: SpanLists(lineCount: Subpixels.lines, capacity: 16))
    }
    slots = .allocate(capacity: Self.blockColumns)
    for i in 0..<Self.blockColumns { (slots + i).initialize(to: Slot(lists: scratch + i, firstLine: 0)) }
    changes = .allocate(capacity: Tile.size + 2)
    changes.initialize(repeating: 0, count: Tile.size + 2)
    spare.reserveCapacity(Self.spareLimit)
  }

  deinit {
    for cell in spare { InkCell.destroy(cell) }
    for i in 0..<Self.blockColumns { scratch[i].destroy() }
    scratch.deallocate()
    slots.deallocate()
    changes.deallocate()
    intervals.0.destroy()
    intervals.1.destroy()
    free(coverage)
  }

  // MARK: memory for tiles

  /// Memory for what a stroke has in a tile: nothing, as yet.
  func takeCell() -> UnsafeMutablePointer<InkCell> {
    guard let cell = spare.popLast() else { return InkCell.make() }
    cell.pointee.removeAll()
    return cell
  }

  /// Takes it back.
  func giveBack(_ cell: UnsafeMutablePointer<InkCell>) {
    if spare.count < Self.spareLimit { spare.append(cell) } else { InkCell.destroy(cell) }
  }

  // MARK: filling rows

  /// Pieces to fill with, lent for a while.
  struct Pieces {
    var pieces: UnsafeBufferPointer<InkPieces.Piece>
    var edges: UnsafeBufferPointer<InkPieces.Edge>
    /// Whether some are so large that it pays to see first which of them add anything to a row.
    var areLarge: Bool
  }

  /// Width of what is covered, px, from which on pieces are tried against it.
  private static let largeWidth = 20

  /// Adds what pieces have of a row of pixels to the sets of the block's slots, whose first starts at column `left`.
  func add(_ these: Pieces, row: Int, left: Int, columns: Int) {
    let width = columns << Subpixels.tileShift
    // What is known to be covered, so that a piece within it need not be looked at.
    var known = these.areLarge ? self.known(columns: columns) : (from: 0, to: 0)
    let least = Int32(Self.largeWidth * Subpixels.units)
    guard let first = these.pieces.baseAddress else { return }
    var (run, next) = intervals
    var isRunning = false
    // The last pieces reach farthest to where a stroke goes.
    var i = these.pieces.count
    while i > 0 {
      i &-= 1
      let p = first + i
      guard row >= Int(p.pointee.rows.first), row < Int(p.pointee.rows.end) else { continue }
      guard Int(p.pointee.columns.end) > left, Int(p.pointee.columns.first) < left &+ columns &* Tile.size else {
        continue
      }
      if known.to &- known.from >= least {
        let bound = InkPieces.bound(p, row: row, these.edges)
        let units = Double(Subpixels.units)
        if (bound.from - Double(left)) * units >= Double(known.from) || known.from == 0,
          (bound.to - Double(left)) * units <= Double(known.to) || Int(known.to) == width
        {
          continue
        }
      }
      next.find(p, these.edges, row: row, left: left, width: width)
      if !isRunning || !run.unite(next) {
        if isRunning { insert(run) }
        swap(&run, &next)
        isRunning = true
      }
      if these.areLarge {
        let core = run.reach.core
        if core.from < core.to, known.from >= known.to || (core.from <= known.to && core.to >= known.from) {
          known = known.from >= known.to ? core : (min(known.from, core.from), max(known.to, core.to))
        }
      }
    }
    if isRunning { insert(run) }
  }

  /// The widest interval that all sub-scanlines of the slots hold, found where they have one span each.
  private func known(columns: Int) -> (from: Int32, to: Int32) {
    var best = (from: Int32(0), to: Int32(0))
    var last = best
    for c in 0..<columns {
      let base = Int32(truncatingIfNeeded: c << Subpixels.tileShift)
      var (from, to) = (Int32(0), Int32(Subpixels.tileUnits))
      if !slots[c].isFull {
        let (lists, first) = (slots[c].lists.pointee, slots[c].firstLine)
        for line in first..<(first + Subpixels.lines) {
          guard lists.counts[line] == 1 else {
            to = 0
            break
          }
          let span = lists.spans[lists.start(of: line)]
          from = max(from, SpanLists.from(span))
          to = min(to, SpanLists.to(span))
        }
      }
      if from >= to {
        last = (0, 0)
        continue
      }
      last = from == 0 && last.to == base && last.from < last.to ? (last.from, base + to) : (base + from, base + to)
      if last.to - last.from > best.to - best.from { best = last }
    }
    return best
  }

  /// Adds a row's intervals to the slots' sets.
  private func insert(_ run: RowIntervals) {
    let (hull, core) = run.reach
    guard hull.from < hull.to else { return }
    let (first, last) = (Int(hull.from) >> Subpixels.tileShift, (Int(hull.to) - 1) >> Subpixels.tileShift)
    var c = first
    while c <= last {
      defer { c &+= 1 }
      if slots[c].isFull { continue }
      let base = Int32(truncatingIfNeeded: c << Subpixels.tileShift)
      let end = base &+ Int32(Subpixels.tileUnits)
      let (lists, firstLine) = (slots[c].lists, slots[c].firstLine)
      if core.from <= base, core.to >= end {
        slots[c].isFull = true
        var k = 0
        while k < Subpixels.lines {
          lists.pointee.set(line: firstLine &+ k, 0, Int32(Subpixels.tileUnits))
          k &+= 1
        }
        continue
      }
      lists.pointee.insert(row: firstLine, run, from: base, to: end)
      slots[c].isFull = lists.pointee.areWhole(row: firstLine, upTo: Int32(Subpixels.tileUnits))
    }
  }

  // MARK: from sets to coverage

  /// Finds the coverage of pixels `from ..< to` of a slot's tile and puts it where `target`, the tile's first pixel of the row,
  /// points to.
  func measure(_ slot: Slot, from: Int, to: Int, _ target: UnsafeMutablePointer<UInt8>) {
    if slot.isFull { return (target + from).update(repeating: 255, count: to &- from) }
    let lists = slot.lists.pointee
    let (counts, spans) = (lists.counts + slot.firstLine, lists.spans + lists.start(of: slot.firstLine))
    let changes = changes
    let (least, most) = (Int32(truncatingIfNeeded: from << 8), Int32(truncatingIfNeeded: to << 8))
    // Places that spans start at, and that they end at.
    var (starts, ends) = ((least: Int32.max, most: Int32(-1)), (least: Int32.max, most: Int32(-1)))
    var isPlain = true
    var line = 0
    while line < Subpixels.lines {
      var left = counts[line]
      isPlain = isPlain && left <= 1
      var span = spans + line
      while left > 0 {
        let (f, t) = (max(SpanLists.from(span.pointee), least), min(SpanLists.to(span.pointee), most))
        span += SpanLists.stride
        left &-= 1
        if f >= t { continue }
        let (p, q) = (changes + Int(f >> 8), changes + Int(t >> 8))
        let (a, b) = (f & 255, t & 255)
        p[0] &+= 256 &- a
        p[1] &+= a
        q[0] &-= 256 &- b
        q[1] &-= b
        starts = (min(starts.least, f), max(starts.most, f))
        ends = (min(ends.least, t), max(ends.most, t))
      }
      line &+= 1
    }
    guard ends.most >= 0 else { return (target + from).update(repeating: 0, count: to &- from) }
    // From here on the pixels that they lie in.
    starts = (starts.least >> 8, starts.most >> 8)
    ends = (ends.least >> 8, ends.most >> 8)
    let first = Int(starts.least)
    if first > from { (target + from).update(repeating: 0, count: first &- from) }
    var sum: Int32 = 0
    var x = first
    if isPlain, ends.least > starts.most &+ 2 {
      x = integrate(x, Int(starts.most) &+ 2, to, &sum, target)
      // All spans have started and none has ended.
      let middle = Int(ends.least)
      (target + x).update(repeating: Self.level(sum), count: middle &- x)
      x = middle
    }
    x = integrate(x, Int(ends.most) &+ 2, to, &sum, target)
    if x < to { (target + x).update(repeating: 0, count: to &- x) }
    if let errors { for x in from..<to { target[x] = errors[Int(target[x])] } }
  }

  /// Sums the changes of pixels from ..< end up, and writes those before `limit`; returns which is next to write.
  @inline(__always)
  private func integrate(
    _ from: Int, _ end: Int, _ limit: Int, _ sum: inout Int32, _ target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let changes = changes
    var x = from
    while x < end {
      sum &+= changes[x]
      changes[x] = 0
      if x < limit { target[x] = Self.level(sum) }
      x &+= 1
    }
    return min(x, limit)
  }

  /// A coverage of 0...255 that is off by at most `error`; none and all stay.
  private static func level(_ coverage: Int, off error: Int) -> UInt8 {
    if coverage == 0 || coverage == 255 { return UInt8(coverage) }
    let wrong = coverage + coverage &* 37 % (2 * error + 1) - error
    return UInt8(max(1, min(254, wrong)))
  }

  /// 0...255 of a pixel's length, 0...4096, to nearest.
  @inline(__always) private static func level(_ length: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (length &* 255 &+ 2048) >> 12)
  }

  // MARK: one shape

  /// The coverage of the pixels of a patch, row by row, of pieces filled as one shape.
  func coverage(of ink: InkPieces, in patch: PixelRect) -> [UInt8] {
    var all = [UInt8](repeating: 0, count: patch.area)
    let size = Tile.size
    ink.withPieces { pieces in
      for y in patch.minY..<max(patch.minY, patch.maxY) {
        for left in stride(from: patch.minX & ~(size - 1), to: patch.maxX, by: size) {
          scratch[0].removeAll()
          slots[0] = Slot(lists: scratch, firstLine: 0)
          add(pieces, row: y, left: left, columns: 1)
          let (from, to) = (max(0, patch.minX - left), min(size, patch.maxX - left))
          measure(slots[0], from: from, to: to, coverage)
          for x in from..<to { all[(y - patch.minY) * patch.width + left + x - patch.minX] = coverage[x] }
        }
      }
    }
    return all
  }
}
