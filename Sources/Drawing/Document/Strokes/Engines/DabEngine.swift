import Geometry
import Ink
import Paint
import Raster

/// Strokes of soft or grainy dabs. Each copy by symmetry has a rasteriser of its own.
///
/// Where several copies reach a pixel, only the one with the most coverage counts. It is the one
/// that moves the pixel farthest from its previous colour.
final class DabEngine: TracingEngine {
  static let abilities: StrokeAbilities = [.predicts, .redrawsParts]

  var ink: TracedInk
  private let style: InkStyle
  /// Whether paint is mixed with 16 bits a channel.
  private let isDeep: Bool
  /// The rasterisers of the stroke and of its copies, at most 64.
  private let rasterisers: [DabRasteriser]
  private var copies: [InkCopy]
  private var dirty: [Region]
  private var parts = TileParts()
  /// For each tile, a bit for each rasteriser that has ever reached it; empty without copies.
  private var reached: [Int: UInt64] = [:]
  /// Receives a tile with one copy alone.
  private var scratch: TileGrid

  init(_ setting: StrokeSetting, _ dabs: Brush.Dabs, isSpray: Bool, for image: borrowing TileGrid) {
    precondition(setting.maps.count < 64, "a bit for each copy")
    ink = TracedInk(setting)
    style = setting.style
    isDeep = setting.conditions.isDeep(setting.brush) || setting.style.isFaint
    copies = setting.maps.map { InkCopy($0) }
    var rasterisers: [DabRasteriser] = []
    for map in [.identity] + setting.maps {
      rasterisers.append(
        DabRasteriser(
          for: image, dabs: dabs, tip: setting.brush.tip, isSpray: isSpray, magnification: setting.magnification,
          seed: setting.conditions.seed, paper: setting.brush.paper, map: map))
    }
    self.rasterisers = rasterisers
    dirty = rasterisers.map { _ in Region() }
    scratch = TileGrid(width: image.width, height: image.height)
  }

  func draw(on image: inout TileGrid, by writer: inout LayerWriter) -> Bool {
    let isPredicted = ink.update()
    parts.removeAll()
    for k in rasterisers.indices {
      dirty[k].removeAll()
      if k == 0 {
        rasterisers[0].extend(ink.settled, tail: ink.tail, dirty: &dirty[0])
      } else {
        copies[k - 1].follow(ink)
        rasterisers[k].extend(copies[k - 1].settled, tail: copies[k - 1].tail, dirty: &dirty[k])
      }
      if !copies.isEmpty { mark(dirty[k], k) }
      parts.add(dirty[k], of: image)
    }
    parts.forEach { tile, part in
      writer.write(part, ofTile: tile, of: &image) { image, original in draw(part, tile, onto: &image, original) }
    }
    return isPredicted
  }

  private func mark(_ region: Region, _ number: Int) {
    for rect in region.rects {
      scratch.forEachTile(in: rect) { reached[$0, default: 0] |= 1 << number }
    }
  }

  private func draw(_ part: PixelRect, _ tile: Int, onto image: inout TileGrid, _ original: Tile?) {
    var rest = copies.isEmpty ? 1 : reached[tile] ?? 0
    var isFirst = true
    while rest != 0 {
      let rasteriser = rasterisers[rest.trailingZeroBitCount]
      rest &= rest - 1
      if isFirst {
        rasteriser.draw(part, style: style, onto: &image, isDeep: isDeep) { _ in original }
        isFirst = false
        continue
      }
      rasteriser.draw(part, style: style, onto: &scratch, isDeep: isDeep) { _ in original }
      guard let drawn = scratch[tile] else { continue }
      if image[tile] == nil, original != nil { image[tile] = original }
      if drawn.isDeep {
        Self.keepFarther(part, tile, of: &image, drawn, from: original, DeepPixel.self)
      } else {
        Self.keepFarther(part, tile, of: &image, drawn, from: original, UInt32.self)
      }
    }
  }

  /// For each pixel, keeps the colour that differs more from the previous one.
  private static func keepFarther<P: TilePixel>(
    _ part: PixelRect, _ tile: Int, of image: inout TileGrid, _ drawn: Tile, from original: Tile?, _ depth: P.Type
  ) {
    let mask = Tile.size - 1
    P.withRows(0..<Tile.size, of: original ?? .clear) { old in
      P.withRows(0..<Tile.size, of: drawn) { others in
        image.withMutableTile(tile, as: P.self) { pixels in
          for y in part.minY..<part.maxY {
            let row = (y & mask) << Tile.shift
            for x in part.minX..<part.maxX {
              let i = row | (x & mask)
              let (pixel, other, under) = (pixels[unchecked: i], others[unchecked: i], old[unchecked: i])
              if pixel == other { continue }
              if P.sumOfDifferences(other, under) > P.sumOfDifferences(pixel, under) { pixels[unchecked: i] = other }
            }
          }
        }
      }
    }
  }
}

extension DabRasteriser {
  fileprivate func extend(_ settled: InkTrace, tail: InkTrace, dirty: inout Region) {
    extend(
      settled: settled.discs, tail: tail.discs, settledSpan: settled.discSpan, tailSpan: tail.discSpan, dirty: &dirty)
  }
}
