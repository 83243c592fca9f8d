import Geometry
import Paint
import Raster
import Toolkit

/// The rope between the pen and the ink that it pulls. It is drawn with every batch of samples, so
/// it damages short pieces along the line only.
struct RopeLine {
  private var line: Adornments.Segment?
  private var scale = 1.0
  private var covered = Region()

  var isShown: Bool { line != nil }
  var places: [PixelRect] { covered.rects }
  func intersects(_ rect: PixelRect) -> Bool { covered.rects.contains { $0.intersects(rect) } }

  /// Shows it between two places, window px, or hides it; adds the changed pixels to `damage`.
  mutating func show(_ new: Adornments.Segment?, scale: Double, damage: inout Region) {
    let new = new.flatMap { $0.start.isFinite && $0.end.isFinite ? $0 : nil }
    guard new != line || scale != self.scale else { return }
    damage.add(covered)
    (line, self.scale) = (new, scale)
    covered.removeAll()
    guard let new else { return }
    let margin = 3 * scale + 1.5
    let parts = max(1, min(12, Int(new.start.distance(to: new.end) / 24)))
    for i in 0..<parts {
      let (a, b) = (
        new.start.lerp(to: new.end, Double(i) / Double(parts)),
        new.start.lerp(to: new.end, Double(i + 1) / Double(parts))
      )
      let box = Rect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
      covered.add(PixelRect(covering: box.insetBy(-margin)))
    }
    damage.add(covered)
  }

  func draw(on painter: Painter, dirty: PixelRect) {
    guard let line, intersects(dirty) else { return }
    painter.saved {
      painter.clip(to: dirty)
      var path = Path()
      path.move(to: line.start)
      path.line(to: line.end)
      // Two tones, visible on any background.
      painter.stroke(path, StrokeStyle(width: 2.6 * scale), Colour(rgb: 0xffffff, alpha: 0.85))
      painter.stroke(path, StrokeStyle(width: 1.2 * scale), Colour(rgb: 0x1f2024, alpha: 0.95))
      painter.fill(.circle(center: line.start, radius: 2.6 * scale), Colour(rgb: 0xffffff, alpha: 0.85))
      painter.fill(.circle(center: line.start, radius: 1.8 * scale), Colour(rgb: 0x1f2024, alpha: 0.95))
    }
  }
}
