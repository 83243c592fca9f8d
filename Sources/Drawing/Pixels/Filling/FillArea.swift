import Geometry
import Raster

/// The pixels that a fill reaches.
///
/// To close gaps of any direction, a square that is one px wider than the gap moves through the
/// open pixels. It covers the filled area. This is an opening of the mask of similar pixels,
/// restricted to the part connected to the start (Serra, "Image analysis and mathematical
/// morphology", 1982). Corners and dead ends too narrow for the square belong to the area too,
/// unless they lead to another area.
public struct FillArea {
  /// The colour at the start.
  public let seed: UInt32
  /// Pixels that are similar to the start and selected.
  public let open: LazyMask
  /// The pixels that the fill reaches.
  public let reached: Mask
  public let sample: FillSample
  public let tolerance: UInt32
  public let selection: Mask?
  /// Whether the image is transparent at the start.
  public let isGroundClear: Bool

  /// Finds the reached pixels within a rectangle of whole tiles; nil if the place is outside it or
  /// not selected.
  /// - Parameters:
  ///   - tolerance: the largest difference of a premultiplied channel from the start, 0 ... 255.
  ///   - gap: the widest gap in a line that stops the fill, px; 0 stops at no gap.
  ///   - selection: the pixels that can be filled; nil for all.
  public init?(
    at place: Point, in sample: FillSample, tolerance: Int, gap: Int, within selection: Mask?, limit: PixelRect
  ) {
    guard place.isFinite, Rect(limit).contains(place) else { return nil }
    let (x, y) = (Int(place.x), Int(place.y))
    if let selection, !selection[x, y] { return nil }
    (self.sample, self.selection, self.tolerance) = (sample, selection, UInt32(tolerance))
    seed = sample.pixel(x: x, y: y)
    isGroundClear = sample.image[x, y] >> 24 == 0
    open = Self.open(sample, seed, self.tolerance, selection, limit)
    reached = Self.reached(from: place, within: open, gap: gap)
  }

  /// The area on a larger picture, within what another area reached on the smaller one. The edges are found again.
  /// - Parameter enlarged: the mask of the larger picture for one of the smaller.
  public init(in sample: FillSample, like small: FillArea, enlarged: (Mask) -> Mask) {
    (self.sample, seed, tolerance, isGroundClear) = (sample, small.seed, small.tolerance, small.isGroundClear)
    selection = small.selection.map(enlarged)
    // Edges lie between pixels of the smaller picture.
    var near = small.reached
    near.formUnion(near.borderNeighbours)
    if let selection = small.selection { near.formIntersection(selection) }
    open = Self.open(sample, seed, tolerance, enlarged(near), sample.image.bounds)
    reached = Mask.flood(from: enlarged(small.reached), within: open)
  }

  /// The pixels that a fill reaches from a place through open ones.
  /// - Parameter gap: as for `init`.
  public static func reached(from place: Point, within open: LazyMask, gap: Int) -> Mask {
    let (x, y) = (Int(place.x), Int(place.y))
    return gap == 0 ? flood(from: x, y, open) : room(around: x, y, open, side: gap + 1)
  }

  private static func open(
    _ sample: FillSample, _ seed: UInt32, _ tolerance: UInt32, _ selection: Mask?, _ limit: PixelRect
  ) -> LazyMask {
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    // The last tile of one colour: filled areas share it, and comparing shared tiles is fast.
    var lastEven: (tile: Tile, isOpen: Bool)?
    let image = sample.image
    func find(_ tile: Int) -> LazyMask.Found {
      if let even = sample.uniform(tile) { return Pixel.distance(even, seed) <= tolerance ? .all : .none }
      let source = sample.source(tile)
      if let source, let last = lastEven, source == last.tile { return last.isOpen ? .all : .none }
      let square = image.bounds(ofTile: tile)
      sample.read(PixelRect(x: square.minX, y: square.minY, width: Tile.size, height: Tile.size), &pixels)
      var words = [UInt64](repeating: 0, count: Tile.size)
      var isEven = true
      for row in 0..<Tile.size {
        var word: UInt64 = 0
        for column in 0..<Tile.size {
          let p = pixels[row << Tile.shift | column]
          if p != pixels[0] { isEven = false }
          if Pixel.distance(p, seed) <= tolerance { word |= 1 << UInt64(column) }
        }
        words[row] = word
      }
      if isEven, let source { lastEven = (source, words[0] != 0) }
      return .words(words)
    }
    return LazyMask(width: image.width, height: image.height) { tile in
      guard limit.contains(image.bounds(ofTile: tile)) else { return .none }
      guard let selection else { return find(tile) }
      switch selection.share(ofTile: tile) {
      case .none: return .none
      case .all: return find(tile)
      case .some:
        let selected = selection.words(ofTile: tile)
        switch find(tile) {
        case .none: return .none
        case .all: return .words(selected)
        case .words(let words): return .words((0..<Tile.size).map { words[$0] & selected[$0] })
        }
      }
    }
  }

