import Dice
import Geometry
import Glibc
import Testing

@testable import Ink

/// A stroke in the making: what settles, what the tail shows, what is left out.
@Suite struct StrokeModelTests {
  private func random(_ count: Int, _ dice: inout Dice) -> [PenSample] {
    var p = Point(50, 50)
    return (0..<count).map { i in
      if !dice.isOne(in: 8) { p = p + Vector(dice.roll(-15...15), dice.roll(-15...15)) }
      return PenSample(position: p, time: Double(i) / 200, pressure: dice.isOne(in: 5) ? 0.01 : dice.roll(0...1))
    }
  }

  private func discs(
    _ samples: [PenSample], _ brush: Brush, tolerance: Double = StrokeModel.standardTolerance
  ) -> [Disc] {
    var model = StrokeModel(brush: brush, tolerance: tolerance)
    for s in samples { model.add(s) }
    model.finish()
    return model.settled
  }

  /// Breaks where settled ink changes, where asking for the tail disturbs the stroke, or where the tail is not what
  /// lifting the pen now would leave: to the last bit where the tolerance is one that nobody sees.
  @Test(arguments: Smoother.allCases)
  func theTailIsTheLiftSeenBeforehand(_ smoother: Smoother) {
    for seed in Dice.seeds(30) {
      var dice = Dice(seed)
      let brush = Brush(size: dice.roll(0.5...40), smoother: smoother)
      let samples = random(dice.roll(1...24), &dice)
      let tolerance = StrokeModel.shownFlatness
      let whole = discs(samples, brush, tolerance: tolerance)
      var model = StrokeModel(brush: brush, tolerance: tolerance)
      var tail: [Disc] = []
      var scratch: [InkSegment] = []
      for i in samples.indices {
        let before = model.settled
        model.add(samples[i])
        #expect(model.settled.starts(with: before))
        model.tail(into: &tail, scratch: &scratch)
        let now = discs(Array(samples[...i]), brush, tolerance: tolerance)
        #expect(Array(model.settled.dropLast()) + tail == now, "\(smoother), seed \(seed), sample \(i)")
        #expect(tail.first == model.settled.last || model.settled.isEmpty)
      }
      model.finish()
      #expect(model.settled == whole)
      model.tail(into: &tail, scratch: &scratch)
      #expect(tail.isEmpty && model.isFinished)
      model.add(PenSample(position: Point(1, 1), time: 9))
      model.finish()
      #expect(model.settled == whole)
    }
  }

  /// Breaks where the tail, which is laid with fewer discs than what settles, is off by more than a tenth of a px of the window, where it
  /// ends elsewhere, or where it has as many.
  @Test(arguments: Smoother.allCases, [1.0, 2, 5])
  func theTailIsAsFlatAsTheEyeWants(_ smoother: Smoother, _ inputScale: Double) {
    var (exact, coarse) = (0, 0)
    for seed in Dice.seeds(20) {
      var dice = Dice(seed)
      let brush = Brush(size: dice.roll(4...40), smoother: smoother)
      let samples = random(16, &dice)
      var model = StrokeModel(brush: brush, inputScale: inputScale)
      var tail: [Disc] = []
      var scratch: [InkSegment] = []
      for s in samples {
        model.add(s)
        model.tail(into: &tail, scratch: &scratch)
        var fine: [Disc] = tail.prefix(1).map { $0 }
        for segment in scratch { segment.appendDiscs(of: brush, tolerance: StrokeModel.standardTolerance, to: &fine) }
        (exact, coarse) = (exact + fine.count, coarse + tail.count)
        guard let tip = scratch.last?.p3, tail.count > 1 else { continue }
        #expect(tail.last?.center == tip.position)
        for disc in fine {
          let off = zip(tail, tail.dropFirst()).map { Self.distance(of: disc, from: $0, $1) }.min() ?? .infinity
          // Twice the flatness, as Wang's bound is not exact, and the radius within a share of its step.
          #expect(off < 2 * StrokeModel.shownFlatness * inputScale + 0.35, "seed \(seed)")
        }
      }
    }
    #expect(smoother == .linear ? coarse <= exact : coarse < exact, "\(coarse) of \(exact)")
  }

