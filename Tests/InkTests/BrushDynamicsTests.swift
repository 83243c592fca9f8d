import Dice
import Geometry
import Testing

@testable import Ink

/// What a brush's width and strength follow beside pressure, against values computed by hand.
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

  /// Breaks where the tilt pencil's rule is another: width by altitude, the angle between pen and stroke, and pressure.
  @Test(arguments: [
    // Flat and across: the widest. Along the pen: the thinnest.
    (15.0, 90.0, 0.0, 0.25, 16.0),
    (15, 0, 0, 0.25, 4),
    (0, 90, 0, 0.25, 16),
    // Upright: the thinnest, whatever the direction.
    (90, 0, 90, 0.25, 4),
    // Half way flat is 52.5 degrees; half way across is 45.
    (52.5, 90, 0, 0.25, 8),
    (15, 45, 0, 0.25, 8),
    (52.5, 45, 0, 0.25, 4),
    // Lines have no sense: half a turn more changes nothing, from any side.
    (15, 135, 0, 0.25, 8),
    (15, -135, 0, 0.25, 8),
    (15, 170, -100, 0.25, 16),
    (15, 60, 30, 0.25, 16.0 / 3),
    // An average touch is a quarter of the pressure; more widens, less does not thin.
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

  /// Breaks where speed, tilt or pressure change width and strength otherwise than brushes.md says.
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
    // 52.5 degrees is half way flat, an eighth of the effect.
    #expect(abs(width(point(altitude: 52.5, azimuth: 0, pressure: 0), 0) - 20) < 1e-9)

    brush.flow.most = 0.8
    brush.flow.minimumShare = 0.25
    brush.flow.flat = 0.5
    #expect(abs(brush.strength(at: upright) - 0.8) < 1e-12)
    #expect(abs(brush.strength(at: point(altitude: 90, azimuth: 0, pressure: 0)) - 0.2) < 1e-12)
    #expect(abs(brush.strength(at: point(altitude: 10, azimuth: 0, pressure: 1)) - 0.4) < 1e-12)
  }

  /// Breaks where the width steps: pressure, tilt and direction change at once, and the width must follow evenly, no faster
  /// than its rise and fall let it, and get there.
  @Test func widthNeverSteps() {
    var brush = tiltPencil()
    (brush.smoother, brush.width.rise, brush.width.fall) = (.linear, 8, 8)
    var model = StrokeModel(brush: brush)
    // A corner: first along the pen, thin, then across it, wide.
    for i in 0...40 {
      model.add(
        PenSample(
          position: Point(Double(min(i, 20)) * 5, Double(max(0, i - 20)) * 5), time: 0, pressure: 0.25,
          altitude: Angle(degrees: 15), azimuth: .zero))
    }
    model.finish()
    for (a, b) in zip(model.settled, model.settled.dropFirst()) {
      let way = a.center.distance(to: b.center)
      #expect(abs(b.radius - a.radius) <= 12 * way / 8 / 2 + 1e-9)
    }
    #expect(abs((model.settled.first?.radius ?? 0) - 2) < 1e-9)
    #expect(abs((model.settled.last?.radius ?? 0) - 8) < 0.01)
    // 8 px past the corner 1 - 1/e of the change is there.
    let there = model.settled.min { abs($0.center.y - 8) < abs($1.center.y - 8) }
    #expect(abs((there?.radius ?? 0) - (8 - 6 * 0.36788)) < 0.3)
  }

  /// Breaks where a tap with a brush that opens slowly is not as wide as it was pressed.
  @Test func aTapIsAsWideAsItWasPressed() {
    var brush = Brush(size: 30, minimumShare: 0)
    brush.width.rise = 40
    var model = StrokeModel(brush: brush)
    for p in [0.1, 0.8, 0.2] { model.add(PenSample(position: Point(9, 9), time: p, pressure: p)) }
    model.finish()
    #expect(abs((model.settled.last?.radius ?? 0) - 12) < 1e-9)
  }

  /// Breaks where a nib does not turn with the pen, or leaps when the pen is raised.
  @Test func nibsTurnWithThePen() {
    let fixed = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 30), followsAzimuth: false)
    let turning = Brush.Nib(thickness: 0.3, angle: Angle(degrees: -90), followsAzimuth: true)
    let lean = point(altitude: 20, azimuth: 45).lean
    #expect(abs(fixed.direction(lean: lean) - .pi / 6) < 1e-12)
    #expect(abs(turning.direction(lean: lean) + .pi / 4) < 1e-9)
    #expect(abs(turning.direction(lean: .zero) + .pi / 4) < 1e-9)
  }

  /// Breaks where the hull of two nibs is not convex, misses a corner, or is wound the other way than others.
  @Test func nibHullsHoldTheirNibs() {
    for seed in Dice.seeds(300) {
      var dice = Dice(seed)
      func disc() -> Disc {
        Disc(
          center: Point(dice.roll(-20...20), dice.roll(-20...20)), radius: dice.roll(0.3...30),
          direction: Float(dice.roll(-4...4)))
      }
      let shape = NibShape(Brush.Nib(thickness: dice.roll(0.02...1), angle: .zero, followsAzimuth: false))
      let a = disc()
      let b = dice.isOne(in: 5) ? a : disc()
      var outline = Outline()
      outline.appendHull(shape, a, b)
      let hull = outline.points
      #expect(outline.ends == [hull.count] && hull.count >= 8)
      for (i, p) in hull.enumerated() {
        let (q, r) = (hull[(i + 1) % hull.count], hull[(i + 2) % hull.count])
        #expect((q - p).cross(r - q) > -1e-9, "seed \(seed): convex, clockwise on the screen")
        for d in [a, b] {
          for k in 0..<NibShape.cornerCount {
            #expect((q - p).cross(shape.corner(k, of: d) - p) > -1e-6, "seed \(seed): a corner is outside")
          }
        }
      }
    }
  }
}
