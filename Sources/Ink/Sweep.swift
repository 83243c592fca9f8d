import Geometry
import Glibc

/// The tip of a brush on its way along a cubic curve, its size and direction changing evenly with the curve's parameter.
///
/// The ink of a stroke is the union of the prints of the tip along all of its sweeps.
@frozen public struct Sweep: Hashable, Sendable {
  /// The way of the tip's centre, canvas px.
  public var curve: CubicBezier
  /// The print at the start, centred on the start of the curve.
  public var start: Disc
  /// The print at the end, centred on the end of the curve.
  public var end: Disc

  /// A sweep by its curve and the prints at both ends, whose centres become the curve's ends.
  @inlinable public init(_ curve: CubicBezier, from start: Disc, to end: Disc) {
    self.curve = curve
    self.start = start
    self.end = end
    self.start.center = curve.p0
    self.end.center = curve.p3
  }

  /// The print at parameter `t` in 0...1.
  public func print(at t: Double) -> Disc {
    Disc(
      center: curve.point(at: t), radius: start.radius + (end.radius - start.radius) * t,
      strength: start.strength + (end.strength - start.strength) * Float(t),
      direction: start.direction + Float(turn * t))
  }

  /// By how much a flat tip turns on the way, rad: the shorter way round, half a turn more or less being the same print.
  public var turn: Double { remainder(Double(end.direction - start.direction), .pi) }

  /// A rectangle that holds every print: that of the control points, wider by the greater radius on each side.
  public var bounds: Rect {
    let (box, r) = (curve.controlBounds, max(start.radius, end.radius))
    return Rect(minX: box.minX - r, minY: box.minY - r, maxX: box.maxX + r, maxY: box.maxY + r)
  }
}
