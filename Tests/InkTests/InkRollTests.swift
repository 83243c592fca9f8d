import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct InkRollTests {
  /// Fails if an ink point has another roll than its sample, or one that was not measured.
  @Test func pointsHaveTheirSamplesRoll() throws {
    for degrees in [-180.0, -90, -3, 0, 45, 180, 270, 3600] {
      let point = InkPoint(PenSample(position: .zero, time: 0, roll: Angle(degrees: degrees)))
      #expect(abs(point.roll.length - 1) < 1e-12)
      #expect(abs((try #require(point.rollAngle) - Angle(degrees: degrees)).wrapped.radians) < 1e-12)
    }
    let without = InkPoint(PenSample(position: .zero, time: 0))
    #expect(without.roll == .zero && without.rollAngle == nil)
  }

  /// Fails if a blend takes the long way around, or loses the roll.
  @Test func blendsGoTheShortWay() throws {
    let (a, b) = (170.0, -170.0)
    func point(_ degrees: Double) -> InkPoint {
      InkPoint(PenSample(position: .zero, time: 0, roll: Angle(degrees: degrees)))
    }
    let segment = InkSegment(lineFrom: point(a), to: point(b))
    for middle in [point(a).lerp(to: point(b), 0.5), segment.point(at: 0.5), segment.split(at: 0.5).0.p3] {
      #expect(abs(abs(try #require(middle.rollAngle).degrees) - 180) < 1e-9)
    }
    #expect(point(0).lerp(to: point(180), 0.5).rollAngle == nil)
  }

  /// Fails if a smoother changes, drops or adds a roll, or the roll changes anything else.
  @Test(arguments: Smoother.allCases) func smoothersCarryTheRoll(_ smoother: Smoother) {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let roll = Angle(degrees: rng.roll(-180...180))
      // Close together, so that the modelled smoother merges and filters them.
      let samples = StrokePath.samples(rng.roll(1...60), &rng, step: 3)
      func segments(_ roll: Angle?) -> [InkSegment] {
        smoother.segments(
          through: samples.map {
            var s = $0
            s.roll = roll
            return InkPoint(s)
          }, strength: 60)
      }
      let (with, without) = (segments(roll), segments(nil))
      #expect(with.count == without.count)
      for (a, b) in zip(with, without) {
        for t in StrokePath.steps(4) {
          var (p, q) = (a.point(at: t), b.point(at: t))
          #expect((p.roll - Vector(length: 1, direction: roll)).length < 1e-9, "\(smoother), seed \(seed)")
          #expect(q.roll == .zero)
          (p.roll, q.roll) = (.zero, .zero)
          #expect(p == q)
        }
      }
    }
  }
}
