import Geometry
import Glibc

/// Follows a stroke's curve and finds what the brush prints along it.
///
/// 1. `init` before the stroke. 2. `append` for its segments, in order. 3. `end` once, with the same last segments.
///
/// A brush that follows pressure alone prints what each point of the curve says. For all others the width runs after what it
/// should be: a share of what is missing, 1 - exp(-way / rise), is made up along the way (first-order lag), so that it never
/// steps, however suddenly the pen turns, tilts or speeds up. All of that depends on the segments alone: a copy can follow
/// the wet tail.
struct InkTracer: Sendable {
  private let brush: Brush
  private let inputScale: Double
  private let tolerance: Double
  private let hasOutline: Bool

  /// The last point that was traced, and the print there.
  private var last: InkPoint?
  private var lastDisc = Disc(center: .zero, radius: 0)
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
    hasOutline = brush.rendering == .outline
  }

  /// Appends what is printed along the segments.
  mutating func append(_ segments: [InkSegment], to trace: inout InkTrace) {
    if brush.followsPressureAlone {
      for s in segments { sweep(s, s.curve, from: 0, to: 1, halvings: 0, &trace.sweeps) }
    } else {
      for s in segments { follow(s, to: &trace) }
    }
  }

  /// Ends the trace at the end of the last segment.
  mutating func end(_ segments: [InkSegment], _ trace: inout InkTrace) {
    guard let p = segments.last?.p3 else { return }
    var tip = Disc(center: p.position, radius: brush.radius(at: p))
    if !brush.followsPressureAlone {
      // A dot is as wide as it was pressed.
      if !hasMoved { width = brush.targetWidth(at: p, direction: direction, speed: 0) }
      tip = disc(at: p)
    }
    if hasOutline { trace.end = tip } else if trace.discs.last != tip { trace.discs.append(tip) }
  }

  /// Appends sweeps along a part of a segment on which the width follows pressure: as many as it takes for the radius to go evenly, within
  /// half of the tolerance, on each.
  private func sweep(
    _ s: InkSegment, _ curve: CubicBezier, from t0: Double, to t1: Double, halvings: Int, _ sweeps: inout [Sweep]
  ) {
    func radius(_ t: Double) -> Double { brush.radius(at: s.point(at: t)) }
    let (r0, r1) = (radius(t0), radius(t1))
    let half = (t0 + t1) / 2
    // At the middle alone a width that swings round the even one would pass.
    func isEven(_ share: Double) -> Bool {
      abs(radius(t0 + (t1 - t0) * share) - (r0 + (r1 - r0) * share)) <= tolerance / 2
    }
    if halvings == 6 || (isEven(0.5) && isEven(0.25) && isEven(0.75)) {
      sweeps.append(
        Sweep(curve, from: Disc(center: curve.p0, radius: r0), to: Disc(center: curve.p3, radius: r1)))
      return
    }
    let parts = curve.split(at: 0.5)
    sweep(s, parts.0, from: t0, to: half, halvings: halvings + 1, &sweeps)
    sweep(s, parts.1, from: half, to: t1, halvings: halvings + 1, &sweeps)
  }

  private mutating func follow(_ s: InkSegment, to trace: inout InkTrace) {
    let curve = s.curve
    if last == nil {
      if let d = curve.startDirection { direction = d }
      (last, width) = (s.p0, brush.targetWidth(at: s.p0, direction: direction, speed: 0))
      lastDisc = disc(at: s.p0)
      if !hasOutline { trace.discs.append(lastDisc) }
    }
    let n = steps(s, curve)
    // The rest of the curve, and the parameter at which it starts.
    var (rest, start) = (curve, 0.0)
    for i in 1...n {
      let t = i == n ? 1 : Double(i) / Double(n)
      let p = s.point(at: t)
      move(to: p, along: curve.velocity(at: t))
      let new = disc(at: p)
      let isSame =
        lastDisc.difference(from: new) < tolerance && abs(lastDisc.strength - new.strength) < 1 / 512
        && abs(lastDisc.direction - new.direction) < 1 / 64
      if isSame, !hasOutline || i < n { continue }
      if hasOutline {
        let parts = i == n ? (rest, rest) : rest.split(at: (t - start) / (1 - start))
        trace.sweeps.append(Sweep(parts.0, from: lastDisc, to: new))
        (rest, start) = (parts.1, t)
      } else {
        trace.discs.append(new)
      }
      lastDisc = new
    }
  }

  /// As many as the curve's bend asks for, and one on every eighth of the size: what the width follows may change anywhere. How the width
  /// lags depends on the steps a little, so another number would change strokes that were drawn before.
  private func steps(_ s: InkSegment, _ curve: CubicBezier) -> Int {
    let bounds = curve.controlBounds
    let length = max(bounds.width, bounds.height)
    // A nib's width hardly changes.
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
