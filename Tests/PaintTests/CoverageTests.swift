import Dice
import Geometry
import Ink
import Testing

@testable import Paint

/// What Cairo makes of outlines, against discs computed sample by sample.
@Suite struct CoverageTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Coverage of a patch inside one square of the filler's grid, row by row.
  private func coverage(_ outline: Outline, _ patch: PixelRect) -> [UInt8] {
    filler.fill(outline, patch: patch) { coverage, stride in
      var all: [UInt8] = []
      for y in 0..<patch.height { for x in 0..<patch.width { all.append(coverage[y * stride + x]) } }
      return all
    }
  }

  private let square = PixelRect(x: 64, y: 128, width: 64, height: 64)

  private func randomDisc(_ dice: inout Dice) -> Disc {
    Disc(center: Point(dice.roll(40...150), dice.roll(100...220)), radius: dice.roll(0...24))
  }

  /// Breaks where a pixel's coverage depends on the patch it is asked for with: parts drawn again would not fit.
  @Test func aPatchIsACutOfTheWhole() {
    for seed in 0..<60 {
      var dice = Dice(seed)
      var outline = Outline()
      for _ in 0..<dice.roll(1...12) {
        let (a, b) = (randomDisc(&dice), randomDisc(&dice))
        outline.appendDisc(a)
        outline.appendCapsule(from: a, to: b)
      }
      let whole = coverage(outline, square)
      for _ in 0..<6 {
        let (x, y) = (dice.roll(0..<64), dice.roll(0..<64))
        let patch = PixelRect(x: 64 + x, y: 128 + y, width: dice.roll(1...(64 - x)), height: dice.roll(1...(64 - y)))
        let part = coverage(outline, patch)
        let cut = (0..<patch.area).map { whole[(y + $0 / patch.width) * 64 + x + $0 % patch.width] }
        #expect(part == cut, "seed \(seed), \(patch)")
      }
    }
  }

  /// Breaks where a polygon changes pixels that it does not touch: a stroke's earlier pixels would be other ones when
  /// drawn again later.
  @Test func whatDoesNotTouchAPixelDoesNotChangeIt() {
    for seed in 0..<60 {
      var dice = Dice(seed)
      var (few, all) = (Outline(), Outline())
      // One capsule that is alone in some of its rows, then others that are kept away from the columns up to 96.
      let (a, b) = (
        Disc(center: Point(dice.roll(70...90), dice.roll(130...150)), radius: dice.roll(1...4)),
        Disc(center: Point(dice.roll(70...90), dice.roll(160...190)), radius: dice.roll(1...4))
      )
      few.appendCapsule(from: a, to: b)
      all.appendCapsule(from: a, to: b)
      for _ in 0..<dice.roll(1...8) {
        let d = Disc(center: Point(dice.roll(108...140), dice.roll(120...200)), radius: dice.roll(0.2...12))
        let e = Disc(center: Point(dice.roll(108...140), dice.roll(120...200)), radius: dice.roll(0.2...12))
        all.appendDisc(d)
        all.appendCapsule(from: d, to: e)
      }
      let patch = PixelRect(x: 64, y: 128, width: 32, height: 64)
      #expect(coverage(few, patch) == coverage(all, patch), "seed \(seed)")
    }
  }

  /// Breaks where an outline is filled elsewhere than it is, or not as wide: every pixel against the share of 16 x 16
  /// samples that lie in a disc of the capsule.
  @Test func capsulesAreWhereTheirDiscsAre() {
    var (worst, sum, count) = (0.0, 0.0, 0)
    for seed in 0..<24 {
      var dice = Dice(seed)
      let (a, b) = (randomDisc(&dice), randomDisc(&dice))
      var outline = Outline()
      outline.appendDisc(a)
      outline.appendDisc(b)
      outline.appendCapsule(from: a, to: b)
      let drawn = coverage(outline, square)
      for y in 0..<64 {
        for x in 0..<64 {
          let exact = TrueInk.share(ofPixel: 64 + x, 128 + y) { TrueInk.depth($0, a, b) }
          let error = abs(Double(drawn[y * 64 + x]) / 255 - exact)
          worst = max(worst, error)
          if exact > 0, exact < 1 {
            sum += error
            count += 1
          }
        }
      }
    }
    #expect(worst < 0.05)
    #expect(sum / Double(count) < 0.006)
  }

  /// Breaks where a bend leaves a notch, or a joint sticks out: two capsules at every angle, all radii.
  @Test func jointsCloseEveryBend() {
    for turn in stride(from: 0.0, through: 360, by: 7.5) {
      for (ra, rb, rc) in [(9.0, 9.0, 9.0), (3, 12, 3), (12, 3, 12), (4, 9, 14), (14, 9, 4), (0, 8, 0), (20, 4, 4)] {
        let b = Disc(center: Point(95.3, 160.7), radius: rb)
        let a = Disc(center: b.center + Vector(length: 17, direction: Angle(degrees: 33)), radius: ra)
        let c = Disc(center: b.center + Vector(length: 19, direction: Angle(degrees: 33 + 180 + turn)), radius: rc)
        var outline = Outline()
        outline.appendDisc(a)
        outline.appendCapsule(from: a, to: b)
        outline.appendJoint(from: a, at: b, to: c)
        outline.appendCapsule(from: b, to: c)
        outline.appendDisc(c)
        let drawn = coverage(outline, square)
        var wrong = 0
        for y in 0..<64 {
          for x in 0..<64 {
            let p = Point(Double(64 + x) + 0.5, Double(128 + y) + 0.5)
            let depth = max(TrueInk.depth(p, a, b), TrueInk.depth(p, b, c))
            // No corner of a pixel is farther than 0.7072 from its middle; 0.03 is the polygons' tolerance.
            if depth > 0.74, drawn[y * 64 + x] != 255 { wrong += 1 }
            if depth < -0.74, drawn[y * 64 + x] != 0 { wrong += 1 }
          }
        }
        #expect(wrong == 0, "turn \(turn), radii \(ra) \(rb) \(rc)")
      }
    }
  }

  /// Breaks where the area of a fill is not that of the shape: pi r^2, and 2 r l more for a capsule.
  @Test(arguments: [0.4, 1, 3.3, 12, 25])
  func areasAreThoseOfTheClosedForm(radius r: Double) {
    // Not along the pixels: an edge along them is at one of 15 heights a pixel, up to 1/30 px from its own.
    let (a, b) = (Point(94.2, 158.4), Point(98.4, 164))
    func area(_ build: (inout Outline) -> Void) -> Double {
      var outline = Outline(tolerance: 0.002)
      build(&outline)
      return coverage(outline, square).reduce(0) { $0 + Double($1) } / 255
    }
    let disc = area { $0.appendDisc(Disc(center: a, radius: r)) }
    #expect(abs(disc - .pi * r * r) < 0.02 * r + 0.02)
    let capsule = area {
      $0.appendDisc(Disc(center: a, radius: r))
      $0.appendCapsule(from: Disc(center: a, radius: r), to: Disc(center: b, radius: r))
      $0.appendDisc(Disc(center: b, radius: r))
    }
    #expect(abs(capsule - .pi * r * r - 14 * r) < 0.04 * r + 0.04)
    let inner = area {
      $0.appendCapsule(from: Disc(center: a, radius: r), to: Disc(center: a + Vector(r / 4, 0), radius: r / 2))
    }
    #expect(inner == disc)
  }

  /// Breaks where a fill leaves something behind for the next.
  @Test func nothingStaysFromTheFillBefore() {
    var outline = Outline()
    outline.appendDisc(Disc(center: Point(96, 160), radius: 60))
    #expect(coverage(outline, square).contains(255))
    #expect(coverage(Outline(), square).allSatisfy { $0 == 0 })
    outline.removeAll()
    outline.appendDisc(Disc(center: Point(300, 160), radius: 5))
    #expect(coverage(outline, square).allSatisfy { $0 == 0 })
    #expect(coverage(outline, .empty).isEmpty)
  }

  /// Breaks where the grid's squares are counted wrongly left of and above the origin.
  @Test func squaresGoOnBeyondTheOrigin() {
    var (here, there) = (Outline(), Outline())
    here.appendDisc(Disc(center: Point(20.25, 30.5), radius: 11))
    there.appendDisc(Disc(center: Point(20.25 - 256, 30.5 - 512), radius: 11))
    #expect(
      coverage(here, PixelRect(x: 3, y: 5, width: 40, height: 50))
        == coverage(there, PixelRect(x: 3 - 256, y: 5 - 512, width: 40, height: 50)))
  }
}

