import Geometry
import Glibc
import RandomSource
import Testing

@testable import Ink

/// The rope and the average that guide the ink.
@Suite struct StabiliserTests {
  private func stabilised(_ stabiliser: Stabiliser, _ samples: [PenSample], inputScale: Double = 1) -> [InkPoint] {
    guard var state = StabiliserState(stabiliser, inputScale: inputScale) else { return [] }
    var points: [InkPoint] = []
    for sample in samples { state.add(InkPoint(sample), to: &points) }
    return points
  }

  private func line(speed: Double, count: Int, rate: Double = 200) -> [PenSample] {
    (0..<count).map { PenSample(position: Point(Double($0) * speed / rate, 50), time: Double($0) / rate) }
  }

  private static func scribble(_ rng: inout RandomSource) -> [PenSample] {
    var (p, time) = (Point(200, 200), 0.0)
    return (0..<rng.roll(1...120)).map { _ in
      p = p + Vector(rng.roll(-9...9), rng.roll(-9...9))
      time += [0, 0.001, 0.005, 0.005, 0.005, 0.3, 4][rng.roll(0...6)]
      return PenSample(position: p, time: time, pressure: rng.roll(0...1))
    }
  }

  private static func stabilisers(_ rng: inout RandomSource) -> Stabiliser {
    let endsAtPen = rng.isOne(in: 2)
    return rng.isOne(in: 2)
      ? .rope(length: rng.roll(1.0...200), endsAtPen: endsAtPen)
      : .average(time: rng.roll(0.01...1), endsAtPen: endsAtPen)
  }

