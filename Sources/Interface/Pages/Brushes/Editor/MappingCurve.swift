import Geometry
import Glibc
import Ink
import Toolkit

/// How a setting of MyPaint's depends on an input, as a curve to edit: the input from left to
/// right, what is added to the setting upwards, 0 in the middle.
struct MappingCurve: EditableCurve {
  /// Those of the brush; empty for no dependence, which looks like a level line.
  private(set) var points: [SIMD2<Float>]
  /// The inputs at the left and at the right.
  let inputs: ClosedRange<Double>
  /// The sum at the top; at the bottom its negative.
  let reach: Double

  /// The curve of a setting and an input.
  /// - Parameters:
  ///   - points: those of the brush.
  ///   - reach: the wanted sum at the top; more if the points need it. Nil for what the setting's
  ///     range suggests.
  init(_ points: [SIMD2<Float>], _ setting: MyPaintSetting, _ input: MyPaintInput, reach: Double? = nil) {
    self.points = points
    let usual = input.usualRange
    let all = points.map(\.x) + [usual.lowerBound, usual.upperBound]
    inputs = Double(all.min() ?? 0)...Double(all.max() ?? 1)
    let needed = points.reduce(0) { max($0, abs(Double($1.y))) }
    let least = reach ?? Self.reaches.first { $0 >= min(1, setting.span) } ?? 1
    self.reach = max(least, Self.reaches.first { $0 >= needed } ?? needed)
  }

  /// The heights that can be chosen.
  static let reaches = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1000, 10_000]

  private var length: Double { inputs.upperBound - inputs.lowerBound }

  /// The points that the handles are for.
  private var shown: [SIMD2<Float>] {
    points.isEmpty ? [SIMD2(Float(inputs.lowerBound), 0), SIMD2(Float(inputs.upperBound), 0)] : points
  }

  var handles: [Point] {
    shown.map { Point((Double($0.x) - inputs.lowerBound) / length, (Double($0.y) / reach + 1) / 2) }
  }

  /// Handles are rounded when they are moved, so that the others keep the numbers of their file.
  var rounded: MappingCurve { self }

  /// The input and the sum at a place of the square.
  func numbers(at place: Point) -> (input: Double, sum: Double) {
    (inputs.lowerBound + place.x * length, (2 * place.y - 1) * reach)
  }

  func callAsFunction(_ x: Double) -> Double {
    let points = shown
    let input = inputs.lowerBound + x * length
    // The line goes on beyond the first and the last point.
    let end = points.indices.dropFirst().first { input <= Double(points[$0].x) } ?? points.count - 1
    let (a, b) = (points[end - 1], points[end])
    let (width, rise) = (Double(b.x - a.x), Double(b.y - a.y))
    let sum = width == 0 ? Double(a.y) : Double(a.y) + rise * (input - Double(a.x)) / width
    return (sum / reach + 1) / 2
  }

  /// The least distance between two points along the input.
  private var gap: Double { length / 500 }

  func moving(_ index: Int, to place: Point) -> MappingCurve {
    var points = shown
    guard points.indices.contains(index), place.isFinite else { return self }
    let left = index > 0 ? Double(points[index - 1].x) + gap : inputs.lowerBound
    let right = index + 1 < points.count ? Double(points[index + 1].x) - gap : inputs.upperBound
    let (input, sum) = numbers(at: Point(place.x, max(0, min(1, place.y))))
    // A coordinate that is not moved keeps its number.
    let before = handles[index]
    if abs(place.x - before.x) > 1e-9, left <= right {
      points[index].x = Float(max(left, min(right, Self.rounded(input, to: length / 1000))))
    }
    if abs(place.y - before.y) > 1e-9 { points[index].y = Float(Self.rounded(sum, to: reach / 500)) }
    return with(points)
  }

  func adding(at place: Point) -> (curve: MappingCurve, index: Int)? {
    let points = shown
    let (input, _) = numbers(at: Point(max(0, min(1, place.x)), 0))
    guard place.isFinite, points.count < MyPaintBrush.pointLimit else { return nil }
    let index = points.firstIndex { Double($0.x) > input } ?? points.count
    let left = index > 0 ? Double(points[index - 1].x) + gap : inputs.lowerBound
    let right = index < points.count ? Double(points[index].x) - gap : inputs.upperBound
    guard left <= right else { return nil }
    var more = points
    more.insert(SIMD2(Float(max(left, min(right, input))), 0), at: index)
    return (with(more).moving(index, to: place), index)
  }

  func removing(_ index: Int) -> MappingCurve? {
    guard points.count > 2, points.indices.contains(index) else { return nil }
    var points = points
    points.remove(at: index)
    return with(points)
  }

  private func with(_ points: [SIMD2<Float>]) -> MappingCurve {
    var curve = self
    curve.points = points
    return curve
  }

  /// A number on a decimal grid of at most `step`.
  private static func rounded(_ value: Double, to step: Double) -> Double {
    let perUnit = pow(10, (-log10(step)).rounded(.up))
    return perUnit >= 1 ? (value * perUnit).rounded() / perUnit : value.rounded()
  }
}

extension MyPaintSetting {
  /// The distance between the least and the greatest base value.
  fileprivate var span: Double { Double(range.upperBound - range.lowerBound) }
}
