import Geometry
import RandomSource
import Testing

@testable import Ink

/// Factors of the radius along a stroke.
@Suite struct StrokeWidthsTests {
  private func widths(_ knots: [(Double, Double)]) -> StrokeWidths? {
    StrokeWidths(knots.map { StrokeWidths.Knot(time: $0, factor: $1) })
  }

  private func random(_ rng: inout RandomSource) -> StrokeWidths? {
    var time = rng.roll(-0.5...0.5)
    return widths(
      (0..<rng.roll(1...9)).map { _ in
        time += rng.roll(0.001...0.3)
        return (time, rng.roll(0.2...4))
      })
  }

  /// Fails if widths without order, without knots or out of range are made, or possible ones are not.
  @Test func onlyPossibleWidthsAreMade() {
    #expect(widths([]) == nil && widths([(0, 0.04)]) == nil && widths([(0, 20.1)]) == nil && widths([(0, .nan)]) == nil)
    #expect(widths([(.nan, 1)]) == nil && widths([(.infinity, 1)]) == nil && widths([(1e301, 1)]) == nil)
    #expect(widths([(0, 1), (0, 2)]) == nil && widths([(1, 1), (0, 2)]) == nil)
    #expect(widths([(0, 1), (1, 2), (1, 3)]) == nil)
    let many = (0...StrokeWidths.mostKnots).map { (Double($0), 1.0) }
    #expect(widths(many) == nil && widths(many.dropLast()) != nil)
    #expect(widths([(-1e300, 0.05), (1e300, 20)])?.greatest == 20)
  }

  /// Fails if a factor is not on the line between the knots beside it, or not that of the first or last knot beyond them.
  @Test func factorsAreLinear() throws {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let widths = try #require(random(&rng))
      let knots = widths.knots
      for knot in knots { #expect(widths.factor(at: knot.time) == knot.factor) }
      for (a, b) in zip(knots, knots.dropFirst()) {
        let share = rng.roll(0.0...1)
        let wanted = a.factor + (b.factor - a.factor) * share
        #expect(abs(widths.factor(at: a.time + (b.time - a.time) * share) - wanted) < 1e-9)
      }
      #expect(widths.factor(at: knots[0].time - 1) == knots[0].factor && widths.factor(at: .nan) == knots[0].factor)
      #expect(widths.factor(at: 99) == knots[knots.count - 1].factor)
    }
    let far = try #require(widths([(-1e300, 1), (1e300, 3)]))
    #expect(far.factor(at: 0) == 2 && far.factor(at: .infinity) == 3)
  }

  /// Fails if a change is not by its factor between its times, if it changes anything beyond its slopes, if it leaves the
  /// range of factors, or if the inverse does not take it back.
  @Test func changesAreLocal() throws {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let old = rng.isOne(in: 3) ? nil : random(&rng)
      let (from, soft, factor) = (rng.roll(-0.5...2), rng.roll(0.01...0.3), rng.roll(0.5...2))
      let to = from + (rng.isOne(in: 4) ? 0 : rng.roll(0.0...1))
      let new = StrokeWidths.widened(old, by: factor, from: from, to: to, soft: soft)
      func factors(_ time: Double) -> (old: Double, new: Double) {
        (old?.factor(at: time) ?? 1, new?.factor(at: time) ?? 1)
      }
      for _ in 0..<40 {
        let time = rng.roll(-2.0...4)
        let (before, after) = factors(time)
        if time < from - soft || time > to + soft {
          #expect(abs(before - after) < 1e-6, "seed \(seed), \(time)")
        } else {
          let least = before * min(1, factor)
          #expect(after > least - 1e-6 && after < before * max(1, factor) + 1e-6, "seed \(seed), \(time)")
        }
      }
      for time in [from, to, (from + to) / 2] {
        let (before, after) = factors(time)
        #expect(abs(after - before * factor) < 1e-6, "seed \(seed), \(time)")
      }
      let back = StrokeWidths.widened(new, by: 1 / factor, from: from, to: to, soft: soft)
      if old == nil { #expect(back == nil, "seed \(seed)") }
      for time in (old?.knots.map(\.time) ?? []) + [from - soft, from, to, to + soft] {
        #expect(abs((back?.factor(at: time) ?? 1) - factors(time).old) < 1e-6, "seed \(seed), \(time)")
      }
    }
  }

