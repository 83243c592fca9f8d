extension CubicBezier {
  /// The smallest rectangle that holds the curve, exact but for rounding: it passes through the curve's ends and its places of
  /// horizontal or vertical motion, the roots of two quadratics. A curve along an axis, or one that is a point, gives a
  /// rectangle without width or height, which counts as empty but has the right edges.
  public var bounds: Rect {
    var result = Rect(minX: p0.x, minY: p0.y, maxX: p0.x, maxY: p0.y)
    result.formUnion(disc: p3, radius: 0)
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    let xs = Self.roots(a.dx, b.dx, c.dx)
    let ys = Self.roots(a.dy, b.dy, c.dy)
    // Each root counts for its own axis; a place of the curve is never outside of the bounds.
    for t in [xs.0, xs.1, ys.0, ys.1] where t > 0 && t < 1 { result.formUnion(disc: point(at: t), radius: 0) }
    return result
  }

  /// The real roots of the quadratic with the Bernstein coefficients `a`, `b`, `c`; NaN or infinite for one that is missing.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
    let (quadratic, half) = ((c - b) - (b - a), b - a)
    let discriminant = half * half - quadratic * a
    // The sign that loses no digits.
    let q = -(half + (half < 0 ? -1 : 1) * discriminant.squareRoot())
    return (q / quadratic, a / q)
  }
}
