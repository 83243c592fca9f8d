import Geometry
import Ink

/// How smoothly the pieces of a curve meet: the angles between their tangents.
struct JointScore {
  /// The largest angle where the hand turned no corner, degrees, 0...180.
  private(set) var largestOnTheWay = 0.0
  /// The largest angle anywhere, degrees.
  private(set) var largest = 0.0

  /// How far the hand's way is looked at on either side of a joint, canvas px, but to the next point at least.
  static let reach = 10.0
  /// From this turn on between both sides the hand drew a corner.
  static let corner = Angle(degrees: 45)

  /// No curve yet.
  init() {}

  /// Judges one curve.
  init(_ segments: [InkSegment], of points: [InkPoint]) { add(segments, of: points) }

  /// Judges the curve of another stroke, drawn through `points`, as well. Segments that are mere points have no direction
  /// and are looked past.
  mutating func add(_ segments: [InkSegment], of points: [InkPoint]) {
    let places = points.map(\.position)
    var before: Vector?
    for segment in segments {
      guard let start = segment.curve.startDirection, let end = segment.curve.endDirection else { continue }
      if let before {
        let angle = Self.angle(before, start)
        largest = max(largest, angle.degrees)
        // Looking for a corner takes time and is needed where it could matter only.
        if angle.degrees > largestOnTheWay, !Self.isCorner(at: segment.curve.p0, of: places) {
          largestOnTheWay = angle.degrees
        }
      }
      before = end
    }
  }

  /// The angle between two unit vectors, 0...pi; exact also where it is tiny, unlike the arc cosine.
  static func angle(_ a: Vector, _ b: Vector) -> Angle {
    Angle(radians: abs(Vector(a.dot(b), a.cross(b)).direction.radians))
  }

  /// Whether the way through `places` turns a corner at the one of them that is nearest to `p`.
  static func isCorner(at p: Point, of places: [Point]) -> Bool {
    guard let middle = places.indices.min(by: { places[$0].distance(to: p) < places[$1].distance(to: p) }) else {
      return false
    }
    var (low, high) = (middle, middle)
    while low > 0, low == middle || places[low].distance(to: places[middle]) < reach { low -= 1 }
    while high < places.count - 1, high == middle || places[high].distance(to: places[middle]) < reach { high += 1 }
    guard let a = (places[middle] - places[low]).normalized, let b = (places[high] - places[middle]).normalized else {
      return false
    }
    return angle(a, b) > corner
  }
}
