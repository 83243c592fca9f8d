import Geometry
import Ink
import Paint
import Raster

/// A stroke that is being drawn on a document's active layer.
///
/// 1. `add` adds a sample and draws nothing.
/// 2. `draw(on:)`, once per batch of samples, shows the stroke up to the pen's tip.
/// 3. `finish(on:)` shows the settled stroke and records its edit.
///
/// Until 3 the document must not be changed otherwise. The finished pixels depend only on the
/// samples, not on the calls of `draw`.
public struct StrokeInProgress {
  /// How the ink is blended, after the brush's own settings.
  public let style: InkStyle
  private var model: StrokeModel
  /// The data that determines the stroke's pixels.
  public private(set) var record: StrokeRecord
  /// The edit whose place the stroke takes, or nil.
  private var replaced: ReplacedEdit?
  private let rasteriser: Rasteriser
  private var copies: StrokeCopies?
  private var writer: LayerWriter
  private var tail = InkTrace()
  /// The factor from the samples' canvas to the drawn one.
  private let magnification: Double
  /// The settled ink and the tail at the drawn size, if the magnification is not 1.
  private var enlarged = InkTrace()
  private var enlargedTail = InkTrace()
  private var dirty = Region()
  /// The parts of tiles that `drawByTile` draws.
  private var parts: [Int: PixelRect] = [:]
  /// Whether the last `draw` showed predicted ink.
  public private(set) var showsPrediction = false

  /// The rasteriser, chosen once, so each sample costs only a switch.
  enum Rasteriser {
    case outline(StrokePainter)
    case dabs(DabRasteriser)

    func extend(settled: InkTrace, tail: InkTrace, dirty: inout Region) {
      switch self {
      case .outline(let it): it.extend(settled: settled, tail: tail, dirty: &dirty)
      case .dabs(let it): it.extend(settled: settled.discs, tail: tail.discs, dirty: &dirty)
      }
    }

    func draw(_ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, before: (Int) -> Tile?) {
      switch self {
      case .outline(let it): it.draw(rect, style: style, onto: &image, before: before)
      case .dabs(let it): it.draw(rect, style: style, onto: &image, before: before)
      }
    }
  }

  /// Starts a stroke on the document's active layer, within the selection.
  /// - Parameters:
  ///   - inputScale: as for `StrokeModel`.
  ///   - filler: may be shared between strokes.
  ///   - prediction: the longest time of predicted ink, s, as for `StrokeModel`.
  ///   - symmetry: repeats the stroke. Overlapping copies count as one layer of ink.
  ///   - magnification: > 0. Draws a stroke of a smaller canvas on an enlarged one. Brush, samples
  ///     and scale are those of the smaller canvas, so the curve is exactly the same. Only the ink
  ///     and its grain are enlarged.
  public init(
    on document: borrowing Document, brush: Brush, inputScale: Double = 1, style: InkStyle, filler: CoverageFiller,
    prediction: Double = 0, symmetry: Symmetry = Symmetry(), magnification: Double = 1
  ) {
    self.magnification = magnification
    self.style = style.laid(by: brush)
    record = StrokeRecord(
      brush: brush, inputScale: inputScale, style: style, symmetry: symmetry, layer: document.activeID,
      selection: document.selection)
    model =
      magnification == 1
      ? StrokeModel(brush: brush, inputScale: inputScale, prediction: prediction)
      : StrokeModel(
        brush: brush, inputScale: inputScale, tolerance: StrokeModel.standardTolerance / magnification,
        prediction: prediction)
    writer = LayerWriter(on: document)
    let maps = symmetry.isActive ? symmetry.copies(onCanvas: document.bounds) : []
    let image = document.activeImage
    switch brush.rendering {
    case .outline:
      rasteriser = .outline(StrokePainter(for: image, tip: brush.tip, filler: filler, chains: 1 + maps.count))
      if !maps.isEmpty { copies = StrokeCopies(maps, of: image, rasterisers: []) }
    case .dabs(let dabs), .spray(let dabs):
      let isSpray = if case .spray = brush.rendering { true } else { false }
      func dabRasteriser() -> DabRasteriser {
        DabRasteriser(for: image, dabs: dabs, isSpray: isSpray, magnification: magnification)
      }
      rasteriser = .dabs(dabRasteriser())
      if !maps.isEmpty { copies = StrokeCopies(maps, of: image, rasterisers: maps.map { _ in dabRasteriser() }) }
    }
  }

  /// Takes the place of an edit whose pixels were just removed.
  mutating func replace(_ edit: ReplacedEdit?) {
    replaced = edit
    record.replacesLast = edit != nil
  }

