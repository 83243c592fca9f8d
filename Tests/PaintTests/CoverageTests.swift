import Dice
import Geometry
import Glibc
import Ink
import TestSupport
import Testing

@testable import Paint

/// What the scan converter makes of convex pieces, against ink by its definition and against closed forms.
@Suite struct CoverageTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private let square = PixelRect(x: 64, y: 128, width: 64, height: 64)

  private func randomDisc(_ dice: inout Dice, least: Double = 0, most: Double = 24) -> Disc {
    Disc(center: Point(dice.roll(40...150), dice.roll(100...220)), radius: dice.roll(least...most))
  }

  private func ink(_ build: (inout InkPieces) -> Void) -> InkPieces {
    var ink = InkPieces()
    build(&ink)
    return ink
  }

  /// Covered area of a patch, px.
  private func area(_ ink: InkPieces, _ patch: PixelRect) -> Double {
    filler.coverage(of: ink, in: patch).reduce(0) { $0 + Double($1) } / 255
  }

  // MARK: what a pixel depends on

  /// Breaks where a pixel's coverage depends on the patch it is asked for with: parts drawn again would not fit.
  @Test func aPatchIsACutOfTheWhole() {
    for seed in Dice.seeds(40) {
      var dice = Dice(seed)
      let ink = ink {
        for _ in 0..<dice.roll(1...12) { $0.append(from: randomDisc(&dice), to: randomDisc(&dice)) }
      }
      let whole = filler.coverage(of: ink, in: square)
      for _ in 0..<4 {
        let (x, y) = (dice.roll(0..<64), dice.roll(0..<64))
        let patch = PixelRect(x: 64 + x, y: 128 + y, width: dice.roll(1...(64 - x)), height: dice.roll(1...(64 - y)))
        let part = filler.coverage(of: ink, in: patch)
        let cut = (0..<patch.area).map { whole[(y + $0 / patch.width) * 64 + x + $0 % patch.width] }
        #expect(part == cut, "seed \(seed), \(patch)")
      }
    }
  }

  /// Breaks where pieces are not united as sets: in any order, and however often each, they must be the same to the bit.
  @Test func orderAndRepetitionDoNotShow() {
    for seed in Dice.seeds(60) {
      var dice = Dice(seed)
      // Small ones too, of which a line holds many apart.
      let most = [1.5, 6, 40][seed % 3]
      var pairs = (0..<dice.roll(2...40)).map { _ in
        let a = randomDisc(&dice, most: most)
        return (a, Disc(center: a.center + Vector(dice.roll(-9...9), dice.roll(-9...9)), radius: dice.roll(0...most)))
      }
      let once = filler.coverage(of: ink { for (a, b) in pairs { $0.append(from: a, to: b) } }, in: square)
      pairs += pairs.prefix(5)
      pairs.shuffle(using: &dice)
      let again = filler.coverage(of: ink { for (a, b) in pairs { $0.append(from: b, to: a) } }, in: square)
      // A hull's tangents are computed from either end.
      let differences = zip(once, again).map { abs(Int($0) - Int($1)) }
      #expect(differences.allSatisfy { $0 <= 1 }, "seed \(seed)")
      let turned = filler.coverage(of: ink { for (a, b) in pairs { $0.append(from: a, to: b) } }, in: square)
      #expect(turned == once, "seed \(seed)")
    }
  }

  /// Breaks where a piece changes pixels that it does not touch: a stroke's earlier pixels would be other ones when drawn
  /// again later.
  @Test func whatDoesNotTouchAPixelDoesNotChangeIt() {
    for seed in Dice.seeds(60) {
      var dice = Dice(seed)
      let (a, b) = (
        Disc(center: Point(dice.roll(70...90), dice.roll(130...150)), radius: dice.roll(1...4)),
        Disc(center: Point(dice.roll(70...90), dice.roll(160...190)), radius: dice.roll(1...4))
      )
      let few = ink { $0.append(from: a, to: b) }
      // Others that are kept away from the columns up to 96.
      let all = ink {
        $0.append(from: a, to: b)
        for _ in 0..<dice.roll(1...8) {
          let d = Disc(center: Point(dice.roll(108...140), dice.roll(120...200)), radius: dice.roll(0.2...12))
          let e = Disc(center: Point(dice.roll(108...140), dice.roll(120...200)), radius: dice.roll(0.2...12))
          $0.append(from: d, to: e)
        }
      }
      let patch = PixelRect(x: 64, y: 128, width: 32, height: 64)
      #expect(filler.coverage(of: few, in: patch) == filler.coverage(of: all, in: patch), "seed \(seed)")
    }
  }

  /// Breaks where tiles are counted wrongly left of and above the origin, or places lose digits far from it.
  @Test func whereThingsAreDoesNotMatter() {
    for (x, y) in [(-256, -512), (32_704, 16_384), (1_048_576, -65_536)] {
      let here = ink {
        $0.append(from: Disc(center: Point(20.25, 30.5), radius: 11), to: .init(center: Point(40, 33.75), radius: 2))
      }
      let way = Vector(Double(x), Double(y))
      let there = ink {
        $0.append(
          from: Disc(center: Point(20.25, 30.5) + way, radius: 11), to: .init(center: Point(40, 33.75) + way, radius: 2)
        )
      }
      let patch = PixelRect(x: 3, y: 5, width: 40, height: 50)
      #expect(filler.coverage(of: here, in: patch) == filler.coverage(of: there, in: patch.offset(dx: x, dy: y)))
    }
  }

  // MARK: against the definition

  /// Breaks where ink is filled elsewhere than it is, or not as wide: every pixel of unions of some hulls against the share of
  /// 64 x 64 samples that lie in a disc of one of them. The bound on a single pixel is a level edge's: half a sub-scanline, 1/32.
  @Test func unionsAreWhereTheirDiscsAre() {
    var (worst, sum, count) = (0.0, 0.0, 0)
    for seed in 0..<12 {
      var dice = Dice(seed)
      let most = [0.5, 3, 24][seed % 3]
      let pairs = (0..<dice.roll(1...4)).map { _ in
        (randomDisc(&dice, least: 0.01, most: most), randomDisc(&dice, least: 0.01, most: most))
      }
      let drawn = filler.coverage(of: ink { for (a, b) in pairs { $0.append(from: a, to: b) } }, in: square)
      for y in 0..<64 {
        for x in 0..<64 {
          let exact = TrueInk.share(ofPixel: 64 + x, 128 + y, samples: 64) { p in
            pairs.reduce(-Double.infinity) { max($0, TrueInk.depth(p, $1.0, $1.1)) }
          }
          let error = abs(Double(drawn[y * 64 + x]) / 255 - exact)
          worst = max(worst, error)
          if exact > 0, exact < 1 {
            sum += error
            count += 1
          }
        }
      }
    }
    #expect(worst < 0.04)
    #expect(sum / Double(count) < 0.003)
  }

  /// Breaks where a nib's hull is not where its corners are: against the half planes of the polygon.
  @Test func nibsAreWhereTheirCornersAre() {
    let shape = NibShape(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 0), followsAzimuth: false))
    for seed in Dice.seeds(12) {
      var dice = Dice(seed)
      let (a, b) = (randomDisc(&dice, least: 2), randomDisc(&dice, least: 2))
      var outline = Outline()
      outline.appendHull(shape, a, b)
      let corners = outline.points
      let drawn = filler.coverage(of: ink { $0.append(shape, from: a, to: b) }, in: square)
      for y in 0..<64 {
        for x in 0..<64 {
          let exact = TrueInk.share(ofPixel: 64 + x, 128 + y) { p in
            zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(Double.infinity) { least, edge in
              let way = edge.1 - edge.0
              return way.length < 1e-9 ? least : min(least, way.cross(p - edge.0) / way.length)
            }
          }
          #expect(abs(Double(drawn[y * 64 + x]) / 255 - exact) < 0.05, "seed \(seed), \(x), \(y)")
        }
      }
    }
  }

  /// Breaks where a bend leaves a notch, or a joint sticks out: two hulls at every angle, all radii.
  @Test func everyBendIsClosed() {
    for turn in stride(from: 0.0, through: 360, by: 15) {
      for (ra, rb, rc) in [(9.0, 9.0, 9.0), (3, 12, 3), (12, 3, 12), (4, 9, 14), (14, 9, 4), (0, 8, 0), (20, 4, 4)] {
        let b = Disc(center: Point(95.3, 160.7), radius: rb)
        let a = Disc(center: b.center + Vector(length: 17, direction: Angle(degrees: 33)), radius: ra)
        let c = Disc(center: b.center + Vector(length: 19, direction: Angle(degrees: 33 + 180 + turn)), radius: rc)
        let drawn = filler.coverage(
          of: ink {
            $0.append(from: a, to: b)
            $0.append(from: b, to: c)
          }, in: square)
        var wrong = 0
        for y in 0..<64 {
          for x in 0..<64 {
            let p = Point(Double(64 + x) + 0.5, Double(128 + y) + 0.5)
            let depth = max(TrueInk.depth(p, a, b), TrueInk.depth(p, b, c))
            // No corner of a pixel is farther than 0.7072 from its middle.
            if depth > 0.71, drawn[y * 64 + x] != 255 { wrong += 1 }
            if depth < -0.71, drawn[y * 64 + x] != 0 { wrong += 1 }
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
    // Not along the pixels: a level edge is at one of 16 heights a pixel, up to 1/32 px from its own.
    let (a, b) = (Point(94.2, 158.4), Point(98.4, 164))
    let disc = area(ink { $0.append(Disc(center: a, radius: r)) }, square)
    #expect(abs(disc - .pi * r * r) < 0.01 * r + 0.01)
    let capsule = area(ink { $0.append(from: Disc(center: a, radius: r), to: Disc(center: b, radius: r)) }, square)
    #expect(abs(capsule - .pi * r * r - 14 * r) < 0.02 * r + 0.02)
    // A disc that holds the other, from either side, and both the same.
    let inner = Disc(center: a + Vector(r / 4, 0), radius: r / 2)
    for (d, e) in [(Disc(center: a, radius: r), inner), (inner, Disc(center: a, radius: r))] {
      #expect(area(ink { $0.append(from: d, to: e) }, square) == disc)
    }
    #expect(area(ink { $0.append(from: Disc(center: a, radius: r), to: Disc(center: a, radius: r)) }, square) == disc)
  }

  /// Breaks where upright edges lose their 256 places a pixel, or level ones their 16: rectangles pixel by pixel.
  @Test func rectanglesAreThemselves() {
    for (x0, y0, x1, y1) in [(70.25, 130.5, 90.75, 150.0625), (70, 130, 71, 190), (80.5, 140, 80.5 + 1.0 / 256, 141)] {
      let box = ink { $0.append(polygon: [Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)]) }
      let drawn = filler.coverage(of: box, in: square)
      for y in 0..<64 {
        for x in 0..<64 {
          let (left, top) = (Double(64 + x), Double(128 + y))
          let share =
            max(0, min(x1, left + 1) - max(x0, left)) * max(0, min(y1, top + 1) - max(y0, top))
          #expect(Double(drawn[y * 64 + x]) == (share * 255).rounded(), "\(x), \(y)")
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
      let plane = ink {
        $0.append(polygon: [middle + along, middle + along + far, middle - along + far, middle - along])
      }
      let drawn = filler.coverage(of: plane, in: square)
      var worst = 0.0
      for y in 0..<64 {
        for x in 0..<64 {
          let exact = TrueInk.share(ofPixel: 64 + x, 128 + y, samples: 32) { ($0 - middle).dot(normal) }
          worst = max(worst, abs(Double(drawn[y * 64 + x]) / 255 - exact))
        }
      }
      #expect(worst < 0.04, "\(degrees) degrees")
    }
  }

  // MARK: extremes

  /// Breaks where a line thinner than the grid breaks up or vanishes: its area must be length times width.
  @Test(arguments: [0.01, 0.03, 0.1, 0.25, 0.5])
  func thinLinesKeepTheirArea(radius r: Double) {
    for degrees in [3.0, 20, 45, 70, 87, 93, 135] {
      let way = Vector(length: 25, direction: Angle(degrees: degrees))
      let middle = Point(96.37, 160.21)
      let line = ink {
        $0.append(from: Disc(center: middle - way, radius: r), to: Disc(center: middle + way, radius: r))
      }
      // By coverage before it is rounded to bytes, of which a pixel of 0.02 px of width has five.
      let exact = 100 * r + .pi * r * r
      #expect(abs(area(line, square) - exact) < 0.03 * exact + 0.12, "\(degrees) degrees")
    }
  }

  /// Breaks where large numbers lose their digits: discs of thousands of px, whose rims are arcs in the patch.
  @Test(arguments: [600.0, 2000, 2100, 5000, 100_000])
  func hugeDiscsHaveTheirRims(radius r: Double) {
    for degrees in [10.0, 100, 190, 280] {
      for corner in [Point(96.3, 160.1), Point(32_767 - 0.3, 20_000.7), Point(500_000.2, 3)] {
        let center = corner + Vector(length: r, direction: Angle(degrees: degrees))
        let patch = PixelRect(x: Int(corner.x) - 16, y: Int(corner.y) - 16, width: 32, height: 32)
        let disc = Disc(center: center, radius: r)
        let drawn = filler.coverage(
          of: ink { $0.append(from: disc, to: Disc(center: center + Vector(7, 3), radius: r - 10)) }, in: patch)
        var worst = 0.0
        for y in 0..<32 {
          for x in 0..<32 {
            let exact = TrueInk.share(ofPixel: patch.minX + x, patch.minY + y) { r - $0.distance(to: center) }
            worst = max(worst, abs(Double(drawn[y * 32 + x]) / 255 - exact))
          }
        }
        #expect(worst < 0.06, "\(degrees) degrees, \(corner)")
      }
    }
  }

  /// Breaks where what is no disc leaves ink or stops the program: no radius, no number, no end.
  @Test func whatIsNothingCoversNothing() {
    let good = Disc(center: Point(96, 160), radius: 5)
    let whole = filler.coverage(of: ink { $0.append(good) }, in: square)
    #expect(filler.coverage(of: InkPieces(), in: square).allSatisfy { $0 == 0 })
    #expect(filler.coverage(of: ink { $0.append(good) }, in: .empty).isEmpty)
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    var bad = numbers.flatMap { n in
      [
        Disc(center: Point(n, 160), radius: 5), Disc(center: Point(96, n), radius: 5),
        Disc(center: Point(n, n), radius: 0),
      ]
    }
    bad += [Disc(center: Point(96, 160), radius: .nan), Disc(center: Point(96, 160), radius: -3)]
    bad += [Disc(center: Point(96, 160), radius: 0)]
    for d in bad {
      #expect(filler.coverage(of: ink { $0.append(d) }, in: square).allSatisfy { $0 == 0 }, "\(d)")
      let both = ink {
        $0.append(good)
        $0.append(d)
      }
      #expect(filler.coverage(of: both, in: square) == whole, "\(d)")
      // A hull with it may be anything, but not what stops the program; and it leaves nothing for the next.
      _ = filler.coverage(of: ink { $0.append(from: good, to: d) }, in: square)
      let shape = NibShape(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 0), followsAzimuth: false))
      _ = filler.coverage(of: ink { $0.append(shape, from: good, to: d) }, in: square)
      #expect(filler.coverage(of: ink { $0.append(good) }, in: square) == whole)
    }
  }
}
