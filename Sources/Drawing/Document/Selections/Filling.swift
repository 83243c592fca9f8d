import Geometry
import Raster

/// The settings of a fill.
public struct Filling: Sendable, Hashable {
  /// The largest difference of a premultiplied channel from the start, 0 ... 255.
  public var tolerance: Int
  /// The widest gap in a line that stops the fill, px, in `gaps`; 0 stops at no gap.
  public var gap: Int
  /// Whether the fill compares colours of the whole drawing, instead of the active layer.
  public var samplesMerged: Bool

  /// The range of gaps, px.
  public static let gaps = 0...32

  /// Makes a filling from its values, clamped.
  public init(tolerance: Int = 32, gap: Int = 0, samplesMerged: Bool = true) {
    self.tolerance = max(0, min(255, tolerance))
    self.gap = max(Self.gaps.lowerBound, min(Self.gaps.upperBound, gap))
    self.samplesMerged = samplesMerged
  }
}

extension Document {
  /// Fills the area around a place with a colour 0xRRGGBB, within the selection, as an edit. The
  /// fill ends under the surrounding lines, see `FillPainter`. Returns the pixels that may have
  /// changed; nil if the place is outside the canvas or not selected.
  ///
  /// On an endless canvas, the fill stays within whole tiles around what is drawn and around
  /// `seen`. `isCut` tells whether that stopped it.
  public mutating func fill(
    at place: Point, colour: UInt32, opacity: UInt8 = 255, _ filling: Filling, seen: PixelRect, isCut: inout Bool
  ) -> Region? {
    let fill = Fill(
      surface: activeSurface, place: place, colour: colour, opacity: opacity, filling: filling,
      limit: isEndless ? fillLimit(seen, around: place) : bounds, selection: selection)
    guard let reached = self.fill(fill) else { return nil }
    isCut =
      fill.limit != bounds && selection == nil
      && (reached.minX == fill.limit.minX || reached.minY == fill.limit.minY || reached.maxX == fill.limit.maxX
        || reached.maxY == fill.limit.maxY)
    return Region(reached.grown(by: FillPainter.reach).intersection(bounds))
  }

  /// The tiles that a fill looked at, of all layers that it samples.
  private func reads(of fill: Fill, _ area: FillArea, _ painter: FillPainter) -> TileSet {
    let sampled = fill.filling.samplesMerged ? layers.filter(\.isVisible).surfaces : []
    return TileSet(sampled + [fill.surface], atMost: painter.readTiles.union(area.open.knownTiles))
  }

  /// Fills as an edit. The active layer and the selection stay. Returns the bounds of the area; nil if
  /// it does not fit the drawing, or the place is outside the limit or not selected.
  /// - Parameter enlargement: if the fill is one of a smaller drawing.
  mutating func fill(_ fill: Fill, by enlargement: Enlargement? = nil) -> PixelRect? {
    guard index(of: fill.surface) != nil else { return nil }
    let mask = fill.selection.map { enlargement?.mask($0) ?? $0 }
    guard mask.map(fits) ?? true else { return nil }
    return on(fill.surface, within: mask) { document in
      let area =
        enlargement.map { $0.area(of: fill, on: document) }
        ?? FillArea(at: fill.place, of: document, fill.filling, limit: fill.limit.intersection(document.bounds))
      guard let area else { return nil }
      let painter = FillPainter(area, of: document, colour: fill.colour, opacity: fill.opacity)
      var writer = LayerWriter(to: fill.surface, keepsAlpha: document.keepsAlpha(of: fill.surface))
      // Where the layer is transparent, a fill goes below its ink, and there is no room.
      for index in painter.tiles where !(writer.keepsAlpha && area.isGroundClear) {
        writer.write(document.activeImage.bounds(ofTile: index), ofTile: index, of: &document.activeImage) { image, _ in
          painter.paint(tile: index, of: &image)
        }
      }
      document.record(.fill(fill), by: writer, reads: document.reads(of: fill, area, painter), evenIdle: true)
      return area.reached.bounds
    }
  }
}

extension Document {
  /// Fills as above; the part of an endless canvas that the window shows does not count.
  public mutating func fill(at place: Point, colour: UInt32, opacity: UInt8 = 255, _ filling: Filling) -> Region? {
    var isCut = false
    return fill(at: place, colour: colour, opacity: opacity, filling, seen: .empty, isCut: &isCut)
  }

  /// The largest area that a fill of an endless canvas can search, px².
  private static let largestFill = 1 << 28

