import Geometry

/// A device's pressure curve: through four handles, never falling.
///
/// It belongs to the device; `Ink.PressureCurve`, which is applied after it, belongs to a brush.
/// The curve is level before the first and after the last handle, so that the light end of a worn
/// nib can be cut off and a light touch can reach full pressure.
///
/// Between handles it is a piecewise cubic, smooth and monotone for any handles: F. N. Fritsch and
/// R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM Journal on Numerical Analysis 17
/// (1980), 238-246. Slopes start as the means of neighbouring secants (at the ends, the secant
/// itself) and are limited to the circle of radius 3.
public struct PressureResponse: Sendable, Hashable {
  /// The number of handles.
  public static let handleCount = 4
  /// The smallest distance of handles along x.
  public static let leastGap = 0.02

  /// The handles from left to right, in the unit square: x is the measured pressure, rising by at
  /// least `leastGap`; y the resulting one, never falling.
  public let handles: [Point]
  private let slopes: [Double]

  /// The curve that changes nothing.
  public static let identity = PressureResponse(
    sound: [Point(0, 0), Point(1 / 3.0, 1 / 3.0), Point(2 / 3.0, 2 / 3.0), Point(1, 1)])

  /// The curve through these handles; nil if they are not as `handles` requires.
  public init?(_ handles: [Point]) {
    guard Self.isSound(handles) else { return nil }
    self.init(sound: handles)
  }

  private init(sound handles: [Point]) {
    self.handles = handles
    slopes = Self.slopes(handles)
  }

  private static func isSound(_ handles: [Point]) -> Bool {
    guard handles.count == handleCount, handles.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }) else {
      return false
    }
    // The slack allows for rounding of decimals.
    return zip(handles, handles.dropFirst()).allSatisfy { $1.x - $0.x >= leastGap - 1e-9 && $1.y >= $0.y }
  }

  /// The curve with a handle moved as near to `place` as its neighbours allow.
  public func moving(_ index: Int, to place: Point) -> PressureResponse {
    guard handles.indices.contains(index), place.isFinite else { return self }
    let last = handles.count - 1
    let left = index > 0 ? handles[index - 1].x + Self.leastGap : 0
    let right = index < last ? handles[index + 1].x - Self.leastGap : 1
    let low = index > 0 ? handles[index - 1].y : 0
    let high = index < last ? handles[index + 1].y : 1
    var moved = handles
    moved[index] = Point(max(left, min(right, place.x)), max(low, min(high, place.y)))
    return PressureResponse(moved) ?? self
  }

  /// The curve with handles rounded to thousandths, as in the settings file.
  public var rounded: PressureResponse {
    PressureResponse(handles.map { Point(($0.x * 1000).rounded() / 1000, ($0.y * 1000).rounded() / 1000) }) ?? self
  }

  /// Whether the curve is the identity within rounding.
  public var isIdentity: Bool {
    zip(handles, Self.identity.handles).allSatisfy { $0.distance(to: $1) < 0.001 }
  }

  /// The resulting pressure, 0...1, for a measured one; values outside 0...1 are clamped, NaN is 0.
  public func callAsFunction(_ pressure: Double) -> Double {
    let x = pressure > 0 ? min(1, pressure) : 0
    guard x > handles[0].x else { return handles[0].y }
    for k in 0..<handles.count - 1 where x < handles[k + 1].x {
      let (a, b) = (handles[k], handles[k + 1])
      let width = b.x - a.x
      let t = (x - a.x) / width
      let (t2, t3) = (t * t, t * t * t)
      // Hermite's cubic, as the rise above the left handle, so that rounding cannot shift a level
      // part.
      let rise = (b.y - a.y) * (3 * t2 - 2 * t3)
      let bend = width * (slopes[k] * (t3 - 2 * t2 + t) + slopes[k + 1] * (t3 - t2))
      return max(a.y, min(b.y, a.y + rise + bend))
    }
    return handles[handles.count - 1].y
  }

  private static func slopes(_ handles: [Point]) -> [Double] {
    let secants = zip(handles, handles.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    let last = secants.count
    var slopes = (0...last).map { k in
      k == 0 ? secants[0] : k == last ? secants[last - 1] : (secants[k - 1] + secants[k]) / 2
    }
    for (k, secant) in secants.enumerated() {
      guard secant > 0 else {
        (slopes[k], slopes[k + 1]) = (0, 0)
        continue
      }
      let (a, b) = (slopes[k] / secant, slopes[k + 1] / secant)
      let square = a * a + b * b
      guard square > 9 else { continue }
      let scale = 3 / square.squareRoot()
      (slopes[k], slopes[k + 1]) = (scale * a * secant, scale * b * secant)
    }
    return slopes
  }

  /// Whether both have the same handles.
  public static func == (a: PressureResponse, b: PressureResponse) -> Bool { a.handles == b.handles }

  /// Hashes the handles.
  public func hash(into hasher: inout Hasher) { hasher.combine(handles) }
}
