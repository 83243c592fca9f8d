import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct StrokeMeasureTests {
  /// Fails if a length is off by more than its accuracy: circles between inscribed and
  /// circumscribed polygons, and polylines.
  @Test func lengthsOfCirclesAndLines() {
    for n in [3, 4, 8, 32] {
      let length = StrokePath.circle(Point(7, -9), 100, arcs: n).length(accuracy: 1e-9)
      let around = 2 * .pi * 100.0
      #expect(length >= around - 1e-9 && length <= around * (1 + StrokePath.arcError(n)) + 1e-9, "\(n) arcs")
    }
    var rng = RandomSource(3)
    let points = StrokePath.samples(500, &rng).map { InkPoint($0) }
    let sum = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
    #expect(abs(StrokePath(Smoother.linear.segments(through: points)).length(accuracy: 1e-9) - sum) < 2e-9)
  }

  /// Fails if the point at a length of a circle is at another angle.
  @Test func pointsAtLengthsOfACircle() throws {
    let (center, radius, n) = (Point(50, 60), 40.0, 24)
    let measure = StrokeMeasure(StrokePath.circle(center, radius, arcs: n), accuracy: 1e-9)
    var rng = RandomSource(4)
    for _ in 0..<200 {
      let angle = Angle(radians: rng.roll(0...2 * .pi))
      let point = try #require(measure.point(atLength: radius * angle.radians))
      let allowed = (2 * .pi + 1) * radius * StrokePath.arcError(n) + 1e-9
      #expect(point.position.distance(to: center + Vector(length: radius, direction: angle)) <= allowed)
    }
  }

  /// Fails if a location is at another length, locations are out of order, or ends are missed.
  @Test func locationsAndLengthsAgree() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      for accuracy in [1e-2, 1e-9] {
        let measure = StrokeMeasure(path, accuracy: accuracy)
        let exact = StrokeMeasure(path, accuracy: 1e-11)
        #expect(abs(measure.length - exact.length) <= accuracy + 1e-10, "seed \(seed)")
        var last = StrokePath.Location(segment: 0, parameter: 0)
        for i in 0...30 {
          let length = i == 30 ? measure.length : measure.length * Double(i) / 30
          let location = try #require(measure.location(atLength: length))
          #expect(abs(exact.length(to: location) - length) <= accuracy + 1e-10, "seed \(seed), length \(length)")
          #expect(accuracy > 1e-3 || !(location < last), "seed \(seed)")
          last = location
        }
        let end = StrokePath.Location(segment: path.segments.count - 1, parameter: 1)
        #expect((last == end || measure.length == 0) && measure.location(atLength: measure.length + 1) == end)
        let location = path.location(&rng)
        let length = exact.length(to: location)
        let back = try #require(exact.location(atLength: length))
        #expect(path.point(at: back).position.distance(to: path.point(at: location).position) < 1e-4, "seed \(seed)")
      }
    }
  }

  /// Fails if another place of the line is nearer: 500 samples a segment.
  @Test func nothingIsNearer() throws {
    for seed in RandomSource.seeds(80) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      let place =
        rng.isOne(in: 3)
        ? path.point(at: path.location(&rng)).position : Point(rng.roll(-200...200), rng.roll(-200...200))
      let near = try #require(path.nearest(to: place))
      var (dense, step) = (Double.infinity, 0.0)
      for segment in path.segments {
        var last = segment.p0.position
        for t in StrokePath.steps(500) {
          let p = segment.point(at: t).position
          dense = min(dense, p.distance(to: place))
          step = max(step, p.distance(to: last))
          last = p
        }
      }
      #expect(near.distance <= dense + 1.1e-9 && near.distance >= dense - step, "seed \(seed)")
      #expect(near.point == path.point(at: near.location))
      #expect(abs(near.point.position.distance(to: place) - near.distance) < 1e-10, "seed \(seed)")
      #expect(path.nearest(to: place, within: near.distance - 1e-6) == nil)
      #expect(path.nearest(to: place, within: near.distance + 1e-6) != nil)
    }
    #expect(StrokePath.circle(.zero, 5, arcs: 4).nearest(to: Point(.nan, 0)) == nil)
  }

  /// Fails if the nearest place of a circle is at another angle or length.
  @Test func nearestPlacesOfACircle() throws {
    let (center, radius, n) = (Point(-3, 8), 60.0, 24)
    let path = StrokePath.circle(center, radius, arcs: n)
    let measure = StrokeMeasure(path, accuracy: 1e-9)
    let off = radius * StrokePath.arcError(n)
    var rng = RandomSource(5)
    for _ in 0..<200 {
      let angle = Angle(radians: rng.roll(0.01...6.27))
      let far = rng.roll(1.0...300)
      let near = try #require(path.nearest(to: center + Vector(length: far, direction: angle), accuracy: 1e-12))
      #expect(abs(near.distance - abs(far - radius)) <= off + 1e-11)
      #expect(abs(measure.length(to: near.location) - angle.radians * radius) < 0.02)
    }
  }
}
