import Geometry
import Ink
import Paint
import Raster

/// A stroke being drawn on a document's active layer, from the first touch to the edit that it becomes.
///
/// 1. `init` when the pen touches. The document is unchanged.
/// 2. `add` for every sample; nothing is drawn yet.
/// 3. `draw(on:)` once per batch of samples: the layer shows the stroke up to the pen's tip. Returns what changed.
/// 4. `finish(on:)` once, however the stroke ended: the layer shows the settled stroke and the history has its edit.
///
/// Between 1 and 4 the document must not be changed otherwise. The finished pixels depend on the samples alone, not on
/// when `draw` was called.
public struct StrokeInProgress {
  /// How the ink lies: as the brush lays what was asked for.
  public let style: InkStyle
  private var model: StrokeModel
  private let rasteriser: Rasteriser
  private let layer: Int
  /// The tiles that were drawn on, as they were before.
  private var before: [Int: Tile?] = [:]
  private var tail: [Disc] = []
  private var scratch: [InkSegment] = []
  private var dirty = Region()
  /// Whether what was drawn last reaches beyond the pen's tip.
  public private(set) var showsPrediction = false

  /// What draws; chosen once, so that a sample meets no more than a switch.
  private enum Rasteriser {
    case outline(StrokeRasteriser)
    case dabs(DabRasteriser)
  }

  /// A stroke on the document's active layer. `inputScale` is that of `StrokeModel`; `filler` may be shared between strokes;
  /// `prediction` is how far beyond the pen's tip ink may be shown, s, as in `StrokeModel`.
  public init(
    on document: borrowing Document, brush: Brush, inputScale: Double = 1, style: InkStyle, filler: CoverageFiller,
    prediction: Double = 0
  ) {
    self.style = style.laid(by: brush)
    model = StrokeModel(brush: brush, inputScale: inputScale, prediction: prediction)
    layer = document.activeLayer
    rasteriser = Self.rasteriser(of: brush, for: document.activeImage, filler)
  }

  private static func rasteriser(
    of brush: Brush, for image: borrowing TileGrid, _ filler: CoverageFiller
  ) -> Rasteriser {
    switch brush.rendering {
    case .outline:
      var shape: NibShape?
      if case .flat(let nib) = brush.tip { shape = NibShape(nib) }
      return .outline(StrokeRasteriser(for: image, nib: shape, filler: filler))
    case .dabs(let dabs): return .dabs(DabRasteriser(for: image, dabs: dabs, isSpray: false))
    case .spray(let dabs): return .dabs(DabRasteriser(for: image, dabs: dabs, isSpray: true))
    }
  }

  /// Takes a sample, its position in canvas px.
  public mutating func add(_ sample: PenSample) { model.add(sample) }

  /// The next `draw` shows nothing beyond the pen's tip, unless a sample comes before it.
  public mutating func withdrawPrediction() { model.withdrawPrediction() }

  /// Shows all samples taken so far, and returns the pixels that may have changed.
  public mutating func draw(on document: inout Document) -> Region {
    showsPrediction = model.tail(into: &tail, scratch: &scratch)
    dirty.removeAll()
    switch rasteriser {
    case .outline(let it): it.extend(settled: model.settled, tail: tail, dirty: &dirty)
    case .dabs(let it): it.extend(settled: model.settled, tail: tail, dirty: &dirty)
    }
    for rect in dirty.rects {
      document.activeImage.forEachTile(in: rect) { index in
        if before[index] == nil { before[index] = .some(document.activeImage[index]) }
      }
      switch rasteriser {
      case .outline(let it): it.draw(rect, style: style, onto: &document.activeImage) { before[$0] ?? nil }
      case .dabs(let it): it.draw(rect, style: style, onto: &document.activeImage) { before[$0] ?? nil }
      }
    }
    return dirty
  }

  /// Ends the stroke at its last sample and records it. Returns the pixels that may have changed since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    model.finish()
    let region = draw(on: &document)
    var edit = Edit(layer: layer, name: style.blend == .erase ? "Erase" : "Stroke")
    for (index, old) in before.sorted(by: { $0.key < $1.key }) {
      let new = document.activeImage[index]
      if new == old { continue }
      // A tile without ink is no tile: the wet tail may have made it, or an eraser may have emptied it.
      if let new, new.isTransparent { document.activeImage[index] = nil }
      if document.activeImage[index] == nil, old == nil { continue }
      edit.remember(tile: index, as: old)
    }
    document.record(edit)
    return region
  }
}
