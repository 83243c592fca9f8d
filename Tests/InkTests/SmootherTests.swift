import Geometry
import RandomSource
import Testing

@testable import Ink

/// The curves through a stroke's points, against ones computed by hand.
@Suite struct SmootherTests {
  private func points(_ places: (Double, Double)...) -> [InkPoint] {
    places.enumerated().map { InkPoint(position: Point($1.0, $1.1), pressure: 0.5, time: Double($0)) }
  }

  private func random(_ count: Int, _ rng: inout RandomSource) -> [InkPoint] {
    (0..<count).map {
      InkPoint(
        position: Point(rng.roll(0...100), rng.roll(0...100)), pressure: rng.roll(0...1),
        lean: Vector(rng.roll(-0.5...0.5), rng.roll(-0.5...0.5)), time: Double($0))
    }
  }

  /// Compares the positions of the control points with wanted ones.
  private func expect(
    _ segments: [InkSegment], _ wanted: [[(Double, Double)]], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(segments.count == wanted.count, sourceLocation: location)
    for (segment, corners) in zip(segments, wanted) {
      let curve = segment.curve
      for (p, q) in zip([curve.p0, curve.p1, curve.p2, curve.p3], corners) {
        #expect(p.distance(to: Point(q.0, q.1)) < 1e-12, sourceLocation: location)
      }
    }
  }

  @Test func linearJoinsThePoints() {
    let p = points((0, 0), (3, 6), (9, 0))
    expect(
      Smoother.linear.segments(through: p), [[(0, 0), (1, 2), (2, 4), (3, 6)], [(3, 6), (5, 4), (7, 2), (9, 0)]])
  }

  @Test func midpointRoundsEveryCorner() {
    let p = points((0, 0), (6, 0), (6, 6), (12, 6))
    expect(
      Smoother.midpoint.segments(through: p),
      [
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        // The quadratics (3,0) (6,0) (6,3) and (6,3) (6,6) (9,6), raised.
        [(3, 0), (5, 0), (6, 1), (6, 3)],
        [(6, 3), (6, 5), (7, 6), (9, 6)],
        [(9, 6), (10, 6), (11, 6), (12, 6)],
      ])
  }

  @Test func cubicTakesFourPointsAtATime() {
    let p = points((0, 0), (3, 3), (6, 3), (9, 0), (12, -3), (15, 3), (18, 0))
    let first = [(0.0, 0.0), (3, 3), (6, 3), (9, 0)]
    let smoother = Smoother.cubic
    expect(smoother.segments(through: Array(p[..<4])), [first])
    // One remaining sample: a line to the lift. Two: a quadratic.
    expect(smoother.segments(through: Array(p[..<5])), [first, [(9, 0), (10, -1), (11, -2), (12, -3)]])
    expect(smoother.segments(through: Array(p[..<6])), [first, [(9, 0), (11, -2), (13, -1), (15, 3)]])
    expect(smoother.segments(through: p), [first, [(9, 0), (12, -3), (15, 3), (18, 0)]])
  }

  @Test func smoothedCubicEndsBetweenControlPoints() {
    let p = points((0, 0), (2, 4), (4, 4), (99, 99), (8, 0), (10, -4), (-99, 7), (14, 2), (20, 20))
    let smoother = Smoother.smoothedCubic
    // p0 p1 p2 and the end (p2 + p4) / 2; the fourth point is dropped.
    let first = [(0.0, 0.0), (2, 4), (4, 4), (6, 2)]
    expect(smoother.segments(through: Array(p[..<4])), [[(0, 0), (2, 4), (4, 4), (99, 99)]])
    expect(
      smoother.segments(through: Array(p[..<5])), [first, [(6, 2), (20 / 3.0, 4 / 3.0), (22 / 3.0, 2 / 3.0), (8, 0)]])
    // The next group: (6,2) p4 p5 and the end (p5 + p7) / 2.
    let second = [(6.0, 2.0), (8, 0), (10, -4), (12, -1)]
    expect(
      smoother.segments(through: Array(p[..<8])),
      [first, second, [(12, -1), (38 / 3.0, 0), (40 / 3.0, 1), (14, 2)]])
    // Two samples after the end of the second: a quadratic by p7.
    expect(
      smoother.segments(through: p),
      [first, second, [(12, -1), (40 / 3.0, 1), (16, 8), (20, 20)]])
  }

  @Test func catmullRomIsCentripetal() {
    // Chords of one length: the velocity at a point is half of the vector between its neighbours.
    expect(
      Smoother.catmullRom.segments(through: points((0, 0), (3, 4), (6, 0), (9, 4))),
      [
        [(0, 0), (1, 8 / 3.0), (2, 4), (3, 4)], [(3, 4), (4, 4), (5, 0), (6, 0)],
        [(6, 0), (7, 0), (8, 4 / 3.0), (9, 4)],
      ])
    // Chords 1 and 4, knots 1 and 2 apart. The velocity in the middle is v = ((1,0) 2/1 + (0,4)
    // 1/2) / 3 = (2/3, 2/3). At the start it is 2 (1,0) - v, at the end 2 (0,4)/2 - v.
    expect(
      Smoother.catmullRom.segments(through: points((0, 0), (1, 0), (1, 4))),
      [
        [(0, 0), (4 / 9.0, -2 / 9.0), (7 / 9.0, -2 / 9.0), (1, 0)],
        [(1, 0), (13 / 9.0, 4 / 9.0), (13 / 9.0, 16 / 9.0), (1, 4)],
      ])
    expect(Smoother.catmullRom.segments(through: points((0, 0), (3, 6))), [[(0, 0), (1, 2), (2, 4), (3, 6)]])
  }

