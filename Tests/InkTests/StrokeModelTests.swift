import Geometry
import Glibc
import RandomSource
import Testing

@testable import Ink

/// Strokes in progress: settled ink, tails and ignored samples.
@Suite struct StrokeModelTests {
  private func randomSamples(_ count: Int, _ rng: inout RandomSource) -> [PenSample] {
    var p = Point(50, 50)
    return (0..<count).map { i in
      if !rng.isOne(in: 8) { p = p + Vector(rng.roll(-15...15), rng.roll(-15...15)) }
      return PenSample(position: p, time: Double(i) / 200, pressure: rng.isOne(in: 5) ? 0.01 : rng.roll(0...1))
    }
  }

  private func ink(_ samples: [PenSample], _ brush: Brush) -> InkTrace {
    var model = StrokeModel(brush: brush)
    for s in samples { model.add(s) }
    model.finish()
    return model.settled
  }

  /// Brushes by pressure alone, with a lagging width, and with dabs.
  private func brush(_ kind: Int, _ smoother: Smoother, _ rng: inout RandomSource) -> Brush {
    var brush = Brush(size: rng.roll(0.5...40), smoother: smoother)
    if kind == 1 { brush.width.rise = 5 }
    if kind == 2 { brush.rendering = .dabs(Brush.Dabs()) }
    return brush
  }

