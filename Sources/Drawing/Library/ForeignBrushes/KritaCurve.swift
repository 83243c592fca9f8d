import Geometry
import Ink

/// A curve of Krita: a natural cubic spline through points, constant outside of them, within 0...1.
struct KritaCurve {
  private var points: [Point] = [.zero, Point(1, 1)]
  /// The second derivative at each point.
  private var bends: [Double] = [0, 0]

  /// The greatest number of points.
  static let mostPoints = 100

  /// The straight line.
  init() {}

  /// Parses "x,y;x,y;"; the straight line if there are fewer than two points.
  init(_ text: String) {
    var points: [Point] = []
    for pair in text.split(separator: ";").prefix(Self.mostPoints) {
      let numbers = pair.split(separator: ",").prefix(2).compactMap { Double($0.filter { !$0.isWhitespace }) }
      guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { continue }
      points.append(Point(max(0, min(1, numbers[0])), max(0, min(1, numbers[1]))))
    }
    points.sort { $0.x < $1.x }
    var distinct: [Point] = []
    for point in points where distinct.last.map({ point.x - $0.x > 1e-6 }) ?? true { distinct.append(point) }
    guard distinct.count >= 2 else { return }
    self.points = distinct
    bends = Self.bends(distinct)
  }

  /// Solves the tridiagonal system of the second derivatives, which are 0 at both ends.
  private static func bends(_ points: [Point]) -> [Double] {
    var (upper, right) = ([Double](repeating: 0, count: points.count), [Double](repeating: 0, count: points.count))
    for i in 1..<(points.count - 1) {
      let (before, after) = (points[i].x - points[i - 1].x, points[i + 1].x - points[i].x)
      let (rise, fall) = ((points[i + 1].y - points[i].y) / after, (points[i].y - points[i - 1].y) / before)
      let pivot = 2 * (before + after) - before * upper[i - 1]
      upper[i] = after / pivot
      right[i] = (6 * (rise - fall) - before * right[i - 1]) / pivot
    }
    var bends = [Double](repeating: 0, count: points.count)
    for i in (1..<(points.count - 1)).reversed() { bends[i] = right[i] - upper[i] * bends[i + 1] }
    return bends
  }

  /// The value at 0...1.
  func callAsFunction(_ x: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.x > x }) else { return points[points.count - 1].y }
    guard next > 0 else { return points[0].y }
    let (a, b) = (points[next - 1], points[next])
    let width = b.x - a.x
    let (left, right) = ((b.x - x) / width, (x - a.x) / width)
    let bend = (left * left * left - left) * bends[next - 1] + (right * right * right - right) * bends[next]
    return max(0, min(1, left * a.y + right * b.y + bend * width * width / 6))
  }

  /// The rise from `self(0)` to `self(1)`, as near as a pressure curve can be (least squares at 21 places).
  /// - Precondition: `self(1) > self(0)`.
  var pressureCurve: PressureCurve {
    let (low, high) = (self(0), self(1))
    // With the control points at a third and two thirds, x is the curve's parameter.
    var (aa, ab, bb, ay, by) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for i in 1..<20 {
      let t = Double(i) / 20
      let (first, second) = (3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t)
      let y = (self(t) - low) / (high - low) - t * t * t
      (aa, ab, bb) = (aa + first * first, ab + first * second, bb + second * second)
      (ay, by) = (ay + first * y, by + second * y)
    }
    var first = max(0, min(1, (ay * bb - by * ab) / (aa * bb - ab * ab)))
    let second = max(0, min(1, (by - first * ab) / bb))
    // If the second one is at a limit, the best first one is another.
    first = max(0, min(1, (ay - second * ab) / aa))
    if abs(first - 1 / 3.0) < 0.01, abs(second - 2 / 3.0) < 0.01 { return .linear }
    return PressureCurve(first: Point(1 / 3.0, first), second: Point(2 / 3.0, second))
  }
}
