/// Arc length of a cubic Bézier curve, to a given accuracy.
///
/// The length is the integral of the speed. The speed is analytic except at the roots of the
/// hodograph, written as a complex quadratic x'(t) + i y'(t). So the error of Gauss-Legendre
/// quadrature on a part of the curve has a strict bound: L. Trefethen, "Approximation Theory and
/// Approximation Practice", 2013, theorem 19.3, for the largest Bernstein ellipse around the part
/// that holds no root. A part whose bound is too large is halved. The bound also holds near cusps,
/// where estimates that compare two rules can agree by chance.
extension CubicBezier {
  /// Length of the curve between the parameters `a` <= `b` in 0...1.
  ///
  /// Error: at most `accuracy` (unit of the points), but not below the rounding limit of 1e-14 of
  /// the control polygon's length. Cost: 16 square roots for a smooth curve, at most about 100
  /// times that at a cusp. The result is not finite where the points are not, or where they are
  /// more than 1e150 apart.
  public func length(from a: Double = 0, to b: Double = 1, accuracy: Double = 1e-6) -> Double {
    let polygon = (p1 - p0).length + (p2 - p1).length + (p3 - p2).length
    guard polygon.isFinite, polygon > 0, a < b else { return a < b ? polygon : 0 }
    let finest = 1e-14 * polygon
    let perParameter = (accuracy > finest ? accuracy : finest) / (b - a)
    return Speed(self).integral(from: a, to: b, errorPerParameter: perParameter)
  }

  /// The parameter at which the length from the start is `length`: 0 for lengths up to 0, 1 for
  /// lengths beyond the curve's.
  ///
  /// The length up to the result is `length` within `accuracy`, with the limits that
  /// `length(from:to:accuracy:)` states. Cost: that of about 5 lengths, at a cusp up to 120. Where
  /// the velocity is 0 over a range, any parameter with that length.
  public func parameter(atLength length: Double, accuracy: Double = 1e-6) -> Double {
    guard length > 0 else { return 0 }
    let total = self.length(accuracy: accuracy / 2)
    guard length < total else { return 1 }
    return BracketedRoot.solve(in: 0...1, from: length / total, tolerance: accuracy / 2) { t in
      (self.length(to: t, accuracy: accuracy / 2) - length, velocity(at: t).length)
    }
  }
}

/// The speed of a curve, as a function of its parameter.
private struct Speed {
  let curve: CubicBezier
  /// The complex parameters (dx + i dy) at which, with their conjugates, the speed is not analytic.
  /// Not finite where the hodograph is of a lower degree.
  let roots: (Vector, Vector)

  init(_ curve: CubicBezier) {
    self.curve = curve
    // The hodograph, divided by 3, as A t^2 + 2 B t + C; the signs avoid cancellation.
    let c = curve.p1 - curve.p0
    let b = (curve.p2 - curve.p1) - c
    let a = curve.jerk / 6
    let root = (b.complexProduct(b) - a.complexProduct(c)).complexRoot
    let q = -(b.dot(root) < 0 ? b - root : b + root)
    roots = (q.complexQuotient(a), c.complexQuotient(q))
  }

  /// The integral between two parameters. Halves the interval where the error bound is too large.
  func integral(from a: Double, to b: Double, errorPerParameter: Double) -> Double {
    let (m, h) = ((a + b) / 2, (b - a) / 2)
    guard a < m, m < b, error(m, h) > errorPerParameter * 2 * h else { return rule(m, h) }
    return integral(from: a, to: m, errorPerParameter: errorPerParameter)
      + integral(from: m, to: b, errorPerParameter: errorPerParameter)
  }

  /// Nodes (positive half) and weights of the Gauss-Legendre rule of 16 points on -1...1.
  private static let rule16: [(node: Double, weight: Double)] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5), (0.281_603_550_779_258_9, 0.182_603_415_044_923_59),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54), (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003_0, 0.124_628_971_255_533_87), (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_89), (0.989_400_934_991_649_9, 0.027_152_459_411_754_095),
  ]

  /// The rule's value for the parameters within `h` of `m`.
  private func rule(_ m: Double, _ h: Double) -> Double {
    var sum = 0.0
    for (node, weight) in Self.rule16 {
      sum += weight * (curve.velocity(at: m - h * node).length + curve.velocity(at: m + h * node).length)
    }
    return sum * h
  }

  /// A bound on the error of `rule`.
  private func error(_ m: Double, _ h: Double) -> Double {
    let (v, a, j) = (curve.velocity(at: m).length, curve.acceleration(at: m).length, curve.jerk.length)
    /// A bound on the speed at complex parameters within `reach` of `m`.
    func fastest(within reach: Double) -> Double { v + reach * (a + reach * j / 2) }
    // The weights are positive, so the rule is never farther off than this.
    let plain = 2 * h * fastest(within: h)
    let rho = min(ellipse(through: roots.0, m, h), ellipse(through: roots.1, m, h))
    guard rho > 1.01 else { return plain }
    let reach = h * (rho + 1 / rho) / 2
    // rho^-30: the exponent is twice the number of nodes, less 2.
    let (r2, r4) = (rho * rho, rho * rho * rho * rho)
    let r8 = r4 * r4
    let bound = h * 64 / 15 * fastest(within: reach) / (r8 * r8 * r8 * r4 * r2) / (1 - 1 / r2)
    return min(plain, bound)
  }

  /// The parameter (sum of half axes) of the ellipse with the foci -1 and 1 that passes through a
  /// root, where `m` - `h` maps to -1 and `m` + `h` to 1; at most 16, because that leaves no error.
  private func ellipse(through root: Vector, _ m: Double, _ h: Double) -> Double {
    let w = (root - Vector(m, 0)) / h
    let halfAxis = ((w - Vector(1, 0)).length + (w + Vector(1, 0)).length) / 2
    // Also true where the root is not finite.
    guard halfAxis < 8 else { return 16 }
    return halfAxis + max(0, halfAxis * halfAxis - 1).squareRoot()
  }
}

/// Vectors as complex numbers dx + i dy.
extension Vector {

  fileprivate func complexProduct(_ o: Vector) -> Vector { Vector(dx * o.dx - dy * o.dy, dx * o.dy + dy * o.dx) }

  /// Not finite where `o` is zero.
  fileprivate func complexQuotient(_ o: Vector) -> Vector { Vector(dot(o), o.cross(self)) / o.lengthSquared }

  /// The square root with dx >= 0.
  fileprivate var complexRoot: Vector {
    let l = length
    let x = ((l + abs(dx)) / 2).squareRoot()
    guard x > 0 else { return .zero }
    let y = dy / (2 * x)
    return dx >= 0 ? Vector(x, y) : Vector(abs(y), dy < 0 ? -x : x)
  }
}
