import Geometry
import Ink
import RandomSource
import Raster
import Testing

@testable import Paint

/// Dabs, grain and multiply, against values computed by hand.
@Suite struct DabRasteriserTests {
  private func coverage(_ discs: [Disc], _ dabs: Brush.Dabs, isSpray: Bool) -> TileGrid {
    var image = TileGrid(width: 128, height: 64)
    let rasteriser = DabRasteriser(for: image, dabs: dabs, isSpray: isSpray)
    var dirty = Region()
    rasteriser.extend(settled: discs, tail: [], dirty: &dirty)
    for rect in dirty.rects { rasteriser.draw(rect, style: InkStyle(colour: 0), onto: &image) { _ in nil } }
    return image
  }

  /// Fails if a dab's profile changes: even up to its hardness, then 3t^2 - 2t^3 down to half a
  /// px beyond the radius.
  @Test func dabsHaveTheirProfile() {
    let soft = coverage([Disc(center: Point(32.5, 32.5), radius: 20)], Brush.Dabs(hardness: 0), isSpray: false)
    for distance in [0, 5, 10, 15, 20, 21, 25] {
      let t = max(0, min(1, (20.5 - Double(distance)) / 20.5))
      let level = (255 * t * t * (3 - 2 * t)).rounded()
      #expect(abs(Double(soft[32 + distance, 32] >> 24) - level) <= 1)
      #expect(soft[32, 32 - distance] == soft[32 + distance, 32])
    }
    let hard = coverage([Disc(center: Point(32.5, 32.5), radius: 20)], Brush.Dabs(hardness: 1), isSpray: false)
    #expect(hard[32 + 19, 32] >> 24 == 255 && hard[32 + 21, 32] == 0)
    #expect((120...135).contains(hard[32 + 20, 32] >> 24), "the rim runs through the pixel's middle")
  }

  /// Fails if dabs of a spray do not add up as 1 - (1 - a)(1 - b). Other dabs keep the strongest.
  @Test func dabsAddUpOrTheStrongestCounts() {
    // 20 px apart, which is a radius: the pixel half way gets both.
    let discs = [
      Disc(center: Point(30.5, 32.5), radius: 20, strength: 0.5),
      Disc(center: Point(50.5, 32.5), radius: 20, strength: 0.5),
    ]
    let flat = Brush.Dabs(spacing: 1, hardness: 1)
    #expect(coverage(discs, flat, isSpray: true)[40, 32] >> 24 == 191)  // 255 * (1 - 0.5 * 0.5)
    #expect(coverage(discs, flat, isSpray: false)[40, 32] >> 24 == 128)
    #expect(coverage(discs, flat, isSpray: true)[20, 32] >> 24 == 128)
  }

  /// Fails if the places of dabs depend on the number of discs along a line.
  @Test func dabPlacesDoNotDependOnDiscs() {
    func chain(_ count: Int) -> [Disc] {
      (0...count).map { i in
        Disc(center: Point(10 + 96 * Double(i) / Double(count), 30), radius: 6, strength: 0.3)
      }
    }
    let dabs = Brush.Dabs(spacing: 0.5, hardness: 0.2)
    #expect(coverage(chain(1), dabs, isSpray: true) == coverage(chain(32), dabs, isSpray: true))
  }

