import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct StabilisedSamplesTests {
  /// Fails if samples without a stabiliser change, or those beyond the reach or not finite pass.
  @Test func withoutAGuideSamplesPass() {
    var stabilised = StabilisedSamples(.none, inputScale: 1)
    let sample = PenSample(
      position: Point(3, 4), time: 1, pressure: 0.25, altitude: Angle(radians: 1), azimuth: Angle(radians: 2),
      roll: Angle(radians: 0.5), tool: .eraser)
    var bad = [sample, sample, sample]
    (bad[0].position, bad[1].position) = (Point(.nan, 0), Point(0, 2 * StrokeModel.reach))
    var result: [PenSample] = []
    for sample in bad { stabilised.add(sample, to: &result) }
    stabilised.finish(to: &result)
    #expect(result == [sample] && !stabilised.isMoving)
  }

  /// Fails if the samples are not at the stabiliser's points, or lose tilt, roll, time or the tool.
  @Test func guidesMoveSamples() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let stabiliser: Stabiliser =
        rng.isOne(in: 2) ? .rope(length: 20, endsAtPen: true) : .average(time: 0.1, endsAtPen: true)
      var state = try #require(StabiliserState(stabiliser, inputScale: 2))
      var stabilised = StabilisedSamples(stabiliser, inputScale: 2)
      var (points, result): ([InkPoint], [PenSample]) = ([], [])
      var p = Point(0, 0)
      for i in 0..<40 {
        p = p + Vector(rng.roll(-20...20), rng.roll(-20...20))
        let sample = PenSample(
          position: p, time: Double(i) / 100, pressure: rng.roll(0...1), altitude: Angle(radians: rng.roll(0.2...1.5)),
          azimuth: Angle(radians: rng.roll(-3...3)), roll: Angle(radians: rng.roll(-3...3)), tool: .eraser)
        stabilised.add(sample, to: &result)
        state.add(InkPoint(sample), to: &points)
      }
      #expect(stabilised.isMoving == state.isMoving(after: 0))
      stabilised.finish(to: &result)
      state.rest(for: 0, isEnd: true, to: &points)
      #expect(result.count == points.count && points.last?.position == p)
      for (sample, point) in zip(result, points) {
        #expect(sample.position == point.position && sample.time == point.time && sample.tool == .eraser)
        #expect((InkPoint(sample).lean - point.lean).length < 1e-9 && sample.pressure == point.pressure)
        #expect(abs(((sample.roll ?? .zero).radians - point.roll.direction.radians)) < 1e-9)
      }
    }
  }
}
