import Geometry
import Glibc
import Ink
import Raster

/// Draws one stroke of soft or grainy dabs onto tiles while the stroke grows.
///
/// A stroke is a chain of discs. Settled discs no longer change; the discs of the tail, its newest
/// part, are replaced at each `extend`. Called like `OutlineRasteriser`: `init`, then `extend` and
/// `draw` alternately. The last `extend` gets an empty tail.
///
/// The distance between dabs along the chain is a share of their radius. The places of settled dabs
/// follow from the settled discs alone. A tile keeps coverage in 16 bits. Each settled dab changes
/// a pixel once, in order, so pixels do not depend on how the discs are divided among calls. Dabs
/// of the tail are drawn on a copy of the coverage.
///
/// Cost: O(pixels of the new dabs and of the tail's dabs) a sample.
public final class DabRasteriser {
  private let bounds: PixelRect
  private let columns: Int
  private let isSpray: Bool
  private let paper: PaperSurface
  /// Coverage 0...65535: `Tile.count` values for each tile that the stroke reached.
  private var coverage: [UInt16] = []
  /// For each tile the number of its block of `coverage`, or -1.
  private var blockOfTile: ChunkedArray<Int32>
  private var blockCount: Int32 = 0
  private var walk = DabWalk()
  /// Dabs visited, those of the tail included.
  private(set) var dabCount = 0
  private var settledCount = 0
  private var tailDabs: [Dab] = []
  private var tailBounds = PixelRect.empty
  /// A tile's coverage with the tail.
  private var scratch = [UInt16](repeating: 0, count: Tile.count)

  /// The least distance between dabs, px of a canvas that is not enlarged.
  static let leastSpacing = 0.25
  private let spacing: DabWalk.Spacing
  private let prints: DabPrints

  /// A rasteriser for one stroke on an image like `image`.
  /// - Parameters:
  ///   - tip: a round tip or pictures.
  ///   - isSpray: whether dabs add up; otherwise the strongest counts.
  ///   - magnification: size of the image relative to the canvas that `dabs` are for. The grain
  ///     grows with it, as it belongs to the drawing.
  ///   - seed: chooses the differences by chance.
  ///   - paper: what shows instead of the dabs' own grain; nil for that.
  ///   - map: the map from the stroke to this copy of it; it only moves, turns and mirrors.
  public init(
    for image: borrowing TileGrid, dabs: Brush.Dabs, tip: Brush.Tip = .round, isSpray: Bool,
    magnification: Double = 1, seed: Int = 0, paper: Brush.Paper? = nil, map: Affine = .identity
  ) {
    self.paper =
      paper.map { PaperSurface($0, magnification: magnification) }
      ?? PaperSurface(grain: dabs.grain, scale: dabs.grainScale * magnification)
    prints = DabPrints(dabs, tip, seed: seed, map: map)
    spacing = DabWalk.Spacing(
      share: dabs.spacing, least: Self.leastSpacing * magnification,
      reach: Brush.reach(ofRadius: 1, dabs: dabs, tip: tip))
    bounds = image.bounds
    columns = image.columns
    self.isSpray = isSpray
    blockOfTile = ChunkedArray(repeating: -1, count: image.slotCount)
  }

  /// Takes the discs that have settled since the last call and replaces the tail, whose first disc
  /// repeats the last settled one. Adds the pixels that may change to `dirty`.
  /// - Parameters:
  ///   - settledSpan: the part of the settled discs on which dabs are printed. Other dabs count, but are left out.
  ///   - tailSpan: likewise of the tail.
  public func extend(
    settled: [Disc], tail: [Disc], settledSpan: DiscSpan = DiscSpan(), tailSpan: DiscSpan = DiscSpan(),
    dirty: inout Region
  ) {
    dirty.add(tailBounds)
    tailBounds = .empty
    tailDabs.removeAll(keepingCapacity: true)
    for i in settledCount..<settled.count {
      // Dabs are close together, so one rectangle around them is nearly full.
      var piece = PixelRect.empty
      walk.advance(to: settled[i], spacing, onto: bounds) { place in
        guard settledSpan.contains(Double(i - 1) + place.share) else { return }
        prints.forEach(at: place) { dab in
          dabCount += 1
          let area = dab.pixels.intersection(bounds)
          piece = piece.union(area)
          composite(dab, area)
        }
      }
      dirty.add(piece)
    }
    settledCount = settled.count
    var ahead = walk
    for (i, disc) in tail.enumerated().dropFirst(settledCount > 0 ? 1 : 0) {
      ahead.advance(to: disc, spacing, onto: bounds) { place in
        guard tailSpan.contains(Double(i - 1) + place.share) else { return }
        prints.forEach(at: place) { dab in
          dabCount += 1
          let area = dab.pixels.intersection(bounds)
          guard !area.isEmpty else { return }
          tailBounds = tailBounds.union(area)
          tailDabs.append(dab)
        }
      }
    }
    dirty.add(tailBounds)
  }

