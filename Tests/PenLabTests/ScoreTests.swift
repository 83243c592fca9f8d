import Foundation
import Geometry
import Ink
import Testing

@testable import PenLab

@Suite("The scores of smoothers, against closed forms")
struct ScoreTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

  private func line(_ a: Point, _ b: Point) -> InkSegment {
    InkSegment(lineFrom: InkPoint(position: a, pressure: 0.5), to: InkPoint(position: b, pressure: 0.5))
  }

  private func polygon(_ points: [InkPoint]) -> [InkSegment] {
    zip(points, points.dropFirst()).map { InkSegment(lineFrom: $0, to: $1) }
  }

  @Test("A polygon in a circle is wrong by its sagitta at most, and by the integral of its chord's error on average")
  func polygonInCircle() {
    let (center, radius) = (Point(50, -20), 320.0)
    for count in [10, 16, 32] {
      let score = CircleScore(
        polygon(CircleScore.points(center: center, radius: radius, count: count)), center: center, radius: radius)
      let half = Double.pi / Double(count)
      #expect(near(score.largest, radius * (1 - cos(half)), 0.02))
      // Along a chord at distance a = r cos(half), with s from the middle: (sqrt(a^2 + s^2) - r)^2
      // for s in +-r sin(half).
      let (a, h) = (radius * cos(half), radius * sin(half))
      let root = (a * a + h * h).squareRoot()
      let mean = (h * root + a * a * asinh(h / a)) / (2 * h)  // of sqrt(a^2 + s^2)
      let square = a * a + h * h / 3 - 2 * radius * mean + radius * radius
      #expect(near(score.rootMeanSquare, square.squareRoot(), 0.01))
    }
  }

  @Test(
    "A curve beside the line it should be is wrong by its distance everywhere, one across it by a third of a square")
  func lineOffsets() {
    let direction = Angle(degrees: 33)
    let (along, across) = (
      Vector(length: 1, direction: direction), Vector(length: 1, direction: direction).perpendicular
    )
    let start = Point(7, 9)
    let beside = LineScore(
      [line(start + across * 0.75, start + across * 0.75 + along * 90)], start: start, direction: direction)
    #expect(near(beside.rootMeanSquare, 0.75, 1e-9) && near(beside.largest, 0.75, 1e-9))
    // From -2 to 2 px off, so the mean square is 4/3.
    let crossing = LineScore(
      [line(start - across * 2, start + along * 90 + across * 2)], start: start, direction: direction)
    #expect(near(crossing.rootMeanSquare, (4.0 / 3).squareRoot(), 1e-3))
    #expect(near(crossing.largest, 2, 1e-9))
  }

  @Test("The shaken line is as noisy as was said: 0.5 px, and the rounding's twelfth")
  func noiseOfLine() {
    var (sum, count) = (0.0, 0.0)
    for seed in 1...20 {
      let direction = Angle(degrees: Double(seed) * 17)
      let along = Vector(length: 1, direction: direction)
      for p in LineScore.points(from: .zero, direction: direction, seed: UInt64(seed)) {
        let off = along.cross(p.position - .zero)
        sum += off * off
        count += 1
        #expect(p.position.x == p.position.x.rounded() && p.position.y == p.position.y.rounded())
      }
    }
    #expect(near(sum / count, 0.25 + 1.0 / 12, 0.01))
  }

  @Test("The noise has mean 0, deviation 1, and two thirds of it lie within 1")
  func noise() {
    var source = SeededNoise(seed: 4)
    let values = (0..<20000).map { _ in source.next() }
    #expect(near(values.reduce(0, +) / 20000, 0, 0.03))
    #expect(near(values.reduce(0) { $0 + $1 * $1 } / 20000, 1, 0.04))
    #expect(near(Double(values.count { abs($0) < 1 }) / 20000, 0.6827, 0.015))
  }

  @Test("Arms of a zigzag enclose the angle that was asked for", arguments: [30.0, 60, 90, 120])
  func zigzagAngle(degrees: Double) {
    let tips = ZigzagScore.tips(angle: Angle(degrees: degrees))
    for i in 1..<(tips.count - 1) {
      let (a, b) = (tips[i - 1] - tips[i], tips[i + 1] - tips[i])
      #expect(near(a.length, 200, 1e-9))
      #expect(near(abs(atan2(a.cross(b), a.dot(b))) * 180 / .pi, degrees, 1e-9))
    }
    let points = ZigzagScore.points(tips: tips, spacing: 4)
    #expect(points.count == 7 * 50 + 1)
    #expect(tips.allSatisfy { tip in points.contains { $0.position.distance(to: tip) < 1e-9 } })
  }

  @Test(
    "Cutting a corner from the middles of its arms misses its tip by half the arm times the cosine of half the angle")
  func cutCorner() {
    let tips = ZigzagScore.tips(angle: Angle(degrees: 60), arm: 100, count: 1)
    let cut = line(tips[0].midpoint(to: tips[1]), tips[1].midpoint(to: tips[2]))
    #expect(near(ZigzagScore([cut], tips: tips).largestMiss, 50 * cos(.pi / 6), 1e-9))
    #expect(ZigzagScore(polygon(ZigzagScore.points(tips: tips, spacing: 10)), tips: tips).largestMiss < 1e-9)
  }

  @Test("A moving average shrinks a circle by the factor that theory gives, and leaves a line where it is")
  func movingAverage() {
    let (center, count) = (Point(50, -20), 32.0)
    let circle = MovingAverage(side: 4).filtered(CircleScore.points(center: center, radius: 320, count: 32))
    let shrunk = 320 * sin(9 * .pi / count) / (9 * sin(.pi / count))
    for p in circle[4..<(circle.count - 4)] { #expect(near(p.position.distance(to: center), shrunk, 1e-9)) }
    let line = (0..<20).map { InkPoint(position: Point(Double($0) * 3, 7), pressure: 0.5, time: Double($0)) }
    for (a, b) in zip(MovingAverage().filtered(line), line) {
      #expect(near(a.position.distance(to: b.position), 0, 1e-9) && a.time == b.time)
    }
    #expect(MovingAverage().filtered([]).isEmpty)
  }

  @Test("The 1 euro filter follows a step like a filter of the first order, and follows faster what is faster")
  func oneEuroFilter() {
    let step = (0...40).map { InkPoint(position: Point($0 == 0 ? 0 : 10, 3), pressure: 0.5, time: Double($0) / 200) }
    let plain = OneEuroFilter(minimumCutoff: 5, beta: 0, speedCutoff: 1).filtered(step)
    let share = 1 / (1 + 200 / (2 * .pi * 5.0))
    for i in 0...40 { #expect(near(plain[i].position.x, 10 * (1 - pow(1 - share, Double(i))), 1e-9)) }
    #expect(plain.allSatisfy { near($0.position.y, 3, 1e-12) })
    let quick = OneEuroFilter(minimumCutoff: 5, beta: 0.05, speedCutoff: 1).filtered(step)
    #expect(quick[3].position.x > plain[3].position.x + 0.5)
    // The line reaches the point where the pen was lifted.
    #expect(plain.last?.position == Point(10, 3) && plain.count == 42)
    #expect(OneEuroFilter().filtered([]).isEmpty)
  }

  @Test("A point's distance is that to the curve, not to the line that goes on beyond its end")
  func distanceToEnd() {
    let trace = CurveTrace([line(Point(0, 0), Point(10, 0))])
    #expect(near(trace.distance(to: Point(13, 4)), 5, 1e-9))
    #expect(near(trace.distance(to: Point(5.2, -2)), 2, 1e-9))
    #expect(CurveTrace([]).distance(to: .zero) == .infinity)
  }

  @Test("The root mean square counts length, not pieces")
  func weighting() {
    let short = (0..<10).map { line(Point(Double($0) * 0.1, 1), Point(Double($0 + 1) * 0.1, 1)) }
    let rms = CurveTrace(short + [line(Point(1, 1), Point(10, 1))]).rootMeanSquare { $0.x < 1 ? 10 : 0 }
    #expect(near(rms, 10.0.squareRoot(), 1e-9))
  }

  @Test("Quantiles of 1...5 lie between neighbours in proportion")
  func quantiles() {
    let five = Quantiles([5, 1, 4, 2, 3])
    #expect(five(0) == 1 && five.median == 3 && five(1) == 5)
    #expect(near(five(0.95), 4.8, 1e-12))
    #expect(Quantiles([]).median.isNaN)
  }

  @Test("Fidelity knows every point of every stroke")
  func fidelity() {
    let points = (0...10).map { InkPoint(position: Point(Double($0), $0 == 4 ? 3 : 0), pressure: 1) }
    let straight = [line(Point(0, 0), Point(10, 0))]
    let score = FidelityScore([(points, straight), (Array(points.prefix(4)), straight)])
    #expect(score.distances.median == 0)
    #expect(near(score.distances(1), 3, 1e-9))
  }

  @Test("Joints: chords of a circle meet at its step, a corner of the hand counts among all only")
  func joints() {
    // Points are 3 px apart, so that each joint is examined beyond the next point.
    let circle = CircleScore.points(center: .zero, radius: 100, count: 200)
    let round = JointScore(polygon(circle), of: circle)
    #expect(near(round.largest, 360.0 / 200, 1e-6) && round.largestOnTheWay == round.largest)

    let tips = ZigzagScore.tips(angle: Angle(degrees: 90))
    let zigzag = ZigzagScore.points(tips: tips, spacing: 4)
    let score = JointScore(polygon(zigzag), of: zigzag)
    #expect(near(score.largest, 90, 1e-6))
    #expect(score.largestOnTheWay < 1e-6)
  }

  @Test("A kink that is not in the input is not a corner")
  func foreignKink() {
    let hand = (0...40).map { InkPoint(position: Point(Double($0), 0), pressure: 1) }
    let bent = [line(Point(0, 0), Point(20, 20)), line(Point(20, 20), Point(40, 0))]
    #expect(near(JointScore(bent, of: hand).largestOnTheWay, 90, 1e-9))
  }

  @Test("A candidate gets each place at which the pen stood still once")
  func stillness() {
    var seen: [InkPoint] = []
    let candidate = Candidate(name: "spy") {
      seen = $0
      return []
    }
    _ = candidate.curve(through: [0, 0, 1, 1.001, 2].map { InkPoint(position: Point($0, 0), pressure: 1) })
    #expect(seen.map(\.position.x) == [0, 1, 2])
  }

  @Test(
    "With what artists draw fast, the default smoother is hardly worse than any other",
    arguments: FastMovement.Kind.allCases)
  func fastMovements(_ kind: FastMovement.Kind) {
    let others = Smoother.allCases.filter { $0 != .steady && $0 != .modelled }
    var noise = SeededNoise(seed: 5)
    var sums = [Smoother: Double]()
    for i in 0..<6 {
      let movement = FastMovement(kind, &noise)
      let points = movement.points(samplesPerSecond: [60, 133, 266][i % 3], grid: [0.1, 1][i % 2], &noise)
      for smoother in others + [.steady] {
        sums[smoother, default: 0] += movement.distance(of: Candidate(smoother).curve(through: points)) / 6
      }
    }
    for smoother in others { #expect(sums[.steady, default: .infinity] < sums[smoother, default: 0] + 0.3) }
  }
}
