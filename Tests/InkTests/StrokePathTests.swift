import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct StrokePathTests {
  /// Fails if a settled segment changes, a replaced tail stays, or the order is wrong.
  @Test func settledSegmentsStayAndTailsAreReplaced() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let all = StrokePath.random(&rng, count: 40).segments
      var path = StrokePath()
      var settled = 0
      for _ in 0..<20 {
        let next = rng.roll(settled...all.count)
        if rng.isOne(in: 2) {
          path.settle(Array(all[settled..<next]))
          settled = next
          #expect(path.tail.isEmpty)
        } else {
          path.replaceTail(by: Array(all[settled..<next]))
          #expect(Array(path.tail) == Array(all[settled..<next]))
        }
        #expect(path.settledCount == settled && Array(path.settled) == Array(all[..<settled]))
        #expect(path.segments == Array(path.settled) + Array(path.tail))
      }
      path.settle(Array(all[settled...]))
      #expect(path == StrokePath(all) && path.isEmpty == all.isEmpty)
    }
  }

  /// Fails if an empty path or a dot traps or has a tangent or length.
  @Test func pathsWithoutLength() throws {
    let nothing = StrokePath()
    #expect(nothing.isEmpty && nothing.bounds == .null && nothing.length() == 0)
    #expect(nothing.nearest(to: .zero) == nil && nothing.reversed() == nothing)
    #expect(nothing.transformed(by: .scale(2, 3)) == nothing && nothing.split(atLength: 1) == (nothing, nothing))
    let measure = StrokeMeasure(nothing)
    #expect(measure.location(atLength: 0) == nil && measure.point(atLength: 1) == nil)
    #expect(measure.tangent(atLength: 0) == nil)

    let p = InkPoint(position: Point(3, 4), pressure: 0.7, roll: Vector(0, 1), time: 2)
    let dot = StrokePath([InkSegment(lineFrom: p, to: p)])
    #expect(dot.bounds == Rect(minX: 3, minY: 4, maxX: 3, maxY: 4) && dot.length() == 0 && dot.reversed() == dot)
    let near = try #require(dot.nearest(to: .zero))
    #expect(near.distance == 5 && near.point == p)
    for length in [-1, 0, 1, Double.nan] {
      #expect(try #require(StrokeMeasure(dot).point(atLength: length)).difference(to: p) < 1e-15)
      #expect(StrokeMeasure(dot).tangent(atLength: length) == nil)
    }
    #expect(dot.split(atLength: 0) == (nothing, dot) && dot.split(atLength: 1) == (dot, nothing))
    #expect(dot.transformed(by: .scale(2, 3)).bounds == Rect(minX: 6, minY: 12, maxX: 6, maxY: 12))
  }

  /// Fails if bounds miss a place of the line, or are larger than it: dense samples.
  @Test func boundsAreThoseOfDenseSamples() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let path = StrokePath.random(&rng)
      var dense = Rect.null
      for segment in path.segments {
        for t in StrokePath.steps(400) { dense.formUnion(disc: segment.point(at: t).position, radius: 0) }
      }
      let bounds = path.bounds
      #expect(bounds.union(dense.insetBy(1e-10)) == bounds, "seed \(seed)")
      #expect(dense.union(bounds.insetBy(2e-3)) == dense, "seed \(seed)")
    }
    let circle = StrokePath.circle(Point(50, 60), 10, arcs: 4)
    let bounds = circle.bounds
    #expect(bounds.minX >= 40 - 1e-12 && bounds.maxY <= 70 + 1e-12 && abs(bounds.width - 20) < 1e-12)
  }

  /// Fails if a tangent is not the direction of movement, or is missing on segments without
  /// length.
  @Test func tangents() throws {
    func point(_ x: Double, _ y: Double) -> InkPoint { InkPoint(position: Point(x, y), pressure: 1) }
    let places = [point(0, 0), point(0, 0), point(3, 4), point(3, 4), point(3, 9), point(3, 9)]
    let path = StrokePath(zip(places, places.dropFirst()).map { InkSegment(lineFrom: $0, to: $1) })
    let wanted = [Vector(0.6, 0.8), Vector(0.6, 0.8), Vector(0, 1), Vector(0, 1), Vector(0, 1)]
    for i in 0..<5 {
      for t in [0, 0.4, 1] {
        let tangent = try #require(path.tangent(at: StrokePath.Location(segment: i, parameter: t)))
        #expect((tangent - wanted[i]).length < 1e-12)
      }
    }
    let circle = StrokePath.circle(Point(5, 5), 10, arcs: 16)
    let measure = StrokeMeasure(circle)
    for i in 0..<100 {
      let angle = Angle(radians: 2 * .pi * Double(i) / 100)
      let tangent = try #require(measure.tangent(atLength: 10 * angle.radians))
      #expect((tangent - Vector(length: 1, direction: angle + .quarterTurn)).length < 1e-5)
    }
  }
}
