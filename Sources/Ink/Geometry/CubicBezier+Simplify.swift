/// Replaces a chain of curves by fewer ones.
///
/// A curve is fitted to a run of the chain by least squares: its ends and their directions are
/// given, the lengths of its two handles are unknown (P. Schneider, "An algorithm for automatically
/// fitting digitized curves", Graphics Gems, 1990). From the second step on only distances across
/// the curve count, which converges far faster (W. Wang, H. Pottmann and Y. Liu, "Fitting B-spline
/// curves to point clouds by curvature-based squared distance minimization", 2006: tangent
/// distance). Each run is the longest with a good enough fit, found by doubling and bisection.
extension CubicBezier {
  /// Returns a chain of few curves that is nowhere farther than `tolerance` from `chain`. The
  /// number of curves is small but not minimal.
  ///
  /// It starts and ends where `chain` does, and turns by more than `corner` (rad, > 0) at a point
  /// only where `chain` does. These corners stay where they are. Two curves of the chain may be
  /// apart. The result runs through a gap in the direction of the chain, forwards or backwards, as
  /// if the curves met; any other gap becomes a line.
  ///
  /// The distance is measured at 7 points of each curve of `chain`, which suits curves that turn by
  /// less than a right angle. Cost: O(n log m) for n curves, of which m become one. Curves that are
  /// points, or not finite, are left out.
  public static func simplified(_ chain: [CubicBezier], tolerance: Double, corner: Double = 0.25) -> [CubicBezier] {
    var result: [CubicBezier] = []
    var start = 0
    let parts = ChainParts(chain, tolerance: tolerance, corner: corner)
    while start < parts.curves.count {
      let end = parts.ends[start]
      var run = CurveRun(parts.curves[start..<end], tolerance: tolerance)
      run.simplify(into: &result)
      start = end
    }
    return result
  }
}

/// A chain without gaps at corners, split at the corners.
private struct ChainParts {
  private(set) var curves: [CubicBezier] = []
  /// For the first curve of each part the index after the part's last curve; unspecified for other
  /// curves.
  private(set) var ends: [Int] = []

  init(_ chain: [CubicBezier], tolerance: Double, corner: Double) {
    var first = 0
    func endPart(_ curves: [CubicBezier], _ ends: inout [Int]) {
      ends += [Int](repeating: curves.count, count: curves.count - first)
      first = curves.count
    }
    for curve in chain {
      guard let direction = curve.startDirection, curve.isFinite else { continue }
      if let last = curves.last, let before = last.endDirection {
        let gap = curve.p0 - last.p3
        let isStraightOn = before.dot(direction) > 0 && abs(before.cross(direction)) <= corner
        let isAlong = max(abs(gap.cross(before)), abs(gap.cross(direction))) <= tolerance / 2
        if !isStraightOn || !isAlong {
          endPart(curves, &ends)
          if gap.length > 1e-9 {
            curves.append(CubicBezier(lineFrom: last.p3, to: curve.p0))
            endPart(curves, &ends)
          }
        }
      }
      curves.append(curve)
    }
    endPart(curves, &ends)
  }
}

/// Consecutive curves without a corner between them.
private struct CurveRun {
  private let curves: ArraySlice<CubicBezier>
  private let tolerance: Double
  /// The points where the curves meet, from the start of the first to the end of the last, and the
  /// unit directions there.
  private var joints: [(place: Point, direction: Vector)] = []
  /// `perCurve` points of each curve, at even parameters from its start to its end.
  private var samples: [Point] = []
  /// The parameters of the samples of the run that is being fitted.
  private var parameters: [Double] = []

  private static let perCurve = 7
  /// The most curves that become one.
  private static let mostCurves = 256
  private static let mostSteps = 10

  init(_ curves: ArraySlice<CubicBezier>, tolerance: Double) {
    (self.curves, self.tolerance) = (curves, tolerance)
    var last: CubicBezier?
    for curve in curves {
      let direction = curve.startDirection ?? .zero
      if let last {
        let mean = (last.endDirection ?? .zero) + direction
        joints.append((last.p3.lerp(to: curve.p0, 0.5), mean.normalized ?? direction))
      } else {
        joints.append((curve.p0, direction))
      }
      for k in 0..<Self.perCurve { samples.append(curve.point(at: Double(k) / Double(Self.perCurve - 1))) }
      last = curve
    }
    if let last { joints.append((last.p3, last.endDirection ?? .zero)) }
  }

  mutating func simplify(into result: inout [CubicBezier]) {
    var first = 0
    while first < curves.count {
      let most = min(curves.count - first, Self.mostCurves)
      var (good, count) = (1, 2)
      var best = single(first)
      var bad = most + 1
      while count < bad {
        if let curve = fit(first, count) {
          (good, best) = (count, curve)
        } else {
          bad = count
        }
        count = bad > most ? min(2 * good, most) : (good + bad) / 2
        if count <= good { break }
      }
      result.append(best)
      first += good
    }
  }

