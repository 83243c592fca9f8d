import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct MaskTests {
  /// A mask of random rectangles, and the same as an array of pixels.
  static func random(_ rng: inout RandomSource, width: Int = 150, height: Int = 140) -> (mask: Mask, pixels: [Bool]) {
    var mask = Mask(width: width, height: height)
    var pixels = [Bool](repeating: false, count: width * height)
    for _ in 0..<rng.roll(0...6) {
      let (x, y) = (rng.roll(-20...width), rng.roll(-20...height))
      let rect = PixelRect(x: x, y: y, width: rng.roll(0...120), height: rng.roll(0...120))
      mask.fill(rect)
      for y in 0..<height { for x in 0..<width where rect.contains(x: x, y: y) { pixels[y * width + x] = true } }
    }
    return (mask, pixels)
  }

  static func list(_ mask: Mask) -> [Bool] {
    (0..<(mask.width * mask.height)).map { mask[$0 % mask.width, $0 / mask.width] }
  }

  /// Fails if a set operation, a count, bounds or the form of a tile (empty, full, bits)
  /// differs from plain arrays of pixels.
  @Test func operationsMatchThoseOfSets() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (a, listA) = Self.random(&rng)
      let (b, listB) = Self.random(&rng)
      var (union, common, rest) = (a, a, a)
      union.formUnion(b)
      common.formIntersection(b)
      rest.subtract(b)
      for mask in [a, union, common, rest, a.inverted] { mask.checkInvariants() }
      #expect(Self.list(a) == listA)
      #expect(Self.list(union) == zip(listA, listB).map { $0 || $1 })
      #expect(Self.list(common) == zip(listA, listB).map { $0 && $1 })
      #expect(Self.list(rest) == zip(listA, listB).map { $0 && !$1 })
      #expect(Self.list(a.inverted) == listA.map { !$0 })
      #expect(a.inverted.inverted == a)
      #expect(a.count == listA.count { $0 } && a.isEmpty == !listA.contains(true))
      // Equal sets are equal values, whatever operations created them.
      common.formUnion(rest)
      #expect(common == a)
      var bounds = PixelRect.empty
      for i in listA.indices where listA[i] {
        bounds = bounds.union(PixelRect(x: i % 150, y: i / 150, width: 1, height: 1))
      }
      #expect(a.bounds == bounds)
      for _ in 0..<40 {
        let (x, y) = (rng.roll(-80...160), rng.roll(-5...145))
        let word = a.word(x: x, y: y)
        #expect((0..<64).allSatisfy { (word >> UInt64($0) & 1 != 0) == a[x + $0, y] })
      }
    }
  }

  /// Fails if the interior of a polygon differs from the winding number at the pixel's centre,
  /// tested edge by edge.
  @Test func polygonsFollowTheNonzeroRule() {
    for seed in 0..<40 {
      var rng = RandomSource(seed)
      let corners = (0..<rng.roll(3...9)).map { _ in Point(rng.roll(-30...180), rng.roll(-30...170)) }
      var mask = Mask(width: 150, height: 140)
      mask.fill(polygon: corners)
      var wrong = 0
      for y in 0..<140 {
        for x in 0..<150 {
          let p = Point(Double(x) + 0.5, Double(y) + 0.5)
          var winding = 0
          for i in corners.indices {
            let (a, b) = (corners[i], corners[(i + 1) % corners.count])
            let side = (b - a).cross(p - a)
            if a.y <= p.y, b.y > p.y, side > 0 { winding += 1 }
            if b.y <= p.y, a.y > p.y, side < 0 { winding -= 1 }
          }
          if mask[x, y] != (winding != 0) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
    var none = Mask(width: 10, height: 10)
    none.fill(polygon: [Point(.nan, 0), Point(.infinity, 5), Point(3, 3)])
    #expect(none.isEmpty)
  }

  /// Fails if the outline is not closed, crosses pixels, or encloses another set: filled, it
  /// gives the mask again, and its area (holes count negative) is the number of pixels.
  @Test func outlinesEncloseTheirMask() {
    for seed in 0..<60 {
      var rng = RandomSource(seed)
      var (mask, _) = Self.random(&rng)
      mask.subtract(Self.random(&rng).mask)
      var (area, wrong) = (0.0, 0)
      var corners: [Point] = []
      var again = Mask(width: mask.width, height: mask.height)
      for line in mask.outlines {
        #expect(line.count >= 4)
        for i in line.indices {
          let (a, b, c) = (line[i], line[(i + 1) % line.count], line[(i + 2) % line.count])
          area += (a - .zero).cross(b - .zero) / 2
          // Every point is a corner, along the grid.
          if (a.x == b.x) == (a.y == b.y) || (a.x == b.x) != (b.y == c.y) { wrong += 1 }
        }
        // All as one polygon: the connecting lines enclose no area.
        corners += line + [line[0], .zero]
      }
      if !corners.isEmpty { again.fill(polygon: corners) }
      #expect(again == mask, "seed \(seed)")
      #expect(area == Double(mask.count) && wrong == 0)
    }
    #expect(
      Mask(width: 200, height: 130, isFull: true).outlines == [
        [Point(0, 0), Point(200, 0), Point(200, 130), Point(0, 130)]
      ])
  }

  /// Fails if moves by whole px or quarter turns lose, add or shift a pixel.
  @Test func exactMapsAreExact() {
    for seed in 0..<30 {
      var rng = RandomSource(seed)
      let (mask, _) = Self.random(&rng)
      let (dx, dy) = (rng.roll(-90...90), rng.roll(-90...90))
      let moved = mask.mapped(by: .translation(Vector(Double(dx), Double(dy))))
      let back = Point(75, 70)
      let turned = mask.mapped(
        by: .translation(back - .zero) * .rotation(.quarterTurn) * .translation(.zero - back), size: (170, 160))
      #expect(mask.mapped(by: .identity) == mask)
      var wrong = 0
      for y in 0..<140 {
        for x in 0..<150 {
          if moved[x, y] != mask[x - dx, y - dy] { wrong += 1 }
          // A quarter turn clockwise: right becomes down.
          if x >= 5, turned[144 - y, x - 5] != mask[x, y] { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
    var one = Mask(width: 10, height: 10)
    one.fill(PixelRect(x: 2, y: 3, width: 1, height: 1))
    #expect(one.mapped(by: .scale(0, 1)).isEmpty)
    #expect(one.mapped(by: .scale(2, 2)).bounds == PixelRect(x: 4, y: 6, width: 2, height: 2))
  }

  /// Fails if a mapped mask has another pixel than the one that its centre comes from. Tiles that are
  /// wholly in or out are not looked at pixel by pixel.
  @Test func mapsMatchThosePixelByPixel() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var mask = Mask(width: rng.roll(200...400), height: rng.roll(200...400))
      for _ in 0..<3 {
        mask.fill(polygon: (0..<5).map { _ in Point(rng.roll(-50...450), rng.roll(-50...450)) })
      }
      if rng.isOne(in: 4) { mask = Mask(width: mask.width, height: mask.height, isFull: true) }
      let map =
        Affine.translation(Vector(rng.roll(-200...300), rng.roll(-200...300)))
        * .rotation(Angle(degrees: rng.roll(0...360))) * .scale(rng.roll(0.05...2), rng.roll(-2 ... -0.3))
      let (mapped, back) = (mask.mapped(by: map), try #require(map.inverse))
      var wrong = 0
      for y in 0..<mask.height {
        for x in 0..<mask.width {
          let from = back(Point(Double(x) + 0.5, Double(y) + 0.5))
          let isIn = from.x >= 0 && from.y >= 0 && mask[Int(from.x), Int(from.y)]
          if mapped[x, y] != isIn { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
      mapped.checkInvariants()
    }
  }

  /// Fails if a flood stops early, leaks, or connects more than the four neighbours: compared
  /// with a flood pixel by pixel, in pictures full of holes.
  @Test func floodsMatchPixelwiseFlooding() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...200), rng.roll(1...200))
      let density = rng.roll(0.3...0.8)
      var open = [Bool](repeating: false, count: width * height)
      for i in open.indices { open[i] = rng.roll(0...1) < density || (i / width) % 50 > 30 }
      var mask = Mask(width: width, height: height)
      for i in open.indices where open[i] { mask.fill(PixelRect(x: i % width, y: i / width, width: 1, height: 1)) }
      let start = (x: rng.roll(0..<width), y: rng.roll(0..<height))
      var seeds = Mask(width: width, height: height)
      seeds.fill(PixelRect(x: start.x, y: start.y, width: 1, height: 1))
      let reached = Mask.flood(from: seeds, within: LazyMask(mask))
      #expect(Self.list(reached) == Self.flooded(open, width, start.x, start.y), "seed \(seed)")
    }
  }

  /// The simplest flood fill, as reference.
  static func flooded(_ open: [Bool], _ width: Int, _ x: Int, _ y: Int) -> [Bool] {
    var reached = [Bool](repeating: false, count: open.count)
    var stack = [(x, y)]
    while let (x, y) = stack.popLast() {
      guard x >= 0, x < width, y >= 0, y * width + x < open.count else { continue }
      if reached[y * width + x] || !open[y * width + x] { continue }
      reached[y * width + x] = true
      stack += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    }
    return reached
  }

  /// Fails if erosion or dilation by a square misses a row, a column or a neighbouring tile.
  @Test func squaresOpenMasks() {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var (mask, _) = Self.random(&rng)
      for _ in 0..<30 {
        var hole = Mask(width: 150, height: 140)
        hole.fill(PixelRect(x: rng.roll(0..<150), y: rng.roll(0..<140), width: 1, height: 1))
        mask.subtract(hole)
      }
      let side = [1, 2, 3, 8, 17, 33, 64][rng.roll(0..<7)]
      let places = LazyMask(mask).eroded(bySquare: side)
      let opened = places.dilated(bySquare: side)
      let list = Self.list(mask)
      var wrong = 0
      var covered = [Bool](repeating: false, count: list.count)
      for y in 0..<140 {
        for x in 0..<150 {
          var fits = x + side <= 150 && y + side <= 140
          if fits { for j in y..<(y + side) { for i in x..<(x + side) where !list[j * 150 + i] { fits = false } } }
          if places[x, y] != fits { wrong += 1 }
          if fits { for j in y..<(y + side) { for i in x..<(x + side) { covered[j * 150 + i] = true } } }
        }
      }
      for y in 0..<140 { for x in 0..<150 where opened[x, y] != covered[y * 150 + x] { wrong += 1 } }
      #expect(wrong == 0, "side \(side)")
    }
  }
}