  /// Where the ink ends, canvas px, after `draw`; nil without ink.
  public var inkEnd: Point? { model.path.segments.last?.p3.position }

  /// Tells how long the pen has rested since its last sample, s (`StrokeModel.rest`).
  public mutating func rest(for time: Double) { model.rest(for: time) }

  /// Takes a time until which the pen has rested at its last sample, s on the samples' clock. It
  /// counts only for a guide that moves the ink meanwhile.
  public mutating func rest(until time: Double) {
    guard case .average = record.brush.guide, var sample = record.samples.last, time > sample.time else { return }
    sample.time = time
    add(sample)
  }

  /// Whether the ink still moves although the pen rests.
  public var isCatchingUp: Bool { model.isCatchingUp }

  /// Adds a sample with its position in canvas px.
  public mutating func add(_ sample: PenSample) {
    model.add(sample)
    record.samples.append(sample)
  }

  /// Makes the next `draw` show no predicted ink, unless another sample is added first.
  public mutating func withdrawPrediction() { model.withdrawPrediction() }

  /// Shows all samples so far, and returns the pixels that may have changed.
  public mutating func draw(on document: inout Document) -> Region {
    showsPrediction = model.tail(into: &tail)
    dirty.removeAll()
    enlarge()
    if magnification == 1 {
      rasteriser.extend(settled: model.settled, tail: tail, dirty: &dirty)
    } else {
      rasteriser.extend(settled: enlarged, tail: enlargedTail, dirty: &dirty)
    }
    writer.clearChanged()
    if copies == nil, writer.limit == nil, case .outline(let painter) = rasteriser {
      writer.paint(on: &document.activeImage) { image, original, changed in
        painter.drawChanges(style: style, onto: &image, before: original, written: &changed)
      }
    } else {
      drawByTile(on: &document)
    }
    return writer.changed
  }

  private mutating func enlarge() {
    guard magnification != 1 else { return }
    let map = magnification
    func sweep(_ s: Sweep) -> Sweep { s.enlarged(by: map) }
    func disc(_ d: Disc) -> Disc { d.enlarged(by: map) }
    enlarged.append(
      model.settled, sweeps: enlarged.sweeps.count, discs: enlarged.discs.count, sweep: sweep, disc: disc)
    enlargedTail.removeAll()
    enlargedTail.append(tail, sweep: sweep, disc: disc)
  }

  /// Draws the changed areas tile by tile, with all copies.
  private mutating func drawByTile(on document: inout Document) {
    if magnification == 1 {
      copies?.extend(first: dirty, settled: model.settled, tail: tail, rasteriser)
    } else {
      copies?.extend(first: dirty, settled: enlarged, tail: enlargedTail, rasteriser)
    }
    parts.removeAll(keepingCapacity: true)
    func add(_ region: Region) {
      for rect in region.rects {
        document.activeImage.forEachTile(in: rect) { index in
          let part = document.activeImage.bounds(ofTile: index).intersection(rect)
          parts[index] = (parts[index] ?? .empty).union(part)
        }
      }
    }
    add(dirty)
    if let copies { for region in copies.dirty { add(region) } }
    for (index, part) in parts {
      writer.write(part, ofTile: index, of: &document.activeImage) { image, original in
        if copies == nil {
          rasteriser.draw(part, style: style, onto: &image) { _ in original }
        } else {
          copies?.draw(part, tile: index, first: rasteriser, style: style, onto: &image, before: original)
        }
      }
    }
  }

  /// Restores all changed pixels of the layer, and returns the area that may have changed. The
  /// stroke must not be used afterwards.
  public mutating func revert(on document: inout Document) -> Region {
    writer.revert(on: &document.activeImage)
  }

  /// Ends the stroke at its last sample and records it. Returns the pixels that may have changed
  /// since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    model.finish()
    let region = draw(on: &document)
    if let replaced { writer.follow(replaced.writer) }
    document.record(style.blend == .erase ? "Erase" : "Stroke", by: writer, stroke: record)
    return region
  }
}

extension Disc {
  fileprivate func enlarged(by scale: Double) -> Disc {
    Disc(
      center: Point(center.x * scale, center.y * scale), radius: radius * scale, strength: strength,
      direction: direction)
  }
}

extension Sweep {
  fileprivate func enlarged(by scale: Double) -> Sweep {
    func enlarged(_ p: Point) -> Point { Point(p.x * scale, p.y * scale) }
    return Sweep(
      CubicBezier(enlarged(curve.p0), enlarged(curve.p1), enlarged(curve.p2), enlarged(curve.p3)),
      from: start.enlarged(by: scale), to: end.enlarged(by: scale))
  }
}
