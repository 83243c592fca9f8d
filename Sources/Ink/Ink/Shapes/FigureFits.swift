import Geometry
import Glibc

/// Least-squares fits of lines, circles and ellipses to points.
enum FigureFits {
  /// The line through the middle of the points in the direction of their largest variance
  /// (principal component); nil for fewer than two different points.
  static func line(_ points: ArraySlice<Point>) -> (middle: Point, direction: Vector, deviation: Double)? {
    guard points.count > 1 else { return nil }
    let n = Double(points.count)
    let middle = mean(points)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for p in points {
      let d = p - middle
      xx += d.dx * d.dx
      xy += d.dx * d.dy
      yy += d.dy * d.dy
    }
    guard xx + yy > 1e-18 else { return nil }
    let angle = Angle(radians: 0.5 * atan2(2 * xy, xx - yy))
    let direction = Vector(length: 1, direction: angle)
    let across = points.reduce(0) { $0 + direction.cross($1 - middle) * direction.cross($1 - middle) }
    return (middle, direction, (across / n).squareRoot())
  }

  /// The circle of Taubin's algebraic fit (G. Taubin, "Estimation of planar curves, surfaces and
  /// nonplanar space curves", IEEE PAMI 13, 1991), found by Newton's method on its characteristic
  /// polynomial (N. Chernov, "Circular and linear regression", 2010). Short arcs do not bias its
  /// radius as much as Kåsa's fit. Nil for points on a line.
  static func circle(_ points: ArraySlice<Point>) -> (center: Point, radius: Double)? {
    guard points.count > 2 else { return nil }
    let n = Double(points.count)
    let middle = mean(points)
    var (xx, yy, xy, xz, yz, zz) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for p in points {
      let (x, y) = (p.x - middle.x, p.y - middle.y)
      let z = x * x + y * y
      xx += x * x / n
      yy += y * y / n
      xy += x * y / n
      xz += x * z / n
      yz += y * z / n
      zz += z * z / n
    }
    let z = xx + yy
    guard z > 1e-18 else { return nil }
    let covariance = xx * yy - xy * xy
    let variance = zz - z * z
    let a3 = 4 * z
    let a2 = -3 * z * z - zz
    let a1 = variance * z + 4 * covariance * z - xz * xz - yz * yz
    let a0 = xz * (xz * yy - yz * xy) + yz * (yz * xx - xz * xy) - variance * covariance
    var root = 0.0
    var value = a0
    for _ in 0..<50 {
      let slope = a1 + root * (2 * a2 + root * 3 * a3)
      guard slope != 0 else { break }
      let next = root - value / slope
      if next == root || !next.isFinite { break }
      let there = a0 + next * (a1 + next * (a2 + next * a3))
      if abs(there) >= abs(value) { break }
      (root, value) = (next, there)
    }
    let det = root * root - root * z + covariance
    guard abs(det) > 1e-12 * z * z else { return nil }
    let x = (xz * (yy - root) - yz * xy) / det / 2
    let y = (yz * (xx - root) - xz * xy) / det / 2
    let radius = (x * x + y * y + z).squareRoot()
    guard radius.isFinite else { return nil }
    return (Point(middle.x + x, middle.y + y), radius)
  }

  /// The ellipse of the direct least-squares fit (A. Fitzgibbon, M. Pilu, R. Fisher, "Direct least
  /// square fitting of ellipses", IEEE PAMI 21, 1999), in the stable form of R. Halíř and J. Flusser
  /// ("Numerically stable direct least squares fitting of ellipses", WSCG 1998). Nil where no
  /// ellipse is found. The first radius is the longer one.
  static func ellipse(_ points: ArraySlice<Point>) -> (center: Point, radii: Vector, angle: Angle)? {
    guard points.count > 5 else { return nil }
    let middle = mean(points)
    let spread = (points.reduce(0) { $0 + ($1 - middle).lengthSquared } / Double(points.count)).squareRoot()
    guard spread > 1e-9 else { return nil }
    var (s1, s2, s3) = (Matrix3(), Matrix3(), Matrix3())
    for p in points {
      let (x, y) = ((p.x - middle.x) / spread, (p.y - middle.y) / spread)
      let (d, l) = ([x * x, x * y, y * y], [x, y, 1])
      for i in 0..<3 {
        for j in 0..<3 {
          s1[i, j] += d[i] * d[j]
          s2[i, j] += d[i] * l[j]
          s3[i, j] += l[i] * l[j]
        }
      }
    }
    guard let inverse = s3.inverse else { return nil }
    let t = inverse * s2.transposed
    var m = Matrix3()
    let reduced = s2 * t
    for i in 0..<3 {
      for j in 0..<3 { m[i, j] = s1[i, j] - reduced[i, j] }
    }
    // The inverse of the constraint matrix of 4ac - b² = 1.
    var c = Matrix3()
    for j in 0..<3 {
      c[0, j] = m[2, j] / 2
      c[1, j] = -m[1, j]
      c[2, j] = m[0, j] / 2
    }
    for value in c.eigenvalues {
      guard let v = c.eigenvector(value), 4 * v[0] * v[2] - v[1] * v[1] > 0 else { continue }
      let w = (0..<3).map { i in -(t[i, 0] * v[0] + t[i, 1] * v[1] + t[i, 2] * v[2]) }
      guard let found = parameters(v + w) else { continue }
      return (
        middle + (found.center - .zero) * spread, found.radii * spread, found.angle
      )
    }
    return nil
  }

