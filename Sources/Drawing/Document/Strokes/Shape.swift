import Geometry
import Glibc
import Ink

/// A shape that is drawn with a brush along its outline.
public struct Shape: Sendable, Hashable {
  /// The kinds of shapes.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A straight line from corner to corner.
    case line
    /// A rectangle parallel to the canvas's edges.
    case rectangle
    /// An ellipse in such a rectangle.
    case ellipse
  }

  /// The kind of the shape.
  public var kind: Kind
  /// The start of the line, or a corner of the rectangle (for an ellipse, of its bounding
  /// rectangle), canvas px.
  public var from: Point
  /// The end of the line, or the opposite corner, canvas px.
  public var to: Point

  /// Makes a shape from its corners, canvas px.
  public init(_ kind: Kind, from: Point, to: Point) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// Makes the shape of a drag from one place to another.
  /// - Parameters:
  ///   - isConstrained: restricts to steps of 15 degrees, squares or circles.
  ///   - isCentered: the drag starts at the middle instead of a corner.
  public init(_ kind: Kind, dragged start: Point, _ end: Point, isConstrained: Bool, isCentered: Bool) {
    var way = end - start
    if isConstrained {
      switch kind {
      case .line:
        let step = Double.pi / 12
        let steps = (way.direction.radians / step).rounded()
        // Quarter turns are exact, so horizontal lines stay horizontal.
        let direction = Affine.rotation(Angle(radians: Double.pi / 2 * (steps / 6)))(Vector(1, 0))
        way = direction * max(0, way.dot(direction))
      case .rectangle, .ellipse:
        let side = max(abs(way.dx), abs(way.dy))
        way = Vector(way.dx < 0 ? -side : side, way.dy < 0 ? -side : side)
      }
    }
    self.init(kind, from: isCentered ? start - way : start, to: start + way)
  }

  /// The corners of the outline, in order. A closed shape ends at its start. Curves become chords
  /// within `tolerance` canvas px (> 0).
  public func outline(tolerance: Double = 0.02) -> [Point] {
    switch kind {
    case .line: return [from, to]
    case .rectangle:
      return [from, Point(to.x, from.y), to, Point(from.x, to.y), from]
    case .ellipse:
      let (middle, a, b) = (from.midpoint(to: to), abs(to.x - from.x) / 2, abs(to.y - from.y) / 2)
      let longest = max(a, b)
      guard longest > tolerance else { return [middle] }
      // A chord of the circle with the longer radius; scaling only reduces the error.
      let widest = 2 * acos(max(0.5, 1 - tolerance / longest))
      let count = 4 * Int((2 * .pi / widest / 4).rounded(.up))
      return (0...count).map { i in
        // The last point equals the first exactly.
        let angle = 2 * .pi * Double(i % count) / Double(count)
        return Point(middle.x + a * cos(angle), middle.y + b * sin(angle))
      }
    }
  }
}
