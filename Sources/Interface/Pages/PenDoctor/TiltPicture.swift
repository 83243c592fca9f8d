import Geometry
import Input
import Language
import Paint
import Toolkit

/// A picture of the pen's tilt on a tablet, seen from the front and above, with its angles in
/// numbers.
final class TiltPicture: Widget {
  /// Angles in whole degrees, so that invisible changes are ignored.
  private struct Lean: Hashable {
    var altitude: Int
    var azimuth: Int
    var roll: Int?
  }
  private var lean: Lean?

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
  }

  /// Shows the pen's angles; a nil altitude means that tilt is not measured.
  func show(altitude: Angle?, azimuth: Angle?, roll: Angle?) {
    var new: Lean?
    if let altitude, let azimuth, altitude.degrees.isFinite, azimuth.degrees.isFinite {
      let direction = Int(azimuth.positive.degrees.rounded()) % 360
      new = Lean(
        altitude: Int(altitude.degrees.rounded()), azimuth: direction,
        roll: roll.flatMap { $0.degrees.isFinite ? Int($0.degrees.rounded()) : nil })
    }
    guard new != lean else { return }
    lean = new
    invalidate()
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    guard r.height > 20 else { return }
    let side = min(r.height, theme.px(104))
    let tip = Point(r.minX + side * 0.62, r.minY + side * 0.7)
    let reach = side * 0.6
    // The tablet: a circle on it appears as a flat ellipse.
    let squash = 0.42
    painter.saved {
      painter.translate(tip.x, tip.y)
      painter.transform(.scale(1, squash))
      let circle = Path.circle(center: .zero, radius: reach)
      painter.fill(circle, colours.hover)
      painter.stroke(circle, StrokeStyle(width: theme.px(1.2)), colours.separator)
      for degrees in [0.0, 90] {
        let d = Vector(length: reach, direction: Angle(degrees: degrees))
        painter.stroke(.segment(.zero - d, .zero + d), StrokeStyle(width: theme.px(1)), colours.separator)
      }
    }
    let altitude = Angle(degrees: Double(lean?.altitude ?? 90))
    let azimuth = Angle(degrees: Double(lean?.azimuth ?? 0))
    let length = side * 0.72
    // A vertical pen points up in the picture; the projection of a tilted one is as long as the
    // altitude's cosine.
    let flat = Vector(length: length * altitude.cosine, direction: azimuth)
    let shade = Vector(flat.dx, flat.dy * squash)
    let up = Vector(0, -length * altitude.sine * 0.9)
    if lean != nil {
      painter.stroke(.segment(tip, tip + shade), StrokeStyle(width: theme.px(3), cap: .round), colours.separator)
    }
    pen(from: tip, along: shade + up, on: painter)
    let x = r.minX + theme.px(132)
    let lines: [(String, String)] =
      lean.map { lean in
        [
          (translated("Altitude"), "\(lean.altitude)°"),
          (translated("Azimuth"), lean.altitude >= 90 ? "–" : "\(lean.azimuth)°"),
        ]
          + (lean.roll.map { [(translated("Rotation"), "\($0)°")] } ?? [])
      } ?? [(translated("Tilt"), translated("none measured"))]
    let top = r.minY + (side - Double(lines.count) * theme.px(20)) / 2
    for (k, line) in lines.enumerated() {
      let y = top + theme.px(Double(k) * 20 + 14.5)
      painter.draw(context.line(line.0), at: Point(x, y), colours.dim)
      painter.draw(context.line(line.1), at: Point(x + theme.px(70), y), colours.text)
    }
  }

  private func pen(from tip: Point, along way: Vector, on painter: Painter) {
    let length = way.length
    guard length > 1 else {
      painter.fill(.circle(center: tip, radius: theme.px(5)), colours.accent)
      return
    }
    let ahead = way * (1 / length)
    let side = Vector(-ahead.dy, ahead.dx) * theme.px(4.2)
    let neck = tip + ahead * min(length * 0.5, theme.px(15))
    let end = tip + way
    let isKnown = lean != nil
    var barrel = Path()
    barrel.move(to: neck - side)
    barrel.line(to: neck + side)
    barrel.line(to: end + side)
    barrel.line(to: end - side)
    barrel.close()
    painter.fill(barrel, isKnown ? colours.text : colours.faint)
    painter.fill(.circle(center: end, radius: theme.px(4.2)), isKnown ? colours.text : colours.faint)
    var nib = Path()
    nib.move(to: tip)
    nib.line(to: neck + side)
    nib.line(to: neck - side)
    nib.close()
    painter.fill(nib, isKnown ? colours.accent : colours.faint)
  }
}
