import Geometry
import Ink
import Paint
import Raster

/// The copies of a stroke in a symmetry, drawn together with it as one stroke.
///
/// The stroke is number 0; its copies follow. Where several reach a pixel, only the one with the
/// most coverage counts. It is the one that moves the pixel farthest from its previous colour.
/// Outlines need no comparison: their rasteriser takes the copies as chains of one stroke.
struct StrokeCopies {
  private let maps: [Affine]
  /// The copies' rasterisers for dabs; empty for outlines, whose rasteriser takes chains.
  private let rasterisers: [DabRasteriser]
  /// The settled ink of each copy, mapped once.
  private var settled: [InkTrace]
  private var tail = InkTrace()
  /// The area of each copy that the last `extend` may have changed.
  private(set) var dirty: [Region]
  /// For each tile, a bit for each copy that has ever reached it; bit 0 is the stroke itself.
  private var reached: [Int: UInt64] = [:]
  /// Receives a tile with one copy alone.
  private var scratch: TileGrid

  /// Makes copies by their maps, at most 63. For dabs, each has a rasteriser.
  init(_ maps: [Affine], of image: TileGrid, rasterisers: [DabRasteriser]) {
    precondition(
      [0, maps.count].contains(rasterisers.count) && maps.count < 64, "a rasteriser for each map, a bit for each image")
    self.maps = maps
    self.rasterisers = rasterisers
    settled = [InkTrace](repeating: InkTrace(), count: maps.count)
    dirty = [Region](repeating: Region(), count: maps.count)
    scratch = TileGrid(width: image.width, height: image.height)
  }

  /// Adds the current ink of the stroke; `first` is the area that may have changed.
  mutating func extend(
    first: Region, settled ink: InkTrace, tail: InkTrace, _ rasteriser: StrokeInProgress.Rasteriser
  ) {
    mark(first, 0)
    for k in maps.indices {
      let map = maps[k]
      settled[k].append(
        ink, sweeps: settled[k].sweeps.count, discs: settled[k].discs.count, sweep: { map($0) }, disc: { map($0) })
      self.tail.removeAll()
      self.tail.append(tail, sweep: { map($0) }, disc: { map($0) })
      dirty[k].removeAll()
      switch rasteriser {
      case .outline(let it): it.extend(chain: k + 1, settled: settled[k], tail: self.tail, dirty: &dirty[k])
      case .dabs: rasterisers[k].extend(settled: settled[k].discs, tail: self.tail.discs, dirty: &dirty[k])
      }
      mark(dirty[k], k + 1)
    }
  }

  private mutating func mark(_ region: Region, _ number: Int) {
    for rect in region.rects {
      let range = scratch.tileRange(of: rect)
      for row in range.rows {
        for column in range.columns { reached[scratch.index(column: column, row: row), default: 0] |= 1 << number }
      }
    }
  }

  /// Draws a part of a tile with the stroke by `first` and its copies, over the tile's state
  /// `before`.
  mutating func draw(
    _ part: PixelRect, tile: Int, first: StrokeInProgress.Rasteriser, style: InkStyle, onto image: inout TileGrid,
    before: Tile?
  ) {
    guard case .dabs(let first) = first else {
      return first.draw(part, style: style, onto: &image) { _ in before }
    }
    var rest = reached[tile] ?? 0
    var isFirst = true
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      let rasteriser = number == 0 ? first : rasterisers[number - 1]
      if isFirst {
        rasteriser.draw(part, style: style, onto: &image) { _ in before }
        isFirst = false
        continue
      }
      rasteriser.draw(part, style: style, onto: &scratch) { _ in before }
      guard let drawn = scratch[tile] else { continue }
      if image[tile] == nil, before != nil { image[tile] = before }
      image.withMutableTile(tile) { pixels in
        Self.keepFarther(part, of: &pixels, drawn.pixels.span, from: before?.pixels ?? [])
      }
    }
  }

  /// For each pixel, keeps the colour that differs more from the previous one.
  private static func keepFarther(
    _ part: PixelRect, of pixels: inout MutableSpan<UInt32>, _ others: Span<UInt32>, from before: [UInt32]
  ) {
    let (old, mask) = (before.span, Tile.size - 1)
    for y in part.minY..<part.maxY {
      let row = (y & mask) << Tile.shift
      for x in part.minX..<part.maxX {
        let i = row | (x & mask)
        if pixels[unchecked: i] == others[unchecked: i] { continue }
        let under = old.isEmpty ? 0 : old[unchecked: i]
        if Pixel.sumOfDifferences(others[unchecked: i], under) > Pixel.sumOfDifferences(pixels[unchecked: i], under) {
          pixels[unchecked: i] = others[unchecked: i]
        }
      }
    }
  }
}
