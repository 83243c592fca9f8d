import Geometry
import Glibc

/// The two outer tangents of two discs of which neither holds the other.
///
/// The tangent points are where the direction from a disc's centre makes the angle `spread` with the axis:
/// cos(spread) = (ra - rb) / distance.
public struct Hull {
  /// The axis from the first disc to the second, of length 1.
  private let axis: Vector
  /// Cosine and sine of `spread`.
  private let (cosine, sine): (Double, Double)
  /// Length of the tangents between their points, canvas px.
  let length: Double
  private let leftward: Vector
  private let rightward: Vector

  /// The tangents of two discs; nil where one holds the other, or a number is none.
  public init?(_ a: Disc, _ b: Disc) {
    let axis = b.center - a.center
    let distance = axis.length
    // A hair more than touching from inside: nearer the tangents are ill-defined and add nothing that could be seen.
    guard distance > abs(a.radius - b.radius) + 1e-9 else { return nil }
    let cosine = (a.radius - b.radius) / distance
    let sine = (1 - cosine * cosine).squareRoot()
    let (ux, uy) = (axis.dx / distance, axis.dy / distance)
    self.axis = Vector(ux, uy)
    (self.cosine, self.sine) = (cosine, sine)
    length = distance * sine
    leftward = Vector(ux * cosine + uy * sine, uy * cosine - ux * sine)
    rightward = Vector(ux * cosine - uy * sine, uy * cosine + ux * sine)
  }

  /// Direction of the axis from the first disc to the second, rad. Worked out when it is asked for: ink is filled without it.
  var direction: Double { atan2(axis.dy, axis.dx) }
  /// Angle between the axis and the direction to the tangent points, rad, 0..<pi.
  var spread: Double { atan2(sine, cosine) }

  /// The tangent point on the left of one of the two discs, seen from the first towards the second.
  public func left(of d: Disc) -> Point { d.center + leftward * d.radius }
  /// The tangent point on the right.
  public func right(of d: Disc) -> Point { d.center + rightward * d.radius }

  /// The angles, rad, that the disc between this hull and the next leaves open on its left and right side: positive where
  /// it sticks out between the two, negative where they overlap. Around the disc this hull covers what is behind its
  /// tangent points, the next what is before its own.
  func gaps(to next: Hull) -> (left: Double, right: Double) {
    let turn = Angle(radians: next.direction - direction).wrapped.radians
    return (spread - next.spread + turn, spread - next.spread - turn)
  }

  /// Whether the outline of this hull and of the next, which share a disc of `radius`, may be drawn as one line: so that
  /// where they overlap by `gap` < 0 the triangle of the disc's centre and the two tangent points there, which that line
  /// winds around backwards, lies inside both.
  func joins(_ next: Hull, gap: Double, radius: Double) -> Bool {
    guard gap < 0 else { return true }
    let overlap = -gap
    return overlap < .pi / 4 && overlap < next.spread && overlap < .pi - spread
      && radius * sin(overlap) < min(length, next.length)
  }
}
