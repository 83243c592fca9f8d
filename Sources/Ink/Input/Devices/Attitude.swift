import Geometry
import Glibc

/// The direction of a pen, computed from its two tilts.
///
/// Near upright the azimuth is noise, so the last one is held: from below 3 degrees of tilt until 5
/// degrees are reached.
struct Attitude: Hashable {
  /// Angle between the pen and the surface.
  private(set) var altitude = Angle.quarterTurn
  /// Direction in which the pen leans.
  private(set) var azimuth = Angle.zero
  private var isHeld = true

  static let holdBelow = 3 * Double.pi / 180
  static let followFrom = 5 * Double.pi / 180

  /// Updates the attitude from the angles from upright, each within +-89 degrees: `x` to the right,
  /// `y` down the screen.
  ///
  /// The azimuth is atan2(tan y, tan x). The altitude is the angle whose cotangent is the length of
  /// (tan x, tan y).
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