  /// Breaks where a tail that stays as it was shown is farther from what it would be than anybody sees, where it ends elsewhere, where it
  /// does not stay although hardly anything moves, or where what settles is touched by it. A slow hand that shakes, at several zooms.
  @Test(arguments: [1.0, 2, 5])
  func theTailStaysWhereItHardlyMoves(_ inputScale: Double) {
    var (kept, keptAnyway) = (0, 0)
    for seed in Dice.seeds(10) {
      var dice = Dice(seed)
      let brush = Brush(size: dice.roll(4...40))
      var (asked, rested) = (
        StrokeModel(brush: brush, inputScale: inputScale), StrokeModel(brush: brush, inputScale: inputScale)
      )
      let way = Vector(length: 3 * inputScale, direction: Angle(radians: dice.roll(0...6)))
      var (tail, before, fresh, freshBefore): ([Disc], [Disc], [Disc], [Disc]) = ([], [], [], [])
      var (scratch, ignored): ([InkSegment], [InkSegment]) = ([], [])
      for i in 0..<60 {
        let shake = Vector(dice.roll(-0.1...0.1), dice.roll(-0.1...0.1)) * inputScale
        let sample = PenSample(
          position: Point(100, 100) + way * Double(i) + shake, time: Double(i) / 200,
          pressure: 0.5 + 0.3 * sin(Double(i) / 9))
        asked.add(sample)
        rested.add(sample)
        #expect(asked.settled == rested.settled)
        asked.tail(into: &tail, scratch: &scratch)
        // What a model says that was never asked before.
        var copy = rested
        copy.tail(into: &fresh, scratch: &ignored)
        #expect(tail.last == fresh.last && tail.first == fresh.first)
        if tail.count > 1 {
          for disc in fresh {
            let off = zip(tail, tail.dropFirst()).map { Self.distance(of: disc, from: $0, $1) }.min() ?? .infinity
            #expect(
              off < (2 * StrokeModel.shownFlatness + StrokeModel.shownSlack) * inputScale + 0.1,
              "seed \(seed), sample \(i)")
          }
        }
        kept += tail.count { before.contains($0) }
        keptAnyway += fresh.count { freshBefore.contains($0) }
        (before, freshBefore) = (tail, fresh)
      }
    }
    #expect(2 * kept > 3 * keptAnyway, "\(kept), \(keptAnyway) of themselves")
  }

  /// How far a disc is from the hull of two: place and radius, canvas px.
  private static func distance(of disc: Disc, from a: Disc, _ b: Disc) -> Double {
    let axis = b.center - a.center
    let t = max(0, min(1, (disc.center - a.center).dot(axis) / max(axis.lengthSquared, 1e-12)))
    return disc.center.distance(to: a.center + axis * t) + abs(a.radius + (b.radius - a.radius) * t - disc.radius)
  }

  /// Breaks where a pen that stands still draws more and more, or a tap is not as wide as its hardest moment.
  @Test(arguments: Smoother.allCases)
  func standingStillIsOneDot(_ smoother: Smoother) {
    let brush = Brush(size: 20, minimumShare: 0, smoother: smoother)
    let samples = [0.1, 0.7, 0.3].enumerated().map {
      PenSample(position: Point(30 + 0.005 * Double($0), 40), time: Double($0) / 200, pressure: $1)
    }
    let ink = discs(samples, brush)
    #expect(ink.count == 1 && ink.first?.center == Point(30, 40))
    #expect(abs((ink.first?.radius ?? 0) - 7) < 1e-12)
  }

  /// Breaks where a small closed circle stays open.
  @Test(arguments: Smoother.allCases)
  func aSmallCircleCloses(_ smoother: Smoother) throws {
    let samples = (0...12).map {
      PenSample(
        position: Point(20, 20) + Vector(length: 3, direction: Angle(degrees: Double($0 % 12) * 30)),
        time: Double($0) / 200)
    }
    let ink = discs(samples, Brush(size: 1, smoother: smoother))
    let (first, last) = try (#require(ink.first), #require(ink.last))
    #expect(first.center.distance(to: last.center) < 1e-9 && first.radius == last.radius)
    // All the way round, nowhere a gap: neighbours are near each other.
    for (a, b) in zip(ink, ink.dropFirst()) { #expect(a.center.distance(to: b.center) < 3.5) }
    let turns = zip(ink, ink.dropFirst()).reduce(0.0) { sum, pair in
      let (a, b) = (pair.0.center - Point(20, 20), pair.1.center - Point(20, 20))
      return sum + (b.direction - a.direction).wrapped.degrees
    }
    #expect(abs(turns - 360) < 1e-6)
  }

  /// Breaks where nonsense from a device reaches the ink.
  @Test func nonsenseIsLeftOut() {
    let good = (0..<6).map { PenSample(position: Point(Double($0) * 5, 10), time: Double($0) / 200) }
    var mixed: [PenSample] = []
    for s in good {
      mixed.append(s)
      for x in [Double.nan, .infinity, -.infinity, 1e300, -2e6] {
        mixed.append(PenSample(position: Point(x, 0), time: s.time))
        mixed.append(PenSample(position: Point(0, x), time: s.time))
      }
    }
    #expect(discs(mixed, Brush()) == discs(good, Brush()))
    let pressed = [Double.nan, .infinity, -3, 7].enumerated().map {
      PenSample(position: Point(Double($0) * 9, 0), time: Double($0), pressure: $1)
    }
    for disc in discs(pressed, Brush(size: 10, minimumShare: 0.2)) { #expect((1...5).contains(disc.radius)) }
    #expect(discs([], Brush()).isEmpty)
  }

  /// Breaks where a sample may cost without bound: a far jump, a standstill, a jitter below what can be seen.
  @Test func aSampleCostsABoundedNumberOfDiscs() {
    let slow = (0..<5000).map { PenSample(position: Point(50 + Double($0) * 0.002, 50), time: Double($0) / 1000) }
    #expect(discs(slow, Brush()).count <= 500)
    var dice = Dice(1)
    for smoother in Smoother.allCases {
      for size in [1.0, 1000] {
        let samples = random(200, &dice)
        #expect(discs(samples, Brush(size: size, smoother: smoother)).count < 200 * 70)
      }
    }
    #expect(
      discs([PenSample(position: Point(0, 0), time: 0), PenSample(position: Point(6400, 0), time: 1)], Brush()).count
        == 101)
    // A brush whose width runs after the pen, from one end of what is possible to the other.
    var airbrush = Brush(size: 5000)
    airbrush.width.rise = 10
    let far = (0..<20).map { i in
      PenSample(
        position: Point(i % 2 == 0 ? -StrokeModel.reach : StrokeModel.reach, Double(i)), time: Double(i) / 100)
    }
    #expect(!airbrush.followsPressureAlone)
    #expect(discs(far, airbrush).count <= 20 * 1024, "\(discs(far, airbrush).count)")
  }

  /// Breaks where the discs leave the curve by more than the tolerance (and what is left out between them).
  @Test func discsFollowTheCurve() {
    for seed in Dice.seeds(40) {
      var dice = Dice(seed)
      func point() -> InkPoint {
        InkPoint(position: Point(dice.roll(0...80), dice.roll(0...80)), pressure: dice.roll(0...1))
      }
      let segment = InkSegment(point(), point(), point(), point())
      let brush = Brush(size: dice.roll(1...200), minimumShare: dice.roll(0...1))
      var discs = [Disc(center: segment.p0.position, radius: brush.radius(at: segment.p0))]
      segment.appendDiscs(of: brush, tolerance: 0.04, to: &discs)
      var worst = 0.0
      for k in 0...400 {
        let p = segment.point(at: Double(k) / 400)
        // How far the disc there is from the hull of some two neighbours: place and radius.
        let disc = Disc(center: p.position, radius: brush.radius(at: p))
        let near = zip(discs, discs.dropFirst()).map { Self.distance(of: disc, from: $0, $1) }.min()
        worst = max(worst, near ?? .infinity)
      }
      // The curve within twice the tolerance, the radius within a share of its step.
      #expect(worst < 0.08 + 0.35, "seed \(seed)")
    }
  }

  /// Breaks where width on the way is taken from a segment's ends alone.
  @Test func widthSwellsBetweenTheEnds() {
    func point(_ x: Double, _ pressure: Double) -> InkPoint { InkPoint(position: Point(x, 0), pressure: pressure) }
    let segment = InkSegment(point(0, 0.2), point(10, 1), point(20, 1), point(30, 0.2))
    let brush = Brush(size: 40, minimumShare: 0)
    var discs = [Disc(center: .zero, radius: brush.radius(at: segment.p0))]
    segment.appendDiscs(of: brush, tolerance: 0.04, to: &discs)
    // In the middle pressure is (0.2 + 3 + 3 + 0.2) / 8 = 0.8.
    #expect(abs((discs.map(\.radius).max() ?? 0) - 16) < 0.1)
  }
}
