import Geometry
import Glibc

/// Computes what a brush prints along a stroke's curve.
///
/// 1. `init` before the stroke.
/// 2. `append` for its segments, in order.
/// 3. `end` once, with the same last segments.
///
/// A brush that follows pressure alone prints what each point of the curve gives. For others the
/// width follows its target with a first-order lag, 1 - exp(-distance / rise), so that it never
/// steps. The result depends on the segments alone: a copy can trace the wet tail.
///
/// Of a part of a stroke, it prints what the whole stroke prints there. Only the sweeps at the limits are cut; discs are
/// those of the whole, with `InkTrace.discSpan`.
struct InkTracer: Sendable {
  private let brush: Brush
  private let inputScale: Double
  private let tolerance: Double
  private let hasOutline: Bool

  /// The last traced point and the print there.
  private var last: InkPoint?
  private var lastDisc = Disc(center: .zero, radius: 0)
  private var width = 0.0
  /// Speed, px of the input surface per s, smoothed over `speedTime`.
  private var speed = 0.0
  private var direction = Vector(1, 0)
  private var hasMoved = false
  /// What is printed.
  private var cut: PartCut?

  /// Time constant of the speed's smoothing, s.
  private static let speedTime = 0.03
  /// Time constant, s, with which the width reaches its target while the pen rests.
  private static let restTime = 0.08

  /// - Parameter part: the part of the stroke that is printed; nil for all.
  init(_ brush: Brush, inputScale: Double, tolerance: Double, part: StrokePart? = nil) {
    self.brush = brush
    self.inputScale = inputScale
    self.tolerance = tolerance
    hasOutline = brush.rendering == .outline
    cut = part.map { PartCut($0) }
  }

  /// Prepares a trace for the discs that follow.
  func begin(_ trace: inout InkTrace) { if !hasOutline { cut?.begin(&trace) } }

  /// Appends the prints along the segments.
  mutating func append(_ segments: [InkSegment], to trace: inout InkTrace) {
    if brush.followsPressureAlone {
      for s in segments {
        cut?.advance(along: s)
        sweep(s, s.curve, from: 0, to: 1, halvings: 0, &trace.sweeps)
      }
    } else {
      for s in segments {
        cut?.advance(along: s)
        follow(s, to: &trace)
      }
    }
  }

  mutating func end(_ segments: [InkSegment], _ trace: inout InkTrace) {
    guard let p = segments.last?.p3 else { return }
    var tip = Disc(center: p.position, radius: brush.radius(at: p))
    if !brush.followsPressureAlone {
      // A dot has the target width at once.
      if !hasMoved { width = brush.targetWidth(at: p, direction: direction, speed: 0) }
      tip = disc(at: p)
    }
    if hasOutline {
      trace.end = if let cut { cut.end(tip) } else { tip }
    } else {
      let isNew = trace.discs.last != tip
      cut?.place(before: isNew ? tip : nil, &trace)
      if isNew { trace.discs.append(tip) }
    }
  }

  /// Appends what is printed of a sweep along a part of the segment.
  private mutating func append(_ sweep: Sweep, from t0: Double, to t1: Double, _ sweeps: inout [Sweep]) {
    if cut == nil {
      sweeps.append(sweep)
    } else if let part = cut?.part(of: sweep, from: t0, to: t1) {
      sweeps.append(part)
    }
  }

  /// Appends sweeps along a part of a segment where the width follows pressure: as many as make the
  /// radius linear within half of the tolerance on each.
  private mutating func sweep(
    _ s: InkSegment, _ curve: CubicBezier, from t0: Double, to t1: Double, halvings: Int, _ sweeps: inout [Sweep]
  ) {
    func radius(_ t: Double) -> Double { brush.radius(at: s.point(at: t)) }
    let (r0, r1) = (radius(t0), radius(t1))
    let half = (t0 + t1) / 2
    // The middle alone would accept a radius that swings around the linear one.
    func isEven(_ share: Double) -> Bool {
      abs(radius(t0 + (t1 - t0) * share) - (r0 + (r1 - r0) * share)) <= tolerance / 2
    }
    if halvings == 6 || (isEven(0.5) && isEven(0.25) && isEven(0.75)) {
      let sweep = Sweep(curve, from: Disc(center: curve.p0, radius: r0), to: Disc(center: curve.p3, radius: r1))
      return append(sweep, from: t0, to: t1, &sweeps)
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
      if !hasOutline {
        cut?.beginDiscs(&trace)
        trace.discs.append(lastDisc)
      }
    }
    let n = steps(s, curve)
    // The remaining curve and the parameter at which it starts.
    var (rest, start) = (curve, 0.0)
    for i in 1...n {
      let t = i == n ? 1 : Double(i) / Double(n)
      let p = s.point(at: t)
      move(to: p, along: curve.velocity(at: t))
      if !hasOutline { cut?.mark(on: curve, from: Double(i - 1) / Double(n), to: t) }
      let new = disc(at: p)
      let isSame =
        lastDisc.difference(from: new) < tolerance && abs(lastDisc.strength - new.strength) < 1 / 512
        && abs(lastDisc.direction - new.direction) < 1 / 64
      if isSame, !hasOutline || i < n { continue }
      if hasOutline {
        let parts = i == n ? (rest, rest) : rest.split(at: (t - start) / (1 - start))
        append(Sweep(parts.0, from: lastDisc, to: new), from: start, to: t, &trace.sweeps)
        (rest, start) = (parts.1, t)
      } else {
        cut?.place(before: new, &trace)
        trace.discs.append(new)
      }
      lastDisc = new
    }
  }

  /// Steps for the curve's bend, and at least one for each eighth of the size. The lagging width
  /// depends on the steps a little: other numbers would change existing drawings.
  private func steps(_ s: InkSegment, _ curve: CubicBezier) -> Int {
    let bounds = curve.controlBounds
    let length = max(bounds.width, bounds.height)
    // A nib's width changes little.
    let share = if case .flat = brush.tip { 4.0 } else { 8.0 }
    let least = tolerance / StrokeModel.standardTolerance
    let fine = min(256, Int((length / max(least, brush.size / share)).rounded(.up)))
    // A flat tip turns: a disc for every 1/20 rad at the least lean of `direction(lean:)`.
    let turn = min(64, Int(((s.p3.lean - s.p0.lean).length * 20).rounded(.up)))
    // Enough for a segment along the longest canvas.
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
      direction: Float(brush.tipDirection(at: p, along: direction)))
  }
}
