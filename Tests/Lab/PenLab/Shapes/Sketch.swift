import Geometry
import Glibc
import Ink

/// A stroke of a hand that meant to draw a figure, and held the pen still at its end. Positions are
/// window px.
struct Sketch {
  /// The movement that the hand meant.
  enum Intention: Hashable {
    case figure(Figure.Kind)
    case doodle(Doodle)

    static let all = Figure.Kind.allCases.map(Intention.figure) + Doodle.allCases.map(Intention.doodle)

    var name: String {
      switch self {
      case .figure(let kind): kind.rawValue
      case .doodle(let doodle): doodle.rawValue
      }
    }
  }

  /// How well the hand draws.
  struct Hand: Hashable {
    /// The slow error: root mean square distance from the meant path, relative to its size.
    var error: Double
    /// The deviation of the tremor, px.
    var tremor: Double
    /// How far the end of a closed figure may be beyond or before its start, relative to the
    /// length.
    var overshoot: Double
    /// The length that corners are rounded off by, relative to the size. A few px at least.
    var rounding = 0.0
    /// How much the figure is squashed and sheared, relative to its size, deviation.
    var skew = 0.0
    /// How far the hand drifts from start to end, relative to the size, deviation.
    var drift = 0.0
    /// Distances of samples along the stroke, px: of a slow and of a fast stroke. Within a stroke
    /// they vary by half.
    var spacing = 2.5...2.5

    static let steady = Hand(error: 0.004, tremor: 0.2, overshoot: 0.01)
    static let usual = Hand(error: 0.010, tremor: 0.4, overshoot: 0.03)
    static let hasty = Hand(error: 0.018, tremor: 0.7, overshoot: 0.06)
    static let sloppy = Hand(
      error: 0.015, tremor: 0.6, overshoot: 0.07, rounding: 0.04, skew: 0.03, drift: 0.02, spacing: 1...10)
  }

  /// The samples' positions.
  let places: [Point]

