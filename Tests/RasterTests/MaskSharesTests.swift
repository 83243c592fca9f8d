import Geometry
import RandomSource
import Testing

@testable import Raster

/// Masks with soft edges.
@Suite struct MaskSharesTests {
  /// A mask of rectangles, some of which have random shares, and the same as an array.
  static func random(_ rng: inout RandomSource, width: Int = 150, height: Int = 140) -> (mask: Mask, shares: [UInt8]) {
    var (mask, _) = MaskTests.random(&rng, width: width, height: height)
    for index in 0..<mask.slotCount where rng.isOne(in: 3) {
      var shares = mask.shares(ofTile: index)
      let rows = rng.roll(0..<64)..<64
      let choice = rng.roll(0...2)
      for y in rows {
        for x in rng.roll(0...20)..<64 {
          shares[y << 6 | x] = choice == 0 ? UInt8(rng.roll(0...255)) : choice == 1 ? UInt8(x) : 255
        }
      }
      mask.setShares(shares, ofTile: index)
    }
    return (mask, list(mask))
  }

  static func list(_ mask: Mask) -> [UInt8] {
    (0..<(mask.width * mask.height)).map { mask.share(x: $0 % mask.width, y: $0 / mask.width) }
  }

  /// Fails if an operation has other shares than an array of pixels, or a tile keeps a form that takes more memory than
  /// it must.
  @Test(arguments: RandomSource.seeds(60)) func operationsMatchThoseOfArrays(seed: Int) {
    var rng = RandomSource(seed)
    let (a, listA) = Self.random(&rng)
    let (b, listB) = Self.random(&rng)
    var (union, common, rest) = (a, a, a)
    union.formUnion(b)
    common.formIntersection(b)
    rest.subtract(b)
    for mask in [a, union, common, rest, a.inverted, a.hard] { mask.checkInvariants() }
    #expect(Self.list(union) == zip(listA, listB).map { max($0, $1) })
    #expect(Self.list(common) == zip(listA, listB).map { min($0, $1) })
    #expect(Self.list(rest) == zip(listA, listB).map { $0 > $1 ? $0 - $1 : 0 })
    #expect(Self.list(a.inverted) == listA.map { 255 - $0 })
    #expect(a.inverted.inverted == a && a.hard.isHard)
    #expect(Self.list(a.hard) == listA.map { $0 >= 128 ? 255 : 0 })
    #expect(a.isHard == listA.allSatisfy { $0 == 0 || $0 == 255 })
    var gone = a
    gone.subtract(a)
    #expect(gone.isEmpty && gone == Mask(width: a.width, height: a.height))
    #expect(a.count == listA.count { $0 > 0 } && a.isEmpty == listA.allSatisfy { $0 == 0 })
    var bounds = PixelRect.empty
    for i in listA.indices where listA[i] > 0 {
      bounds = bounds.union(PixelRect(x: i % 150, y: i / 150, width: 1, height: 1))
    }
    #expect(a.bounds == bounds && a.outlines == a.hard.outlines)
    // Shapes are added with their full share.
    let rect = PixelRect(
      x: rng.roll(-20...150), y: rng.roll(-20...140), width: rng.roll(1...90), height: rng.roll(1...90))
    let corners = (0..<4).map { _ in Point(rng.roll(-20...170), rng.roll(-20...160)) }
    var (filled, shape) = (a, Mask(width: 150, height: 140))
    for isPolygon in [false, true] {
      if isPolygon {
        filled.fill(polygon: corners)
        shape.fill(polygon: corners)
      } else {
        filled.fill(rect)
        shape.fill(rect)
      }
    }
    var wanted = a
    wanted.formUnion(shape)
    #expect(filled == wanted, "seed \(seed)")
  }

  /// Fails if shares are lost by moves of whole px or quarter turns, or are not between their neighbours' elsewhere.
  @Test(arguments: RandomSource.seeds(30)) func mapsInterpolate(seed: Int) throws {
    var rng = RandomSource(seed)
    let (mask, shares) = Self.random(&rng)
    let (dx, dy) = (rng.roll(-90...90), rng.roll(-90...90))
    let moved = mask.mapped(by: .translation(Vector(Double(dx), Double(dy))))
    #expect(
      Self.list(moved)
        == (0..<(150 * 140)).map { mask.share(x: $0 % 150 - dx, y: $0 / 150 - dy) })
    let middle = Point(75, 70)
    let turn = Affine.translation(middle - .zero) * .rotation(.quarterTurn) * .translation(.zero - middle)
    let turned = mask.mapped(by: turn, size: (170, 160))
    #expect(
      (0..<140).allSatisfy { y in (5..<150).allSatisfy { turned.share(x: 144 - y, y: $0 - 5) == shares[y * 150 + $0] } }
    )
    // Half a px to the right.
    let half = mask.mapped(by: .translation(Vector(0.5, 0)))
    half.checkInvariants()
    if mask.isHard { return }
    let differs = (0..<(150 * 140)).contains { i in
      let (x, y) = (i % 150, i / 150)
      let mean = (Double(mask.share(x: x - 1, y: y)) + Double(mask.share(x: x, y: y))) / 2
      return abs(Double(half.share(x: x, y: y)) - mean) > 0.5
    }
    #expect(!differs, "seed \(seed)")
    // Enlarged 8 times, the edge is as soft as before: nothing is cut.
    let large = mask.mapped(by: .scale(8, 8), size: (1200, 1120))
    let (x, y) = (rng.roll(1..<149), rng.roll(1..<139))
    #expect(abs(Int(large.share(x: 8 * x + 4, y: 8 * y + 4)) - Int(mask.share(x: x, y: y))) <= 17)
  }
}