  /// Draws the pixels of `rect`. `before` returns a tile from before the stroke by its index, nil
  /// where there was none. A tile that does not exist and gets no ink is not made.
  /// - Parameter isDeep: whether all tiles get 16 bits a channel, or only those that had them before.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, isDeep: Bool = false, before: (Int) -> Tile?
  ) {
    let range = image.tileRange(of: rect.intersection(bounds))
    for row in range.rows {
      for column in range.columns {
        let tile = image.index(column: column, row: row)
        let patch = image.bounds(ofTile: tile).intersection(rect)
        let block = Int(blockOfTile[tile])
        let isWet = !patch.intersection(tailBounds).isEmpty
        if block < 0, !isWet, image[tile] == nil { continue }
        if block < 0 {
          for i in 0..<Tile.count { scratch[i] = 0 }
        } else {
          scratch.replaceSubrange(0..<Tile.count, with: coverage[(block * Tile.count)..<((block + 1) * Tile.count)])
        }
        if isWet {
          var span = scratch.mutableSpan
          for dab in tailDabs {
            Self.composite(dab, dab.pixels.intersection(patch), &span, start: 0, isSpray)
          }
        }
        if image[tile] == nil, !scratch.contains(where: { $0 != 0 }) { continue }
        if paper.shows { grain(patch) }
        let old = before(tile)
        if isDeep || old?.isDeep ?? false {
          Self.compose(patch, style, scratch, old, tile, of: &image, DeepPixel.self)
        } else {
          Self.compose(patch, style, scratch, old, tile, of: &image, UInt32.self)
        }
      }
    }
  }

  /// Applies ink of a tile's coverage to the tile from before the stroke, or to an empty one.
  private static func compose<P: InkedPixel>(
    _ patch: PixelRect, _ style: InkStyle, _ coverage: [UInt16], _ old: Tile?, _ tile: Int, of image: inout TileGrid,
    _ depth: P.Type
  ) {
    let ink = coverage.span
    let full = P.opaque(style.colour)
    P.withRows(0..<Tile.size, of: old ?? .clear) { under in
      image.withMutableTile(tile, as: P.self) { pixels in
        for y in patch.minY..<patch.maxY {
          P.ink(style, full, places(y, of: patch), coverage: ink, over: under, to: &pixels)
        }
      }
    }
  }

  /// The places in a tile of a row of `patch`, a part of the tile.
  private static func places(_ y: Int, of patch: PixelRect) -> Range<Int> {
    let mask = Tile.size - 1
    let first = (y & mask) << Tile.shift | (patch.minX & mask)
    return first..<first + patch.width
  }

  /// Replaces the coverage of a patch, kept in `scratch`, with what a dry medium leaves on the paper.
  private func grain(_ patch: PixelRect) {
    for y in patch.minY..<patch.maxY {
      for (x, i) in zip(patch.minX..<patch.maxX, Self.places(y, of: patch)) where scratch[i] != 0 {
        scratch[i] = UInt16(truncatingIfNeeded: paper.coverage(UInt32(scratch[i]), x: x, y: y))
      }
    }
  }

  /// Draws a settled dab.
  private func composite(_ dab: Dab, _ area: PixelRect) {
    let range = TileRange(area)
    for row in range.rows {
      for column in range.columns {
        let tile = row &* columns &+ column
        if blockOfTile[tile] < 0 {
          blockOfTile[tile] = blockCount
          blockCount += 1
          coverage.append(contentsOf: repeatElement(0, count: Tile.count))
        }
        let tileBounds = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        var span = coverage.mutableSpan
        Self.composite(
          dab, area.intersection(tileBounds), &span, start: Int(blockOfTile[tile]) * Tile.count, isSpray)
      }
    }
  }

  /// Draws a dab on `area`, a part of one tile whose values begin at `start`.
  private static func composite(
    _ dab: Dab, _ area: PixelRect, _ coverage: inout MutableSpan<UInt16>, start: Int, _ isSpray: Bool
  ) {
    guard !area.isEmpty else { return }
    switch dab {
    case .round(let center, let radius, let strength, let hardness):
      let curve = DabCurve(radius: radius, strength: strength, hardness: hardness)
      composite(curve, at: center, area, &coverage, start: start, isSpray)
    case .image(let center, let strength, let print):
      print.composite(at: center, strength: strength, area, &coverage, start: start, addsUp: isSpray)
    }
  }

  private static func composite(
    _ curve: DabCurve, at center: Point, _ area: PixelRect, _ coverage: inout MutableSpan<UInt16>, start: Int,
    _ isSpray: Bool
  ) {
    let rimSquared = curve.rim * curve.rim
    let mask = Tile.size - 1
    // Groups of eight columns of the tile. The first one may begin before the area.
    let firstGroup = (area.minX & mask) >> 3
    let lastGroup = ((area.maxX - 1) & mask) >> 3
    let left = area.minX & ~mask
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    coverage.withUnsafeMutableBytes { bytes in
      for group in firstGroup...lastGroup {
        var columns = SIMD8<Float>()
        for lane in 0..<8 { columns[lane] = Float(Double(left + group << 3 + lane) + 0.5 - center.x) }
        let columnsSquared = columns * columns
        let column = Int32(truncatingIfNeeded: left + group << 3)
        let numbers = lanes &+ column
        let isInside =
          numbers .>= Int32(truncatingIfNeeded: area.minX) .& numbers .< Int32(truncatingIfNeeded: area.maxX)
        let nearest = columnsSquared.min()
        for y in area.minY..<area.maxY {
          let dy = Float(Double(y) + 0.5 - center.y)
          if nearest + dy * dy >= rimSquared { continue }
          let offset = 2 * (start &+ (y & mask) << Tile.shift &+ group << 3)
          let old = SIMD8<UInt32>(
            truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self))
          let dabbed = curve.coverage(columnsSquared + dy * dy)
          let new = (isSpray ? DabBlend.sum(old, dabbed) : DabBlend.most(old, dabbed))
          let kept = old.replacing(with: new, where: isInside)
          bytes.storeBytes(of: SIMD8<UInt16>(truncatingIfNeeded: kept), toByteOffset: offset, as: SIMD8<UInt16>.self)
        }
      }
    }
  }
}
