import Geometry
import Ink

/// Measures how smoothly the segments of a curve meet, by the angles between their tangents.
struct JointScore {
  /// The largest angle outside corners of the stroke, degrees, 0...180.
  private(set) var largestOnTheWay = 0.0
  /// The largest angle anywhere, degrees.
  private(set) var largest = 0.0

  /// The distance on both sides of a joint in which corners are searched, px; at least one point.
  static let reach = 10.0
  /// A larger turn between both sides is a corner of the stroke.
  static let corner = Angle(degrees: 45)

  init() {}

  init(_ segments: [InkSegment], of points: [InkPoint]) { add(segments, of: points) }

  /// Adds the curve of a stroke through `points`; degenerate segments are skipped.
  mutating func add(_ segments: [InkSegment], of points: [InkPoint]) {
    let places = points.map(\.position)
    var before: Vector?
    for segment in segments {
      guard let start = segment.curve.startDirection, let end = segment.curve.endDirection else { continue }
      if let before {
        let angle = Self.angle(before, start)
        largest = max(largest, angle.degrees)
        // The search for corners is slow and only needed for a new maximum.
        if angle.degrees > largestOnTheWay, !Self.isCorner(at: segment.curve.p0, of: places) {
          largestOnTheWay = angle.degrees
        }
      }
      before = end
    }
  }

  /// The angle between two unit vectors, 0...pi; exact even if tiny, unlike the arc cosine.
  static func angle(_ a: Vector, _ b: Vector) -> Angle {
    Angle(radians: abs(Vector(a.dot(b), a.cross(b)).direction.radians))
  }

  /// Whether the path through `places` has a corner at the point nearest to `p`.
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
