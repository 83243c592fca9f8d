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
///
/// Widths along the stroke multiply the radius behind the lag, which does not depend on them. Where they have knots,
/// sweeps are divided, and there are further discs, so that the radius is linear between them and no short bump is missed.
struct InkTracer: Sendable {
  private let brush: Brush
  private let inputScale: Double
  private let tolerance: Double
  private let hasOutline: Bool
  private let widths: StrokeWidths?

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

  /// - Parameters:
  ///   - part: the part of the stroke that is printed; nil for all.
  ///   - widths: the factors of the radius along the stroke; nil for 1.
  init(_ brush: Brush, inputScale: Double, tolerance: Double, part: StrokePart? = nil, widths: StrokeWidths? = nil) {
    self.brush = brush
    self.inputScale = inputScale
    self.tolerance = tolerance
    self.widths = widths
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
        sweep(s, &trace.sweeps)
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
    var tip = Disc(center: p.position, radius: radius(at: p))
    if !brush.followsPressureAlone {
      // A dot has the target width at once.
      if !hasMoved { width = brush.targetWidth(at: p, direction: direction, speed: 0) }
      tip = disc(at: p, width: width)
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

  /// The radius of a brush whose width follows pressure.
  private func radius(at p: InkPoint) -> Double {
    let radius = brush.radius(at: p)
    if let widths { return radius * widths.factor(at: p.time) }
    return radius
  }

  /// Appends sweeps along a segment where the width follows pressure.
  private mutating func sweep(_ s: InkSegment, _ sweeps: inout [Sweep]) {
    var (rest, start) = (s.curve, 0.0)
    for t in widths?.parameters(on: s) ?? [] {
      let parts = rest.split(at: (t - start) / (1 - start))
      sweep(s, parts.0, from: start, to: t, halvings: 2, &sweeps)
      (rest, start) = (parts.1, t)
    }
    sweep(s, rest, from: start, to: 1, halvings: start > 0 ? 2 : 0, &sweeps)
  }

  /// Appends sweeps along a part of a segment where the width follows pressure: as many as make the
  /// radius linear within half of the tolerance on each.
  private mutating func sweep(
    _ s: InkSegment, _ curve: CubicBezier, from t0: Double, to t1: Double, halvings: Int, _ sweeps: inout [Sweep]
  ) {
    func radius(_ t: Double) -> Double { self.radius(at: s.point(at: t)) }
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
      lastDisc = disc(at: s.p0, width: width)
      if !hasOutline {
        cut?.beginDiscs(&trace)
        trace.discs.append(lastDisc)
      }
    }
    let n = steps(s, curve)
    // The remaining curve and the parameter at which it starts.
    var (rest, start) = (curve, 0.0)
    var knots = (widths?.parameters(on: s) ?? [])[...]
    for i in 1...n {
      let (from, t) = (Double(i - 1) / Double(n), i == n ? 1 : Double(i) / Double(n))
      let (p, before) = (s.point(at: t), width)
      move(to: p, along: curve.velocity(at: t))
      // The lag goes from step to step, as without widths.
      var marked = from
      while let knot = knots.first, knot < t {
        knots.removeFirst()
        if knot <= from { continue }
        if !hasOutline { cut?.mark(on: curve, from: marked, to: knot) }
        marked = knot
        let width = before + (width - before) * ((knot - from) / (t - from))
        print(disc(at: s.point(at: knot), width: width), at: knot, &rest, &start, &trace)
      }
      if !hasOutline { cut?.mark(on: curve, from: marked, to: t) }
      print(disc(at: p, width: width), at: t, &rest, &start, &trace)
    }
  }

  /// Appends a print at a parameter of a segment, unless it differs little from the last one.
  private mutating func print(
    _ new: Disc, at t: Double, _ rest: inout CubicBezier, _ start: inout Double, _ trace: inout InkTrace
  ) {
    let isSame =
      lastDisc.difference(from: new) < tolerance && abs(lastDisc.strength - new.strength) < 1 / 512
      && abs(lastDisc.direction - new.direction) < 1 / 64
    if isSame, !hasOutline || t < 1 { return }
    if hasOutline {
      let parts = t == 1 ? (rest, rest) : rest.split(at: (t - start) / (1 - start))
      append(Sweep(parts.0, from: lastDisc, to: new), from: start, to: t, &trace.sweeps)
      (rest, start) = (parts.1, t)
    } else {
      cut?.place(before: new, &trace)
      trace.discs.append(new)
    }
    lastDisc = new
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

  private func disc(at p: InkPoint, width: Double) -> Disc {
    let factor = widths?.factor(at: p.time) ?? 1
    return Disc(
      center: p.position, radius: width / 2 * factor, strength: Float(brush.strength(at: p)),
      direction: Float(brush.tipDirection(at: p, along: direction)))
  }
}
