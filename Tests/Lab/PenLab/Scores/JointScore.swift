import Geometry
import Ink

/// The score of a curve's joints: the angles between the tangents of its segments.
struct JointScore {
  /// The largest angle at a joint that is no intended corner, degrees, 0...180.
  private(set) var largestOnTheWay = 0.0
  /// The largest angle anywhere, degrees.
  private(set) var largest = 0.0

  /// The length of the pen's path on either side of a joint that decides about a corner, canvas px,
  /// but to the next point at least.
  static let reach = 10.0
  /// The least turn that counts as an intended corner.
  static let corner = Angle(degrees: 45)

  /// No curve yet.
  init() {}

  /// Judges one curve.
  init(_ segments: [InkSegment], of points: [InkPoint]) { add(segments, of: points) }

  /// Adds the curve of another stroke, drawn through `points`. Segments without length have no
  /// direction and are skipped.
  mutating func add(_ segments: [InkSegment], of points: [InkPoint]) {
    let places = points.map(\.position)
    var before: Vector?
    for segment in segments {
      guard let start = segment.curve.startDirection, let end = segment.curve.endDirection else { continue }
      if let before {
        let angle = Self.angle(before, start)
        largest = max(largest, angle.degrees)
        // Only look for a corner if it could change the result.
        if angle.degrees > largestOnTheWay, !Self.isCorner(at: segment.curve.p0, of: places) {
          largestOnTheWay = angle.degrees
        }
      }
      before = end
    }
  }

  /// The angle between two unit vectors, 0...pi; exact also where it is tiny, unlike the arc
  /// cosine.
  static func angle(_ a: Vector, _ b: Vector) -> Angle {
    Angle(radians: abs(Vector(a.dot(b), a.cross(b)).direction.radians))
  }

  /// Whether the path through `places` has a corner at its point nearest to `p`.
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
