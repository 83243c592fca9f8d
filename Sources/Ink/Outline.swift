import Geometry
import Glibc

/// The outline of ink as polygons that are to be filled together once, by the nonzero rule.
///
/// Every polygon winds the same way (its shoelace sum is positive), so wherever polygons overlap the winding number only
/// grows: the filled area is exactly their union, without seams or holes, however the stroke turns.
/// A capsule, the hull of two discs, is its straight part; the round parts are `joint`s and `disc`s at its ends.
/// Arcs are polygons within `tolerance` of the circle.
public struct Outline: Sendable {
  /// The corners of all polygons, one after another, canvas px.
  public private(set) var points: [Point] = []
  /// Where each polygon ends in `points`: polygon k is `points[ends[k-1] ..< ends[k]]`.
  public private(set) var ends: [Int] = []
  /// The farthest that an arc's chord may be from the arc, canvas px, > 0.
  public let tolerance: Double

  /// No polygons.
  public init(tolerance: Double = 0.02) { self.tolerance = tolerance }

  /// Forgets all polygons but keeps their memory.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Appends a whole disc.
  public mutating func appendDisc(_ d: Disc) {
    guard d.radius > 0 else { return }
    let n = steps(arc: 2 * .pi, radius: d.radius)
    for i in 0..<n {
      let angle = 2 * .pi * Double(i) / Double(n)
      points.append(Point(d.center.x + d.radius * cos(angle), d.center.y + d.radius * sin(angle)))
    }
    close()
  }

  /// Appends what the hull of two discs has beyond the discs themselves, their centres included. Where one disc holds
  /// the other, that is nothing: the greater disc itself is appended.
  public mutating func appendCapsule(from a: Disc, to b: Disc) {
    guard let h = Hull(a, b) else { return appendDisc(a.radius >= b.radius ? a : b) }
    points.append(a.center)
    points.append(h.left(of: a))
    points.append(h.left(of: b))
    points.append(b.center)
    points.append(h.right(of: b))
    points.append(h.right(of: a))
    close()
  }

  /// Appends the parts of disc `b` that stick out between the capsules a-b and b-c.
  public mutating func appendJoint(from a: Disc, at b: Disc, to c: Disc) {
    guard let h = Hull(a, b), let g = Hull(b, c) else { return appendDisc(b) }
    let turn = Angle(radians: g.direction - h.direction).wrapped.radians
    // Around b the first capsule covers what is behind its tangent points, the second what is before its own.
    let rightGap = h.spread - g.spread - turn
    let leftGap = h.spread - g.spread + turn
    if rightGap > 0 {
      appendWedge(b, from: g.right(of: b), start: g.direction + g.spread, sweep: rightGap, to: h.right(of: b))
    }
    if leftGap > 0 {
      appendWedge(b, from: h.left(of: b), start: h.direction - h.spread, sweep: leftGap, to: g.left(of: b))
    }
  }

  private mutating func appendWedge(_ d: Disc, from p: Point, start: Double, sweep: Double, to q: Point) {
    points.append(d.center)
    points.append(p)
    let n = steps(arc: sweep, radius: d.radius)
    var i = 1
    while i < n {
      let angle = start + sweep * Double(i) / Double(n)
      points.append(Point(d.center.x + d.radius * cos(angle), d.center.y + d.radius * sin(angle)))
      i += 1
    }
    points.append(q)
    close()
  }

  private mutating func close() { ends.append(points.count) }

  /// Chords for an arc: one spans at most the angle whose sagitta is the tolerance.
  private func steps(arc: Double, radius: Double) -> Int {
    let widest = 2 * acos(max(0.5, 1 - tolerance / max(radius, tolerance)))
    return max(arc > .pi ? 6 : 1, Int((arc / widest).rounded(.up)))
  }
}

/// The two outer tangents of two discs of which neither holds the other.
///
/// The tangent points are where the direction from a disc's centre makes the angle `spread` with the axis:
/// cos(spread) = (ra - rb) / distance.
private struct Hull {
  /// Direction of the axis from the first disc to the second, rad.
  let direction: Double
  /// Angle between the axis and the direction to the tangent points, rad, 0..<pi.
  let spread: Double
  private let leftward: Vector
  private let rightward: Vector

  init?(_ a: Disc, _ b: Disc) {
    let axis = b.center - a.center
    let distance = axis.length
    // A hair more than touching from inside: nearer the tangents are ill-defined and add nothing that could be seen.
    guard distance > abs(a.radius - b.radius) + 1e-9 else { return nil }
    let cosine = (a.radius - b.radius) / distance
    let sine = (1 - cosine * cosine).squareRoot()
    let (ux, uy) = (axis.dx / distance, axis.dy / distance)
    direction = atan2(uy, ux)
    spread = atan2(sine, cosine)
    leftward = Vector(ux * cosine + uy * sine, uy * cosine - ux * sine)
    rightward = Vector(ux * cosine - uy * sine, uy * cosine + ux * sine)
  }

  func left(of d: Disc) -> Point { d.center + leftward * d.radius }
  func right(of d: Disc) -> Point { d.center + rightward * d.radius }
}