  /// Fails if the ink is farther behind the pen than the rope is long, moves while the rope is
  /// slack, or does not follow a straight pull exactly. The scale of the view counts.
  @Test func theRopePulls() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      let (length, scale) = (rng.roll(1.0...200), rng.roll(0.1...5))
      let samples = Self.scribble(&rng)
      let points = stabilised(.rope(length: length, endsAtPen: true), samples, inputScale: scale)
      #expect(points.count == samples.count)
      for (i, (sample, point)) in zip(samples, points).enumerated() {
        #expect(sample.position.distance(to: point.position) <= (length + 0.25) * scale + 1e-9, "seed \(seed)")
        guard i > 0 else { continue }
        let before = points[i - 1].position
        if before.distance(to: sample.position) <= length * scale { #expect(before == point.position, "seed \(seed)") }
      }
    }
    let points = stabilised(.rope(length: 40, endsAtPen: true), line(speed: 400, count: 200))
    let end = try #require(points.last)
    #expect(abs(end.position.x - (199 * 2 - 40)) <= 0.25 + 1e-9 && end.position.y == 50)
  }

  /// Fails if the average is not half of its time behind a pen of constant speed, at any rate of
  /// samples, or its noise is not reduced as that of a mean.
  @Test(arguments: [50.0, 133, 200, 1000]) func theAverageLagsByHalfItsTime(rate: Double) throws {
    let (speed, time) = (300.0, 0.2)
    let points = stabilised(.average(time: time, endsAtPen: true), line(speed: speed, count: Int(rate), rate: rate))
    let end = try #require(points.last)
    let pen = (rate - 1) * speed / rate
    #expect(abs(pen - end.position.x - speed * time / 2) < 0.5)
    var g = RandomSource(3)
    let shaken = line(speed: speed, count: Int(2 * rate), rate: rate).map { sample -> PenSample in
      var s = sample
      s.position.y += g.gaussian()
      return s
    }
    let calm = stabilised(.average(time: time, endsAtPen: true), shaken).filter { $0.time > time }
    let rms = (calm.reduce(0) { $0 + ($1.position.y - 50) * ($1.position.y - 50) } / Double(calm.count)).squareRoot()
    #expect(rms < 1.6 / (rate * time).squareRoot() + 0.02, "\(rms)")
  }

  /// Fails if the ink of a resting pen does not catch up within the average's time, or goes
  /// elsewhere.
  @Test func theAverageCatchesUp() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let time = rng.roll(0.02...0.8)
      guard var state = StabiliserState(.average(time: time, endsAtPen: false), inputScale: 1) else { continue }
      var points: [InkPoint] = []
      let samples = line(speed: 500, count: rng.roll(5...80))
      for sample in samples { state.add(InkPoint(sample), to: &points) }
      let pen = try #require(samples.last).position
      var before = Double.infinity
      for rested in stride(from: 0, through: 1, by: 0.05) {
        points.removeAll()
        state.rest(for: rested * time, isEnd: false, to: &points)
        let off = points.last?.position.distance(to: pen) ?? before
        #expect(off <= before + 1e-9, "seed \(seed)")
        before = off
      }
      #expect(before == 0 && state.isMoving(after: 0) && !state.isMoving(after: time), "seed \(seed)")
    }
  }

  /// Fails if a stroke that is to end at the pen ends elsewhere, or one that is not goes on after
  /// the last sample.
  @Test func strokesEndAsTheySay() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      var brush = Brush(size: 6)
      brush.stabiliser = Self.stabilisers(&rng)
      // Hooks of a lifted pen, which have little pressure, are left out.
      let samples = Self.scribble(&rng).map { sample in
        var s = sample
        s.pressure = max(0.3, s.pressure)
        return s
      }
      var model = StrokeModel(brush: brush)
      for sample in samples { model.add(sample) }
      var trace = InkTrace()
      model.tail(into: &trace)
      let shown = try #require(model.path.segments.last).p3.position
      model.finish()
      let end = try #require(model.path.segments.last).p3.position
      let pen = try #require(samples.last).position
      switch brush.stabiliser {
      case .rope(_, true), .average(_, true): #expect(end.distance(to: pen) < 0.05, "seed \(seed)")
      default: #expect(end.distance(to: shown) < 1e-9, "seed \(seed)")
      }
    }
  }

  /// Fails if showing a stroke, in any batches and at any rests, changes what settles.
  @Test func showingChangesNothing() {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      var brush = Brush(size: rng.roll(1...30), smoother: Smoother.allCases[rng.roll(0..<Smoother.allCases.count)])
      brush.stabiliser = Self.stabilisers(&rng)
      let samples = Self.scribble(&rng)
      var (plain, shown) = (StrokeModel(brush: brush), StrokeModel(brush: brush, prediction: 0.016))
      var trace = InkTrace()
      for sample in samples {
        plain.add(sample)
        shown.add(sample)
        if rng.isOne(in: 2) { shown.rest(for: rng.roll(0...1)) }
        let isBeyond = rng.isOne(in: 2) && shown.tail(into: &trace)
        #expect(!isBeyond, "guided ink is not predicted")
      }
      plain.finish()
      shown.finish()
      #expect(plain.path == shown.path && plain.settled == shown.settled, "seed \(seed)")
    }
  }

  /// Fails if a tap is no dot, or loses its pressure.
  @Test func tapsAreDots() throws {
    for stabiliser in [Stabiliser.rope(length: 50, endsAtPen: true), .average(time: 0.3, endsAtPen: true)] {
      var brush = Brush(size: 20, minimumShare: 0)
      brush.stabiliser = stabiliser
      var model = StrokeModel(brush: brush)
      for i in 0..<6 {
        model.add(PenSample(position: Point(9, 9), time: Double(i) / 200, pressure: [0.2, 0.5, 0.9, 0.9, 0.5, 0.1][i]))
      }
      model.finish()
      let dot = try #require(model.path.segments.first)
      #expect(model.path.segments.count == 1 && dot.p0 == dot.p3 && dot.p0.position == Point(9, 9))
      #expect(stabiliser.isRope ? dot.p0.pressure == 0.9 : dot.p0.pressure > 0.1)
    }
  }

  /// Fails if absurd times take forever, trap, or give points that are not finite.
  @Test func absurdTimesAreHarmless() {
    let times = [0.0, 0, 1e-12, 1e300, 1e300, -1e300, 1e18, 1e18 + 1000, .greatestFiniteMagnitude]
    var state = StabiliserState(.average(time: 2, endsAtPen: true), inputScale: 1)
    var points: [InkPoint] = []
    for (i, time) in times.enumerated() {
      state?.add(InkPoint(PenSample(position: Point(Double(i) * 5, 3), time: time)), to: &points)
    }
    state?.rest(for: 1e300, isEnd: true, to: &points)
    #expect(points.count < 3000 && points.allSatisfy { $0.position.isFinite && $0.pressure.isFinite })
  }

  /// Fails if values beyond the ranges reach the ink.
  @Test func valuesAreClamped() {
    #expect(Stabiliser.rope(length: 1e9, endsAtPen: true).clamped == .rope(length: 500, endsAtPen: true))
    #expect(Stabiliser.average(time: -1, endsAtPen: false).clamped == .average(time: 0.01, endsAtPen: false))
    #expect(Stabiliser.rope(length: .nan, endsAtPen: true).clamped == .none)
    #expect(StabiliserState(.none, inputScale: 1) == nil)
  }
}

extension RandomSource {
  /// A normally distributed number of mean 0 and deviation 1.
  fileprivate mutating func gaussian() -> Double {
    (-2 * log(roll(1e-12...1))).squareRoot() * cos(2 * .pi * roll(0.0...1))
  }
}
