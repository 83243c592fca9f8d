import Geometry

/// How pressure is felt: a monotone curve from (0, 0) to (1, 1), a cubic Bézier with two control points of the user's.
///
/// The curve is solved once, when it is made, into a table of 256 pieces: looking a pressure up costs the same for
/// every shape and allocates nothing. Between entries it is linear, within 1e-4 of the curve for shapes people draw.
public struct PressureCurve: Hashable, Sendable {
  /// First control point, in the unit square.
  public let first: Point
  /// Second control point, in the unit square.
  public let second: Point
  private let table: [Double]

  /// Pressure as it is.
  public static let linear = PressureCurve(first: Point(1 / 3.0, 1 / 3.0), second: Point(2 / 3.0, 2 / 3.0))

  /// The curve with the given control points, clamped to the unit square: so it is a function and never falls.
  public init(first: Point, second: Point) {
    func unit(_ v: Double) -> Double { v.isFinite ? max(0, min(1, v)) : 0 }
    self.first = Point(unit(first.x), unit(first.y))
    self.second = Point(unit(second.x), unit(second.y))
    let bezier = CubicBezier(.zero, self.first, self.second, Point(1, 1))
    table = (0...256).map { i in
      let x = Double(i) / 256
      // x(t) never falls for control points in the unit square: bisection cannot miss.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<48 {
        let t = (low + high) / 2
        if bezier.point(at: t).x < x { low = t } else { high = t }
      }
      return i == 0 ? 0 : i == 256 ? 1 : bezier.point(at: (low + high) / 2).y
    }
  }

  /// The felt pressure, 0...1, for a measured one; values outside 0...1 and NaN are clamped.
  public func callAsFunction(_ pressure: Double) -> Double {
    guard pressure > 0 else { return 0 }
    guard pressure < 1 else { return 1 }
    let place = pressure * 256
    let i = Int(place)
    let f = place - Double(i)
    return table[i] * (1 - f) + table[i + 1] * f
  }
}