  /// Fails if settled ink changes, a call of `tail` changes the stroke, or the tail differs
  /// from lifting the pen now: to the bit.
  @Test(arguments: Smoother.allCases, [0, 1, 2])
  func theTailIsTheLiftSeenBeforehand(_ smoother: Smoother, _ kind: Int) {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let brush = brush(kind, smoother, &rng)
      let samples = randomSamples(rng.roll(1...24), &rng)
      let whole = ink(samples, brush)
      #expect(kind == 2 ? whole.sweeps.isEmpty && whole.end == nil : whole.discs.isEmpty && whole.end != nil)
      var (model, asked) = (StrokeModel(brush: brush), StrokeModel(brush: brush))
      var (tail, shown) = (InkTrace(), InkTrace())
      for i in samples.indices {
        let before = model.settled
        model.add(samples[i])
        asked.add(samples[i])
        asked.tail(into: &shown)
        #expect(model.settled.sweeps.starts(with: before.sweeps) && model.settled.discs.starts(with: before.discs))
        #expect(model.settled.end == nil && asked.settled == model.settled)
        // A model without earlier calls of `tail`.
        var fresh = model
        fresh.tail(into: &tail)
        let now = ink(Array(samples[...i]), brush)
        #expect(model.settled.sweeps + tail.sweeps == now.sweeps, "\(smoother), seed \(seed), sample \(i)")
        #expect(model.settled.discs.dropLast() + tail.discs == now.discs, "\(smoother), seed \(seed), sample \(i)")
        #expect(tail.end == now.end && shown.end == now.end)
        #expect(tail.discs.first == model.settled.discs.last || model.settled.discs.isEmpty)
      }
      asked.finish()
      #expect(asked.settled == whole)
      asked.tail(into: &tail)
      #expect(tail.isEmpty && asked.isFinished)
      asked.add(PenSample(position: Point(1, 1), time: 9))
      asked.finish()
      #expect(asked.settled == whole)
    }
  }

  /// Fails if a sweep does not start with the previous sweep's last print, or the stroke does not
  /// end with the last sweep's print.
  @Test(arguments: Smoother.allCases, [0, 1])
  func sweepsMeet(_ smoother: Smoother, _ kind: Int) {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let ink = ink(randomSamples(rng.roll(2...40), &rng), brush(kind, smoother, &rng))
      for (a, b) in zip(ink.sweeps, ink.sweeps.dropFirst()) {
        #expect(a.end.center == b.start.center && abs(a.end.radius - b.start.radius) < 1e-9, "seed \(seed)")
      }
      #expect(ink.end?.center == ink.sweeps.last?.end.center, "seed \(seed)")
    }
  }

  /// Fails if a resting pen draws more and more, or a tap is not as wide as its greatest
  /// pressure.
  @Test(arguments: Smoother.allCases)
  func standingStillIsOneDot(_ smoother: Smoother) {
    let brush = Brush(size: 20, minimumShare: 0, smoother: smoother)
    let samples = [0.1, 0.7, 0.3].enumerated().map {
      PenSample(position: Point(30 + 0.005 * Double($0), 40), time: Double($0) / 200, pressure: $1)
    }
    let ink = ink(samples, brush)
    #expect(ink.end?.center == Point(30, 40))
    #expect(abs((ink.end?.radius ?? 0) - 7) < 1e-12)
    for sweep in ink.sweeps {
      for print in [sweep.start, sweep.end, sweep.print(at: 0.3)] {
        #expect(print.center.distance(to: Point(30, 40)) < 1e-12 && print.radius < 7 + 1e-12)
      }
    }
  }

  /// Fails if a small closed circle stays open.
  @Test(arguments: Smoother.allCases)
  func aSmallCircleCloses(_ smoother: Smoother) throws {
    let samples = (0...12).map {
      PenSample(
        position: Point(20, 20) + Vector(length: 3, direction: Angle(degrees: Double($0 % 12) * 30)),
        time: Double($0) / 200)
    }
    let ink = ink(samples, Brush(size: 1, smoother: smoother))
    let (first, last) = try (#require(ink.sweeps.first?.start), #require(ink.end))
    #expect(first.center.distance(to: last.center) < 1e-9 && abs(first.radius - last.radius) < 1e-9)
    // No gap all the way around.
    for (a, b) in zip(ink.sweeps, ink.sweeps.dropFirst()) { #expect(a.end.center == b.start.center) }
    let places = ink.sweeps.flatMap { sweep in (0...32).map { sweep.print(at: Double($0) / 32).center } }
    let turns = zip(places, places.dropFirst()).reduce(0.0) { sum, pair in
      let (a, b) = (pair.0 - Point(20, 20), pair.1 - Point(20, 20))
      return sum + (b.direction - a.direction).wrapped.degrees
    }
    #expect(abs(turns - 360) < 1e-6)
  }

  /// Fails if invalid samples reach the ink.
  @Test func invalidSamplesAreIgnored() {
    let good = (0..<6).map { PenSample(position: Point(Double($0) * 5, 10), time: Double($0) / 200) }
    var mixed: [PenSample] = []
    for s in good {
      mixed.append(s)
      for x in [Double.nan, .infinity, -.infinity, 1e300, -2e6] {
        mixed.append(PenSample(position: Point(x, 0), time: s.time))
        mixed.append(PenSample(position: Point(0, x), time: s.time))
      }
    }
    #expect(ink(mixed, Brush()) == ink(good, Brush()))
    let pressed = [Double.nan, .infinity, -3, 7].enumerated().map {
      PenSample(position: Point(Double($0) * 9, 0), time: Double($0), pressure: $1)
    }
    for sweep in ink(pressed, Brush(size: 10, minimumShare: 0.2)).sweeps {
      #expect((1...5).contains(sweep.start.radius) && (1...5).contains(sweep.end.radius))
    }
    #expect(ink([], Brush()).isEmpty)
  }

  /// Fails if a sample costs without bound: a far jump, a rest, a tiny jitter.
  @Test func aSampleCostsABoundedNumberOfSweeps() {
    let slow = (0..<5000).map { PenSample(position: Point(50 + Double($0) * 0.002, 50), time: Double($0) / 1000) }
    // 10 px, where every 1/64 px may count as a move.
    #expect(ink(slow, Brush()).sweeps.count <= 700)
    var rng = RandomSource(1)
    for smoother in Smoother.allCases {
      for size in [1.0, 1000] {
        let samples = randomSamples(200, &rng)
        // A segment is divided up to six times where its width is uneven.
        #expect(ink(samples, Brush(size: size, smoother: smoother)).sweeps.count < 200 * 70)
      }
    }
    let far = [PenSample(position: Point(0, 0), time: 0), PenSample(position: Point(6400, 0), time: 1)]
    #expect(ink(far, Brush()).sweeps.count == 1)
    // A brush with lagging width, from one extreme to the other.
    var airbrush = Brush(size: 5000)
    airbrush.width.rise = 10
    let farther = (0..<20).map { i in
      PenSample(
        position: Point(i % 2 == 0 ? -StrokeModel.reach : StrokeModel.reach, Double(i)), time: Double(i) / 100)
    }
    #expect(!airbrush.followsPressureAlone)
    #expect(ink(farther, airbrush).sweeps.count <= 20 * 1024)
  }

  /// Fails if sweeps leave the curve, or their width the pressure's by more than the tolerance.
  @Test func sweepsFollowTheCurve() {
    var worst = 0.0
    for seed in RandomSource.seeds(120) {
      var rng = RandomSource(seed)
      func point() -> InkPoint {
        InkPoint(position: Point(rng.roll(0...80), rng.roll(0...80)), pressure: rng.roll(0...1))
      }
      let segment = InkSegment(point(), point(), point(), point())
      let brush = Brush(size: rng.roll(1...200), minimumShare: rng.roll(0...1))
      var tracer = InkTracer(brush, inputScale: 1, tolerance: 0.04)
      var trace = InkTrace()
      tracer.append([segment], to: &trace)
      // Each sweep is a half, a quarter ... of the segment.
      var start = 0.0
      for sweep in trace.sweeps {
        let shares = (0...6).map { 1 / Double(1 << $0) }
        let share = shares.first {
          start + $0 <= 1 && segment.point(at: start + $0).position.distance(to: sweep.curve.p3) < 1e-9
        }
        guard let share else {
          Issue.record("seed \(seed): a sweep ends beside the curve")
          break
        }
        for k in 0...16 {
          let t = Double(k) / 16
          let (print, p) = (sweep.print(at: t), segment.point(at: start + share * t))
          #expect(print.center.distance(to: p.position) < 1e-9)
          worst = max(worst, abs(print.radius - brush.radius(at: p)))
        }
        start += share
      }
      #expect(start == 1)
    }
    #expect(worst < 0.04)
  }

  /// Fails if the width follows a segment's ends alone.
  @Test func widthSwellsBetweenTheEnds() {
    func point(_ x: Double, _ pressure: Double) -> InkPoint { InkPoint(position: Point(x, 0), pressure: pressure) }
    let segment = InkSegment(point(0, 0.2), point(10, 1), point(20, 1), point(30, 0.2))
    let brush = Brush(size: 40, minimumShare: 0)
    var tracer = InkTracer(brush, inputScale: 1, tolerance: 0.04)
    var trace = InkTrace()
    tracer.append([segment], to: &trace)
    // In the middle pressure is (0.2 + 3 + 3 + 0.2) / 8 = 0.8.
    #expect(abs((trace.sweeps.map(\.end.radius).max() ?? 0) - 16) < 0.1)
  }
}
