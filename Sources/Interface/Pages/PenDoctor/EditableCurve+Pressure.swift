import Geometry
import Ink
import Input
import Toolkit

extension PressureResponse: EditableCurve {}

extension PressureCurve: EditableCurve {
  public var handles: [Point] { [first, second] }

  /// With hundredths, as brushes' files have them.
  public var rounded: PressureCurve {
    func rounded(_ p: Point) -> Point { Point((p.x * 100).rounded() / 100, (p.y * 100).rounded() / 100) }
    return PressureCurve(first: rounded(first), second: rounded(second))
  }

  public func moving(_ index: Int, to place: Point) -> PressureCurve {
    guard place.isFinite else { return self }
    return index == 0 ? PressureCurve(first: place, second: second) : PressureCurve(first: first, second: place)
  }
}
