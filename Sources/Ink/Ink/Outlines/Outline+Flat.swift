import Geometry
import Glibc

/// The prints of a flat tip are polygons. The two outermost corners, seen along the way, draw the
/// sides. Where other corners become outermost, a print joins the parts.
extension Outline {
  private static let mostHalvings = 8

  /// The corners of the tip at one parameter of a sweep.
  private struct Corners {
    /// Indices of the outermost corners.
    var left = 0
    var right = 0
    var leftPoint = Point.zero
    var rightPoint = Point.zero
    /// Velocities by the sweep's parameter.
    var leftVelocity = Vector.zero
    var rightVelocity = Vector.zero

    init(_ sweep: Sweep, _ nib: NibShape, at t: Double) {
      let place = sweep.print(at: t)
      let velocity = sweep.curve.velocity(at: t)
      let change = sweep.end.radius - sweep.start.radius
      let turn = sweep.turn
      let angle = Double(place.direction)
      let (cosine, sine) = (cos(angle), sin(angle))
      func motion(_ i: Int) -> (Vector, Vector) {
        let offset = nib.offset(i, cosine: cosine, sine: sine)
        return (offset * place.radius, velocity + offset * change + offset.perpendicular * (place.radius * turn))
      }
      func outermost(_ normal: Vector) -> Int {
        var (best, most) = (0, -Double.infinity)
        for i in 0..<NibShape.cornerCount {
          let reach = nib.offset(i, cosine: cosine, sine: sine).dot(normal)
          if reach > most { (best, most) = (i, reach) }
        }
        return best
      }
      // Outermost across the corner's own way, which differs a little from the centre's: two
      // iterations.
      let normal = velocity.perpendicular
      left = outermost(-motion(outermost(-normal)).1.perpendicular)
      right = outermost(motion(outermost(normal)).1.perpendicular)
      let (l, r) = (motion(left), motion(right))
      (leftPoint, leftVelocity) = (place.center + l.0, l.1)
      (rightPoint, rightVelocity) = (place.center + r.0, r.1)
    }
  }

  mutating func appendFlat(_ sweep: Sweep, _ nib: NibShape) {
    appendFlat(sweep, nib, 0, Corners(sweep, nib, at: 0), 1, Corners(sweep, nib, at: 1), halvings: 0)
  }

  private mutating func appendFlat(
    _ sweep: Sweep, _ nib: NibShape, _ t0: Double, _ a: Corners, _ t1: Double, _ b: Corners, halvings: Int
  ) {
    let h = t1 - t0
    let middle = Corners(sweep, nib, at: t0 + h / 2)
    let (start, end) = (t0 == 0 ? sweep.start : sweep.print(at: t0), t1 == 1 ? sweep.end : sweep.print(at: t1))
    guard sweep.curve.controlBounds.width + sweep.curve.controlBounds.height > 1e-9 else {
      // The tip turns in place.
      let count = max(1, Int((abs(sweep.turn) * max(start.radius, end.radius)).rounded(.up)))
      for i in 0..<count { appendPrint(sweep.print(at: Double(i) / Double(count))) }
      return
    }
    if a.left == middle.left, b.left == middle.left, a.right == middle.right, b.right == middle.right {
      let left = CubicBezier(
        hermiteFrom: a.leftPoint, velocity: a.leftVelocity * h, to: b.leftPoint, velocity: b.leftVelocity * h)
      let right = CubicBezier(
        hermiteFrom: a.rightPoint, velocity: a.rightVelocity * h, to: b.rightPoint, velocity: b.rightVelocity * h)
      let error = max(
        (left.point(at: 0.5) - middle.leftPoint).length, (right.point(at: 0.5) - middle.rightPoint).length)
      // All corners move where the tip turns: parts shorter than a px, with a print at each.
      let turned = abs(sweep.turn) * h * max(start.radius, end.radius)
      if (error < tolerance / 2 && turned < 1) || halvings == Self.mostHalvings {
        return append(
          left: left, right: right, from: start, to: end,
          turned > tolerance ? nil : .corners(left: middle.left, right: middle.right))
      }
    } else if halvings == Self.mostHalvings {
      // The prints at both ends cover a part this short.
      return appendPrint(start)
    }
    let half = (t0 + t1) / 2
    appendFlat(sweep, nib, t0, a, half, middle, halvings: halvings + 1)
    appendFlat(sweep, nib, half, middle, t1, b, halvings: halvings + 1)
  }
}
