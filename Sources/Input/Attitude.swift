import Geometry
import Glibc

/// How a pen is held, from its two tilts.
///
/// Near upright the direction in which a pen leans is noise: there the last one is held. The hold begins below 3 degrees
/// and ends above 5, so that it does not flutter.
struct Attitude: Hashable {
  /// Angle between the pen and the surface.
  private(set) var altitude = Angle.quarterTurn
  /// Direction in which the pen leans.
  private(set) var azimuth = Angle.zero
  private var isHeld = true

  static let holdBelow = 3 * Double.pi / 180
  static let followFrom = 5 * Double.pi / 180

  /// Takes the angles from upright, each within +-89 degrees: `x` to the right, `y` down the screen.
  ///
  /// The plane in which the pen's projection on the xz plane leans by `x` and that on the yz plane by `y` has the
  /// direction atan2(tan y, tan x); the altitude is the angle whose cotangent is the length of the two tangents.
  mutating func update(tiltX x: Angle, tiltY y: Angle) {
    let (tx, ty) = (tan(x.radians), tan(y.radians))
    let lean = hypot(tx, ty)
    altitude = Angle(radians: atan2(1, lean))
    let tilt = atan(lean)
    if tilt < Self.holdBelow { isHeld = true }
    if tilt >= Self.followFrom { isHeld = false }
    if !isHeld { azimuth = Angle(radians: atan2(ty, tx)) }
  }
}
