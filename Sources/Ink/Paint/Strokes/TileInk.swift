import Geometry
import Ink
import Raster

/// The settled ink of one stroke in one tile: the union of a list of hulls.
///
/// When the list is long, it is baked: the coverage of all pixels is kept, and the list keeps only
/// the hulls that are still needed. A hull is needed where its outline runs through a pixel that is
/// not covered entirely: elsewhere it changes nothing.
///
/// Invariants, checked in debug builds: `baked` is empty or has `Tile.count` bytes; pixels in
/// `open` are below 255 in it; a full tile has neither entries nor `baked`.
struct TileInk {
  /// A hull of a chain's outline.
  struct Entry: Equatable, Comparable {
    var chain: Int
    var hull: Int

    static func < (a: Entry, b: Entry) -> Bool { a.chain == b.chain ? a.hull < b.hull : a.chain < b.chain }
  }

  /// The hulls, in the order in which they settled; empty where the tile is full.
  var entries: [Entry] = []
  /// The baked coverage, `Tile.count` bytes; empty before the first baking.
  private(set) var baked: [UInt8] = []
  /// The pixels that baked ink does not cover entirely.
  private var open = PixelMask(filled: true)
  /// Whether the baked coverage is drawn.
  var isBakedShown = false
  /// Whether settled ink covers every pixel.
  private(set) var isFull = false
  /// Whether full coverage is drawn.
  var isShownFull = false
  /// Whether ink was ever drawn here.
  var isTouched = false
  /// Number of hulls at which the list is baked.
  private var limit = Self.leastLimit

  private static let leastLimit = 16

  init() {}

  /// Whether the list is to be baked.
  var isLong: Bool { entries.count >= limit }

  /// Drops the hulls and the coverage: settled ink covers every pixel.
  mutating func becomeFull() {
    isFull = true
    entries = []
    baked = []
    checkInvariants()
  }

  /// The bounds of the pixels of `part` of the tile that may still change. Cost: O(rows).
  func changing(_ part: PixelRect) -> PixelRect { isBakedShown ? open.bounds(in: part) : part }

  /// Adds the coverage in `filler` and drops unneeded hulls. Cost: O(pixels + hulls).
  /// - Parameters:
  ///   - square: the pixels of the tile that are in the image, image px.
  ///   - isNeeded: whether the outline of a hull runs through a pixel of the mask.
  mutating func bake(_ filler: CoverageFiller, _ square: PixelRect, isNeeded: (Entry, PixelMask) -> Bool) {
    if baked.isEmpty { baked = [UInt8](repeating: 0, count: Tile.count) }
    open = PixelMask()
    isBakedShown = false
    var least: UInt8 = 255
    for y in 0..<square.height {
      let row = filler.coverage(x: square.minX, y: square.minY + y)
      for x in 0..<square.width {
        let c = max(row[x], baked[y << Tile.shift | x])
        baked[y << Tile.shift | x] = c
        least = min(least, c)
        if c != 255 { open.insert(x, y) }
      }
    }
    if least == 255 { return becomeFull() }
    entries.removeAll { !isNeeded($0, open) }
    limit = max(Self.leastLimit, 2 * entries.count)
    checkInvariants()
  }

  /// Checks the invariants, in debug builds. Cost: O(pixels).
  private func checkInvariants() {
    assert(!isFull || entries.isEmpty && baked.isEmpty, "a full tile keeps ink")
    assert(baked.isEmpty || baked.count == Tile.count, "baked coverage of another size than a tile")
    assert(
      baked.isEmpty
        || !open.contains(in: PixelRect(x: 0, y: 0, width: Tile.size, height: Tile.size)) { x, y in
          baked[y << Tile.shift | x] == 255
        }, "a covered pixel is open")
    assert(limit >= Self.leastLimit && entries.count < limit, "baking left too many hulls")
  }
}

/// A set of pixels of a tile.
struct PixelMask {
  /// A bit for each pixel of a row.
  private var rows: InlineArray<64, UInt64>

  /// The empty set, or all pixels.
  init(filled: Bool = false) { rows = InlineArray(repeating: filled ? .max : 0) }

  mutating func insert(_ x: Int, _ y: Int) { rows[y] |= 1 << UInt64(x) }

  /// Whether a pixel of the set within `area` passes a test of its column and row.
  func contains(in area: PixelRect, where test: (Int, Int) -> Bool) -> Bool {
    guard !area.isEmpty else { return false }
    let columns = (UInt64.max << UInt64(area.minX)) & (UInt64.max >> UInt64(Tile.size - area.maxX))
    for y in area.minY..<area.maxY {
      var rest = rows[y] & columns
      while rest != 0 {
        if test(rest.trailingZeroBitCount, y) { return true }
        rest &= rest - 1
      }
    }
    return false
  }

  private static func pixels(_ box: Rect) -> PixelRect {
    PixelRect(covering: box).intersection(PixelRect(x: 0, y: 0, width: Tile.size, height: Tile.size))
  }

  /// The bounds of the pixels of the set within `area`. Cost: O(rows).
  func bounds(in area: PixelRect) -> PixelRect {
    guard !area.isEmpty else { return .empty }
    let columns = (UInt64.max << UInt64(area.minX)) & (UInt64.max >> UInt64(Tile.size - area.maxX))
    var (all, top, bottom) = (UInt64(0), area.maxY, area.minY)
    for y in area.minY..<area.maxY where rows[y] & columns != 0 {
      all |= rows[y] & columns
      (top, bottom) = (min(top, y), y + 1)
    }
    guard all != 0 else { return .empty }
    return PixelRect(
      minX: all.trailingZeroBitCount, minY: top, maxX: Tile.size - all.leadingZeroBitCount, maxY: bottom)
  }

  /// The bounds of the set's pixels within a box, tile px, that pass a test of column and row.
  func bounds(in box: Rect, where test: (Int, Int) -> Bool = { _, _ in true }) -> PixelRect {
    var bounds = PixelRect.empty
    let area = Self.pixels(box)
    _ = contains(in: area) { x, y in
      if test(x, y) { bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
      return false
    }
    return bounds
  }

  /// The bounds of the pixels of the set that a line passes through or within half a px.
  func bounds(onLine a: Point, _ b: Point) -> PixelRect {
    let way = b - a
    let length = max(way.length, 1e-9)
    let box = Rect(
      minX: min(a.x, b.x) - 1, minY: min(a.y, b.y) - 1, maxX: max(a.x, b.x) + 1, maxY: max(a.y, b.y) + 1)
    return bounds(in: box) { x, y in
      abs(way.cross(Point(Double(x) + 0.5, Double(y) + 0.5) - a)) < 1.25 * length
    }
  }

  /// The bounds of the pixels of the set that a circle passes through or within half a px.
  func bounds(onCircle center: Point, radius: Double) -> PixelRect {
    let r = radius + 1
    return bounds(in: Rect(minX: center.x - r, minY: center.y - r, maxX: center.x + r, maxY: center.y + r)) { x, y in
      abs(center.distance(to: Point(Double(x) + 0.5, Double(y) + 0.5)) - radius) < 1.25
    }
  }
}
