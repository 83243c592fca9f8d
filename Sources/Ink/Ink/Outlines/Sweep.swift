import Geometry
import Glibc

/// The tip of a brush moving along a cubic curve; its size and direction are linear in the
/// parameter.
///
/// The ink of a stroke is the union of the prints along all of its sweeps.
@frozen public struct Sweep: Hashable, Sendable {
  /// The path of the tip's centre, canvas px.
  public var curve: CubicBezier
  /// The print at the start, centred on the start of the curve.
  public var start: Disc
  /// The print at the end, centred on the end of the curve.
  public var end: Disc

  /// A sweep by its curve and the prints at both ends, whose centres are set to the curve's ends.
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

  /// The turn of a flat tip, rad, by the shorter way: half a turn gives the same print.
  public var turn: Double { remainder(Double(end.direction - start.direction), .pi) }

  /// A rectangle that contains every print: the control points' bounds enlarged by the greater
  /// radius.
  public var bounds: Rect {
    let (box, r) = (curve.controlBounds, max(start.radius, end.radius))
    return Rect(minX: box.minX - r, minY: box.minY - r, maxX: box.maxX + r, maxY: box.maxY + r)
  }

  /// The part between two parameters, exact but for rounding; nil if it is empty. Parameters next to 0 or 1 count as
  /// these.
  func part(from start: Double, to end: Double) -> Sweep? {
    let a = start < Self.least ? 0 : start > 1 - Self.least ? 1 : start
    let b = end < Self.least ? 0 : end > 1 - Self.least ? 1 : end
    guard a < b else { return nil }
    if a == 0, b == 1 { return self }
    let shorter = b < 1 ? curve.split(at: b).0 : curve
    return Sweep(
      a > 0 ? shorter.split(at: a / b).1 : shorter, from: a > 0 ? print(at: a) : self.start,
      to: b < 1 ? print(at: b) : self.end)
  }

  private static let least = 1e-9
}
