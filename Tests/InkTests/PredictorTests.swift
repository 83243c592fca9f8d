import Foundation
import Geometry
import RandomSource
import Testing

@testable import Ink

/// Predicted ink: close to the pen's later position, and none where that is uncertain.
@Suite struct PredictorTests {
  /// Samples of a movement, in whole px if they are `rounded`.
  private func samples(
    _ count: Int, rate: Double, rounded: Bool = true, _ place: (Double) -> Point
  ) -> [InkPoint] {
    (0..<count).map { i in
      let time = Double(i) / rate
      let p = place(time)
      return InkPoint(
        position: rounded ? Point(p.x.rounded(), p.y.rounded()) : p, pressure: 0.5, time: time)
    }
  }

  private func line(_ degrees: Double, speed: Double = 1000) -> (Double) -> Point {
    { Point(500.3, 400.6) + Vector(length: speed * $0, direction: Angle(degrees: degrees)) }
  }

  private func share(_ values: [Double], _ share: Double) -> Double {
    values.sorted()[Int((Double(values.count - 1) * share).rounded())]
  }

  /// Fails if predictions of circles at 1000 px/s in whole px are off by more than 2 px, or
  /// rare.
  @Test(arguments: [60.0, 125, 200, 1000])
  func circles(_ rate: Double) {
    for horizon in [0.004, 0.008, 0.016] {
      var (errors, count) = ([Double](), 0)
      for radius in [40.0, 80, 160, 320] {
        for start in [0.0, 1.1, 2.9, 4.4] {
          let place = { (t: Double) in
            Point(500.3, 400.6) + Vector(length: radius, direction: Angle(radians: start + 1000 / radius * t))
          }
          var predictor = Predictor()
          for s in samples(Int(0.6 * rate), rate: rate, place) {
            predictor.add(s)
            count += 1
            guard let p = predictor.prediction(horizon: horizon) else { continue }
            #expect(p.reach > 0 && p.reach <= horizon)
            errors.append(p.position.distance(to: place(s.time + p.reach)))
          }
        }
      }
      #expect(share(errors, 0.95) < 2, "\(rate) Hz, \(horizon) s")
      if rate > 100 { #expect(errors.count * 10 > count * 7, "\(rate) Hz, \(horizon) s") }
    }
  }

  /// Fails if exact samples of an arc are not continued as that arc, to the full horizon.
  @Test(arguments: [100.0, 200, 1000])
  func exactArcsGoOnAsArcs(_ rate: Double) throws {
    for turn in [-9.0, 0, 4, 14] {
      let speed = 800.0
      let place = { (t: Double) -> Point in
        turn == 0
          ? Point(speed * t, 0)
          : Point(speed / turn * sin(turn * t), speed / turn * (1 - cos(turn * t)))
      }
      var predictor = Predictor()
      for s in samples(Int(0.2 * rate), rate: rate, rounded: false, place) { predictor.add(s) }
      let ahead = predictor.prediction(horizon: 0.008)
      let p = try #require(ahead)
      let now = Double(Int(0.2 * rate) - 1) / rate
      #expect(p.position.distance(to: place(now + p.reach)) < 0.2, "turn \(turn)")
      #expect(abs((p.heading.direction - Angle(radians: turn * (now + p.reach))).wrapped.radians) < 0.03)
    }
  }

  /// Fails if predictions of a recorded hand are off by more than 2 px of the window, at half
  /// size. The predicted place is compared at its own time, which may be less than the horizon.
  @Test func recordedHand() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Resources/sample.pen")
    let recording = try Recording(parsing: Array(try Data(contentsOf: file)))
    for horizon in [0.008, 0.016] {
      var (errors, count) = ([Double](), 0)
      for stroke in recording.strokes {
        let points = stroke.samples.map { s in
          var p = InkPoint(s)
          p.position = Point(s.position.x / 2, s.position.y / 2)
          return p
        }
        var predictor = Predictor()
        for (i, p) in points.enumerated() {
          var read = p
          read.position = Point(p.position.x.rounded(), p.position.y.rounded())
          predictor.add(read)
          count += 1
          guard let ahead = predictor.prediction(horizon: horizon) else { continue }
          // The pen's place at that time, between two samples.
          let time = p.time + ahead.reach
          guard let k = points[i...].firstIndex(where: { $0.time >= time }), k > 0 else { continue }
          let t = (time - points[k - 1].time) / (points[k].time - points[k - 1].time)
          errors.append(ahead.position.distance(to: points[k - 1].position.lerp(to: points[k].position, t)))
        }
      }
      #expect(errors.count * 10 > count * 3)
      #expect(share(errors, 0.95) < 2)
    }
  }

