import Geometry

/// How a chain of cubic Béziers is laid through a stroke's samples.
///
/// Each is a pure function of the samples. `StrokeSmoother` computes the same sample by sample: after any number of
/// samples `settled` segments never change any more, whatever comes; the rest is recomputed as if the pen were lifted now.
public enum Smoother: String, Sendable, Hashable, CaseIterable {
  /// Straight segments between the samples.
  case linear
  /// A quadratic per sample from midpoint to midpoint, the sample between being the control point.
  case midpoint
  /// A cubic for every four samples; kinks where cubics meet.
  case cubic
  /// A cubic for every five samples whose ends are moved so that tangents meet.
  case smoothedCubic = "smoothed"
  /// Through every sample with meeting tangents: centripetal Catmull-Rom.
  case catmullRom = "catmull-rom"
  /// Fude's own, the default: calm where the hand is slow, true where it is fast (`ModelledSmoother`).
  case modelled

  /// The curve through a whole stroke. No samples give no segments, one gives a dot, and every chain starts at the
  /// first sample and ends at the last.
  /// - Parameters:
  ///   - strength: how much shake is taken out, 0...100; counts for `modelled` only.
  ///   - inputScale: as for `StrokeModel`.
  public func segments(
    through points: [InkPoint], strength: Double = Brush.defaultStrength, inputScale: Double = 1
  ) -> [InkSegment] {
    var smoother = StrokeSmoother(self, strength: strength, inputScale: inputScale)
    var result: [InkSegment] = []
    for p in points { smoother.add(p, to: &result) }
    smoother.rest(to: &result)
    return result
  }
}

/// A smoother at work on one stroke, fed point by point; all but `modelled`, which has a state of another kind.
///
/// 1. `init`, then `add` for every point of the stroke, in order: segments that no later point can change are appended.
/// 2. At any time a copy can be finished: that is the wet tail. The state is a few numbers, so a copy costs next to nothing.
/// 3. `finish` once at pen-up appends what is left, up to the last point.
struct SmootherState: Sendable {
  let smoother: Smoother
  /// Points that count for segments still to come, oldest first; the first `held` are in use.
  var a: InkPoint
  var b: InkPoint
  var c: InkPoint
  var d: InkPoint
  var held = 0
  /// Whether any segment has been appended: if not, the end of the stroke still owes a dot.
  var hasSegments = false

  /// A smoother before its first point.
  init(_ smoother: Smoother) {
    self.smoother = smoother
    let none = InkPoint(position: .zero, pressure: 0)
    (a, b, c, d) = (none, none, none, none)
  }

  /// Takes the next point of the stroke and appends the segments that it settles.
  mutating func add(_ p: InkPoint, to settled: inout [InkSegment]) {
    let before = settled.count
    switch smoother {
    case .linear: addLinear(p, to: &settled)
    case .midpoint: addMidpoint(p, to: &settled)
    case .cubic: addCubic(p, to: &settled)
    case .smoothedCubic: addSmoothedCubic(p, to: &settled)
    case .catmullRom, .modelled: addCatmullRom(p, to: &settled)
    }
    if settled.count > before { hasSegments = true }
  }

  /// Ends the stroke at the last point and appends what leads there. A stroke of one point becomes a dot.
  mutating func finish(to settled: inout [InkSegment]) {
    if held > 0 {
      switch smoother {
      case .linear: break
      case .midpoint: if held == 2 { settled.append(InkSegment(lineFrom: a, to: b)) }
      case .cubic, .smoothedCubic: finishGroup(to: &settled)
      case .catmullRom, .modelled: finishCatmullRom(to: &settled)
      }
      if !hasSegments, held == 1 { settled.append(InkSegment(lineFrom: a, to: a)) }
    }
    held = 0
  }

  // MARK: linear: a is the last point

  private mutating func addLinear(_ p: InkPoint, to settled: inout [InkSegment]) {
    if held == 1 { settled.append(InkSegment(lineFrom: a, to: p)) }
    a = p
    held = 1
  }

  // MARK: midpoint: a is where the curve has got to, b the last point

  private mutating func addMidpoint(_ p: InkPoint, to settled: inout [InkSegment]) {
    switch held {
    case 0:
      a = p
      held = 1
    case 1:
      let middle = a.lerp(to: p, 0.5)
      settled.append(InkSegment(lineFrom: a, to: middle))
      (a, b, held) = (middle, p, 2)
    default:
      let middle = b.lerp(to: p, 0.5)
      settled.append(InkSegment(quadraticFrom: a, control: b, to: middle))
      (a, b) = (middle, p)
    }
  }

  // MARK: cubic and smoothed cubic: a is where the curve has got to, b c d the points since

  private mutating func addCubic(_ p: InkPoint, to settled: inout [InkSegment]) {
    guard held == 3 else { return hold(p) }
    settled.append(InkSegment(a, b, c, p))
    (a, held) = (p, 1)
  }

  private mutating func addSmoothedCubic(_ p: InkPoint, to settled: inout [InkSegment]) {
    guard held == 4 else { return hold(p) }
    // The end moves between the control points around it, so that tangents meet; the group's fourth point is dropped.
    let end = c.lerp(to: p, 0.5)
    settled.append(InkSegment(a, b, c, end))
    (a, b, held) = (end, p, 2)
  }

  private mutating func finishGroup(to settled: inout [InkSegment]) {
    switch held {
    case 2: settled.append(InkSegment(lineFrom: a, to: b))
    case 3: settled.append(InkSegment(quadraticFrom: a, control: b, to: c))
    case 4: settled.append(InkSegment(a, b, c, d))
    default: break
    }
  }

  mutating func hold(_ p: InkPoint) {
    switch held {
    case 0: a = p
    case 1: b = p
    case 2: c = p
    default: d = p
    }
    held += 1
  }
}