  /// The part of an endless canvas that a fill searches: the selection, or what is drawn and seen.
  /// Where that is too large, only what is seen, or some px around the place.
  private func fillLimit(_ seen: PixelRect, around place: Point) -> PixelRect {
    if let selection { return tiled(selection.bounds) }
    let all = tiled(drawnBounds.union(seen))
    if all.area <= Self.largestFill { return all }
    if !seen.isEmpty { return tiled(seen) }
    guard place.isFinite, Rect(bounds).contains(place) else { return .empty }
    return tiled(PixelRect(x: Int(place.x), y: Int(place.y), width: 1, height: 1).grown(by: 2048))
  }
}

/// The colours that a fill compares: those of the drawing when the fill began.
struct FillSample {
  let document: Document
  let isMerged: Bool

  /// Copies the pixels of `rect`, which may reach outside the canvas, row by row to `target`.
  func read(_ rect: PixelRect, to target: inout [UInt32]) {
    var span = target.mutableSpan
    if isMerged {
      document.flatten(rect, to: &span, start: 0, stride: rect.width)
    } else {
      document.activeImage.copy(rect, to: &span, stride: rect.width)
    }
  }

  func pixel(x: Int, y: Int) -> UInt32 {
    var one: [UInt32] = [0]
    read(PixelRect(x: x, y: y, width: 1, height: 1), to: &one)
    return one[0]
  }

  /// The colour of a tile that is uniform without looking at its pixels; nil for other tiles.
  func uniform(_ tile: Int) -> UInt32? {
    let isEmpty =
      isMerged ? document.isGround(document.activeImage.bounds(ofTile: tile)) : document.activeImage[tile] == nil
    return isEmpty ? (isMerged ? document.ground : 0) : nil
  }

  /// The tile of the active layer, if the sampled colours depend on no other tile.
  func source(_ tile: Int) -> Tile? {
    isMerged && document.layers.count > 1 ? nil : document.activeImage[tile]
  }
}

/// The pixels that a fill reaches.
///
/// To close gaps of any direction, a square that is one px wider than the gap moves through the
/// open pixels. It covers the filled area. This is an opening of the mask of similar pixels,
/// restricted to the part connected to the start (Serra, "Image analysis and mathematical
/// morphology", 1982). Corners and dead ends too narrow for the square belong to the area too,
/// unless they lead to another area.
struct FillArea {
  /// The colour at the start.
  let seed: UInt32
  /// Pixels that are similar to the start and selected.
  let open: LazyMask
  let reached: Mask
  let sample: FillSample
  let tolerance: UInt32
  let selection: Mask?
  /// Whether the active layer is transparent at the start.
  let isGroundClear: Bool

  /// Finds the reached pixels within a rectangle of whole tiles; nil if the place is outside it or
  /// not selected.
  init?(at place: Point, of document: Document, _ filling: Filling, limit: PixelRect? = nil) {
    let limit = limit ?? document.bounds
    guard place.isFinite, Rect(limit).contains(place) else { return nil }
    let (x, y) = (Int(place.x), Int(place.y))
    if let selection = document.selection, !selection[x, y] { return nil }
    sample = FillSample(document: document, isMerged: filling.samplesMerged)
    seed = sample.pixel(x: x, y: y)
    isGroundClear = document.activeImage[x, y] >> 24 == 0
    tolerance = UInt32(filling.tolerance)
    selection = document.selection
    open = Self.open(sample, seed, tolerance, document.selection, limit)
    reached =
      filling.gap == 0 ? Self.flood(from: x, y, open) : Self.room(around: x, y, open, side: filling.gap + 1)
  }

  /// The area on a larger drawing, where it is drawn on the active layer, within what another area
  /// reached on the smaller one. The edges are found again.
  init(of large: Document, like small: FillArea, by enlargement: Enlargement) {
    sample = FillSample(document: large, isMerged: small.sample.isMerged)
    (seed, tolerance, isGroundClear) = (small.seed, small.tolerance, small.isGroundClear)
    selection = small.selection.map { enlargement.mask($0) }
    // Edges lie between pixels of the smaller drawing.
    var near = small.reached
    near.formUnion(near.borderNeighbours)
    if let selection = small.selection { near.formIntersection(selection) }
    open = Self.open(sample, seed, tolerance, enlargement.mask(near), large.bounds)
    reached = Mask.flood(from: enlargement.mask(small.reached), within: open)
  }

  private static func open(
    _ sample: FillSample, _ seed: UInt32, _ tolerance: UInt32, _ selection: Mask?, _ limit: PixelRect
  ) -> LazyMask {
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    // The last tile of one colour: filled areas share it, and comparing shared tiles is fast.
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
