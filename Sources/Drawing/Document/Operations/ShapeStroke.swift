import Ink

/// A stroke along a geometric outline, as the shape tools draw it, or a pen that is held still.
public struct ShapeStroke: Sendable, Hashable {
  /// The stroke, with the samples along the outline as they were drawn. It is not smoothed.
  public var stroke: StrokeRecord
  /// What the samples follow.
  public var outline: ShapeOutline

  package init(stroke: StrokeRecord, outline: ShapeOutline) { (self.stroke, self.outline) = (stroke, outline) }

  /// The stroke for a canvas that is `scale` times as large, still in px of this one: curves have as
  /// much smaller chords. At scale 1 the samples are those that were drawn.
  func stroke(scale: Double) -> StrokeRecord {
    if scale == 1 { return stroke }
    var finer = stroke
    finer.samples = outline.samples(for: stroke, profile, tolerance: ShapeOutline.tolerance / max(1, scale))
    return finer
  }

  /// Samples along the outline, with one pen along all of it.
  package var outlineSamples: [PenSample] { outline.samples(for: stroke) }

  /// The pen along a figure by its samples; nil for one pen along all of it.
  private var profile: PenProfile? {
    guard case .figure(let figure, _) = outline else { return nil }
    return PenProfile(recorded: stroke.samples, of: figure)
  }
}
