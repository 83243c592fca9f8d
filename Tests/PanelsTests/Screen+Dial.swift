import Geometry
import InterfaceSupport

@testable import Panels

extension Screen {
  /// The centre of the dial, window px.
  var center: Point { overlay.dial.center }

  func onDial(_ degrees: Double, _ radius: Double = 60) -> Point {
    center + Vector(length: radius, direction: Angle(degrees: degrees))
  }
}
