import Geometry
import RandomSource
import Testing

@testable import Ink

/// The ink of a stroke between two times.
@Suite struct StrokePartTests {
  /// Samples some of which share their time, or are earlier than the one before.
  private func samples(_ rng: inout RandomSource) -> [PenSample] {
    var (p, time) = (Point(50, 50), 0.0)
    return (0..<rng.roll(1...24)).map { _ in
      if !rng.isOne(in: 8) { p = p + Vector(rng.roll(-15...15), rng.roll(-15...15)) }
      if !rng.isOne(in: 6) { time += rng.isOne(in: 12) ? -0.004 : rng.roll(0.001...0.01) }
      return PenSample(position: p, time: time, pressure: rng.isOne(in: 5) ? 0.01 : rng.roll(0...1))
    }
  }

  /// Brushes by pressure alone, with a lagging width, with a flat tip, and with dabs; some with a stabiliser.
  private func brush(_ kind: Int, _ smoother: Smoother, _ rng: inout RandomSource) -> Brush {
    var brush = Brush(size: rng.roll(0.5...40), smoother: smoother)
    if kind == 1 { (brush.width.rise, brush.width.speed) = (5, 300) }
    if kind == 2 { brush.tip = .flat(Brush.Nib(thickness: 0.3, angle: .zero, followsAzimuth: true)) }
    if kind == 3 { brush.rendering = .dabs(Brush.Dabs()) }
    if rng.isOne(in: 4) { brush.stabiliser = .average(time: 0.03, endsAtPen: rng.isOne(in: 2)) }
    return brush
  }

  private func model(
    _ samples: some Sequence<PenSample>, _ brush: Brush, _ part: StrokePart? = nil,
    tolerance: Double = StrokeModel.standardTolerance, widths: StrokeWidths? = nil
  ) -> StrokeModel {
    var model = StrokeModel(brush: brush, tolerance: tolerance, part: part, widths: widths)
    for sample in samples { model.add(sample) }
    model.finish()
    return model
  }

  /// Widths for half of the strokes.
  private func widths(_ rng: inout RandomSource) -> StrokeWidths? {
    if rng.isOne(in: 2) { return nil }
    let start = rng.roll(-0.01...0.05)
    return StrokeWidths(
      (0..<rng.roll(1...8)).map { StrokeWidths.Knot(time: start + Double($0) / 128, factor: rng.roll(0.2...3)) })
  }

  /// The time of a sample, or one between or beside them.
  private func limit(_ samples: [PenSample], _ rng: inout RandomSource) -> Double {
    rng.isOne(in: 2) ? samples[rng.roll(0..<samples.count)].time : rng.roll(-0.005...0.15)
  }

