import RandomSource
import Testing

@testable import Geometry

@Suite struct RectTests {
  /// Fails if points on edges belong to the wrong rectangle, or `isEmpty` is wrong.
  @Test func rectanglesAreHalfOpen() {
    let r = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(r == Rect(minX: 1, minY: 2, maxX: 4, maxY: 6))
    #expect(r.width == 3 && r.height == 4 && r.center == Point(2.5, 4))
    #expect(r.contains(Point(1, 2)) && !r.contains(Point(4, 3)) && !r.contains(Point(2, 6)))
    #expect(!r.isEmpty && Rect.null.isEmpty && Rect(x: 0, y: 0, width: 0, height: 5).isEmpty)
    #expect(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1).isEmpty)
    #expect(
      r.insetBy(1) == Rect(minX: 2, minY: 3, maxX: 3, maxY: 5) && r.insetBy(-1).width == 5 && r.insetBy(2).isEmpty)
    #expect(Rect.null.union(r) == r && r.union(.null) == r)
    let s = Rect(x: 3, y: 0, width: 9, height: 3)
    #expect(r.union(s) == Rect(minX: 1, minY: 0, maxX: 12, maxY: 6))
    #expect(r.intersection(s) == Rect(minX: 3, minY: 2, maxX: 4, maxY: 3))
    #expect(r.intersects(s) && !r.intersects(Rect(x: 4, y: 2, width: 1, height: 1)))
    var box = Rect.null
    box.formUnion(disc: Point(5, 6), radius: 2)
    #expect(box == Rect(minX: 3, minY: 4, maxX: 7, maxY: 8))
    #expect(Rect(PixelRect(x: 1, y: 2, width: 3, height: 4)) == r)
  }

  /// Fails if a pixel that a rectangle touches is missing, or a pixel that it does not touch is
  /// included.
  @Test func pixelsCoverTheRectangle() {
    #expect(
      PixelRect(covering: Rect(minX: -0.5, minY: 1, maxX: 2.01, maxY: 3))
        == PixelRect(minX: -1, minY: 1, maxX: 3, maxY: 3))
    var rng = RandomSource(1)
    for _ in 0..<1000 {
      let r = Rect(
        x: rng.roll(-99...99), y: rng.roll(-99...99), width: rng.roll(0.001...50),
        height: rng.roll(0.001...50))
      let p = PixelRect(covering: r)
      #expect(Double(p.minX) <= r.minX && r.minX < Double(p.minX + 1))
      #expect(Double(p.minY) <= r.minY && r.minY < Double(p.minY + 1))
      #expect(Double(p.maxX - 1) < r.maxX && r.maxX <= Double(p.maxX))
      #expect(Double(p.maxY - 1) < r.maxY && r.maxY <= Double(p.maxY))
    }
  }

  /// Fails if NaN, infinite or huge coordinates stop the program or overflow.
  @Test func invalidCoordinatesGiveEmptyOrClampedRectangles() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(PixelRect(covering: Rect(minX: bad, minY: 0, maxX: 5, maxY: 5)).isEmpty)
      #expect(PixelRect(covering: Rect(minX: 0, minY: 0, maxX: 5, maxY: bad)).isEmpty)
    }
    #expect(PixelRect(covering: .null) == .empty)
    let huge = PixelRect(covering: Rect(minX: -1e300, minY: -1e19, maxX: 1e19, maxY: 1e300))
    #expect(huge == PixelRect(minX: -(1 << 30), minY: -(1 << 30), maxX: 1 << 30, maxY: 1 << 30))
    #expect(huge.area == 1 << 62)
    #expect(PixelRect(covering: Rect(minX: 1e12, minY: 0, maxX: 1e13, maxY: 5)).isEmpty)
  }

  /// Fails if set operations on pixels are wrong: compared with counting pixels one by one.
  @Test func pixelRectanglesAreSetsOfPixels() {
    for seed in RandomSource.seeds(400) {
      var rng = RandomSource(seed)
      func random() -> PixelRect {
        PixelRect(
          minX: rng.roll(-4...8), minY: rng.roll(-4...8), maxX: rng.roll(-4...8), maxY: rng.roll(-4...8))
      }
      let (a, b) = (random(), random())
      var (area, both, all) = (0, 0, true)
      for y in -5...9 {
        for x in -5...9 {
          let (inA, inB) = (a.contains(x: x, y: y), b.contains(x: x, y: y))
          area += inA ? 1 : 0
          both += inA && inB ? 1 : 0
          if inB && !inA { all = false }
          #expect(a.intersection(b).contains(x: x, y: y) == (inA && inB))
          if inA || inB { #expect(a.union(b).contains(x: x, y: y)) }
          #expect(a.offset(dx: 1, dy: -2).contains(x: x + 1, y: y - 2) == inA)
          if inA { #expect(a.grown(by: 2).contains(x: x - 2, y: y + 2)) }
        }
      }
      #expect(a.area == area && a.isEmpty == (area == 0))
      #expect(a.intersects(b) == (both > 0))
      #expect(a.contains(b) == all)
      #expect(a.grown(by: 1).area == (a.isEmpty ? 0 : (a.width + 2) * (a.height + 2)))
    }
  }
}