/// Ink by its definition: what is inside a disc whose centre and radius run along a line.
enum TrueInk {
  /// How deep a place is inside the discs from a to b, px; negative outside.
  static func depth(_ p: Point, _ a: Disc, _ b: Disc) -> Double {
    let axis = b.center - a.center
    let length = axis.length
    let slope = (b.radius - a.radius) / max(length, 1e-9)
    // Where one disc holds the other.
    if abs(slope) >= 1 || length < 1e-9 {
      return max(a.radius - p.distance(to: a.center), b.radius - p.distance(to: b.center))
    }
    let along = (p - a.center).dot(axis) / length
    let aside = abs((p - a.center).cross(axis)) / length
    let s = max(0, min(length, along + aside * slope / (1 - slope * slope).squareRoot()))
    return a.radius + slope * s - p.distance(to: a.center + axis * (s / length))
  }

  /// The share of a pixel that is inside a shape, by 16 x 16 samples; `depth` is how deep a place is inside.
  static func share(ofPixel x: Int, _ y: Int, _ depth: (Point) -> Double) -> Double {
    let middle = depth(Point(Double(x) + 0.5, Double(y) + 0.5))
    if middle > 0.75 { return 1 }
    if middle < -0.75 { return 0 }
    var inside = 0
    for j in 0..<16 {
      for i in 0..<16
      where depth(Point(Double(x) + (Double(i) + 0.5) / 16, Double(y) + (Double(j) + 0.5) / 16)) > 0 { inside += 1 }
    }
    return Double(inside) / 256
  }
}
