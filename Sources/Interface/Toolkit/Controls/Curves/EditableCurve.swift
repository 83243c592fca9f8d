import Geometry

/// A curve over the unit square that `CurveEditor` shows and changes by its handles.
public protocol EditableCurve: Hashable {
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
  public func adding(at place: Point) -> (curve: Self, index: Int)? { nil }
  public func removing(_ index: Int) -> Self? { nil }
}