  /// A stroke of a hand, about `size` px large.
  init(_ intention: Intention, size: Double, hand: Hand, seed: UInt64) {
    var noise = SeededNoise(seed: seed)
    var path: [Point]
    switch intention {
    case .figure(let kind):
      path = Self.path(kind, &noise)
      if Self.isClosed(kind) { path = Self.ended(path, hand.overshoot, &noise) }
    case .doodle(let doodle): path = doodle.path(&noise)
    }
    if hand.skew > 0 {
      let (a, b) = (Self.limited(noise.next()) * hand.skew, Self.limited(noise.next()) * hand.skew)
      path = path.map { Point($0.x * (1 + a) + $0.y * b, $0.x * b + $0.y * (1 - a)) }
    }
    let turn = Affine.rotation(Angle(degrees: noise.even(in: 0...360)))
    let middle = Point(noise.even(in: 300...500), noise.even(in: 300...500))
    var box = Rect.null
    for p in path { box = box.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
    let scale = size / Vector(box.width, box.height).length
    path = path.map { middle + turn(($0 - box.center) * scale) }
    places = Self.drawn(path, size: size, hand: hand, &noise)
  }

  /// A deviation that is at most 2.
  private static func limited(_ deviation: Double) -> Double { max(-2, min(2, deviation)) }

  private static func isClosed(_ kind: Figure.Kind) -> Bool {
    switch kind {
    case .line, .arc, .polyline: false
    default: true
    }
  }

  /// The meant path, of any size: fine for curves, corners alone for straight edges.
  private static func path(_ kind: Figure.Kind, _ noise: inout SeededNoise) -> [Point] {
    let isReversed = noise.isHeads()
    func round(_ a: Double, _ b: Double, from start: Double, by sweep: Double) -> [Point] {
      (0...180).map { i in
        let t = start + sweep * Double(i) / 180 * (isReversed ? -1 : 1)
        return Point(a * cos(t), b * sin(t))
      }
    }
    func star(_ count: Int, from: Double, to: Double) -> [Point] {
      (0..<count).map { i in
        let t = from + (to - from) * Double(i) / Double(count) + noise.even(in: -0.15...0.15)
        let radius = noise.even(in: 0.8...1.2)
        return Point(radius * cos(isReversed ? -t : t), radius * sin(isReversed ? -t : t))
      }
    }
    switch kind {
    case .line: return [Point(0, 0), Point(1, 0)]
    case .arc: return round(1, 1, from: 0, by: noise.even(in: 0.9...4.6))
    case .circle: return round(1, 1, from: noise.even(in: 0...6), by: 2 * .pi)
    case .ellipse: return round(1, noise.even(in: 0.3...0.75), from: noise.even(in: 0...6), by: 2 * .pi)
    case .triangle:
      let corners = star(3, from: 0, to: 2 * .pi)
      return corners + [corners[0]]
    case .rectangle:
      let height = noise.even(in: 0.35...1)
      let corners = [Point(0, 0), Point(1, 0), Point(1, height), Point(0, height)]
      let ring = isReversed ? Array(corners.reversed()) : corners
      return ring + [ring[0]]
    case .polygon:
      let corners = star(noise.isHeads() ? 5 : 6, from: 0, to: 2 * .pi)
      return corners + [corners[0]]
    case .polyline:
      let count = noise.isHeads() ? 3 : 4
      var (points, direction) = ([Point(0, 0)], 0.0)
      for i in 0..<count {
        if i > 0 { direction += (noise.isHeads() ? 1 : -1) * noise.even(in: 0.9...2.1) }
        points.append(
          (points.last ?? .zero) + Vector(length: noise.even(in: 0.7...1.3), direction: Angle(radians: direction)))
      }
      // One that closes itself is a polygon.
      let ends = (points.last ?? .zero).distance(to: .zero)
      return ends < 0.8 ? [Point(0, 0), Point(1, 0.3), Point(1.4, 1.2), Point(2.3, 0.9)] : points
    }
  }

  /// The path ending before its end or beyond it.
  private static func ended(_ path: [Point], _ overshoot: Double, _ noise: inout SeededNoise) -> [Point] {
    let fine = evenly(path, count: 400)
    let share = noise.even(in: -overshoot...overshoot)
    let count = Int(abs(share) * 400)
    return share < 0 ? Array(fine.dropLast(count)) : fine + fine[1..<(1 + count)]
  }

  /// Points at equal distances.
  static func evenly(_ path: [Point], count: Int) -> [Point] {
    let length = zip(path, path.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var (result, along): ([Point], Double) = ([], 0)
    for (a, b) in zip(path, path.dropFirst()) {
      let part = a.distance(to: b)
      while result.count < count, Double(result.count) / Double(count - 1) * length <= along + part + 1e-9 {
        let t = part > 0 ? (Double(result.count) / Double(count - 1) * length - along) / part : 0
        result.append(a.lerp(to: b, min(1, max(0, t))))
      }
      along += part
    }
    return result
  }

  /// The samples of a hand that follows a path at about 500 px/s, 200 a second, slower in bends and
  /// corners, and rests for half a second.
  private static func drawn(_ path: [Point], size: Double, hand: Hand, _ noise: inout SeededNoise) -> [Point] {
    let fine = evenly(path, count: 600)
    let length = zip(fine, fine.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // The slow error: a few waves along the stroke in both directions.
    let waves = (1...4).map { k in
      (
        rate: Double(k) * noise.even(in: 0.7...1.3), phase: noise.even(in: 0...6.28),
        x: noise.next() / Double(k).squareRoot(), y: noise.next() / Double(k).squareRoot()
      )
    }
    let power = waves.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
    let amplitude = hand.error * size * (2 / power).squareRoot()
    let coarse = noise.isHeads()
    let drift =
      hand.drift > 0
      ? Vector(Self.limited(noise.next()), Self.limited(noise.next())) * (hand.drift * size) : .zero
    let spacing =
      hand.spacing.upperBound > hand.spacing.lowerBound
      ? exp(noise.even(in: log(hand.spacing.lowerBound)...log(hand.spacing.upperBound))) : hand.spacing.lowerBound
    var (tremor, result) = (Vector.zero, [Point]())
    func sample(_ p: Point) {
      tremor = tremor * 0.8 + Vector(noise.next(), noise.next()) * (hand.tremor * 0.6)
      let q = p + tremor
      result.append(coarse ? Point(q.x.rounded(), q.y.rounded()) : q)
    }
    func place(_ at: Double) -> Point {
      // Hands round off corners by a few px.
      let reach = max(1, Int(max(3, hand.rounding * size) / length * Double(fine.count)))
      let i = Int(at * Double(fine.count - 1))
      let part = fine[max(0, i - reach)...min(fine.count - 1, i + reach)]
      let mean = part.reduce(Vector.zero) { $0 + ($1 - .zero) } / Double(part.count)
      var p = Point.zero + mean + drift * at
      for wave in waves {
        let s = sin(2 * .pi * wave.rate * at + wave.phase)
        p = p + Vector(wave.x * s, wave.y * s) * amplitude
      }
      return p
    }
    var at = 0.0
    while at < 1 {
      sample(place(at))
      at += spacing / length * noise.even(in: 0.5...1.5)
    }
    for _ in 0..<100 { sample(place(1)) }
    return result
  }
}
