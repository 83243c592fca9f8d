import Geometry
import Glibc
import Toolkit

/// A touch that turns a dial. Positions are vectors from the dial's centre.
struct DialTurn: Sendable, Hashable {
  /// The dial's angle at the press, degrees.
  let start: Double
  /// The dial's angle when the touch was pressed or last left the inner ring, without snapping,
  /// degrees.
  var anchorDegrees: Double
  /// The touch's angle at that time, radians.
  var anchorAngle: Double
  /// The touch's current angle (or that at which it entered the ring), unwrapped, radians.
  var angle: Double
  /// The last position of the touch.
  var last: Vector

  /// The dial's angle without snapping and limits, degrees.
  var raw: Double { anchorDegrees + (angle - anchorAngle) * (180 / .pi) }

  /// Follows the touch along the straight line to `place`, except inside the inner ring.
  mutating func follow(to place: Vector, innerRadius: Double) {
    let from = last
    last = place
    let way = place - from
    // |from + t way| = innerRadius, as a t^2 + 2 b t + c = 0.
    let (a, b, c) = (way.lengthSquared, from.dot(way), from.lengthSquared - innerRadius * innerRadius)
    let square = b * b - a * c
    guard a > 0 else { return }
    guard square > 0 else { return turn(to: place) }
    let (enters, leaves) = ((-b - square.squareRoot()) / a, (-b + square.squareRoot()) / a)
    guard enters < 1, leaves > 0 else { return turn(to: place) }
    if enters > 0 { turn(to: from + way * enters) }
    (anchorDegrees, anchorAngle) = (raw, angle)
    guard leaves < 1 else { return }
    anchorAngle = (from + way * leaves).direction.radians
    angle = anchorAngle
    turn(to: place)
  }

  /// Follows the touch to a point without crossing the inner ring: by less than half a turn.
  private mutating func turn(to place: Vector) {
    let wrapped = place.direction.radians
    angle = wrapped + ((angle - wrapped) / (2 * .pi)).rounded() * (2 * .pi)
  }
}
