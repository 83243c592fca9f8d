import Geometry
import Glibc
import RandomSource
import Testing

@testable import Ink

/// Fits, outlines and drags of figures. `ShapeScoreTests` pins how often strokes are recognised.
@Suite struct FigureTests {
  private static func samples(_ figure: Figure, count: Int = 120) -> [Point] {
    let outline = figure.outline(tolerance: 1e-3)
    let length = zip(outline, outline.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var (result, along): ([Point], Double) = ([], 0)
    for (a, b) in zip(outline, outline.dropFirst()) {
      let part = a.distance(to: b)
      while result.count <= count, Double(result.count) / Double(count) * length <= along + part + 1e-9 {
        result.append(a.lerp(to: b, part > 0 ? (Double(result.count) / Double(count) * length - along) / part : 0))
      }
      along += part
    }
    return result
  }

  private static func figures(_ rng: inout RandomSource) -> [Figure] {
    let center = Point(rng.roll(-500.0...500), rng.roll(-500.0...500))
    let (size, turn) = (rng.roll(80.0...400), Angle(radians: rng.roll(0...6.2)))
    func at(_ x: Double, _ y: Double) -> Point { center + Affine.rotation(turn)(Vector(x, y) * size) }
    return [
      .line(from: at(0, 0), to: at(1, 0)),
      .arc(center: center, radius: size, start: turn, sweep: Angle(radians: rng.roll(1.0...4.5))),
      .ellipse(center: center, radii: Vector(size, size), angle: .zero, start: turn, isReversed: rng.isOne(in: 2)),
      .ellipse(
        center: center, radii: Vector(size, size * rng.roll(0.35...0.7)), angle: turn,
        start: Angle(radians: rng.roll(0...6)), isReversed: rng.isOne(in: 2)),
      .polygon([at(0, 0), at(1, 0.1), at(0.4, 0.9)], isClosed: true),
      .polygon([at(0, 0), at(1, 0), at(1, 0.6), at(0, 0.6)], isClosed: true),
      .polygon([at(0, 0), at(1, 0), at(1.2, 1), at(2.2, 0.9)], isClosed: false),
      .polygon([at(1, 0), at(0.31, 0.95), at(-0.81, 0.59), at(-0.81, -0.59), at(0.31, -0.95)], isClosed: true),
    ]
  }

  /// Fails if a figure drawn exactly is not recognised, or comes back elsewhere: anywhere, in any
  /// size and direction, and whatever the zoom of the view.
  @Test func exactFiguresComeBack() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      for figure in Self.figures(&rng) {
        let unit = rng.roll(0.2...2)
        let places = Self.samples(figure)
        let found = try #require(FigureRecogniser.figure(of: places, unit: unit), "\(figure.kind), seed \(seed)")
        #expect(found.kind == figure.kind, "seed \(seed)")
        let outline = found.outline(tolerance: 1e-3)
        for p in places {
          let off = zip(outline, outline.dropFirst()).map { a, b -> Double in
            let way = b - a
            let t = way.lengthSquared > 0 ? max(0, min(1, (p - a).dot(way) / way.lengthSquared)) : 0
            return p.distance(to: a + way * t)
          }.min()
          #expect((off ?? 99) < 4 + 2 * unit, "\(figure.kind), seed \(seed)")
        }
      }
    }
  }

  /// Fails if the fits are not exact for exact points, or an ellipse's direction is wrong.
  @Test func fitsAreExact() throws {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let center = Point(rng.roll(-3000.0...3000), rng.roll(-3000.0...3000))
      let (a, ratio, angle) = (rng.roll(5.0...900), rng.roll(0.1...0.95), Angle(radians: rng.roll(-1.5...1.5)))
      let from = rng.roll(0.0...6)
      let circle = (0..<40).map { center + Vector(length: a, direction: Angle(radians: from + Double($0) * 0.05)) }
      let round = try #require(FigureFits.circle(circle[...]))
      #expect(round.center.distance(to: center) < 1e-4 * a && abs(round.radius - a) < 1e-4 * a, "seed \(seed)")
      let ring = (0..<60).map { i -> Point in
        let t = Double(i) * 0.11 + from
        return center + Affine.rotation(angle)(Vector(a * cos(t), a * ratio * sin(t)))
      }
      let oval = try #require(FigureFits.ellipse(ring[...]), "seed \(seed)")
      #expect(oval.center.distance(to: center) < 1e-5 * a, "seed \(seed)")
      #expect(abs(oval.radii.dx - a) < 1e-5 * a && abs(oval.radii.dy - a * ratio) < 1e-5 * a, "seed \(seed)")
      #expect(abs(sin(oval.angle.radians - angle.radians)) < 1e-4, "seed \(seed)")
      let line = (0..<9).map { center + Vector(length: Double($0) * a, direction: angle) }
      let straight = try #require(FigureFits.line(line[...]))
      #expect(
        abs(straight.direction.cross(Vector(length: 1, direction: angle))) < 1e-7 && straight.deviation < 1e-6 * a)
    }
  }

  /// Fails if a stroke without size, with few, equal, enormous or invalid positions crashes or
  /// becomes a figure.
  @Test func degenerateStrokesAreNone() {
    let p = Point(7, 9)
    #expect(FigureRecogniser.figure(of: []) == nil)
    #expect(FigureRecogniser.figure(of: [p]) == nil)
    #expect(FigureRecogniser.figure(of: [p, p, p, p]) == nil)
    #expect(FigureRecogniser.figure(of: [p, Point(12, 9), Point(17, 9), Point(20, 9)]) == nil)
    #expect(FigureRecogniser.figure(of: [p, Point(.nan, 0), Point(900, 0), Point(1000, 0)]) == nil)
    #expect(FigureRecogniser.figure(of: [p, Point(100, 9), Point(200, 9)], unit: 0) == nil)
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let scale = [1e-9, 1, 1e6, 1e9, 1e150][rng.roll(0...4)]
      let places = (0..<rng.roll(3...60)).map { _ in
        Point(Double(rng.roll(-3...3)) * scale, Double(rng.roll(-3...3)) * scale)
      }
      if let found = FigureRecogniser.figure(of: places, unit: max(1e-6, scale / 100)) {
        let isFinite = found.outline(tolerance: scale).allSatisfy { $0.isFinite }
        #expect(isFinite, "seed \(seed)")
      }
    }
  }

  /// Fails if an outline leaves its figure by more than the tolerance, or a closed one does not end
  /// exactly at its start.
  @Test func outlinesAreTrue() {
    for seed in RandomSource.seeds(50) {
      var rng = RandomSource(seed)
      for figure in Self.figures(&rng) {
        let outline = figure.outline(tolerance: 0.02)
        switch figure {
        case .arc(let center, let radius, _, _):
          for (a, b) in zip(outline, outline.dropFirst()) {
            #expect(abs(a.midpoint(to: b).distance(to: center) - radius) < 0.0201)
          }
        case .ellipse(let center, let radii, _, _, _):
          #expect(outline.first == outline.last)
          for (a, b) in zip(outline, outline.dropFirst()) where figure.kind == .circle {
            #expect(abs(a.midpoint(to: b).distance(to: center) - radii.dx) < 0.0201)
          }
        case .polygon(_, let isClosed): #expect(!isClosed || outline.first == outline.last)
        case .line: #expect(outline.count == 2)
        }
      }
    }
  }

  /// Fails if a drag does not keep the anchor, loses the pen, or changes the kind.
  @Test func dragsFollowThePen() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      for figure in Self.figures(&rng) {
        let outline = figure.outline(tolerance: 0.5)
        let grip = figure.kind == .line ? outline[1] : outline[outline.count - 1 - outline.count / 3]
        let place = Point(rng.roll(-900.0...900), rng.roll(-900.0...900))
        #expect(figure.dragged(from: grip, to: grip, isConstrained: false).kind == figure.kind)
        let moved = figure.dragged(from: grip, to: place, isConstrained: false)
        #expect(moved.kind == figure.kind && moved.anchor.distance(to: figure.anchor) < 1e-6)
        // The grip's image is under the pen.
        let near = moved.outline(tolerance: 0.01)
        let off = zip(near, near.dropFirst()).map { a, b -> Double in
          let way = b - a
          let t = way.lengthSquared > 0 ? max(0, min(1, (place - a).dot(way) / way.lengthSquared)) : 0
          return place.distance(to: a + way * t)
        }.min()
        let scale = (place - figure.anchor).length / max(1e-9, (grip - figure.anchor).length)
        #expect((off ?? 9e9) < 0.02 + 0.51 * scale, "\(figure.kind), seed \(seed)")
      }
    }
  }

  /// Fails if Shift does not make circles, squares and multiples of 15 degrees, or a horizontal
  /// line is not exactly horizontal.
  @Test func constraintsAreExact() throws {
    let line = Figure.line(from: Point(10, 20), to: Point(110, 24))
    guard case .line(_, let end) = line.dragged(from: Point(110, 24), to: Point(210, 31), isConstrained: true) else {
      return #expect(Bool(false), "a line stays a line")
    }
    #expect(end.y == 20 && end.x == 210)
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      for figure in Self.figures(&rng) {
        let grip = try #require(figure.outline(tolerance: 0.5).last)
        guard figure.anchor.distance(to: grip) > 1 else { continue }
        let place = Point(rng.roll(-900.0...900), rng.roll(-900.0...900))
        let found = figure.dragged(from: grip, to: place, isConstrained: true)
        func isStep(_ v: Vector) -> Bool {
          let steps = v.direction.degrees / 15
          return abs(steps - steps.rounded()) < 1e-6
        }
        switch found {
        case .line(let a, let b): #expect(isStep(b - a), "seed \(seed)")
        case .ellipse: #expect(found.kind == .circle, "seed \(seed)")
        case .polygon(let corners, let isClosed):
          #expect(isClosed ? isStep(corners[1] - corners[0]) : isStep(corners[corners.count - 1] - corners[0]))
          if figure.kind == .rectangle {
            let (a, b) = (corners[1] - corners[0], corners[2] - corners[1])
            #expect(found.kind == .rectangle && abs(a.length - b.length) < 1e-6 * a.length, "seed \(seed)")
          }
          if figure.kind == .triangle {
            let lengths = (0..<3).map { corners[$0].distance(to: corners[($0 + 1) % 3]) }
            #expect(
              abs(lengths[0] - lengths[1]) < 1e-6 * lengths[0] && abs(lengths[1] - lengths[2]) < 1e-6 * lengths[0])
          }
        case .arc: break
        }
      }
    }
  }
}
