import Geometry
import Glibc
import RandomSource
import Testing

@testable import Ink

/// The turns of fast strokes, of which a tablet sees few samples.
@Suite struct TurnTests {
  /// Hatching: a line that goes to and fro while it moves on.
  private struct Hatching {
    /// Strokes a second, and their height, px.
    var rate: Double
    var height: Double
    /// px from stroke to stroke.
    var step: Double
    var angle: Angle
    /// Whether the hand slows down before it turns, as a swinging one does.
    var swings: Bool

    func place(_ time: Double) -> Point {
      let phase = time * rate / 2
      let share = phase - phase.rounded(.down)
      let straight = share < 0.5 ? 4 * share - 1 : 3 - 4 * share
      let way = swings ? -Angle(radians: 2 * .pi * share).cosine : straight
      let p = Vector(step * rate * time, height / 2 * way)
      return Point(500, 500) + Vector(length: 1, direction: angle) * p.dx
        + Vector(length: 1, direction: angle).perpendicular * p.dy
    }

    /// Twelve strokes as a tablet sees them.
    /// - Parameters:
    ///   - jitter: how far samples may be off in time, as a share of the time between two.
    ///   - grid: the tablet's steps, px.
    func points(
      samplesPerSecond: Double, jitter: Double, grid: Double, _ rng: inout RandomSource
    ) -> [InkPoint] {
      var points: [InkPoint] = []
      for i in 0..<Int(12 / rate * samplesPerSecond) {
        let late = jitter > 0 ? rng.roll(-jitter...jitter) : 0
        let p = place(max(0, (Double(i) + late) / samplesPerSecond))
        let q = Point((p.x / grid).rounded() * grid, (p.y / grid).rounded() * grid)
        if let last = points.last, last.position.distance(to: q) < StrokeModel.stillness { continue }
        points.append(InkPoint(position: q, pressure: 0.5, time: Double(i) / samplesPerSecond))
      }
      return points
    }
  }

  /// The greatest distance of a curve from the lines between the points, px.
  private static func beyond(_ segments: [InkSegment], _ points: [InkPoint]) -> Double {
    var worst = 0.0
    var near = 0
    for segment in segments {
      let count = max(4, Int(segment.curve.length() / 4))
      for i in 0...count {
        let p = segment.curve.point(at: Double(i) / Double(count))
        var least = Double.infinity
        // Of neighbours alone: the strokes of a hatching are close to each other.
        for k in max(0, near - 20)..<min(points.count - 1, near + 40) {
          let (a, way) = (points[k].position, points[k + 1].position - points[k].position)
          let t = max(0, min(1, (p - a).dot(way) / way.lengthSquared))
          let distance = (a + way * t).distance(to: p)
          if distance < least { (least, near) = (distance, k) }
        }
        worst = max(worst, least)
      }
    }
    return worst
  }

  private static func fields(
    _ body: (_ points: [InkPoint], _ rng: inout RandomSource, _ name: String) -> Void
  ) {
    for (seed, samples) in [60.0, 90, 133, 266].enumerated() {
      var rng = RandomSource(UInt64(seed) + 1)
      for rate in [3.0, 6, 10] {
        for height in [20.0, 100, 300] {
          for swings in [false, true] {
            let hatching = Hatching(
              rate: rate, height: height, step: rng.roll(2...20), angle: Angle(radians: rng.roll(0...6.28)),
              swings: swings)
            let points = hatching.points(
              samplesPerSecond: samples, jitter: swings ? 0 : 0.3, grid: rng.isOne(in: 2) ? 0.1 : 1, &rng)
            body(points, &rng, "\(samples) Hz, \(hatching)")
          }
        }
      }
    }
  }

  /// Fails if fast hatching gets bulbs at its turns. Catmull-Rom goes at most 1.6 px beyond the lines between the
  /// samples; filtering moves points by 1.375 px at most.
  @Test(arguments: [(0.0, 0.5), (Brush.defaultStrength, 1.375)])
  func turnsHaveNoBulbs(_ strength: Double, _ margin: Double) {
    Self.fields { points, _, name in
      let bound = Self.beyond(Smoother.catmullRom.segments(through: points), points) + margin
      let segments = Smoother.steady.segments(through: points, strength: strength)
      #expect(Self.beyond(segments, points) < bound, "\(name)")
    }
  }

  /// Fails if the tail at some moment of a stroke has bulbs.
  @Test func tailsHaveNoBulbs() {
    Self.fields { points, rng, name in
      for _ in 0..<3 where points.count > 5 {
        let part = Array(points[..<rng.roll(4...points.count - 1)])
        let bound = Self.beyond(Smoother.catmullRom.segments(through: part), part) + 0.5
        #expect(Self.beyond(Smoother.steady.segments(through: part, strength: 0), part) < bound, "\(name)")
      }
    }
  }

  /// Fails if square corners, of which the tablet sees the corners alone, are rounded outwards.
  @Test func farCornersDoNotBulge() {
    let square = (0..<9).map { i in
      InkPoint(position: Point([0.0, 160, 160, 0][i % 4], [0.0, 0, 160, 160][i % 4]), pressure: 0.5)
    }
    let usual = Self.beyond(Smoother.catmullRom.segments(through: square), square)
    #expect(Self.beyond(Smoother.steady.segments(through: square), square) < usual + 0.5)
  }

  /// Fails if a circle that runs into a straight line is drawn worse than by Catmull-Rom.
  @Test func anArcBetweenLinesStaysOne() {
    var places: [Point] = []
    for i in 0..<5 { places.append(Point(500 + 62 * Double(i), 200)) }
    let center = Point(748, 300)
    for i in 1..<5 { places.append(center + Vector(length: 100, direction: Angle(degrees: -90 + 36 * Double(i)))) }
    for i in 0..<5 { places.append(Point(748 - 62 * Double(i), 400)) }
    let points = places.map { InkPoint(position: $0, pressure: 0.5) }
    func error(_ smoother: Smoother) -> Double {
      var worst = 0.0
      for segment in smoother.segments(through: points) {
        for i in 0...20 {
          let p = segment.curve.point(at: Double(i) / 20)
          let off = p.x > 748 ? abs(p.distance(to: center) - 100) : min(abs(p.y - 200), abs(p.y - 400))
          worst = max(worst, off)
        }
      }
      return worst
    }
    #expect(error(.steady) < error(.catmullRom) + 0.3)
  }
}
