import Geometry

/// A place of ink at which a line may go on: its end, or one that a crossing hides.
struct LineEnd: Equatable {
  enum Kind: Int {
    /// A convex corner. It has no direction.
    case corner
    /// An end too short to tell a direction.
    case stub
    /// The end of a line.
    case end
    /// A line that arrives at a crossing and does not go on behind it.
    case arm
  }

  var kind: Kind
  /// The middle of its front, px of the map.
  var place: Point
  /// Outwards, of length 1.
  var direction: Vector
  /// The line's width, px.
  var width: Double
  /// The ink pixel at the place.
  var pixel: (x: Int, y: Int)

  /// Whether `direction` says where the line goes.
  var hasDirection: Bool { kind == .end || kind == .arm }

  static func == (a: LineEnd, b: LineEnd) -> Bool {
    a.kind == b.kind && a.place == b.place && a.direction == b.direction && a.width == b.width && a.pixel == b.pixel
  }
}

/// The middle of a line behind its end, as a curve.
struct LineAxis {
  /// How far it goes back, px.
  private(set) var length = 0.0
  /// How much wider the line gets for each px behind its end.
  private(set) var growth = 0.0
  /// The direction outwards at the end; nil if the axis is too short.
  private(set) var direction: Vector?

  /// Follows the axis while the line has about its width.
  /// - Parameters:
  ///   - index: the middle of the end's front.
  ///   - width: the line's, px.
  ///   - limit: how far back it looks, px.
  init(of contour: InkContour, behind index: Int, width: Double, limit: Double) {
    let (front, start) = (contour[index].place, contour.way(index))
    var points: [Point] = []
    var (way, ways, chords, growths) = (0.0, 0.0, 0.0, 0.0)
    var (before, after) = (index, index)
    var distance = width / 2 + 1
    while distance <= limit, distance < contour.length / 2 - width / 2, points.count < 64 {
      while contour.way(before) > start - distance, before > index - contour.count + 1, before > -contour.count {
        before -= 1
      }
      while contour.way(after) < start + distance, after < index + contour.count - 1, after < 2 * contour.count - 1 {
        after += 1
      }
      let (a, b) = (contour[before].place, contour[after].place)
      let chord = a.distance(to: b)
      // The line gets wider: another one joins it.
      if chord > width * 1.35 + 1.5 { break }
      points.append(a.lerp(to: b, 0.5))
      way += distance
      ways += distance * distance
      chords += chord
      growths += chord * distance
      length = distance
      distance += 2
    }
    let count = Double(points.count)
    guard points.count > 2, let last = points.last else { return }
    growth = (count * growths - way * chords) / (count * ways - way * way)
    direction = Self.direction(at: front, from: last, points, width)
  }

  /// The tangent at the front of the curve through the points (least squares): quadratic where they are enough, else straight.
  private static func direction(at front: Point, from last: Point, _ points: [Point], _ width: Double) -> Vector? {
    let line = front - last
    guard line.length >= 2, let along = line.normalized else { return nil }
    let across = along.perpendicular
    // Sums of powers of the distance behind the front, and of those times the distance beside the line.
    var powers = [0.0, 0, 0, 0, 0]
    var beside = [0.0, 0, 0]
    for point in points {
      let (back, side) = (-(point - front).dot(along), (point - front).dot(across))
      var power = 1.0
      for i in 0..<5 {
        powers[i] += power
        if i < 3 { beside[i] += power * side }
        power *= back
      }
    }
    let straight = powers[0] * powers[2] - powers[1] * powers[1]
    guard abs(straight) >= 1e-9 else { return nil }
    var slope = (powers[0] * beside[1] - powers[1] * beside[0]) / straight
    if line.length >= 10, line.length >= 2 * width, points.count >= 5 {
      let p = powers
      let whole =
        p[0] * (p[2] * p[4] - p[3] * p[3]) - p[1] * (p[1] * p[4] - p[3] * p[2]) + p[2] * (p[1] * p[3] - p[2] * p[2])
      if abs(whole) > 1e-6 {
        let first = p[0] * (beside[1] * p[4] - p[3] * beside[2])
        let second = beside[0] * (p[1] * p[4] - p[3] * p[2])
        let third = p[2] * (p[1] * beside[2] - beside[1] * p[2])
        slope = (first - second + third) / whole
      }
    }
    return (along - across * slope).normalized
  }
}
