extension CubicBezier {
  /// The smallest rectangle that holds the curve, exact except for rounding.
  ///
  /// Computed from the ends and the points of horizontal or vertical motion, the roots of two
  /// quadratics. A point or an axis-parallel line gives a rectangle without width or height, which
  /// counts as empty but has the right edges.
  public var bounds: Rect {
    var result = Rect(minX: p0.x, minY: p0.y, maxX: p0.x, maxY: p0.y)
    result.formUnion(disc: p3, radius: 0)
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    let xs = Self.roots(a.dx, b.dx, c.dx)
    let ys = Self.roots(a.dy, b.dy, c.dy)
    // Each root matters for its own axis only; for the other axis it is a point of the curve, which
    // is inside the bounds anyway.
    for t in [xs.0, xs.1, ys.0, ys.1] where t > 0 && t < 1 { result.formUnion(disc: point(at: t), radius: 0) }
    return result
  }

  /// The real roots of the quadratic with the Bernstein coefficients `a`, `b`, `c`; NaN or infinite
  /// for a missing root.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
    let (quadratic, half) = ((c - b) - (b - a), b - a)
    let discriminant = half * half - quadratic * a
    // This sign avoids cancellation.
    let q = -(half + (half < 0 ? -1 : 1) * discriminant.squareRoot())
    return (q / quadratic, a / q)
  }
}
