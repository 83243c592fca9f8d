import Geometry
import Glibc

/// A touch that turns a dial: where it began and how far it has gone round the centre. Places are vectors from there.
struct DialTurn: Sendable, Hashable {
  /// Where the dial stood at the press, degrees.
  let start: Double
  /// Where it stood when the touch was last pressed or came out of the inner ring, without snapping, degrees.
  var anchorDegrees: Double
  /// The touch's angle there, radians.
  var anchorAngle: Double
  /// The touch's angle now (or where it went into the ring), followed round and round, radians.
  var angle: Double
  /// Where the touch was last.
  var last: Vector

  /// Where the dial stands by the touch alone, degrees.
  var raw: Double { anchorDegrees + (angle - anchorAngle) * (180 / .pi) }

  /// Follows the touch along the straight way to `place`, leaving out what lies within the inner ring.
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

  /// Follows the touch to a place that it reaches without crossing the inner ring: by less than half a turn.
  private mutating func turn(to place: Vector) {
    let wrapped = place.direction.radians
    angle = wrapped + ((angle - wrapped) / (2 * .pi)).rounded() * (2 * .pi)
  }
}
