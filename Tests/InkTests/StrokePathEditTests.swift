import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct StrokePathEditTests {
  /// Fails if the parts of a path differ from the path, do not meet, or have other lengths.
  @Test func partsJoinToTheWhole() throws {
    for seed in RandomSource.seeds(80) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      let location = path.location(&rng)
      let (i, t) = (location.segment, location.parameter)
      let (first, second) = path.split(at: location)
      var joined = first
      // Traps where they do not meet.
      joined.settle(second.segments)
      #expect(abs(first.length() + second.length() - path.length()) < 1e-5)
      #expect(first.settledCount == first.segments.count && second.settledCount == second.segments.count)
      if t == 0 || t == 1 {
        #expect(joined == path, "seed \(seed)")
        continue
      }
      #expect(joined.segments.count == path.segments.count + 1)
      #expect(
        joined.segments.first?.p0 == path.segments.first?.p0 && joined.segments.last?.p3 == path.segments.last?.p3)
      #expect(Array(first.segments.dropLast()) == Array(path.segments[..<i]))
      #expect(Array(second.segments.dropFirst()) == Array(path.segments[(i + 1)...]))
      let (a, b) = try (#require(first.segments.last), #require(second.segments.first))
      for u in StrokePath.steps(20) {
        #expect(a.point(at: u).difference(to: path.segments[i].point(at: t * u)) < 1e-12, "seed \(seed)")
        #expect(b.point(at: u).difference(to: path.segments[i].point(at: t + (1 - t) * u)) < 1e-12, "seed \(seed)")
      }
    }
  }

  /// Fails if a part has another length than requested.
  @Test func partsHaveTheirLength() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      let total = path.length(accuracy: 1e-10)
      for length in [-1, 0, total * 0.3, rng.roll(0...total), total, total + 1] {
        let (first, second) = path.split(atLength: length, accuracy: 1e-8)
        let wanted = max(0, min(total, length))
        #expect(abs(first.length(accuracy: 1e-10) - wanted) < 1.1e-8, "seed \(seed)")
        #expect(abs(second.length(accuracy: 1e-10) - (total - wanted)) < 1.1e-8, "seed \(seed)")
      }
      #expect(path.split(atLength: 0) == (total > 0 || path.isEmpty ? (StrokePath(), path) : path.split(atLength: -1)))
    }
  }

  /// Fails if reversing twice changes a path, or a reversed path is another line.
  @Test func reversedTwiceIsTheSame() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      let back = path.reversed()
      #expect(back.reversed() == path)
      #expect(back.bounds.insetBy(-1e-10).union(path.bounds) == back.bounds.insetBy(-1e-10))
      let location = path.location(&rng)
      let mirrored = StrokePath.Location(
        segment: path.segments.count - 1 - location.segment, parameter: 1 - location.parameter)
      #expect(back.point(at: mirrored).difference(to: path.point(at: location)) < 1e-12)
      #expect(abs(back.length(accuracy: 1e-9) - path.length(accuracy: 1e-9)) < 2e-9)
    }
  }

  /// Fails if a path's image is not that of its points, pressure or time change, or scale and
  /// shear change the pen's altitude.
  @Test func imagesAreThoseOfThePoints() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      func number() -> Double { rng.roll(-3...3) }
      let map = Affine(a: number(), b: number(), c: number(), d: number(), tx: number() * 50, ty: number() * 50)
      let image = path.transformed(by: map)
      for (before, after) in zip(path.segments, image.segments) {
        for t in StrokePath.steps(8) {
          let (p, q) = (before.point(at: t), after.point(at: t))
          #expect(q.position.distance(to: map(p.position)) < 1e-10, "seed \(seed)")
          #expect(p.pressure == q.pressure && p.time == q.time)
          #expect(abs(p.lean.length - q.lean.length) < 1e-12 && abs(p.roll.length - q.roll.length) < 1e-12)
        }
      }
      #expect(path.transformed(by: .identity) == path)
    }
  }

  /// Fails if tilt or roll do not turn as the pen would: the image of a stroke is the stroke of
  /// turned or mirrored samples; also for a nib that follows the barrel.
  @Test(arguments: [Smoother.linear, .midpoint, .cubic, .smoothedCubic, .catmullRom])
  func imagesAreStrokesOfTurnedPens(_ smoother: Smoother) {
    var nib = Brush(size: 9, smoother: smoother)
    nib.tip = .flat(Brush.Nib(thickness: 0.2, angle: .zero, followsAzimuth: true))
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let samples = StrokePath.samples(rng.roll(1...20), &rng)
      let angle = Angle(radians: rng.roll(-4...4))
      let (isMirrored, scale) = (rng.isOne(in: 2), rng.roll(0.2...4))
      let map =
        .translation(Vector(9, -4)) * .rotation(angle) * .scale(isMirrored ? -scale : scale, scale)
      let turned = samples.map { s -> PenSample in
        var s = s
        s.position = map(s.position)
        // A horizontal mirror keeps a barrel whose buttons face up.
        s.azimuth = (isMirrored ? .halfTurn - s.azimuth : s.azimuth) + angle
        s.roll = s.roll.map { (isMirrored ? -$0 : $0) + angle }
        return s
      }
      for brush in [Brush(size: 9, smoother: smoother), nib] {
        let path = StrokePath(smoother.segments(through: samples.map(brush.held))).transformed(by: map)
        let wanted = StrokePath(smoother.segments(through: turned.map(brush.held)))
        #expect(path.segments.count == wanted.segments.count)
        for (a, b) in zip(path.segments, wanted.segments) {
          // Catmull-Rom keeps coincident points apart by an absolute distance.
          for (p, q) in [(a.p0, b.p0), (a.p1, b.p1), (a.p2, b.p2), (a.p3, b.p3)] {
            #expect(p.difference(to: q) < 1e-3, "\(smoother), seed \(seed)")
          }
        }
      }
    }
  }
}
