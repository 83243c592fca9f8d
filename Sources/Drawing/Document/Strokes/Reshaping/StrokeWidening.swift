import Geometry
import Ink

/// A round brush that passes over a stroke and makes it wider or narrower where it touches it.
struct StrokeWidening {
  /// The factor of the width, > 0.
  let factor: Double
  /// Where the brush passed, px of the present canvas.
  let touch: StrokeTouch

  /// The stroke with other widths.
  /// - Parameter maps: as for `StrokeReshape.reshaped`.
  func widened(_ record: StrokeRecord, _ maps: [Affine]) -> StrokeRecord {
    var stroke = StrokeCut(record).record
    let lines = maps.map { StrokeLine(of: stroke, $0) }
    guard let line = lines.first, !line.points.isEmpty else { return record }
    let spans = StrokeCut.merged(lines.flatMap { $0.spans(touchedBy: touch) })
    for span in spans {
      let (from, to) = (line.time(at: span.lowerBound), line.time(at: span.upperBound))
      // The width changes over the radius of the brush.
      let soft = max(1, touch.radius)
      let before = line.time(at: line.place(at: span.lowerBound, along: -soft))
      let after = line.time(at: line.place(at: span.upperBound, along: soft))
      guard before <= from, from <= to, to <= after else { continue }
      stroke.widths = StrokeWidths.widened(
        stroke.widths, by: factor, from: from, to: to, soft: from - before, softAfter: after - to)
    }
    return stroke.widths == record.widths ? record : stroke
  }
}
