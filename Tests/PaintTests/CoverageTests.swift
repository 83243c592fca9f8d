import Geometry
import Glibc
import Ink
import RandomSource
import TestSupport
import Testing

@testable import Paint

/// Coverage of outlines, against ink by its definition and against closed forms.
@Suite struct CoverageTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private let square = PixelRect(x: 64, y: 128, width: 64, height: 64)
  /// Cairo's greatest error at a level edge: it samples a row of pixels on 15 lines.
  private static let levelError = 1.0 / 30

  private func randomDisc(_ rng: inout RandomSource, least: Double = 0, most: Double = 24) -> Disc {
    Disc(center: Point(rng.roll(40...150), rng.roll(100...220)), radius: rng.roll(least...most))
  }

  private static func sweep(_ a: Disc, _ b: Disc) -> Sweep {
    Sweep(
      CubicBezier(a.center, a.center.lerp(to: b.center, 1 / 3.0), a.center.lerp(to: b.center, 2 / 3.0), b.center),
      from: a, to: b)
  }

  private func randomSweep(_ rng: inout RandomSource, most: Double = 24) -> Sweep {
    let (a, b) = (randomDisc(&rng, most: most), randomDisc(&rng, most: most))
    var sweep = Self.sweep(a, b)
    sweep.curve.p1 = sweep.curve.p1 + Vector(rng.roll(-40...40), rng.roll(-40...40))
    sweep.curve.p2 = sweep.curve.p2 + Vector(rng.roll(-40...40), rng.roll(-40...40))
    return sweep
  }

  /// The outline of sweeps, each a stroke of its own.
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

  /// Fails if a pixel's coverage depends on the area of the fill: redrawn parts would not
  /// match.
  @Test func partsMatchTheWholeBlock() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let ink = Self.outline((0..<rng.roll(1...12)).map { _ in randomSweep(&rng) })
      // A whole block.
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

  /// Fails if a seam shows between blocks: the same ink, moved so that the sides of blocks are
  /// elsewhere. Edges are cut there to 1/256 px: 2 levels.
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

  /// Fails if the order or the repetition of contours changes coverage.
  @Test func orderAndRepetitionDoNotChangeCoverage() {
    var worst = 0
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      // Small ones too, so that a row holds many separate ones.
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
      // Reversed: the same shape with other numbers, as tangents are computed from the other end.
      let back = filler.coverage(of: Self.outline(sweeps.map { Self.sweep($0.end, $0.start) }), in: square)
      let off = zip(once, back).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(off <= 9, "seed \(seed)")
    }
    #expect(worst == 0)
  }

  /// Fails if ink changes pixels that it does not touch: redrawing a stroke would change its
  /// earlier pixels. The distant ink is in the same rows, where Cairo would change its method.
  @Test func distantInkDoesNotChangePixels() {
    for seed in RandomSource.seeds(120) {
      var rng = RandomSource(seed)
      let a = Disc(center: Point(rng.roll(70...90), rng.roll(130...150)), radius: rng.roll(1...4))
      let b = Disc(center: Point(rng.roll(70...90), rng.roll(160...190)), radius: rng.roll(1...4))
      // Cairo has other methods for vertical and horizontal edges.
      let few =
        seed % 3 == 0 ? Self.outline(a, Disc(center: Point(a.center.x, 185), radius: a.radius)) : Self.outline(a, b)
      // Ink to the right of column 96.
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

  /// Fails if tiles above or left of the origin are miscounted, or precision is lost far from
  /// it.
  @Test func coverageDoesNotDependOnPlace() {
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

  /// Fails if Cairo's cuts at the sides of a block change pixels: nearly horizontal edges
  /// across a side, and the same within a block. (A cut is rounded to 1/256 px, which shifts such
  /// an edge by much more.)
  @Test func sidesOfBlocksDoNotChangePixels() {
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

  /// Fails if ink is misplaced or has another width: pixels of bent, tapered, crossing sweeps
  /// against samples of the exact ink. A pixel may be off by the error of a level edge and the
  /// tolerances of outline and Cairo.
  @Test func coverageMatchesTheExactInk() {
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

  /// Fails if a nib's ink is not the hull of its corners: straight sweeps without a turn.
  @Test func nibsCoverTheHullOfTheirCorners() {
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
    // The reference has 8 x 8 samples: a horizontal edge is up to 1/16 off.
    #expect(worst < Self.levelError + 0.08, "\(worst)")
  }

  /// Fails if a bend has a notch or a joint sticks out: two sweeps at every angle, many radii.
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
            // A corner of a pixel is at most 0.7072 from its middle; the rest is for the
            // tolerances.
            if depth > 0.75, drawn[y * 64 + x] != 255 { wrong += 1 }
            if depth < -0.75, drawn[y * 64 + x] != 0 { wrong += 1 }
          }
        }
        #expect(wrong == 0, "turn \(turn), radii \(ra) \(rb) \(rc)")
      }
    }
  }

  // MARK: closed forms

  /// Fails if the area of a fill differs from the closed form: pi r^2, and 2 r l more for a
  /// capsule.
  @Test(arguments: [0.4, 1, 3.3, 12, 25])
  func areasAreThoseOfTheClosedForm(radius r: Double) {
    // Not horizontal: a level edge has one of 15 heights a pixel.
    let (a, b) = (Point(94.2, 158.4), Point(98.4, 164))
    // More than Cairo's polygon is inside of a curve.
    let slack = 0.05 * 2 * .pi * r * 0.67 + 0.02
    let disc = area(Self.dot(Disc(center: a, radius: r)), square)
    #expect(abs(disc - .pi * r * r) < slack, "\(disc - .pi * r * r)")
    let capsule = area(Self.outline(Disc(center: a, radius: r), Disc(center: b, radius: r)), square)
    #expect(abs(capsule - .pi * r * r - 14 * r) < slack, "\(capsule - .pi * r * r - 14 * r)")
    // A disc that contains the other, in either direction.
    let inner = Disc(center: a + Vector(r / 4, 0), radius: r / 2)
    for (d, e) in [(Disc(center: a, radius: r), inner), (inner, Disc(center: a, radius: r))] {
      #expect(area(Self.outline(d, e), square) == disc)
    }
  }

  /// Fails if vertical edges are misplaced, or horizontal ones by more than 1/15 px: bands
  /// across the square.
  @Test func bandsCoverTheirPixels() {
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
            // Both edges of a thin band may be in one pixel.
            let most = isUpright ? 1.5 / 255 : 2 * Self.levelError + 1.0 / 255
            #expect(abs(Double(drawn[y * 64 + x]) / 255 - share) <= most, "\(from), \(isUpright), \(x), \(y)")
          }
        }
      }
    }
  }

  /// Fails if an edge at any angle is misplaced: half planes.
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

  /// Fails if a thin line breaks up or vanishes: its area must be length times width.
  @Test(arguments: [0.01, 0.03, 0.1, 0.25, 0.5])
  func thinLinesKeepTheirArea(radius r: Double) {
    for degrees in [3.0, 20, 45, 70, 87, 93, 135] {
      let way = Vector(length: 25, direction: Angle(degrees: degrees))
      let middle = Point(96.37, 160.21)
      let line = Self.outline(Disc(center: middle - way, radius: r), Disc(center: middle + way, radius: r))
      // Slack for rounding to bytes and for Cairo's grid of 1/256 px.
      let exact = 100 * r + .pi * r * r
      let drawn = area(line, square)
      #expect(abs(drawn - exact) < 0.03 * exact + 0.2, "\(degrees) degrees: \(drawn), not \(exact)")
    }
  }

  /// Fails if large coordinates lose precision: discs of thousands of px, whose rims are in the
  /// patch.
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

  /// Fails if invalid ink leaves coverage or crashes: no radius, NaN, infinity.
  @Test func invalidInkCoversNothing() {
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
      // A sweep with it may cover anything, but must not crash or affect the next fill.
      _ = filler.coverage(of: Self.outline(good, d), in: square)
      let nib = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 0), followsAzimuth: false)
      _ = filler.coverage(of: Self.outline([Self.sweep(good, d)], .flat(nib)), in: square)
      #expect(filler.coverage(of: Self.dot(good), in: square) == whole)
    }
  }
}
