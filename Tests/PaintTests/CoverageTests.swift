import Geometry
import Glibc
import Ink
import RandomSource
import TestSupport
import Testing

@testable import Paint

/// What the filler makes of outlines, against ink by its definition and against closed forms.
@Suite struct CoverageTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private let square = PixelRect(x: 64, y: 128, width: 64, height: 64)
  /// How far Cairo's coverage may be off where an edge is level: it samples a row of pixels on 15 lines.
  private static let levelError = 1.0 / 30

  private func randomDisc(_ rng: inout RandomSource, least: Double = 0, most: Double = 24) -> Disc {
    Disc(center: Point(rng.roll(40...150), rng.roll(100...220)), radius: rng.roll(least...most))
  }

  private static func sweep(_ a: Disc, _ b: Disc) -> Sweep {
    Sweep(
      CubicBezier(a.center, a.center.lerp(to: b.center, 1 / 3.0), a.center.lerp(to: b.center, 2 / 3.0), b.center),
      from: a, to: b)
  }

  /// A bent sweep.
  private func randomSweep(_ rng: inout RandomSource, most: Double = 24) -> Sweep {
    let (a, b) = (randomDisc(&rng, most: most), randomDisc(&rng, most: most))
    var sweep = Self.sweep(a, b)
    sweep.curve.p1 = sweep.curve.p1 + Vector(rng.roll(-40...40), rng.roll(-40...40))
    sweep.curve.p2 = sweep.curve.p2 + Vector(rng.roll(-40...40), rng.roll(-40...40))
    return sweep
  }

  /// The outline of sweeps each of which is a stroke of its own.
  private static func outline(_ sweeps: [Sweep], _ tip: Brush.Tip = .round) -> Outline {
    var outline = Outline(tip: tip)
    for sweep in sweeps {
      outline.append(sweep)
      outline.appendEnd(sweep.end)
      outline.end()
    }
    return outline
  }

  private static func outline(_ a: Disc, _ b: Disc) -> Outline { outline([sweep(a, b)]) }

  private static func dot(_ d: Disc) -> Outline {
    var outline = Outline()
    outline.appendEnd(d)
    return outline
  }

  /// Covered area of a patch, px.
  private func area(_ ink: Outline, _ patch: PixelRect) -> Double {
    filler.coverage(of: ink, in: patch).reduce(0) { $0 + Double($1) } / 255
  }

  // MARK: what a pixel depends on

  /// Breaks where a pixel's coverage depends on the patch it is asked for with: parts drawn again would not fit.
  @Test func aPatchIsACutOfTheWhole() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let ink = Self.outline((0..<rng.roll(1...12)).map { _ in randomSweep(&rng) })
      // All of a block of 4 x 4 tiles.
      let block = PixelRect(x: 0, y: 0, width: CoverageFiller.blockSide, height: CoverageFiller.blockSide)
      let whole = filler.coverage(of: ink, in: block)
      for _ in 0..<6 {
        let (x, y) = (rng.roll(20..<200), rng.roll(80..<240))
        let patch = PixelRect(x: x, y: y, width: rng.roll(1...(256 - x)), height: rng.roll(1...(256 - y)))
        let part = filler.coverage(of: ink, in: patch)
        let cut = (0..<patch.area).map { whole[(y + $0 / patch.width) * 256 + x + $0 % patch.width] }
        #expect(part == cut, "seed \(seed), \(patch)")
      }
    }
  }

  /// Breaks where a part that crosses from one block of the fixed grid to the next has a seam there: the same ink, moved so that the
  /// blocks' sides lie elsewhere. Edges are cut there to 1/256 px: 2 levels.
  @Test func blocksHaveNoSeam() {
    var worst = 0
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let sweeps = (0..<rng.roll(1...6)).map { _ in randomSweep(&rng) }
      let patch = PixelRect(x: 64, y: 128, width: 64, height: 64)
      let here = filler.coverage(of: Self.outline(sweeps), in: patch)
      for (dx, dy) in [(160, 96), (-96, -160), (150, 100)] {
        let way = Vector(Double(dx), Double(dy))
        let moved = sweeps.map {
          Sweep(
            CubicBezier($0.curve.p0 + way, $0.curve.p1 + way, $0.curve.p2 + way, $0.curve.p3 + way), from: $0.start,
            to: $0.end)
        }
        let there = filler.coverage(of: Self.outline(moved), in: patch.offset(dx: dx, dy: dy))
        worst = max(worst, zip(here, there).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) })
      }
    }
    #expect(worst <= 2)
  }

  /// Breaks where the order in which ink comes, or how often the same comes, shows: it is a set.
  @Test func orderAndRepetitionDoNotShow() {
    var worst = 0
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      // Small ones too, of which a line holds many apart.
      let most = [1.5, 6, 40][seed % 3]
      var sweeps = (0..<rng.roll(2...40)).map { _ in
        let a = randomDisc(&rng, most: most)
        return Self.sweep(
          a, Disc(center: a.center + Vector(rng.roll(-9...9), rng.roll(-9...9)), radius: rng.roll(0...most)))
      }
      let once = filler.coverage(of: Self.outline(sweeps), in: square)
      sweeps += sweeps.prefix(5)
      sweeps.shuffle(using: &rng)
      let again = filler.coverage(of: Self.outline(sweeps), in: square)
      worst = max(worst, zip(once, again).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) })
      // Backwards: the same shape by other numbers, as tangents are computed from either end.
      let back = filler.coverage(of: Self.outline(sweeps.map { Self.sweep($0.end, $0.start) }), in: square)
      let off = zip(once, back).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(off <= 9, "seed \(seed)")
    }
    #expect(worst == 0)
  }

  /// Breaks where ink changes pixels that it does not touch: a stroke's earlier pixels would be other ones when drawn again later.
  /// What is far from them lies in the same rows, in which Cairo would change the way it computes.
  @Test func whatDoesNotTouchAPixelDoesNotChangeIt() {
    for seed in RandomSource.seeds(120) {
      var rng = RandomSource(seed)
      let a = Disc(center: Point(rng.roll(70...90), rng.roll(130...150)), radius: rng.roll(1...4))
      let b = Disc(center: Point(rng.roll(70...90), rng.roll(160...190)), radius: rng.roll(1...4))
      // Upright edges and level ones are computed otherwise than others.
      let few =
        seed % 3 == 0 ? Self.outline(a, Disc(center: Point(a.center.x, 185), radius: a.radius)) : Self.outline(a, b)
      // Others that are kept away from the columns up to 96.
      let others = Self.outline(
        (0..<rng.roll(1...8)).map { _ in
          Self.sweep(
            Disc(center: Point(rng.roll(108...140), rng.roll(120...200)), radius: rng.roll(0.2...12)),
            Disc(center: Point(rng.roll(108...140), rng.roll(120...200)), radius: rng.roll(0.2...12)))
        })
      let patch = PixelRect(x: 64, y: 128, width: 32, height: 64)
      #expect(filler.coverage(of: few, in: patch) == filler.coverage(of: few, others, in: patch), "seed \(seed)")
      #expect(filler.coverage(of: few, in: patch) == filler.coverage(of: others, few, in: patch), "seed \(seed)")
    }
  }

  /// Breaks where tiles are counted wrongly left of and above the origin, or places lose digits far from it.
  @Test func whereThingsAreDoesNotMatter() {
    let (a, b) = (Disc(center: Point(20.25, 30.5), radius: 11), Disc(center: Point(40, 33.75), radius: 2))
    for (x, y) in [(-256, -512), (32_768, 16_384), (1_048_576, -65_536)] {
      let way = Vector(Double(x), Double(y))
      let there = Self.outline(
        Disc(center: a.center + way, radius: a.radius), Disc(center: b.center + way, radius: b.radius))
      let patch = PixelRect(x: 3, y: 5, width: 40, height: 50)
      let moved = filler.coverage(of: there, in: patch.offset(dx: x, dy: y))
      #expect(filler.coverage(of: Self.outline(a, b), in: patch) == moved)
    }
  }

  /// Breaks where Cairo's cuts at the sides of a block reach into its pixels: nearly level edges across the side between two blocks, and
  /// the same in the middle of a block. (A cut is rounded to 1/256 px, which moves such an edge by many times that.)
  @Test func theSidesOfBlocksDoNotShow() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let rise = rng.roll(-3.0...3)
      let (a, b) = (
        Disc(center: Point(220.3, 40 + rng.roll(0...1)), radius: rng.roll(1...9)),
        Disc(center: Point(290.6, 40 + rise), radius: rng.roll(1...9))
      )
      let way = Vector(-96, 0)
      let moved = Self.outline(
        Disc(center: a.center + way, radius: a.radius), Disc(center: b.center + way, radius: b.radius))
      for left in [246, 256] {
        let patch = PixelRect(x: left, y: 24, width: 10, height: 32)
        let worst = zip(
          filler.coverage(of: Self.outline(a, b), in: patch),
          filler.coverage(of: moved, in: patch.offset(dx: -96, dy: 0))
        ).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
        #expect(worst == 0, "seed \(seed), from column \(left): \(worst) levels")
      }
    }
  }

  // MARK: against the definition

  /// Breaks where ink is filled elsewhere than it is, or not as wide: every pixel of bent, tapered sweeps that cross each other against
  /// the share of 64 x 64 samples that lie in a disc of one of them. A single pixel may be off by a level edge's error, the outline's
  /// tolerance and Cairo's.
  @Test func unionsAreWhereTheirDiscsAre() {
    var (worst, sum, count) = (0.0, 0.0, 0)
    for seed in RandomSource.seeds(9) {
      var rng = RandomSource(seed)
      let most = [0.5, 3, 24][seed % 3]
      let sweeps = (0..<rng.roll(1...4)).map { _ in randomSweep(&rng, most: most) }
      let drawn = filler.coverage(of: Self.outline(sweeps), in: square)
      let hulls = TrueInk.hulls(along: sweeps)
      for y in 0..<64 {
        for x in 0..<64 {
          let box = Rect(x: Double(63 + x), y: Double(127 + y), width: 3, height: 3)
          let near = hulls.filter { $0.0.bounds.union($0.1.bounds).intersects(box) }
          let exact =
            near.isEmpty ? 0 : TrueInk.share(ofPixel: 64 + x, 128 + y, samples: 32) { TrueInk.depth($0, in: near) }
          let error = abs(Double(drawn[y * 64 + x]) / 255 - exact)
          worst = max(worst, error)
          if exact > 0, exact < 1 {
            sum += error
            count += 1
          }
        }
      }
    }
    #expect(worst < Self.levelError + 0.03)
    #expect(sum / Double(count) < 0.012)
  }

  /// Breaks where a nib's ink is not where its corners are: a straight sweep of one that does not turn is the hull of its two ends.
  @Test func nibsAreWhereTheirCornersAre() {
    let nib = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 0), followsAzimuth: false)
    let shape = NibShape(nib)
    var worst = 0.0
    for seed in RandomSource.seeds(9) {
      var rng = RandomSource(seed)
      let (a, b) = (randomDisc(&rng, least: 2), randomDisc(&rng, least: 2))
      let sweeps = [Self.sweep(a, b)]
      let drawn = filler.coverage(of: Self.outline(sweeps, .flat(nib)), in: square)
      for y in stride(from: seed % 3, to: 64, by: 3) {
        for x in 0..<64 {
          let middle = Point(Double(64 + x) + 0.5, Double(128 + y) + 0.5)
          let depth = TrueInk.depth(middle, of: shape, along: sweeps)
          let exact =
            abs(depth) > 0.75
            ? (depth > 0 ? 1 : 0)
            : TrueInk.share(ofPixel: 64 + x, 128 + y, samples: 8) { TrueInk.depth($0, of: shape, along: sweeps) }
          worst = max(worst, abs(Double(drawn[y * 64 + x]) / 255 - exact))
        }
      }
    }
    // The reference has 8 x 8 samples: an edge along the rows is up to 1/16 off.
    #expect(worst < Self.levelError + 0.08, "\(worst)")
  }

  /// Breaks where a bend leaves a notch, or a joint sticks out: two sweeps at every angle, all radii.
  @Test func everyBendIsClosed() {
    for turn in stride(from: 0.0, through: 360, by: 15) {
      for (ra, rb, rc) in [(9.0, 9.0, 9.0), (3, 12, 3), (12, 3, 12), (4, 9, 14), (14, 9, 4), (0, 8, 0), (20, 4, 4)] {
        let b = Disc(center: Point(95.3, 160.7), radius: rb)
        let a = Disc(center: b.center + Vector(length: 17, direction: Angle(degrees: 33)), radius: ra)
        let c = Disc(center: b.center + Vector(length: 19, direction: Angle(degrees: 33 + 180 + turn)), radius: rc)
        var ink = Outline()
        ink.append(Self.sweep(a, b))
        ink.append(Self.sweep(b, c))
        ink.appendEnd(c)
        let drawn = filler.coverage(of: ink, in: square)
        var wrong = 0
        for y in 0..<64 {
          for x in 0..<64 {
            let p = Point(Double(64 + x) + 0.5, Double(128 + y) + 0.5)
            let depth = max(TrueInk.depth(p, a, b), TrueInk.depth(p, b, c))
            // No corner of a pixel is farther than 0.7072 from its middle; then the tolerances of outline and Cairo.
            if depth > 0.75, drawn[y * 64 + x] != 255 { wrong += 1 }
            if depth < -0.75, drawn[y * 64 + x] != 0 { wrong += 1 }
          }
        }
        #expect(wrong == 0, "turn \(turn), radii \(ra) \(rb) \(rc)")
      }
    }
  }

  // MARK: closed forms

  /// Breaks where the area of a fill is not that of the shape: pi r^2, and 2 r l more for a capsule.
  @Test(arguments: [0.4, 1, 3.3, 12, 25])
  func areasAreThoseOfTheClosedForm(radius r: Double) {
    // Not along the pixels: a level edge is at one of 15 heights a pixel.
    let (a, b) = (Point(94.2, 158.4), Point(98.4, 164))
    // Cairo's polygon lies inside a curve, by 0.05 px where it is farthest.
    let slack = 0.05 * 2 * .pi * r * 0.67 + 0.02
    let disc = area(Self.dot(Disc(center: a, radius: r)), square)
    #expect(abs(disc - .pi * r * r) < slack, "\(disc - .pi * r * r)")
    let capsule = area(Self.outline(Disc(center: a, radius: r), Disc(center: b, radius: r)), square)
    #expect(abs(capsule - .pi * r * r - 14 * r) < slack, "\(capsule - .pi * r * r - 14 * r)")
    // A disc that holds the other, from either side.
    let inner = Disc(center: a + Vector(r / 4, 0), radius: r / 2)
    for (d, e) in [(Disc(center: a, radius: r), inner), (inner, Disc(center: a, radius: r))] {
      #expect(area(Self.outline(d, e), square) == disc)
    }
  }

  /// Breaks where upright edges lose their places, or level ones their 15 a pixel: bands that cross the square, pixel by pixel.
  @Test func bandsAreThemselves() {
    for (from, to) in [(70.25, 90.75), (70, 71), (80.5, 80.5 + 1.0 / 16), (80.125, 80.5)] {
      let r = (to - from) / 2
      for isUpright in [true, false] {
        let (a, b) =
          isUpright ? (Point(from + r, 0), Point(from + r, 300)) : (Point(0, from + r + 64), Point(300, from + r + 64))
        let drawn = filler.coverage(
          of: Self.outline(Disc(center: a, radius: r), Disc(center: b, radius: r)), in: square)
        for y in 0..<64 {
          for x in 0..<64 {
            let first = Double(64 + (isUpright ? x : y))
            let share = max(0, min(to, first + 1) - max(from, first))
            // Both edges of a thin band may lie in one pixel.
            let most = isUpright ? 1.5 / 255 : 2 * Self.levelError + 1.0 / 255
            #expect(abs(Double(drawn[y * 64 + x]) / 255 - share) <= most, "\(from), \(isUpright), \(x), \(y)")
          }
        }
      }
    }
  }

  /// Breaks where an edge at any angle is not straight and in its place: half planes, whose pixels are trapezoids.
  @Test func halfPlanesHaveStraightEdges() {
    for degrees in stride(from: 2.5, to: 360, by: 11) {
      let normal = Vector(length: 1, direction: Angle(degrees: degrees))
      let middle = Point(96.3, 160.1)
      let (far, along) = (normal * 3000, normal.perpendicular * 3000)
      let (a, b) = (Disc(center: middle + far - along, radius: 3000), Disc(center: middle + far + along, radius: 3000))
      let drawn = filler.coverage(of: Self.outline(a, b), in: square)
      var worst = 0.0
      for y in 0..<64 {
        for x in 0..<64 {
          let exact = TrueInk.share(ofPixel: 64 + x, 128 + y, samples: 32) { ($0 - middle).dot(normal) }
          worst = max(worst, abs(Double(drawn[y * 64 + x]) / 255 - exact))
        }
      }
      #expect(worst < Self.levelError + 0.01, "\(degrees) degrees: \(worst)")
    }
  }

  // MARK: extremes

  /// Breaks where a line thinner than the grid breaks up or vanishes: its area must be length times width.
  @Test(arguments: [0.01, 0.03, 0.1, 0.25, 0.5])
  func thinLinesKeepTheirArea(radius r: Double) {
    for degrees in [3.0, 20, 45, 70, 87, 93, 135] {
      let way = Vector(length: 25, direction: Angle(degrees: degrees))
      let middle = Point(96.37, 160.21)
      let line = Self.outline(Disc(center: middle - way, radius: r), Disc(center: middle + way, radius: r))
      // By coverage before it is rounded to bytes, of which a pixel of 0.02 px of width has five; and Cairo's points are on a grid of
      // 1/256 px.
      let exact = 100 * r + .pi * r * r
      let drawn = area(line, square)
      #expect(abs(drawn - exact) < 0.03 * exact + 0.2, "\(degrees) degrees: \(drawn), not \(exact)")
    }
  }

  /// Breaks where large numbers lose their digits: discs of thousands of px, whose rims are arcs in the patch.
  @Test(arguments: [600.0, 2000, 2100, 4000])
  func hugeDiscsHaveTheirRims(radius r: Double) {
    var worst = 0.0
    for degrees in [10.0, 100, 190, 280] {
      for corner in [Point(96.3, 160.1), Point(32_767 - 0.3, 20_000.7), Point(500_000.2, 3)] {
        let center = corner + Vector(length: r, direction: Angle(degrees: degrees))
        let patch = PixelRect(x: Int(corner.x) - 16, y: Int(corner.y) - 16, width: 32, height: 32)
        let disc = Disc(center: center, radius: r)
        let drawn = filler.coverage(
          of: Self.outline(disc, Disc(center: center + Vector(7, 3), radius: r - 10)), in: patch)
        for y in 0..<32 {
          for x in 0..<32 {
            let exact = TrueInk.share(ofPixel: patch.minX + x, patch.minY + y) { r - $0.distance(to: center) }
            worst = max(worst, abs(Double(drawn[y * 32 + x]) / 255 - exact))
          }
        }
      }
    }
    #expect(worst < Self.levelError + 0.02)
  }

  /// Breaks where what is no ink leaves some or stops the program: no radius, no number, no end.
  @Test func whatIsNothingCoversNothing() {
    let good = Disc(center: Point(96, 160), radius: 5)
    let whole = filler.coverage(of: Self.dot(good), in: square)
    #expect(filler.coverage(of: Outline(), in: square).allSatisfy { $0 == 0 })
    let numbers = [Double.nan, .infinity, -.infinity]
    var bad = numbers.flatMap { n in
      [
        Disc(center: Point(n, 160), radius: 5), Disc(center: Point(96, n), radius: 5),
        Disc(center: Point(n, n), radius: 0), Disc(center: Point(96, 160), radius: n),
      ]
    }
    bad += [Disc(center: Point(96, 160), radius: -3), Disc(center: Point(96, 160), radius: 0)]
    for d in bad {
      #expect(filler.coverage(of: Self.dot(d), in: square).allSatisfy { $0 == 0 }, "\(d)")
      #expect(filler.coverage(of: Self.dot(good), Self.dot(d), in: square) == whole, "\(d)")
      // A sweep with it may be anything, but not what stops the program; and it leaves nothing for the next.
      _ = filler.coverage(of: Self.outline(good, d), in: square)
      let nib = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 0), followsAzimuth: false)
      _ = filler.coverage(of: Self.outline([Self.sweep(good, d)], .flat(nib)), in: square)
      #expect(filler.coverage(of: Self.dot(good), in: square) == whole)
    }
  }
}