  /// Fails if a chain has a gap, or misses the first or the last point, for any number of
  /// remaining points.
  @Test(arguments: Smoother.allCases)
  func chainsGoFromTheFirstPointToTheLast(_ smoother: Smoother) {
    #expect(smoother.segments(through: []).isEmpty)
    for count in 1...14 {
      var rng = RandomSource(count)
      let p = random(count, &rng)
      let segments = smoother.segments(through: p)
      #expect(segments.first?.p0 == p.first && segments.last?.p3 == p.last, "\(count) points")
      for (a, b) in zip(segments, segments.dropFirst()) { #expect(a.p3 == b.p0) }
    }
  }

  /// Fails if a tap gives anything but a dot.
  @Test(arguments: Smoother.allCases)
  func aTapIsADot(_ smoother: Smoother) {
    let p = InkPoint(position: Point(7, 9), pressure: 0.8)
    #expect(smoother.segments(through: [p]) == [InkSegment(p, p, p, p)])
  }

  /// Fails if settled segments change later, or finishing a copy (the wet tail) changes the
  /// stroke.
  @Test(arguments: Smoother.allCases)
  func settledSegmentsStay(_ smoother: Smoother) {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let p = random(rng.roll(1...20), &rng)
      let whole = smoother.segments(through: p)
      var state = StrokeSmoother(smoother, strength: Brush.defaultStrength, inputScale: 1)
      var settled: [InkSegment] = []
      for (i, point) in p.enumerated() {
        state.add(point, to: &settled)
        #expect(whole.starts(with: settled) || i == p.count - 1)
        var rest = settled
        state.rest(to: &rest)
        #expect(rest == smoother.segments(through: Array(p[...i])), "seed \(seed), \(i)")
      }
      state.rest(to: &settled)
      #expect(settled == whole)
    }
  }

  /// Fails if tangents do not meet with the smoothed cubic, Catmull-Rom or midpoint.
  @Test(arguments: [Smoother.midpoint, .smoothedCubic, .catmullRom])
  func tangentsMeet(_ smoother: Smoother) throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      // Complete groups: remaining samples at the lift may turn.
      let p = random(5 + 3 * rng.roll(0...5), &rng)
      let segments = smoother.segments(through: p).dropLast(smoother == .smoothedCubic ? 1 : 0)
      for (a, b) in zip(segments, segments.dropFirst()) {
        let (end, start) = try (#require(a.curve.endDirection), #require(b.curve.startDirection))
        #expect(abs(end.cross(start)) < 1e-6 && end.dot(start) > 0, "\(smoother), seed \(seed)")
      }
    }
  }

  /// Fails if Catmull-Rom ink misses a sample, or modelled or steady ink misses a fast one.
  @Test func passesThroughEveryPoint() {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let p = random(rng.roll(2...30), &rng)
      let segments = Smoother.catmullRom.segments(through: p)
      // 200 px between points are far beyond the filter's reach.
      let sparse = p.enumerated().map { i, q in
        var far = q
        far.position.x += Double(i) * 200
        return far
      }
      for smoother in [Smoother.modelled, .steady] {
        #expect(smoother.segments(through: sparse).map(\.p0) == sparse.dropLast())
      }
      #expect(segments.count == p.count - 1)
      #expect(segments.map(\.p0) + [segments[segments.count - 1].p3] == p)
    }
  }

  /// Fails if fast circles shrink or bulge: n points on a circle, against the closed form.
  /// Hermite curves between points an angle a apart with tangents R sin a are farthest off in the
  /// middle: R (cos a/2 + sin a sin(a/2) / 4).
  @Test(arguments: [6, 8, 12, 20, 50])
  func catmullRomCirclesStayRound(_ n: Int) {
    let (radius, a) = (100.0, Angle(radians: 2 * .pi / Double(n)))
    let p = (0...n).map { i in
      InkPoint(
        position: Point(500, 500) + Vector(length: radius, direction: a * Double(i)), pressure: 0.5, time: Double(i))
    }
    let segments = Smoother.catmullRom.segments(through: p)
    let half = a * 0.5
    let bound = radius * abs(1 - half.cosine - a.sine * half.sine / 4)
    var (inner, all) = (0.0, 0.0)
    for (i, segment) in segments.enumerated() {
      for k in 0...20 {
        let error = abs(segment.point(at: Double(k) / 20).position.distance(to: Point(500, 500)) - radius)
        all = max(all, error)
        if i > 0, i < n - 1 { inner = max(inner, error) }
      }
    }
    #expect(inner < bound + 1e-9)
    #expect(inner > bound * 0.99)
    // The first and last segments have one neighbour only: parabolas.
    #expect(all < radius * (1 - half.cosine) / 4)
  }

  /// Fails if pressure, tilt or time are not interpolated along the curve.
  @Test(arguments: Smoother.allCases)
  func everythingRunsAlong(_ smoother: Smoother) {
    var rng = RandomSource(4)
    for segment in smoother.segments(through: random(13, &rng)) {
      for k in 0...10 {
        let p = segment.point(at: Double(k) / 10)
        #expect((0...1).contains(p.pressure) && p.lean.length < 1)
        #expect(p.time >= segment.p0.time - 1e-9 && p.time <= segment.p3.time + 1e-9)
      }
    }
  }
}
