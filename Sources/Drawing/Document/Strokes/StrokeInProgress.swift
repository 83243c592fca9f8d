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
  /// The data that determines the stroke's pixels.
  public private(set) var record: StrokeRecord
  /// How the ink is blended, after the brush's own settings.
  public let style: InkStyle
  /// Whether the last `draw` showed predicted ink.
  public private(set) var showsPrediction = false
  private let engine: any StrokeEngine
  private let below: LayersBelow?
  private var writer: LayerWriter
  /// The time of the pen's newest sample, s.
  private var newest = 0.0
  /// The outline that the samples follow; nil for a stroke by hand.
  var outline: ShapeOutline?
  /// Has removed the edit whose place the stroke takes; nil for none.
  var replaced: LayerWriter?

  /// Starts a stroke on the document's active layer, within the selection.
  /// - Parameters:
  ///   - inputScale: as for `StrokeModel`.
  ///   - filler: may be shared between strokes.
  ///   - prediction: the longest time of predicted ink, s, as for `StrokeModel`.
  ///   - symmetry: repeats the stroke. Overlapping copies count as one layer of ink.
  ///   - conditions: for painting engines.
  ///   - slice: the longest time for which a slow painting engine works at once, s; nil for no limit. See
  ///     `isBehind`.
  ///   - magnification: > 0. Draws a stroke of a smaller canvas on an enlarged one. Brush, samples
  ///     and scale are those of the smaller canvas, so the curve is exactly the same. Only the ink
  ///     and its grain are enlarged.
  public init(
    on document: borrowing Document, brush: Brush, inputScale: Double = 1, style: InkStyle, filler: CoverageFiller,
    prediction: Double = 0, symmetry: Symmetry = Symmetry(), conditions: PaintConditions = PaintConditions(),
    slice: Double? = nil, magnification: Double = 1
  ) {
    self.init(
      on: document, brush: brush, inputScale: inputScale, style: style, filler: filler, prediction: prediction,
      symmetry: symmetry, conditions: conditions, part: nil, widths: nil, slice: slice, magnification: magnification,
      below: LayersBelow(document, for: brush, conditions))
  }

  private init(
    on document: borrowing Document, brush: Brush, inputScale: Double, style: InkStyle, filler: CoverageFiller,
    prediction: Double, symmetry: Symmetry, conditions: PaintConditions, part: StrokePart?, widths: StrokeWidths?,
    slice: Double?, magnification: Double, below: LayersBelow?
  ) {
    var (style, conditions) = (style, conditions)
    // Strokes of files from before deep tiles are from before exact opacities, too.
    if conditions.mixing == .shallow { (style.isExact, style.opacity) = (false, style.opacity) }
    self.style = style.laid(by: brush)
    // What has nothing to pick up is as before, also for earlier versions.
    if conditions.mixing == .exactWithLayersBelow, below == nil { conditions.mixing = .exact }
    record = StrokeRecord(
      brush: brush, inputScale: inputScale, style: style, symmetry: symmetry, conditions: conditions,
      surface: document.activeSurface, selection: document.selection)
    (record.part, record.widths) = (part, widths)
    writer = LayerWriter(on: document)
    self.below = below
    engine = StrokeSetting(
      brush: brush, inputScale: inputScale, style: self.style, filler: filler, prediction: prediction,
      maps: symmetry.isActive ? symmetry.copies(onCanvas: document.bounds) : [], conditions: conditions,
      below: below, part: part, widths: widths, magnification: magnification, slice: slice
    ).engine(for: document.activeImage)
  }

  /// Starts a stroke with the brush, ink, conditions, symmetry, part and widths of another one.
  /// - Parameters:
  ///   - symmetry: the symmetry instead; nil for the stroke's.
  ///   - below: what is below, if it is known.
  public init(
    on document: borrowing Document, like stroke: StrokeRecord, filler: CoverageFiller, symmetry: Symmetry? = nil,
    magnification: Double = 1, below: LayersBelow? = nil
  ) {
    self.init(
      on: document, brush: stroke.brush, inputScale: stroke.inputScale, style: stroke.style, filler: filler,
      prediction: 0, symmetry: symmetry ?? stroke.symmetry, conditions: stroke.conditions, part: stroke.part,
      widths: stroke.widths, slice: nil, magnification: magnification,
      below: below ?? LayersBelow(document, for: stroke.brush, stroke.conditions))
  }

  /// Lets the stroke change some tiles only. Before the first sample.
  mutating func limit(to tiles: Set<Int>) { writer.tiles = tiles }

  /// What the stroke does to the drawing.
  private var operation: Operation {
    let drawn = outline.map { Operation.shape(ShapeStroke(stroke: record, outline: $0)) } ?? .stroke(record)
    return replaced == nil ? drawn : .replacement(drawn)
  }

  /// Where the ink ends, canvas px, after `draw`; nil without ink.
  public var inkEnd: Point? { engine.inkEnd }

  /// Tells how long the pen has rested since its last sample, s (`StrokeModel.rest`). Returns the
  /// sample that this made, for brushes that paint while the pen rests.
  @discardableResult public mutating func rest(for time: Double) -> PenSample? {
    guard engine.restsBySamples else {
      engine.rest(for: time)
      return nil
    }
    guard isCatchingUp, time > 0, var sample = record.samples.last else { return nil }
    sample.time = max(sample.time, newest + time)
    insert(sample)
    return sample
  }

  /// Takes a time until which the pen has rested at its last sample, s on the samples' clock. It
  /// counts only if the ink moves meanwhile.
  public mutating func rest(until time: Double) {
    var isAverage = false
    if case .average = record.brush.stabiliser { isAverage = true }
    guard isAverage || engine.restsBySamples && isCatchingUp, var sample = record.samples.last, time > sample.time
    else { return }
    sample.time = time
    add(sample)
  }

  /// Whether the ink still moves although the pen rests.
  public var isCatchingUp: Bool { engine.isCatchingUp }

  /// Adds a sample with its position in canvas px.
  public mutating func add(_ sample: PenSample) {
    newest = sample.time
    insert(sample)
  }

  private mutating func insert(_ sample: PenSample) {
    var sample = sample
    // A sample that a rest made may be newer than the pen's next one.
    if engine.restsBySamples, let last = record.samples.last { sample.time = max(sample.time, last.time) }
    engine.add(sample)
    record.samples.append(sample)
  }

  /// Whether `draw` must be called again for the samples so far: the brush takes longer than a slice for
  /// them.
  public var isBehind: Bool { engine.isBehind }

  /// Ends the stroke at its last sample. `draw` until `isBehind` is false, then `finish`.
  public func lift() { engine.finish() }

  /// Makes the next `draw` show no predicted ink, unless another sample is added first.
  public func withdrawPrediction() { engine.withdrawPrediction() }

  /// Shows all samples so far, and returns the pixels that may have changed.
  public mutating func draw(on document: inout Document) -> Region {
    writer.clearChanged()
    guard document.hasActivePixels else { return Region() }
    showsPrediction = engine.draw(on: &document.activeImage, by: &writer)
    return writer.changed
  }

  /// Restores all changed pixels of the layer, and returns the area that may have changed. The
  /// stroke must not be used afterwards.
  public mutating func revert(on document: inout Document) -> Region { writer.revert(on: &document.activeImage) }

  /// Ends the stroke at its last sample and records it. Returns the pixels that may have changed
  /// since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    engine.finish()
    var region = draw(on: &document)
    while document.hasActivePixels, engine.isBehind { region.add(draw(on: &document)) }
    if let replaced { writer.follow(replaced) }
    var reads = TileSet(record.surface, engine.readTiles)
    if let below { reads.formUnion(TileSet(below.surfaces, atMost: engine.readTilesBelow)) }
    // The user's undo takes back what the hand did last, whether it is seen or not. A group has no pixels to draw on.
    let isTouch = document.hasActivePixels && record.samples.contains { Rect(document.bounds).contains($0.position) }
    document.record(operation, by: writer, reads: reads, evenIdle: isTouch)
    return region
  }
}
