import Geometry
import RandomSource
import Testing

@testable import Ink

/// Width and strength by tilt, speed and pressure, against values computed by hand.
@Suite struct BrushDynamicsTests {
  private func tiltPencil() -> Brush {
    var brush = Brush(size: 16)
    brush.width.tiltPencil = 0.25
    return brush
  }

  private func point(altitude: Double, azimuth: Double, pressure: Double = 0.25) -> InkPoint {
    InkPoint(
      PenSample(
        position: .zero, time: 0, pressure: pressure, altitude: Angle(degrees: altitude),
        azimuth: Angle(degrees: azimuth)))
  }

  /// Fails if the tilt pencil's rule changes: width by altitude, angle between pen and stroke,
  /// and pressure.
  @Test(arguments: [
    // Flat, moved across: the widest; moved along: the thinnest.
    (15.0, 90.0, 0.0, 0.25, 16.0),
    (15, 0, 0, 0.25, 4),
    (0, 90, 0, 0.25, 16),
    // Upright: the thinnest in any direction.
    (90, 0, 90, 0.25, 4),
    // Half flat is 52.5 degrees; half across is 45.
    (52.5, 90, 0, 0.25, 8),
    (15, 45, 0, 0.25, 8),
    (52.5, 45, 0, 0.25, 4),
    // Half a turn changes nothing.
    (15, 135, 0, 0.25, 8),
    (15, -135, 0, 0.25, 8),
    (15, 170, -100, 0.25, 16),
    (15, 60, 30, 0.25, 16.0 / 3),
    // Average pressure is a quarter; more widens, less does not thin.
    (15, 90, 0, 1, 64),
    (15, 90, 0, 0.5, 32),
    (15, 90, 0, 0.1, 16),
    (90, 0, 0, 0.75, 12),
  ])
  func tiltPencilRule(_ altitude: Double, _ azimuth: Double, _ way: Double, _ pressure: Double, _ width: Double) {
    let direction = Vector(length: 1, direction: Angle(degrees: way))
    let w = tiltPencil().targetWidth(
      at: point(altitude: altitude, azimuth: azimuth, pressure: pressure), direction: direction, speed: 0)
    #expect(abs(w - width) < 1e-9)
  }

  /// Fails if speed, tilt or pressure change width and strength in another way than in
  /// brushes.md.
  @Test func widthAndStrengthFollowTheirRules() {
    var brush = Brush(size: 20, minimumShare: 0.5)
    brush.width.thinning = 0.4
    brush.width.speed = 1000
    func width(_ p: InkPoint, _ speed: Double) -> Double {
      brush.targetWidth(at: p, direction: Vector(1, 0), speed: speed)
    }
    let upright = point(altitude: 90, azimuth: 0, pressure: 1)
    #expect(width(upright, 0) == 20)
    #expect(abs(width(upright, 1000) - 16) < 1e-9, "half of 40 % less")
    #expect(abs(width(upright, 3000) - 14) < 1e-9, "three quarters of 40 % less")
    brush.width.flat = 9
    #expect(abs(width(point(altitude: 15, azimuth: 0, pressure: 0), 0) - 90) < 1e-9)
    // 52.5 degrees is half flat: an eighth of the effect.
    #expect(abs(width(point(altitude: 52.5, azimuth: 0, pressure: 0), 0) - 20) < 1e-9)

    brush.flow.most = 0.8
    brush.flow.minimumShare = 0.25
    brush.flow.flat = 0.5
    #expect(abs(brush.strength(at: upright) - 0.8) < 1e-12)
    #expect(abs(brush.strength(at: point(altitude: 90, azimuth: 0, pressure: 0)) - 0.2) < 1e-12)
    #expect(abs(brush.strength(at: point(altitude: 10, azimuth: 0, pressure: 1)) - 0.4) < 1e-12)
  }

