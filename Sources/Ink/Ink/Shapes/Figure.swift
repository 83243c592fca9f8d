import Geometry
import Glibc

/// A geometric figure in the plane, such as `FigureRecogniser` finds in a stroke. Lengths have the
/// unit of its points.
public enum Figure: Hashable, Sendable {
  /// A straight line.
  case line(from: Point, to: Point)
  /// A part of a circle from the angle `start` by `sweep`, clockwise on the screen if positive.
  case arc(center: Point, radius: Double, start: Angle, sweep: Angle)
  /// An ellipse with two radii, the first one in the direction `angle`. Equal radii make a circle.
  /// The outline begins at the parameter `start` and runs clockwise on the screen, or
  /// counterclockwise if `isReversed`.
  case ellipse(center: Point, radii: Vector, angle: Angle, start: Angle, isReversed: Bool)
  /// Straight edges between corners; the last corner is joined to the first one if closed.
  case polygon([Point], isClosed: Bool)

  /// The kinds of figures that have a name.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case line, arc, circle, ellipse, triangle, rectangle, polygon, polyline
  }

  /// The kind of the figure. Equal radii make a circle, right angles a rectangle.
  public var kind: Kind {
    switch self {
    case .line: .line
    case .arc: .arc
    case .ellipse(_, let radii, _, _, _):
      abs(radii.dx - radii.dy) <= 1e-9 * max(radii.dx, radii.dy) ? .circle : .ellipse
    case .polygon(let corners, let isClosed):
      if !isClosed {
        .polyline
      } else if corners.count == 3 {
        .triangle
      } else {
        Self.isRectangle(corners) ? .rectangle : .polygon
      }
    }
  }

  private static func isRectangle(_ corners: [Point]) -> Bool {
    guard corners.count == 4 else { return false }
    let (a, b) = (corners[1] - corners[0], corners[2] - corners[1])
    let scale = a.length + b.length
    let gap = (corners[3] - corners[0]) - b
    return abs(a.dot(b)) <= 1e-9 * scale * scale && gap.length <= 1e-9 * scale
  }

  /// The fixed point of a drag that resizes and turns the figure: the start of an open one, the
  /// middle of a closed one.
  public var anchor: Point {
    switch self {
    case .line(let from, _): from
    case .arc(let center, let radius, let start, _): center + Vector(length: radius, direction: start)
    case .ellipse(let center, _, _, _, _): center
    case .polygon(let corners, let isClosed): isClosed ? Self.middle(corners) : corners.first ?? .zero
    }
  }

  private static func middle(_ corners: [Point]) -> Point {
    let sum = corners.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum / Double(max(1, corners.count))
  }

  /// The points of the outline in order, on chords within `tolerance` (> 0) of the curve. A closed
  /// figure ends exactly at its first point.
  public func outline(tolerance: Double) -> [Point] {
    switch self {
    case .line(let from, let to): return [from, to]
    case .arc(let center, let radius, let start, let sweep):
      let count = max(1, Int((abs(sweep.radians) / Self.step(radius, tolerance)).rounded(.up)))
      return (0...count).map { i in
        center + Vector(length: radius, direction: start + sweep * (Double(i) / Double(count)))
      }
    case .ellipse(let center, let radii, let angle, let start, let isReversed):
      let count = max(8, Int((2 * .pi / Self.step(max(radii.dx, radii.dy), tolerance)).rounded(.up)))
      let (u, v) = (
        Vector(length: radii.dx, direction: angle), Vector(length: radii.dy, direction: angle + .quarterTurn)
      )
      return (0...count).map { i in
        let turn = 2 * .pi * Double(i % count) / Double(count)
        let t = Angle(radians: start.radians + (isReversed ? -turn : turn))
        return center + u * t.cosine + v * t.sine
      }
    case .polygon(let corners, let isClosed):
      return isClosed ? corners + corners.prefix(1) : corners
    }
  }

  /// The angle of a chord that is at most `tolerance` away from its circle.
  private static func step(_ radius: Double, _ tolerance: Double) -> Double {
    radius > tolerance ? 2 * acos(max(0.5, 1 - tolerance / radius)) : .pi / 3
  }

  /// The figure moved, turned and scaled by a similarity: a map that keeps angles and orientation.
  public func transformed(by map: Affine) -> Figure {
    let turn = map(Vector(1, 0)).direction
    let scale = map(Vector(1, 0)).length
    switch self {
    case .line(let from, let to): return .line(from: map(from), to: map(to))
    case .arc(let center, let radius, let start, let sweep):
      return .arc(center: map(center), radius: radius * scale, start: start + turn, sweep: sweep)
    case .ellipse(let center, let radii, let angle, let start, let isReversed):
      return .ellipse(
        center: map(center), radii: radii * scale, angle: angle + turn, start: start, isReversed: isReversed)
    case .polygon(let corners, let isClosed): return .polygon(corners.map { map($0) }, isClosed: isClosed)
    }
  }
}