  /// Fails if the cost of a stroke follows its length outside of the image, or ink on the image
  /// is skipped with the rest: any direction, changing radii, in the tail too.
  @Test func distantDabsCostNothing() {
    let dabs = Brush.Dabs(spacing: 0.05, hardness: 1)
    let image = TileGrid(width: 128, height: 64)
    let far = 1_000_000.0
    for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (1, 0.5), (-1, 0.5)] {
      func disc(_ way: Double, _ radius: Double) -> Disc {
        Disc(center: Point(64 + dx * way, 32 + dy * way), radius: radius)
      }
      let rasteriser = DabRasteriser(for: image, dabs: dabs, isSpray: false)
      var dirty = Region()
      rasteriser.extend(settled: [disc(-far, 1), disc(far, 3)], tail: [disc(far, 3), disc(-far, 3)], dirty: &dirty)
      #expect(rasteriser.dabCount < 5000, "\(rasteriser.dabCount) dabs to (\(dx), \(dy))")
      let whole = coverage([disc(-far, 1), disc(far, 3)], dabs, isSpray: false)
      let near = coverage([disc(-200, 2), disc(200, 2)], dabs, isSpray: false)
      #expect(!near.paintedBounds.isEmpty)
      for y in 0..<64 {
        for x in 0..<128 {
          #expect(abs(Int(whole[x, y] >> 24) - Int(near[x, y] >> 24)) <= 16, "at \(x), \(y) to (\(dx), \(dy))")
        }
      }
    }
    let aside = DabRasteriser(for: image, dabs: dabs, isSpray: true)
    var dirty = Region()
    aside.extend(
      settled: [Disc(center: Point(-far, 900), radius: 1), Disc(center: Point(far, 900), radius: 9)], tail: [],
      dirty: &dirty)
    #expect(aside.dabCount < 1000 && dirty.rects.allSatisfy(\.isEmpty), "\(aside.dabCount)")
  }

  /// Fails if grain adds ink, or more pressure leaves less: the result rises with pressure and
  /// height, from nothing to everything.
  @Test func grainRises() {
    let (paper, plain) = (PaperSurface(grain: 1, scale: 1), PaperSurface(grain: 0, scale: 1))
    for h in stride(from: UInt32(0), through: 65535, by: 4369) {
      #expect(paper.covered(0, height: h) == 0)
      #expect(paper.covered(65535, height: h) == 65535)
      var last: UInt32 = 0
      for c in stride(from: UInt32(0), through: 65535, by: 257) {
        let left = paper.covered(c, height: h)
        #expect(left >= last && left <= 65535)
        #expect(paper.covered(c, height: min(65535, h + 4369)) >= left)
        #expect(plain.covered(c, height: h) == c)
        last = left
      }
    }
  }

  /// Fails if heights are not evenly distributed, or the pattern does not repeat.
  @Test func paperIsEven() {
    let paper = PaperGrain.paper
    let mean = paper.heights.reduce(0) { $0 + Int($1) } / paper.heights.count
    #expect(abs(mean - 32767) < 40)
    let (fine, coarse) = (PaperSurface(grain: 1, scale: 1), PaperSurface(grain: 1, scale: 2))
    for (x, y) in [(0, 0), (5, 9), (255, 255), (100, 3)] {
      #expect(fine.height(x: x, y: y) == fine.height(x: x + 256, y: y + 512))
      #expect(fine.height(x: x, y: y) == UInt32(paper.heights[y * 256 + x]))
      #expect(coarse.height(x: x, y: y) == coarse.height(x: x + 512, y: y + 512))
    }
  }

  /// Fails if multiply differs from the W3C's Compositing: values by hand, and colours against
  /// real numbers.
  @Test func multiplyMatchesTheStandard() {
    #expect(Pixel.multiplied(0xFFFF_8000, 0xFF80_80FF) == 0xFF80_4000)
    #expect(Pixel.multiplied(0, 0x8040_2010) == 0x8040_2010)
    #expect(Pixel.multiplied(0x8040_2010, 0) == 0x8040_2010)
    #expect(Pixel.multiplied(0xFFFF_FFFF, 0xFF12_3456) == 0xFF12_3456)
    var rng = RandomSource(4)
    for _ in 0..<20_000 {
      func pixel() -> UInt32 {
        let a = rng.roll(0...255)
        return UInt32(a) << 24 | (0..<3).reduce(UInt32(0)) { all, _ in all << 8 | UInt32(rng.roll(0...a)) }
      }
      let (s, d) = (pixel(), pixel())
      let mixed = Pixel.multiplied(s, d)
      for shift in [UInt32(0), 8, 16, 24] {
        func part(_ p: UInt32, _ shift: UInt32) -> Double { Double((p >> shift) & 255) / 255 }
        let (a, b) = (part(s, 24), part(d, 24))
        let (cs, cb) = (part(s, shift), part(d, shift))
        let exact = shift == 24 ? a + b - a * b : (1 - b) * cs + (1 - a) * cb + cs * cb
        #expect(abs(part(mixed, shift) - exact) * 255 <= 0.5001)
      }
    }
  }

  /// Fails if 16-bit coverage does not give the correctly rounded pixel.
  @Test func fineCoverageRoundsOnce() {
    let style = InkStyle(colour: 0xC0_4020, opacity: 200)
    var rng = RandomSource(9)
    for _ in 0..<20_000 {
      let under = Pixel.scaled(Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF))), by: UInt32(rng.roll(0...255)))
      let c = UInt32(rng.roll(0...65535))
      let alpha = Double(c) / 65535 * 200 / 255
      let pixel = style.applied(to: under, coverage16: c)
      for (shift, source) in [(UInt32(24), 255.0), (16, 192), (8, 64), (0, 32)] {
        let exact = source * alpha + Double((under >> shift) & 255) * (1 - alpha)
        #expect(abs(Double((pixel >> shift) & 255) - exact) <= 0.5001)
      }
    }
  }
}
