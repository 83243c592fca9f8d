import Geometry
import Glibc
import Ink

/// A figure that is drawn with a brush along its outline.
public struct Shape: Sendable, Hashable {
  /// What figure.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A straight line from corner to corner.
    case line
    /// A rectangle along the canvas's edges.
    case rectangle
    /// An ellipse in such a rectangle.
    case ellipse
  }

  /// What figure.
  public var kind: Kind
  /// Where it starts: the line's start, a corner of the rectangle or of that around the ellipse; canvas px.
  public var from: Point
  /// Where it ends: the line's end, the opposite corner.
  public var to: Point

  /// A figure by its corners, canvas px.
  public init(_ kind: Kind, from: Point, to: Point) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// The figure that a drag from one place to another draws.
  /// - Parameters:
  ///   - isConstrained: lines go in steps of 15 degrees, rectangles are squares, ellipses circles.
  ///   - isCentered: the drag starts in the middle instead of at a corner.
  public init(_ kind: Kind, dragged start: Point, _ end: Point, isConstrained: Bool, isCentered: Bool) {
    var way = end - start
    if isConstrained {
      switch kind {
      case .line:
        let step = Double.pi / 12
        let steps = (way.direction.radians / step).rounded()
        // As long as the pen's place is along it. Quarter turns are exact, so that level lines are level.
        let direction = Affine.rotation(Angle(radians: Double.pi / 2 * (steps / 6)))(Vector(1, 0))
        way = direction * max(0, way.dot(direction))
      case .rectangle, .ellipse:
        let side = max(abs(way.dx), abs(way.dy))
        way = Vector(way.dx < 0 ? -side : side, way.dy < 0 ? -side : side)
      }
    }
    self.init(kind, from: isCentered ? start - way : start, to: start + way)
  }

  /// The corners of the outline, in order; that of a closed figure ends where it starts. Curves are chords within
  /// `tolerance` canvas px (> 0).
  public func outline(tolerance: Double = 0.02) -> [Point] {
    switch kind {
    case .line: return [from, to]
    case .rectangle:
      return [from, Point(to.x, from.y), to, Point(from.x, to.y), from]
    case .ellipse:
      let (middle, a, b) = (from.midpoint(to: to), abs(to.x - from.x) / 2, abs(to.y - from.y) / 2)
      let longest = max(a, b)
      guard longest > tolerance else { return [middle] }
      // A chord of a circle of the longer radius is within the tolerance; squeezed to the ellipse it stays so.
      let widest = 2 * acos(max(0.5, 1 - tolerance / longest))
      let count = 4 * Int((2 * .pi / widest / 4).rounded(.up))
      return (0...count).map { i in
        // The last is the first, to the bit.
        let angle = 2 * .pi * Double(i % count) / Double(count)
        return Point(middle.x + a * cos(angle), middle.y + b * sin(angle))
      }
    }
  }
}
