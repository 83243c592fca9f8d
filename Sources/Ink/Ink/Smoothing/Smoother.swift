import Geometry

/// Fits a chain of cubic Béziers to a stroke's samples.
///
/// Each case is a pure function of the samples. `StrokeSmoother` computes it incrementally: settled
/// segments never change, and the rest is recomputed as if the pen were lifted now.
public enum Smoother: String, Sendable, Hashable, CaseIterable {
  /// Line segments between the samples.
  case linear
  /// A quadratic per sample from midpoint to midpoint, with the sample as its control point.
  case midpoint
  /// A cubic for every four samples; tangents do not meet.
  case cubic
  /// A cubic for every five samples; its ends are moved so that tangents meet.
  case smoothedCubic = "smoothed"
  /// Centripetal Catmull-Rom: through every sample, with meeting tangents.
  case catmullRom = "catmull-rom"
  /// The default of older drawings (`ModelledSmoother`).
  case modelled
  /// The default: removes shake from slow movements and keeps fast ones exact (`ModelledSmoother`).
  case steady

  /// The curve through a whole stroke, from its first sample to its last. No samples give no
  /// segments; one sample gives a dot.
  /// - Parameters:
  ///   - strength: 0...100, for `modelled` and `steady` only.
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

/// The incremental state of all smoothers but `modelled` and `steady`.
///
/// 1. `init`, then `add` for every point of the stroke, in order: appends the segments that no
///    later point can change.
/// 2. Finishing a copy gives the wet tail. A copy is a few numbers.
/// 3. `finish` once at pen-up appends the rest.
///
/// Cost: O(1) a point.
struct SmootherState: Sendable {
  let smoother: Smoother
  /// Points that later segments depend on, oldest first; the first `held` are in use.
  var a: InkPoint
  var b: InkPoint
  var c: InkPoint
  var d: InkPoint
  var held = 0
  /// Whether any segment was appended; if not, the end of the stroke makes a dot.
  var hasSegments = false

  /// A smoother before its first point.
  init(_ smoother: Smoother) {
    self.smoother = smoother
    let none = InkPoint(position: .zero, pressure: 0)
    (a, b, c, d) = (none, none, none, none)
  }

  /// Takes the next point and appends the segments that it settles.
  mutating func add(_ p: InkPoint, to settled: inout [InkSegment]) {
    let before = settled.count
    switch smoother {
    case .linear: addLinear(p, to: &settled)
    case .midpoint: addMidpoint(p, to: &settled)
    case .cubic: addCubic(p, to: &settled)
    case .smoothedCubic: addSmoothedCubic(p, to: &settled)
    case .catmullRom, .modelled, .steady: addCatmullRom(p, to: &settled)
    }
    if settled.count > before { hasSegments = true }
  }

  /// Ends the stroke at the last point and appends the segments up to it; a dot for a stroke of one
  /// point.
  mutating func finish(to settled: inout [InkSegment]) {
    if held > 0 {
      switch smoother {
      case .linear: break
      case .midpoint: if held == 2 { settled.append(InkSegment(lineFrom: a, to: b)) }
      case .cubic, .smoothedCubic: finishGroup(to: &settled)
      case .catmullRom, .modelled, .steady: finishCatmullRom(to: &settled)
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
    // The end moves to the middle between the control points around it, so that tangents meet; the
    // group's fourth point is dropped.
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