  /// Fails if a pen that stops has predicted ink from the next sample on.
  @Test(arguments: [60.0, 125, 200, 400, 1000])
  func aStopShowsNothingBeyond(_ rate: Double) {
    for degrees in stride(from: 7.0, to: 360, by: 30) {
      for speed in [300.0, 1000, 2500] {
        let stop = (0.2 * rate).rounded() / rate
        let place = line(degrees, speed: speed)
        let all = samples(Int(0.3 * rate), rate: rate) { place(min($0, stop)) }
        var predictor = Predictor()
        for s in all {
          predictor.add(s)
          if s.time >= stop + 0.9 / rate {
            #expect(
              predictor.prediction(horizon: 0.016) == nil, "\(rate) Hz, \(degrees) degrees, \(speed) px/s, \(s.time) s")
          }
        }
      }
    }
  }

  /// Fails if a pen that brakes still has predicted ink.
  @Test func aBrakeShowsNothingBeyond() {
    for degrees in stride(from: 3.0, to: 360, by: 45) {
      let place = line(degrees)
      var predictor = Predictor()
      for s in samples(40, rate: 200, rounded: false, place) { predictor.add(s) }
      #expect(predictor.prediction(horizon: 0.016) != nil)
      var s = InkPoint(position: place(0.195 + 0.0015), pressure: 0.5, time: 0.2)
      predictor.add(s)
      #expect(predictor.prediction(horizon: 0.016) == nil)
      // Going backwards.
      s.position = place(0.18)
      s.time = 0.205
      predictor.add(s)
      #expect(predictor.prediction(horizon: 0.016) == nil)
    }
  }

  /// Fails if a prediction is made from too few samples, too short a time, or across a pause.
  @Test func noPredictionFromTooFewSamples() {
    let all = samples(100, rate: 200, rounded: false, line(20))
    var predictor = Predictor()
    #expect(predictor.prediction(horizon: 0.016) == nil)
    for (i, s) in all.enumerated() {
      predictor.add(s)
      // Five or six samples are enough, depending on the uncertainty.
      if i != 4 { #expect((predictor.prediction(horizon: 0.016) != nil) == (i > 4), "sample \(i)") }
    }
    for (i, s) in all.enumerated() {
      var late = s
      late.time += 1
      predictor.add(late)
      if i != 4 { #expect((predictor.prediction(horizon: 0.016) != nil) == (i > 4), "sample \(i) after the pause") }
    }
    var fast = Predictor()
    for (i, s) in samples(30, rate: 1000, rounded: false, line(20)).enumerated() {
      fast.add(s)
      if i < 16 { #expect(fast.prediction(horizon: 0.016) == nil) }
    }
    #expect(fast.prediction(horizon: 0.016) != nil)
  }

  /// Fails if shake at rest counts as a movement.
  @Test func shakeIsNotPredicted() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var predictor = Predictor()
      for i in 0..<60 {
        predictor.add(
          InkPoint(position: Point(rng.roll(-1...1), rng.roll(-1...1)), pressure: 0.5, time: Double(i) / 200))
        if let p = predictor.prediction(horizon: 0.016) { #expect(p.position.distance(to: .zero) < 4) }
      }
    }
  }

  /// Fails if a prediction is NaN, behind the tip or farther than the pen's speed allows, for
  /// samples with equal, uneven or decreasing times.
  @Test func anySamplesAreSafe() {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      var predictor = Predictor()
      var p = Point(rng.roll(0...900), rng.roll(0...900))
      var velocity = Vector(rng.roll(-3...3), rng.roll(-3...3))
      var time = 0.0
      for _ in 0..<60 {
        let step = rng.isOne(in: 4) ? 0 : rng.isOne(in: 30) ? rng.roll(0...2) : rng.roll(0.0005...0.02)
        time += rng.isOne(in: 40) ? -0.01 : step
        velocity = velocity + Vector(rng.roll(-0.3...0.3), rng.roll(-0.3...0.3))
        if rng.isOne(in: 25) { velocity = Vector(rng.roll(-900...900), rng.roll(-900...900)) }
        if !rng.isOne(in: 6) { p = p + velocity }
        predictor.add(InkPoint(position: p, pressure: rng.roll(0...1), time: time))
        guard let ahead = predictor.prediction(horizon: 0.016) else { continue }
        #expect(ahead.position.isFinite && ahead.reach > 0 && ahead.reach <= 0.016)
        #expect(abs(ahead.heading.length - 1) < 1e-9)
        #expect((ahead.position - p).dot(ahead.startHeading) > 0, "seed \(seed)")
      }
    }
  }

  /// Fails if predicted ink extends beyond the expected lift.
  @Test func predictionEndsAtTheLift() throws {
    var predictor = Predictor()
    for (i, s) in samples(40, rate: 200, rounded: false, line(0, speed: 300)).enumerated() {
      var p = s
      // Lifted 6 ms after the last sample.
      p.pressure = min(0.8, (Double(39 - i) * 0.005 + 0.006) * 10)
      predictor.add(p)
    }
    let ahead = predictor.prediction(horizon: 0.016)
    let p = try #require(ahead)
    #expect(abs(p.reach - 0.006) < 1e-6)
  }

  /// Fails if the tail with a prediction is not the tail without one plus a smooth
  /// continuation, or the settled ink changes.
  @Test(arguments: Smoother.allCases)
  func theTailGoesOnBeyondTheTip(_ smoother: Smoother) {
    let brush = Brush(size: 8, smoother: smoother)
    var plain = StrokeModel(brush: brush)
    var ahead = StrokeModel(brush: brush, prediction: 0.016)
    var (tail, longer) = (InkTrace(), InkTrace())
    var shown = 0
    let place = { (t: Double) in Point(300, 300) + Vector(length: 160, direction: Angle(radians: 5 * t)) }
    for s in samples(200, rate: 200, place) {
      let sample = PenSample(position: s.position, time: s.time)
      plain.add(sample)
      ahead.add(sample)
      let isPlainBeyond = plain.tail(into: &tail)
      #expect(!isPlainBeyond)
      let isBeyond = ahead.tail(into: &longer)
      #expect(ahead.settled == plain.settled)
      #expect(isBeyond == (longer != tail))
      guard isBeyond, let tip = tail.end, let end = longer.end else { continue }
      shown += 1
      #expect(longer.sweeps.starts(with: tail.sweeps))
      #expect(end.radius == tip.radius)
      #expect(end.center.distance(to: place(s.time + 0.016)) < tip.center.distance(to: place(s.time + 0.016)) + 1)
      ahead.withdrawPrediction()
      let isStillBeyond = ahead.tail(into: &longer)
      #expect(!isStillBeyond && longer == tail)
    }
    #expect(shown > 150)
    plain.finish()
    ahead.finish()
    #expect(plain.settled == ahead.settled)
    let isBeyond = ahead.tail(into: &longer)
    #expect(!isBeyond && longer.isEmpty)
  }
}
