import Geometry
import Glibc

/// Follows a stroke's curve and tells which discs the brush prints along it.
///
/// 1. `init` before the stroke. 2. `append` for its segments, in order. 3. `end` once, with the same last segments.
///
/// A brush that follows pressure alone prints what each point of the curve says. For all others the width runs after what it
/// should be: a share of what is missing, 1 - exp(-way / rise), is made up along the way (first-order lag), so that it never
/// steps, however suddenly the pen turns, tilts or speeds up. All of that depends on the segments alone: a copy can follow
/// the wet tail.
struct DiscTracer: Sendable {
  private let brush: Brush
  private let inputScale: Double
  private let tolerance: Double
  /// How far the centre line between two discs may be from the curve, canvas px. Counts for brushes that follow pressure alone; others have
  /// discs for more than their way.
  var flatness: Double

  /// The last point that was traced.
  private var last: InkPoint?
  private var width = 0.0
  /// Speed, px of the hand's surface per s, smoothed over `speedTime`.
  private var speed = 0.0
  private var direction = Vector(1, 0)
  /// Whether the pen has moved.
  private var hasMoved = false

  /// Time, s, over which the speed is smoothed.
  private static let speedTime = 0.03
  /// Time, s, in which a width that is pressed in one place gets there: a brush that rests opens all the same.
  private static let restTime = 0.08

  init(_ brush: Brush, inputScale: Double, tolerance: Double) {
    self.brush = brush
    self.inputScale = inputScale
    self.tolerance = tolerance
    flatness = tolerance
  }

  /// Appends the discs along the segments.
  mutating func append(_ segments: [InkSegment], to discs: inout [Disc]) {
    if brush.followsPressureAlone {
      for s in segments {
        if discs.isEmpty { discs.append(Disc(center: s.p0.position, radius: brush.radius(at: s.p0))) }
        s.appendDiscs(of: brush, tolerance: tolerance, flatness: flatness, to: &discs)
      }
    } else {
      for s in segments { trace(s, to: &discs) }
    }
  }

  /// Makes the end of the last segment the last disc, however near it is to the one before.
  mutating func end(_ segments: [InkSegment], _ discs: inout [Disc]) {
    guard let p = segments.last?.p3 else { return }
    var tip = Disc(center: p.position, radius: brush.radius(at: p))
    if !brush.followsPressureAlone {
      // A dot is as wide as it was pressed.
      if !hasMoved { width = brush.targetWidth(at: p, direction: direction, speed: 0) }
      tip = disc(at: p)
    }
    if discs.last != tip { discs.append(tip) }
  }

  private mutating func trace(_ s: InkSegment, to discs: inout [Disc]) {
    let curve = s.curve
    if last == nil {
      if let d = curve.startDirection { direction = d }
      (last, width) = (s.p0, brush.targetWidth(at: s.p0, direction: direction, speed: 0))
      discs.append(disc(at: s.p0))
    }
    let n = steps(s, curve)
    for i in 1...n {
      let t = i == n ? 1 : Double(i) / Double(n)
      let p = s.point(at: t)
      move(to: p, along: curve.velocity(at: t))
      let new = disc(at: p)
      if let before = discs.last, before.difference(from: new) < tolerance,
        abs(before.strength - new.strength) < 1 / 512, abs(before.direction - new.direction) < 1 / 64
      {
        continue
      }
      discs.append(new)
    }
  }

  /// As many as the curve's bend asks for, and one on every eighth of the size: what the width follows may change
  /// anywhere.
  private func steps(_ s: InkSegment, _ curve: CubicBezier) -> Int {
    let bounds = curve.controlBounds
    let length = max(bounds.width, bounds.height)
    // Hulls of nibs cost more than those of discs, and a nib's width hardly changes.
    let share = brush.tip == .round ? 8.0 : 4.0
    let least = tolerance / StrokeModel.standardTolerance
    let fine = min(256, Int((length / max(least, brush.size / share)).rounded(.up)))
    // A flat tip turns: a disc for every 1/20 rad, the pen's lean being at least that of `direction(lean:)`.
    let turn = min(64, Int(((s.p3.lean - s.p0.lean).length * 20).rounded(.up)))
    // As many as a segment along the longest canvas has; one that is longer is mostly on none.
    let long = min(512, Int((length / 64).rounded(.up)))
    return max(max(1, curve.steps(tolerance: tolerance)), max(max(fine, turn), long))
  }

  private mutating func move(to p: InkPoint, along velocity: Vector) {
    let from = last ?? p
    let step = p.position - from.position
    let (way, time) = (step.length, max(0, p.time - from.time))
    last = p
    if way > 1e-9 {
      hasMoved = true
      direction = velocity.normalized ?? step / way
    }
    if time > 0 {
      let now = way / inputScale / time
      speed += (now - speed) * (1 - exp(-time / Self.speedTime))
    }
    let target = brush.targetWidth(at: p, direction: direction, speed: speed)
    let reach = target > width ? brush.width.rise : brush.width.fall
    width = reach > 0 ? width + (target - width) * (1 - exp(-way / reach - time / Self.restTime)) : target
  }

  private func disc(at p: InkPoint) -> Disc {
    Disc(
      center: p.position, radius: width / 2, strength: Float(brush.strength(at: p)),
      direction: Float(brush.tipDirection(lean: p.lean)))
  }
}