  /// Fails if the width steps: after a sudden change it must follow evenly within rise and
  /// fall, and reach its target.
  @Test func widthNeverSteps() {
    var brush = tiltPencil()
    (brush.smoother, brush.width.rise, brush.width.fall) = (.linear, 8, 8)
    var model = StrokeModel(brush: brush)
    // A corner: first along the pen (thin), then across (wide).
    for i in 0...40 {
      model.add(
        PenSample(
          position: Point(Double(min(i, 20)) * 5, Double(max(0, i - 20)) * 5), time: 0, pressure: 0.25,
          altitude: Angle(degrees: 15), azimuth: .zero))
    }
    model.finish()
    let sweeps = model.settled.sweeps
    for (a, b) in zip(sweeps, sweeps.dropFirst()) { #expect(a.end == b.start) }
    for sweep in sweeps {
      let way = sweep.start.center.distance(to: sweep.end.center)
      #expect(abs(sweep.end.radius - sweep.start.radius) <= 12 * way / 8 / 2 + 1e-9)
    }
    #expect(abs((sweeps.first?.start.radius ?? 0) - 2) < 1e-9)
    #expect(abs((model.settled.end?.radius ?? 0) - 8) < 0.01)
    #expect(sweeps.last?.end == model.settled.end)
    // After 8 px, 1 - 1/e of the change is reached.
    let there = sweeps.map(\.end).min { abs($0.center.y - 8) < abs($1.center.y - 8) }
    #expect(abs((there?.radius ?? 0) - (8 - 6 * 0.36788)) < 0.3)
  }

  /// Fails if a tap with a slowly opening brush is too thin.
  @Test func aTapIsAsWideAsItWasPressed() {
    var brush = Brush(size: 30, minimumShare: 0)
    brush.width.rise = 40
    var model = StrokeModel(brush: brush)
    for p in [0.1, 0.8, 0.2] { model.add(PenSample(position: Point(9, 9), time: p, pressure: p)) }
    model.finish()
    #expect(abs((model.settled.end?.radius ?? 0) - 12) < 1e-9)
  }

  /// Fails if a nib does not turn with the pen, or jumps when the pen is raised.
  @Test func nibsTurnWithThePen() {
    let fixed = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 30), followsAzimuth: false)
    let turning = Brush.Nib(thickness: 0.3, angle: Angle(degrees: -90), followsAzimuth: true)
    let lean = point(altitude: 20, azimuth: 45).lean
    #expect(abs(fixed.direction(lean: lean) - .pi / 6) < 1e-12)
    #expect(abs(turning.direction(lean: lean) + .pi / 4) < 1e-9)
    #expect(abs(turning.direction(lean: .zero) + .pi / 4) < 1e-9)
  }

  /// Fails if a nib's polygon is not convex and clockwise, or has another area, reach or
  /// direction.
  @Test func nibsAreRectanglesWithCutCorners() {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let thickness = rng.roll(0.02...1)
      let shape = NibShape(Brush.Nib(thickness: thickness, angle: .zero, followsAzimuth: false))
      let d = Disc(
        center: Point(rng.roll(-20...20), rng.roll(-20...20)), radius: rng.roll(0.3...30),
        direction: Float(rng.roll(-4...4)))
      let corners = (0..<NibShape.cornerCount).map { shape.corner($0, of: d) }
      var area = 0.0
      for (i, p) in corners.enumerated() {
        let (q, r) = (corners[(i + 1) % corners.count], corners[(i + 2) % corners.count])
        #expect((q - p).cross(r - q) > -1e-9, "seed \(seed): convex, clockwise on the screen")
        #expect(p.distance(to: d.center) <= shape.reach * d.radius + 1e-9)
        area += (p - d.center).cross(q - d.center) / 2
      }
      // Four triangles with legs of half the thickness are cut off.
      let whole = (4 * thickness - thickness * thickness / 2) * d.radius * d.radius
      #expect(abs(area - whole) < 1e-9 * whole)
      let broad = (corners[1] + (corners[2] - corners[1]) * 0.5) - d.center
      #expect(
        (broad - Vector(length: d.radius, direction: Angle(radians: Double(d.direction)))).length < 1e-5 * d.radius)
    }
  }
}
