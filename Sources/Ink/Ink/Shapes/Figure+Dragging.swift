import Geometry
import Glibc

/// Resizing and turning a figure with a pen that holds a point of it.
extension Figure {
  /// The step of the directions of a constrained figure.
  public static let turnStep = Angle(degrees: 15)

  /// The figure after a drag from `grip`, a point on or near its outline, to `place`.
  ///
  /// A line ends at `place`. Any other figure is scaled and turned about its `anchor`, so that
  /// `grip` moves to `place`.
  /// - Parameters:
  ///   - isConstrained: makes circles of ellipses, squares of rectangles and equilateral triangles
  ///     of triangles, and restricts the direction to multiples of `turnStep`.
  public func dragged(from grip: Point, to place: Point, isConstrained: Bool) -> Figure {
    if case .line(let from, _) = self {
      return .line(from: from, to: isConstrained ? Self.snapped(place, about: from) : place)
    }
    let base = isConstrained ? regular : self
    let arm = grip - anchor
    guard arm.length > 1e-6, (place - anchor).length > 1e-6 else { return base }
    let moved = base.transformed(by: Self.similarity(about: anchor, from: arm, to: place - anchor))
    guard isConstrained, let direction = moved.direction else { return moved }
    let turn = Self.snapped(direction) - direction
    return moved.transformed(by: .about(anchor, .rotation(turn)))
  }

  /// The similarity that keeps `center` and maps the vector `a` to `b`.
  private static func similarity(about center: Point, from a: Vector, to b: Vector) -> Affine {
    let scale = b.length / a.length
    return .about(center, .rotation(b.direction - a.direction) * .scale(scale, scale))
  }

  /// The nearest multiple of `turnStep`.
  private static func snapped(_ direction: Angle) -> Angle {
    turnStep * (direction.radians / turnStep.radians).rounded()
  }

  /// The projection of `place` onto the nearest direction from `center` that is a multiple of
  /// `turnStep`. Quarter turns are exact.
  private static func snapped(_ place: Point, about center: Point) -> Point {
    let way = place - center
    let steps = (way.direction.radians / turnStep.radians).rounded()
    let direction = Affine.rotation(Angle(radians: .pi / 2 * (steps / 6)))(Vector(1, 0))
    return center + direction * max(0, way.dot(direction))
  }

  /// The direction that a constrained drag restricts; nil for a circle.
  private var direction: Angle? {
    switch self {
    case .line(let from, let to): return (to - from).direction
    case .arc(let center, let radius, let start, let sweep):
      let end = center + Vector(length: radius, direction: start + sweep)
      return (end - anchor).direction
    case .ellipse(_, let radii, let angle, _, _): return radii.dx == radii.dy ? nil : angle
    case .polygon(let corners, let isClosed):
      guard corners.count > 1, let first = corners.first, let last = corners.last else { return nil }
      return isClosed ? (corners[1] - first).direction : (last - first).direction
    }
  }

  /// The figure with equal radii or sides, of the same middle and about the same area.
  private var regular: Figure {
    switch self {
    case .ellipse(let center, let radii, let angle, let start, let isReversed):
      let radius = (radii.dx * radii.dy).squareRoot()
      return .ellipse(
        center: center, radii: Vector(radius, radius), angle: angle, start: start, isReversed: isReversed)
    case .polygon(let corners, isClosed: true) where kind == .rectangle || kind == .triangle:
      let center = anchor
      let arms = corners.map { $0 - center }
      let radius = arms.reduce(0) { $0 + $1.length } / Double(arms.count)
      guard let first = arms.first?.normalized, arms.count > 1 else { return self }
      let isReversed = first.cross(arms[1]) < 0
      let step = Angle(radians: (isReversed ? -2 : 2) * .pi / Double(arms.count))
      // A rectangle keeps the direction of its first edge, a triangle that of its first corner.
      var start = first.direction
      if kind == .rectangle {
        start = (corners[1] - corners[0]).direction - step * 0.5 - .quarterTurn * (isReversed ? -1 : 1)
      }
      return .polygon(
        arms.indices.map { center + Vector(length: radius, direction: start + step * Double($0)) }, isClosed: true)
    default: return self
    }
  }
}

extension Affine {
  /// A linear map about `center` instead of the origin.
  static func about(_ center: Point, _ map: Affine) -> Affine {
    .translation(center - .zero) * map * .translation(.zero - center)
  }
}
