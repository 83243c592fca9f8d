import Geometry

/// Centripetal Catmull-Rom: no cusp or loop within a segment, and closest to the polygon of its
/// kind (C. Yuksel, S. Schaefer, J. Keyser, "Parameterization and applications of Catmull-Rom
/// curves", CAD 43, 2011).
///
/// Departures: the tangent at an end is that of the parabola through the last three points; a
/// stroke of two points is a line.
extension SmootherState {
  /// a, b and c are the last three points. Segment a-b has settled; the stroke's first one settles
  /// with the third point.
  mutating func addCatmullRom(_ p: InkPoint, to settled: inout [InkSegment]) {
    switch held {
    case 0, 1:
      hold(p)
    case 2:
      let (va, vb) = Self.startAndMiddle(a.position, b.position, p.position)
      settled.append(Self.segment(a, va, b, vb))
      hold(p)
    default:
      let v1 = Self.middle(a.position, b.position, c.position)
      let v2 = Self.middle(b.position, c.position, p.position)
      settled.append(Self.segment(b, v1, c, v2))
      (a, b, c) = (b, c, p)
    }
  }

  mutating func finishCatmullRom(to settled: inout [InkSegment]) {
    switch held {
    case 2:
      settled.append(InkSegment(lineFrom: a, to: b))
    case 3:
      // The tangent at the end is that at the start with the points reversed.
      let (end, middle) = Self.startAndMiddle(c.position, b.position, a.position)
      settled.append(Self.segment(b, -middle, c, -end))
    default:
      break
    }
  }

  /// The segment between two points with velocities per unit of the centripetal parameter.
  private static func segment(_ p: InkPoint, _ vp: Vector, _ q: InkPoint, _ vq: Vector) -> InkSegment {
    let h = knot(p.position, q.position)
    return InkSegment(
      along: CubicBezier(hermiteFrom: p.position, velocity: vp * h, to: q.position, velocity: vq * h), from: p, to: q)
  }

  /// The centripetal knot distance: the square root of the distance, > 0 also for coincident
  /// points.
  private static func knot(_ p: Point, _ q: Point) -> Double { max(1e-6, (q - p).length.squareRoot()) }

  /// The velocity at `q` of the parabola through `p`, `q`, `r` (Barry and Goldman's form).
  private static func middle(_ p: Point, _ q: Point, _ r: Point) -> Vector {
    let (h0, h1) = (knot(p, q), knot(q, r))
    return ((q - p) * (h1 / h0) + (r - q) * (h0 / h1)) / (h0 + h1)
  }

  /// The velocities at `p` and `q` of the parabola through `p`, `q`, `r`.
  private static func startAndMiddle(_ p: Point, _ q: Point, _ r: Point) -> (Vector, Vector) {
    let h0 = knot(p, q)
    let m = middle(p, q, r)
    return ((q - p) * (2 / h0) - m, m)
  }
}
