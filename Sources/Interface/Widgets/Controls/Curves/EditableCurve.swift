import Geometry
import Ink
import Input

/// A curve over the unit square that `CurveEditor` shows and changes by its handles.
protocol EditableCurve: Hashable {
  /// The handles from left to right, in the unit square.
  var handles: [Point] { get }
  /// The curve with handles on the grid that it is stored with.
  var rounded: Self { get }
  /// The height at a place of 0...1; beyond the square where the curve leaves it.
  func callAsFunction(_ x: Double) -> Double
  /// The curve with a handle moved as near to `place` as possible.
  func moving(_ index: Int, to place: Point) -> Self
  /// The curve with another handle, and the number of that; nil if it can have no more.
  func adding(at place: Point) -> (curve: Self, index: Int)?
  /// The curve without a handle; nil if it needs it.
  func removing(_ index: Int) -> Self?
}

extension EditableCurve {
  func adding(at place: Point) -> (curve: Self, index: Int)? { nil }
  func removing(_ index: Int) -> Self? { nil }
}

extension PressureResponse: EditableCurve {}

extension PressureCurve: EditableCurve {
  var handles: [Point] { [first, second] }

  /// With hundredths, as brushes' files have them.
  var rounded: PressureCurve {
    func rounded(_ p: Point) -> Point { Point((p.x * 100).rounded() / 100, (p.y * 100).rounded() / 100) }
    return PressureCurve(first: rounded(first), second: rounded(second))
  }

  func moving(_ index: Int, to place: Point) -> PressureCurve {
    guard place.isFinite else { return self }
    return index == 0 ? PressureCurve(first: place, second: second) : PressureCurve(first: first, second: place)
  }
}