  /// The ellipse of a conic ax² + bxy + cy² + dx + ey + f = 0; nil for another conic.
  private static func parameters(_ k: [Double]) -> (center: Point, radii: Vector, angle: Angle)? {
    let (a, b, c, d, e, f) = (k[0], k[1], k[2], k[3], k[4], k[5])
    let det = 4 * a * c - b * b
    guard det > 1e-12 else { return nil }
    let center = Point((b * e - 2 * c * d) / det, (b * d - 2 * a * e) / det)
    let level =
      -(a * center.x * center.x + b * center.x * center.y + c * center.y * center.y + d * center.x
      + e * center.y + f)
    let angle = Angle(radians: 0.5 * atan2(b, a - c))
    let (s, n) = (angle.cosine, angle.sine)
    let along = (a * s * s + b * s * n + c * n * n) / level
    let across = (a * n * n - b * s * n + c * s * s) / level
    guard along > 0, across > 0, along.isFinite, across.isFinite else { return nil }
    let radii = Vector(1 / along.squareRoot(), 1 / across.squareRoot())
    if radii.dx >= radii.dy { return (center, radii, angle) }
    return (center, Vector(radii.dy, radii.dx), angle + .quarterTurn)
  }

  static func mean(_ points: ArraySlice<Point>) -> Point {
    let sum = points.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum / Double(max(1, points.count))
  }
}

/// A matrix of three rows and columns.
struct Matrix3 {
  private var cells = [Double](repeating: 0, count: 9)

  subscript(row: Int, column: Int) -> Double {
    get { cells[3 * row + column] }
    set { cells[3 * row + column] = newValue }
  }

  var transposed: Matrix3 {
    var result = Matrix3()
    for i in 0..<3 { for j in 0..<3 { result[i, j] = self[j, i] } }
    return result
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    var result = Matrix3()
    for i in 0..<3 {
      for j in 0..<3 { result[i, j] = a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + a[i, 2] * b[2, j] }
    }
    return result
  }

  /// The cofactor of a cell.
  private func cofactor(_ i: Int, _ j: Int) -> Double {
    let (r0, r1) = ((i + 1) % 3, (i + 2) % 3)
    let (c0, c1) = ((j + 1) % 3, (j + 2) % 3)
    return self[r0, c0] * self[r1, c1] - self[r0, c1] * self[r1, c0]
  }

  var determinant: Double { (0..<3).reduce(0) { $0 + self[0, $1] * cofactor(0, $1) } }

  /// Nil for a singular matrix.
  var inverse: Matrix3? {
    let det = determinant
    guard abs(det) > 1e-300, det.isFinite else { return nil }
    var result = Matrix3()
    for i in 0..<3 { for j in 0..<3 { result[j, i] = cofactor(i, j) / det } }
    return result
  }

  /// The real eigenvalues, by the trigonometric or Cardano's formula.
  var eigenvalues: [Double] {
    let trace = self[0, 0] + self[1, 1] + self[2, 2]
    let minors = cofactor(0, 0) + cofactor(1, 1) + cofactor(2, 2)
    let third = trace / 3
    let p = minors - trace * third
    let q = -2 * third * third * third + third * minors - determinant
    let discriminant = q * q / 4 + p * p * p / 27
    if discriminant > 0 {
      let root = discriminant.squareRoot()
      return [third + cbrt(-q / 2 + root) + cbrt(-q / 2 - root)]
    }
    let r = (-p / 3).squareRoot()
    guard r > 0 else { return [third] }
    let phi = acos(max(-1, min(1, -q / (2 * r * r * r))))
    return (0..<3).map { third + 2 * r * cos((phi + 2 * .pi * Double($0)) / 3) }
  }

  /// The eigenvector of an eigenvalue, of any length; nil where it is not unique.
  func eigenvector(_ value: Double) -> [Double]? {
    var shifted = self
    for i in 0..<3 { shifted[i, i] -= value }
    // A row of cofactors is orthogonal to the two other rows.
    let rows = (0..<3).map { i in (0..<3).map { shifted.cofactor(i, $0) } }
    let lengths = rows.map { $0.reduce(0) { $0 + $1 * $1 } }
    guard let best = (0..<3).max(by: { lengths[$0] < lengths[$1] }), lengths[best] > 1e-300 else { return nil }
    let length = lengths[best].squareRoot()
    return rows[best].map { $0 / length }
  }
}
