import Geometry
import Raster

/// How a fill finds where it may go, and what it leaves there.
public struct Filling: Sendable, Hashable {
  /// How different a pixel's colour may be from that at the start, 0 (not at all) ... 255: of the premultiplied channels
  /// the one that differs most counts.
  public var tolerance: Int
  /// The widest gap in a line that is not leaked through, px, `gaps`; 0 lets it through the smallest hole.
  public var gap: Int
  /// Whether colours are those of the whole drawing on its paper; else those of the active sheet alone.
  public var samplesMerged: Bool

  /// The gaps that can be closed, px.
  public static let gaps = 0...32

  /// A filling by its values, clamped.
  public init(tolerance: Int = 32, gap: Int = 0, samplesMerged: Bool = true) {
    self.tolerance = max(0, min(255, tolerance))
    self.gap = max(Self.gaps.lowerBound, min(Self.gaps.upperBound, gap))
    self.samplesMerged = samplesMerged
  }
}

extension Document {
  /// Fills what lies around a place with a colour 0xRRGGBB, within the selection, as an edit that can be undone. Returns
  /// the pixels that may have changed; nil where the place is off the canvas or not selected.
  ///
  /// What is filled ends under the lines around it, see `FillPainter`.
  public mutating func fill(at place: Point, colour: UInt32, opacity: UInt8 = 255, _ filling: Filling) -> Region? {
    guard let area = FillArea(at: place, of: self, filling) else { return nil }
    let painter = FillPainter(area, of: self, colour: colour, opacity: opacity)
    var before: [Int: Tile?] = [:]
    let tiles = painter.tiles
    for index in tiles { before[index] = .some(activeImage[index]) }
    for index in tiles { painter.paint(tile: index, of: &activeImage) }
    record("Fill", before: before)
    return Region(area.reached.bounds.grown(by: FillPainter.reach).intersection(bounds))
  }
}

/// Colours as a fill sees them: those of a drawing as it was when the fill began.
struct FillSample {
  let document: Document
  let isMerged: Bool

  /// Writes the pixels of `rect`, which may reach outside the canvas, row by row to `target`.
  func read(_ rect: PixelRect, to target: inout [UInt32]) {
    var span = target.mutableSpan
    if isMerged {
      document.flatten(rect, to: &span, start: 0, stride: rect.width)
    } else {
      document.activeImage.copy(rect, to: &span, stride: rect.width)
    }
  }

  /// The pixel at a place inside the canvas.
  func pixel(x: Int, y: Int) -> UInt32 {
    var one: [UInt32] = [0]
    read(PixelRect(x: x, y: y, width: 1, height: 1), to: &one)
    return one[0]
  }

  /// Where all pixels of a tile are the same for a reason that is seen without looking at them.
  func uniform(_ tile: Int) -> UInt32? {
    let isEmpty =
      isMerged ? document.isGround(document.activeImage.bounds(ofTile: tile)) : document.activeImage[tile] == nil
    return isEmpty ? (isMerged ? document.ground : 0) : nil
  }

  /// What the tile depends on where that is one tile only.
  func source(_ tile: Int) -> Tile? {
    isMerged && document.layers.count > 1 ? nil : document.activeImage[tile]
  }
}

/// What a fill reaches.
///
/// Gaps are closed by sending not a point but a square through the drawing, one px wider than the gap: what it covers is
/// the room that the fill is in (an opening of the mask of like pixels, of which the part that is connected to the start
/// counts: Serra, "Image analysis and mathematical morphology", 1982). No gap, however it runs, is wider than the square in
/// any direction. Corners and dead ends too narrow for the square belong to the room too, unless they lead on to another.
struct FillArea {
  /// The colour at the start.
  let seed: UInt32
  /// Pixels that are like the start and selected.
  let open: LazyMask
  /// Those that are reached.
  let reached: Mask
  let sample: FillSample
  let tolerance: UInt32
  let selection: Mask?
  /// Whether the active sheet is clear at the start.
  let isGroundClear: Bool

  /// What a fill of a drawing from a place reaches; nil where the place is off the canvas or not selected.
  init?(at place: Point, of document: Document, _ filling: Filling) {
    guard place.isFinite, Rect(document.bounds).contains(place) else { return nil }
    let (x, y) = (Int(place.x), Int(place.y))
    if let selection = document.selection, !selection[x, y] { return nil }
    sample = FillSample(document: document, isMerged: filling.samplesMerged)
    seed = sample.pixel(x: x, y: y)
    isGroundClear = document.activeImage[x, y] >> 24 == 0
    tolerance = UInt32(filling.tolerance)
    selection = document.selection
    open = Self.open(sample, seed, tolerance, document.selection)
    reached =
      filling.gap == 0 ? Self.flood(from: x, y, open) : Self.room(around: x, y, open, side: filling.gap + 1)
  }

  /// The pixels that are like `seed` and selected.
  private static func open(
    _ sample: FillSample, _ seed: UInt32, _ tolerance: UInt32, _ selection: Mask?
  ) -> LazyMask {
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    // The last tile of one colour: filled areas share theirs, and equality of what is shared is found at once.
    var lastEven: (tile: Tile, isOpen: Bool)?
    let image = sample.document.activeImage
    func find(_ tile: Int) -> LazyMask.Found {
      if let even = sample.uniform(tile) { return Pixel.distance(even, seed) <= tolerance ? .all : .none }
      let source = sample.source(tile)
      if let source, let last = lastEven, source == last.tile { return last.isOpen ? .all : .none }
      let square = image.bounds(ofTile: tile)
      sample.read(
        PixelRect(x: square.minX, y: square.minY, width: Tile.size, height: Tile.size), to: &pixels)
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
    return LazyMask(width: sample.document.width, height: sample.document.height) { tile in
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

  /// What a square of `side` px covers on its ways from around a place, with the niches that lead nowhere else.
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
        // Too narrow for the square: what is as narrow around is filled.
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
    let room = LazyMask(Mask.flood(from: seeds, within: places)).dilated(bySquare: side)
    var reached = Mask(width: open.width, height: open.height)
    for tile in reached.tileIndices where room.share(ofTile: tile) != .none {
      reached.setWords(room.words(ofTile: tile), ofTile: tile)
    }
    // Niches: what is narrow and touches the room, without what leads on to where the square fits as well.
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

  /// The nearest pixel of `wide` to a place by steps through `open`, at most `limit` of them.
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