  /// Fails if a part of all times differs from the whole stroke, or two parts that meet do not have its sweeps and discs to
  /// the bit, but for the sweep that is cut; or if the cut is at another place at another scale.
  @Test(arguments: Smoother.allCases, [0, 1, 2, 3]) func partsMeet(_ smoother: Smoother, _ kind: Int) throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let brush = brush(kind, smoother, &rng)
      let samples = samples(&rng)
      let widths = widths(&rng)
      let whole = model(samples, brush, widths: widths)
      let times = samples.map(\.time)
      let (least, most) = (times.min() ?? 0, times.max() ?? 0)
      for part in [StrokePart(from: least), StrokePart(to: most + 1), StrokePart(from: least - 1, to: most + 1)] {
        let same = model(samples, brush, part, widths: widths)
        #expect(same.settled == whole.settled && same.path == whole.path, "\(smoother), \(kind), seed \(seed)")
        #expect(same.path.part(try #require(part)) == whole.path)
      }
      let t = limit(samples, &rng)
      let (before, after) = (try #require(StrokePart(to: t)), try #require(StrokePart(from: t)))
      let (a, b) = (
        model(samples, brush, before, widths: widths).settled, model(samples, brush, after, widths: widths).settled
      )
      let (line, rest) = (whole.path.part(before), whole.path.part(after))
      if kind == 3 {
        #expect(a.discs == whole.settled.discs && b.discs == whole.settled.discs)
        #expect(a.discSpan.start == -.infinity || a.printedDiscs.isEmpty)
        // Of a stroke that begins at the limit, both have the first place.
        if samples[0].time != t { #expect(a.discSpan.end == b.discSpan.start || t < least, "seed \(seed)") }
        #expect(b.discSpan.end == .infinity)
        continue
      }
      #expect(a.sweeps.isEmpty == (a.end == nil) && b.sweeps.isEmpty == (b.end == nil))
      #expect(b.end == nil || b.end == whole.settled.end)
      #expect(a.sweeps.isEmpty || a.end == whole.settled.end || a.end == a.sweeps.last?.end)
      let all = whole.settled.sweeps
      #expect(all.starts(with: a.sweeps.dropLast()), "\(smoother), \(kind), seed \(seed)")
      #expect(all.reversed().starts(with: b.sweeps.dropFirst().reversed()), "\(smoother), \(kind), seed \(seed)")
      if samples[0].time != t {
        #expect(
          (all.count...all.count + 1).contains(a.sweeps.count + b.sweeps.count), "\(smoother), \(kind), seed \(seed)")
      }
      if let end = a.sweeps.last?.end, let start = b.sweeps.first?.start, samples[0].time != t {
        #expect(end.center.distance(to: start.center) < 1e-9 && abs(end.radius - start.radius) < 1e-9)
      }
      for tolerance in [0.01, 0.16] {
        let other = model(samples, brush, before, tolerance: tolerance, widths: widths).settled.sweeps
        #expect(other.isEmpty == a.sweeps.isEmpty, "seed \(seed)")
        if let p = other.last?.curve.p3, let q = line.segments.last?.p3.position {
          #expect(p.distance(to: q) < 1e-6, "\(smoother), \(kind), seed \(seed)")
        }
        let last = model(samples, brush, after, tolerance: tolerance, widths: widths).settled.sweeps
        if let p = last.first?.curve.p0, let q = rest.segments.first?.p0.position {
          #expect(p.distance(to: q) < 1e-6, "\(smoother), \(kind), seed \(seed)")
        }
      }
    }
  }

  /// Fails if what is shown of a part while the stroke goes on differs from what is left when the pen is lifted then.
  @Test(arguments: [0, 1, 3]) func theTailIsCut(_ kind: Int) throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      let brush = brush(kind, Smoother.allCases[rng.roll(0..<Smoother.allCases.count)], &rng)
      let samples = samples(&rng)
      let limits = [limit(samples, &rng), limit(samples, &rng)].sorted()
      guard
        let part = rng.isOne(in: 3)
          ? StrokePart(from: limits[0])
          : rng.isOne(in: 2) ? StrokePart(to: limits[0]) : StrokePart(from: limits[0], to: limits[1])
      else { continue }
      let widths = widths(&rng)
      var (model, tail) = (StrokeModel(brush: brush, part: part, widths: widths), InkTrace())
      for i in samples.indices {
        model.add(samples[i])
        model.tail(into: &tail)
        if brush.stabiliser != .none { continue }
        let now = self.model(samples[...i], brush, part, widths: widths).settled
        #expect(model.settled.sweeps + tail.sweeps == now.sweeps && tail.end == now.end, "\(kind), seed \(seed), \(i)")
        guard kind == 3 else { continue }
        let count = model.settled.discs.count
        for step in 0...4 * max(0, now.discs.count - 1) {
          let place = Double(step) / 4
          let isShown =
            place <= Double(count - 1)
            ? model.settled.discSpan.contains(place) : tail.discSpan.contains(place - Double(max(0, count - 1)))
          #expect(isShown == now.discSpan.contains(place), "seed \(seed), \(i), \(place) of \(now.discSpan)")
        }
      }
      model.finish()
      #expect(model.settled == self.model(samples, brush, part, widths: widths).settled, "\(kind), seed \(seed)")
    }
  }

  /// Fails if a limit at a time that several samples share is not at the last of them, or a stroke whose samples
  /// all have one time is cut.
  @Test func sharedTimesBelongToTheEarlierPart() throws {
    let brush = Brush(size: 4, smoother: .linear)
    let line = [0, 0, 1, 1, 1, 2].enumerated().map { PenSample(position: Point(Double($0) * 10, 0), time: $1) }
    func ends(_ samples: [PenSample], _ part: StrokePart?) throws -> [Double] {
      let part: StrokePart = try #require(part)
      let ink = model(samples, brush, part).settled
      return [ink.sweeps.first?.curve.p0.x, ink.sweeps.last?.curve.p3.x].compactMap(\.self)
    }
    #expect(try ends(line, StrokePart(to: 1)) == [0, 40])
    #expect(try ends(line, StrokePart(from: 1)) == [40, 50])
    #expect(try ends(line, StrokePart(from: 0, to: 0.5)) == [0, 15])
    #expect(try ends(line, StrokePart(to: 0)) == [0, 10])
    #expect(try ends(line, StrokePart(to: -1)).isEmpty && ends(line, StrokePart(from: 2)).isEmpty)
    let tap = [PenSample(position: Point(5, 5), time: 3)]
    for part in [StrokePart(from: 3), StrokePart(to: 3), StrokePart(from: 2, to: 4)] {
      #expect(model(tap, brush, part).settled == model(tap, brush).settled)
    }
    for part in [StrokePart(from: 3.5), StrokePart(to: 2)] { #expect(model(tap, brush, part).settled.isEmpty) }
    #expect(StrokePart() == nil && StrokePart(from: 1, to: 1) == nil && StrokePart(from: .nan) == nil)
    #expect(StrokePart(from: 0, to: .infinity) == nil)
  }
}