  private static func flood(from x: Int, _ y: Int, _ open: LazyMask) -> Mask {
    var seeds = Mask(width: open.width, height: open.height)
    seeds.fill(PixelRect(x: x, y: y, width: 1, height: 1))
    return Mask.flood(from: seeds, within: open)
  }

  /// The area that a square of `side` px covers as it moves from the place, with its niches.
  private static func room(around x: Int, _ y: Int, _ open: LazyMask, side: Int) -> Mask {
    let places = open.eroded(bySquare: side)
    let wide = places.dilated(bySquare: side)
    let narrow = LazyMask(width: open.width, height: open.height) { tile in
      if open.share(ofTile: tile) == .none { return .none }
      let (all, taken) = (open.words(ofTile: tile), wide.words(ofTile: tile))
      return .words((0..<Tile.size).map { all[$0] & ~taken[$0] })
    }
    var start = (x: x, y: y)
    if !wide[x, y] {
      guard let near = nearest(to: x, y, in: wide, through: open, within: side) else {
        // Too narrow for the square: fill the narrow area.
        return flood(from: x, y, narrow)
      }
      start = near
    }
    var seeds = Mask(width: open.width, height: open.height)
    for dy in 0..<side {
      for dx in 0..<side where places[start.x - dx, start.y - dy] {
        seeds.fill(PixelRect(x: start.x - dx, y: start.y - dy, width: 1, height: 1))
      }
    }
    let found = Mask.flood(from: seeds, within: places)
    let room = LazyMask(found).dilated(bySquare: side)
    var reached = Mask(width: open.width, height: open.height)
    // A square reaches from its upper left pixel to the right and down, into the next tile at most.
    for tile in found.tileIndices {
      let (row, column) = tile.quotientAndRemainder(dividingBy: open.columns)
      for r in row...min(row + 1, open.rows - 1) {
        for c in column...min(column + 1, open.columns - 1) {
          let near = r * open.columns + c
          if room.share(ofTile: near) != .none { reached.setWords(room.words(ofTile: near), ofTile: near) }
        }
      }
    }
    // Niches: narrow pixels that touch the area, without those that lead to other wide areas.
    let niches = Mask.flood(from: reached.borderNeighbours, within: narrow)
    var elsewhere = Mask(width: open.width, height: open.height)
    for tile in niches.borderTiles {
      let words = wide.words(ofTile: tile)
      elsewhere.setWords(
        (0..<Tile.size).map { words[$0] & ~reached.word(ofTile: tile, row: $0) }, ofTile: tile)
    }
    let leading = Mask.flood(from: elsewhere.borderNeighbours, within: LazyMask(niches))
    reached.formUnion(niches)
    reached.subtract(leading)
    return reached
  }

  /// The nearest pixel of `wide`, at most `limit` steps through `open` away.
  private static func nearest(
    to x: Int, _ y: Int, in wide: LazyMask, through open: LazyMask, within limit: Int
  ) -> (x: Int, y: Int)? {
    var seen: Set<Int> = [y * open.width + x]
    var ring = [(x: x, y: y)]
    for _ in 0..<limit {
      var next: [(x: Int, y: Int)] = []
      for p in ring {
        for q in [(x: p.x + 1, y: p.y), (x: p.x - 1, y: p.y), (x: p.x, y: p.y + 1), (x: p.x, y: p.y - 1)] {
          guard open[q.x, q.y], seen.insert(q.y * open.width + q.x).inserted else { continue }
          if wide[q.x, q.y] { return q }
          next.append(q)
        }
      }
      ring = next
    }
    return nil
  }
}
