import Geometry
import Ink
import Paint
import Raster

/// Strokes with an outline. The copies by symmetry are chains of one rasteriser: all are one shape,
/// and count as one layer of ink.
final class OutlineEngine: TracingEngine {
  static let abilities: StrokeAbilities = [.predicts, .redrawsParts]

  var ink: TracedInk
  private let style: InkStyle
  private let painter: OutlineRasteriser
  private var copies: [InkCopy]
  private var dirty = Region()
  private var parts = TileParts()

  init(_ setting: StrokeSetting, for image: borrowing TileGrid) {
    ink = TracedInk(setting)
    style = setting.style
    copies = setting.maps.map { InkCopy($0) }
    painter = OutlineRasteriser(
      for: image, tip: setting.brush.tip, filler: setting.filler, chains: 1 + setting.maps.count)
  }

  func draw(on image: inout TileGrid, by writer: inout LayerWriter) -> Bool {
    let isPredicted = ink.update()
    dirty.removeAll()
    painter.extend(settled: ink.settled, tail: ink.tail, dirty: &dirty)
    for k in copies.indices {
      copies[k].follow(ink)
      painter.extend(chain: k + 1, settled: copies[k].settled, tail: copies[k].tail, dirty: &dirty)
    }
    if writer.isFree {
      writer.paint(on: &image) { image, limit, original, changed in
        painter.drawChanges(
          style: style, onto: &image, isDeep: style.isFaint, within: limit, before: original, written: &changed)
      }
      return isPredicted
    }
    parts.removeAll()
    parts.add(dirty, of: image)
    parts.forEach { tile, part in
      writer.write(part, ofTile: tile, of: &image) { image, original in
        painter.draw(part, style: style, onto: &image, isDeep: style.isFaint) { _ in original }
      }
    }
    return isPredicted
  }
}