  /// Fails if many changes give a factor out of range or too many knots, if knots that change nothing stay, or if a change
  /// with a number that is not possible changes anything.
  @Test func changesStayPossible() throws {
    var widths: StrokeWidths?
    for seed in RandomSource.seeds(3) {
      var rng = RandomSource(seed)
      for _ in 0..<400 {
        let from = rng.roll(0.0...100)
        widths = StrokeWidths.widened(
          widths, by: rng.roll(0.3...4), from: from, to: from + rng.roll(0.0...2), soft: rng.roll(0.0...0.5))
      }
    }
    let many = try #require(widths)
    #expect(many.knots.count > 1000 && StrokeWidths(many.knots) == many)
    let all = StrokeWidths.widened(widths, by: 1e9, from: -1, to: 200, soft: 1)
    let flat = try #require(all)
    #expect(flat.greatest == 20 && flat.knots.count < 40, "\(flat.knots.count)")
    for time in [0.0, 50, 200] { #expect(flat.factor(at: time) == 20) }
    let old = self.widths([(0, 2)])
    for (factor, from, to, soft) in [
      (0, 0, 1, 1), (-1, 0, 1, 1), (.nan, 0, 1, 1), (2, 1, 0, 1), (2, .nan, 0, 1), (2, 0, .infinity, 1),
      (2, 0, 1, .infinity), (2, 0, 1, .nan), (.infinity, 0, 1, 1),
    ] as [(Double, Double, Double, Double)] {
      #expect(StrokeWidths.widened(old, by: factor, from: from, to: to, soft: soft) == old)
    }
    #expect(StrokeWidths.widened(old, by: 1, from: 0, to: 1, soft: 1) == old)
    #expect(StrokeWidths.widened(nil, by: 2, from: 1e12, to: 1e12, soft: 0)?.greatest == 2)
  }

  /// Brushes by pressure alone, with a lagging width, with a flat tip, and with dabs.
  private func brush(_ kind: Int, size: Double) -> Brush {
    var brush = Brush(size: size)
    if kind == 1 { (brush.width.rise, brush.width.speed) = (5, 300) }
    if kind == 2 { brush.tip = .flat(Brush.Nib(thickness: 0.3, angle: .zero, followsAzimuth: true)) }
    if kind == 3 { brush.rendering = .dabs(Brush.Dabs()) }
    return brush
  }

  private func ink(_ samples: [PenSample], _ brush: Brush, _ widths: StrokeWidths?) -> InkTrace {
    var model = StrokeModel(brush: brush, widths: widths)
    for sample in samples { model.add(sample) }
    model.finish()
    return model.settled
  }

  /// Fails if factors of 1 change anything, or factors of 2 are not twice the size of the brush to the bit.
  @Test(arguments: 0...3) func constantFactors(_ kind: Int) throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var p = Point(50, 50)
      let samples = (0..<rng.roll(1...20)).map { index in
        p = p + Vector(rng.roll(-15...15), rng.roll(-15...15))
        return PenSample(position: p, time: Double(index) / 100, pressure: rng.roll(0...1))
      }
      let one = try #require(widths([(9, 1)]))
      #expect(ink(samples, brush(kind, size: 9), one) == ink(samples, brush(kind, size: 9), nil), "seed \(seed)")
      guard kind == 0 else { continue }
      let two = try #require(widths([(-9, 2)]))
      #expect(ink(samples, brush(0, size: 9), two) == ink(samples, brush(0, size: 18), nil), "seed \(seed)")
    }
  }

  /// Fails if a bump of a few ms on a long straight line is missed, or is wider than it is long.
  @Test(arguments: 0...3) func shortBumpsAreThere(_ kind: Int) throws {
    let brush = brush(kind, size: 8)
    let line = [0.0, 1].map { PenSample(position: Point(10 + $0 * 4000, 20), time: $0, pressure: 1) }
    for start in [0.1, 0.31, 0.9004] {
      let bump = try #require(widths([(start, 1), (start + 0.001, 3), (start + 0.002, 1)]))
      let (plain, bumped) = (ink(line, brush, nil), ink(line, brush, bump))
      func radii(_ ink: InkTrace) -> [(x: Double, radius: Double)] {
        (ink.discs + ink.sweeps.flatMap { [$0.start, $0.end] }).map { ($0.center.x, $0.radius) }
      }
      let most = radii(plain).map(\.radius).max() ?? 0
      let widest = radii(bumped).max { $0.radius < $1.radius }
      let top = try #require(widest)
      #expect(abs(top.radius - 3 * most) < 1e-6 * most, "\(kind), \(start): \(top)")
      #expect(abs(top.x - 10 - 4000 * (start + 0.001)) < 0.1, "\(kind), \(start): \(top)")
      let wide = radii(bumped).filter { $0.radius > most * 1.01 }.map(\.x)
      #expect(wide.allSatisfy { abs($0 - top.x) < 4.1 }, "\(kind), \(start): \(wide)")
    }
  }

  /// Fails if a segment with more knots than it is divided at is divided more often, or a time that goes back is not found.
  @Test func segmentsAreDividedAtKnots() throws {
    let many = try #require(widths((0..<4000).map { (Double($0) / 4000, $0 % 2 == 0 ? 1 : 2) }))
    func segment(_ from: Double, _ to: Double) -> InkSegment {
      InkSegment(
        lineFrom: InkPoint(position: Point(0, 0), pressure: 1, time: from),
        to: InkPoint(position: Point(10, 0), pressure: 1, time: to))
    }
    #expect((32...64).contains(many.parameters(on: segment(-1, 2)).count))
    #expect(many.parameters(on: segment(0.5, 0.5)).isEmpty && many.parameters(on: segment(2, 3)).isEmpty)
    let two = try #require(widths([(1, 1), (2, 3)]))
    for (from, to, wanted) in [
      (0.0, 4.0, [0.25, 0.5]), (4, 0, [0.5, 0.75]), (1, 2, []), (2, 1, []), (1.5, 3, [1 / 3.0]),
    ] {
      let found = two.parameters(on: segment(from, to))
      #expect(found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }
  }
}