  /// One curve of the input with its ends moved to the joints.
  private func single(_ i: Int) -> CubicBezier {
    let curve = curves[curves.startIndex + i]
    let (a, b) = (joints[i].place, joints[i + 1].place)
    return CubicBezier(a, curve.p1 + (a - curve.p0), curve.p2 + (b - curve.p3), b)
  }

  /// One curve for `count` of them from `first` on; nil where it would be too far from them.
  private mutating func fit(_ first: Int, _ count: Int) -> CubicBezier? {
    let (start, end) = (joints[first], joints[first + count])
    let range = (first * Self.perCurve)..<((first + count) * Self.perCurve)
    guard let length = setParameters(range) else { return nil }
    var last: CubicBezier?
    var bar = length / 8
    for step in 1...Self.mostSteps {
      let curve = leastSquares(start, end, range, length, across: last)
      last = curve
      let error = measure(curve, range, start.direction, end.direction)
      if error <= tolerance { return curve }
      // Later steps that gain little will not reach the tolerance.
      guard error < bar else { return nil }
      if step >= 4 { bar = error * 0.8 }
    }
    return nil
  }

  /// Sets the parameters by the distance along the samples. The distance is negative across a gap
  /// that goes backwards. Returns the total distance; nil where it is not positive.
  private mutating func setParameters(_ range: Range<Int>) -> Double? {
    parameters.removeAll(keepingCapacity: true)
    var way = 0.0
    for i in range {
      if i > range.lowerBound {
        let step = samples[i] - samples[i - 1]
        way += i % Self.perCurve == 0 ? step.dot(joints[i / Self.perCurve].direction) : step.length
      }
      parameters.append(way)
    }
    guard way > 0 else { return nil }
    for i in parameters.indices { parameters[i] = max(0, min(1, parameters[i] / way)) }
    return way
  }

  /// The curve with given ends and directions that is nearest to the samples at their parameters;
  /// measured across the curve `last` if that is given.
  private func leastSquares(
    _ start: (place: Point, direction: Vector), _ end: (place: Point, direction: Vector), _ range: Range<Int>,
    _ length: Double, across last: CubicBezier?
  ) -> CubicBezier {
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let chord = end.place - start.place
    func add(_ first: Double, _ second: Double, _ rest: Double) {
      c00 += first * first
      c01 += first * second
      c11 += second * second
      x0 += first * rest
      x1 += second * rest
    }
    for (i, t) in zip(range, parameters) {
      let s = 1 - t
      let (b1, b2) = (3 * s * s * t, 3 * s * t * t)
      let rest = samples[i] - start.place - chord * (b2 + t * t * t)
      let (first, second) = (start.direction * b1, -end.direction * b2)
      if let normal = last?.velocity(at: t).perpendicular.normalized {
        add(first.dot(normal), second.dot(normal), rest.dot(normal))
      } else {
        add(first.dx, second.dx, rest.dx)
        add(first.dy, second.dy, rest.dy)
      }
    }
    let determinant = c00 * c11 - c01 * c01
    var (a, b) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
    // Longer handles would make loops or cusps.
    let range = (1e-3 * length)...length
    if !range.contains(a) || !range.contains(b) { (a, b) = (length / 3, length / 3) }
    return CubicBezier(
      start.place, start.place + start.direction * a, end.place - end.direction * b, end.place)
  }

  /// The greatest distance of a sample from a curve. Moves each parameter towards that of the
  /// nearest point.
  private mutating func measure(_ curve: CubicBezier, _ range: Range<Int>, _ d0: Vector, _ d1: Vector) -> Double {
    var most = 0.0
    for (k, i) in range.enumerated() {
      var t = parameters[k]
      for _ in 0..<2 {
        let (off, v) = (curve.point(at: t) - samples[i], curve.velocity(at: t))
        let slope = v.lengthSquared + off.dot(curve.acceleration(at: t))
        if slope > 0 { t = max(0, min(1, t - off.dot(v) / slope)) }
      }
      parameters[k] = t
      let off = samples[i] - curve.point(at: t)
      // A curve that overlaps its neighbour's start ends beyond the joint between them.
      let isBeyond = t == 0 ? off.dot(d0) < 0 : t == 1 && off.dot(d1) > 0
      most = max(most, isBeyond ? abs(off.cross(t == 0 ? d0 : d1)) : off.length)
    }
    return most
  }
}

extension CubicBezier {
  fileprivate var isFinite: Bool {
    [p0, p1, p2, p3].allSatisfy { ($0 - Point.zero).isFinite }
  }
}
