/// An affine map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// `p * q` applies `q` first, as a matrix product on column vectors does.
@frozen public struct Affine: Hashable, Sendable {
  /// Coefficient of x in x'.
  public var a: Double
  /// Coefficient of x in y'.
  public var b: Double
  /// Coefficient of y in x'.
  public var c: Double
  /// Coefficient of y in y'.
  public var d: Double
  /// Offset of x'.
  public var tx: Double
  /// Offset of y'.
  public var ty: Double

  /// The identity map.
  public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a map from its coefficients.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Translation by `v`.
  @inlinable public static func translation(_ v: Vector) -> Affine {
    Affine(a: 1, b: 0, c: 0, d: 1, tx: v.dx, ty: v.dy)
  }

  /// Scaling about the origin.
  @inlinable public static func scale(_ sx: Double, _ sy: Double) -> Affine {
    Affine(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Rotation about the origin, clockwise on the screen for a positive angle. Quarter turns are
  /// exact.
  @inlinable public static func rotation(_ angle: Angle) -> Affine {
    let quarters = angle.radians / (.pi / 2)
    if quarters == quarters.rounded(), abs(quarters) < 1e9 {
      switch ((Int(quarters) % 4) + 4) % 4 {
      case 0: return .identity
      case 1: return Affine(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      case 2: return Affine(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      default: return Affine(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
      }
    }
    let (s, c) = (angle.sine, angle.cosine)
    return Affine(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// The factor by which areas grow; negative for a map that mirrors.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The inverse map; nil where this map collapses the plane to a line or point.
  @inlinable public var inverse: Affine? {
    let det = determinant
    guard det.isFinite, abs(det) > 1e-300 else { return nil }
    let k = 1 / det
    return Affine(
      a: d * k, b: -b * k, c: -c * k, d: a * k,
      tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
  }

  /// The map that applies `q` first, then `p`.
  @inlinable public static func * (p: Affine, q: Affine) -> Affine {
    Affine(
      a: p.a * q.a + p.c * q.b, b: p.b * q.a + p.d * q.b,
      c: p.a * q.c + p.c * q.d, d: p.b * q.c + p.d * q.d,
      tx: p.a * q.tx + p.c * q.ty + p.tx, ty: p.b * q.tx + p.d * q.ty + p.ty)
  }

  /// The image of a point.
  @inlinable public func callAsFunction(_ p: Point) -> Point {
    Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  /// The image of a displacement; the offset does not count.
  @inlinable public func callAsFunction(_ v: Vector) -> Vector {
    Vector(a * v.dx + c * v.dy, b * v.dx + d * v.dy)
  }

  /// The image of a curve. Affine maps and Bézier curves commute, so it is exact.
  @inlinable public func callAsFunction(_ c: CubicBezier) -> CubicBezier {
    CubicBezier(self(c.p0), self(c.p1), self(c.p2), self(c.p3))
  }

  /// The smallest axis-parallel rectangle around the image of `r`; null for an empty one.
  @inlinable public func bounds(of r: Rect) -> Rect {
    guard !r.isEmpty else { return .null }
    let x = (a * r.minX, a * r.maxX, c * r.minY, c * r.maxY)
    let y = (b * r.minX, b * r.maxX, d * r.minY, d * r.maxY)
    return Rect(
      minX: min(x.0, x.1) + min(x.2, x.3) + tx, minY: min(y.0, y.1) + min(y.2, y.3) + ty,
      maxX: max(x.0, x.1) + max(x.2, x.3) + tx, maxY: max(y.0, y.1) + max(y.2, y.3) + ty)
  }
}

extension Affine {
  /// The rotation or reflection about the origin that is nearest to this map's linear part (least
  /// sum of squared differences of coefficients): the orthogonal factor of its polar decomposition.
  ///
  /// A rotation where the determinant is 0 or more, else a reflection. A rotation or reflection
  /// combined with uniform scaling returns that rotation or reflection. A map that collapses the
  /// plane to a point returns the identity. Reference: N. Higham, "Computing the polar
  /// decomposition", 1986; 2 x 2 matrices have a closed form.
  @inlinable public var orthogonalPart: Affine {
    // Scaled first, so that no product overflows or underflows.
    let most = max(max(abs(a), abs(b)), max(abs(c), abs(d)))
    guard most > 0, most.isFinite else { return .identity }
    let (a, b, c, d) = (a / most, b / most, c / most, d / most)
    if a * d - b * c < 0 {
      guard let axis = Vector(a - d, b + c).normalized else { return .identity }
      return Affine(a: axis.dx, b: axis.dy, c: axis.dy, d: -axis.dx, tx: 0, ty: 0)
    }
    guard let turn = Vector(a + d, b - c).normalized else { return .identity }
    return Affine(a: turn.dx, b: turn.dy, c: -turn.dy, d: turn.dx, tx: 0, ty: 0)
  }
}
