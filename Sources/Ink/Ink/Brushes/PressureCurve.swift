import Geometry

/// Maps measured to effective pressure: a monotone cubic Bézier curve from (0, 0) to (1, 1).
///
/// The initialiser tabulates 257 values. Between them the result is linear, within 1e-4 of usual
/// curves. A lookup is O(1) and allocates nothing.
public struct PressureCurve: Hashable, Sendable {
  /// First control point, in the unit square.
  public let first: Point
  /// Second control point, in the unit square.
  public let second: Point
  private let table: [Double]

  /// The identity.
  public static let linear = PressureCurve(first: Point(1 / 3.0, 1 / 3.0), second: Point(2 / 3.0, 2 / 3.0))

  /// The curve with these control points, clamped to the unit square: a function that never falls.
  public init(first: Point, second: Point) {
    func unit(_ v: Double) -> Double { v.isFinite ? max(0, min(1, v)) : 0 }
    self.first = Point(unit(first.x), unit(first.y))
    self.second = Point(unit(second.x), unit(second.y))
    let bezier = CubicBezier(.zero, self.first, self.second, Point(1, 1))
    table = (0...256).map { i in
      let x = Double(i) / 256
      // x(t) never falls for control points in the unit square, so bisection finds the parameter.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<48 {
        let t = (low + high) / 2
        if bezier.point(at: t).x < x { low = t } else { high = t }
      }
      return i == 0 ? 0 : i == 256 ? 1 : bezier.point(at: (low + high) / 2).y
    }
  }

  /// The effective pressure, 0...1; arguments are clamped to 0...1, NaN counts as 0.
  public func callAsFunction(_ pressure: Double) -> Double {
    guard pressure > 0 else { return 0 }
    guard pressure < 1 else { return 1 }
    let place = pressure * 256
    let i = Int(place)
    let f = place - Double(i)
    return table[i] * (1 - f) + table[i + 1] * f
  }
}
