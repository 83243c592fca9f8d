import Geometry
import Ink
import RandomSource
import Testing

@testable import Paint

/// Papers under strokes: heights on the canvas, and what they leave of ink.
@Suite struct PaperSurfaceTests {
  private static func texture(_ rng: inout RandomSource, width: Int, height: Int) throws -> PaperTexture {
    var heights = (0..<width * height).map { _ in UInt8(rng.roll(0...255)) }
    (heights[0], heights[heights.count - 1]) = (0, 255)
    return try #require(PaperTexture(width: width, height: height, heights: heights))
  }

  /// Fails if the pattern does not repeat with its period, or differs from the texture's heights at its own size.
  @Test(arguments: RandomSource.seeds(40)) func thePatternRepeats(seed: Int) throws {
    var rng = RandomSource(seed)
    let texture = try Self.texture(&rng, width: rng.roll(1...70), height: rng.roll(2...70))
    let plain = PaperSurface(Brush.Paper(texture))
    for _ in 0..<200 {
      let (x, y) = (rng.roll(-200...400), rng.roll(-200...400))
      let (i, j) = (
        (x % texture.width + texture.width) % texture.width, (y % texture.height + texture.height) % texture.height
      )
      #expect(plain.height(x: x, y: y) == UInt32(texture.spread[j * texture.width + i]))
    }
    let scale = Double(rng.roll(2...9))
    let large = PaperSurface(Brush.Paper(texture, scale: scale))
    for _ in 0..<200 {
      let (x, y) = (rng.roll(-200...400), rng.roll(-200...400))
      let height = large.height(x: x, y: y)
      #expect(height <= 65535)
      let next = large.height(x: x + Int(scale) * texture.width, y: y - Int(scale) * texture.height)
      #expect(height.distance(to: next).magnitude <= 1, "but for rounding")
    }
  }

  /// Fails if an enlarged canvas has another relief than the canvas: the middle of its pixels is that of the texture's.
  @Test func enlargedPapersStayInPlace() throws {
    var rng = RandomSource(4)
    let texture = try Self.texture(&rng, width: 30, height: 20)
    let (plain, enlarged) = (PaperSurface(Brush.Paper(texture)), PaperSurface(Brush.Paper(texture), magnification: 3))
    for _ in 0..<100 {
      let (x, y) = (rng.roll(-50...50), rng.roll(-50...50))
      #expect(plain.height(x: x, y: y).distance(to: enlarged.height(x: 3 * x + 1, y: 3 * y + 1)).magnitude <= 1)
    }
    // Nothing remains of a fine chequerboard that becomes smaller.
    let squares = (0..<16).map { (i: Int) -> UInt8 in (i + i / 4) % 2 == 0 ? 0 : 255 }
    let board = try #require(PaperTexture(width: 4, height: 4, heights: squares))
    #expect(!PaperSurface(Brush.Paper(board, scale: 0.5)).shows)
  }

  /// Fails if a smaller pattern has another period than it should, or is noise: a slope stays a slope.
  @Test(arguments: [0.25, 0.3, 0.5, 0.77]) func aSmallerPatternIsAveraged(scale: Double) throws {
    let side = 400
    // A triangle across, with noise in each pixel.
    var rng = RandomSource(9)
    let heights = (0..<side * side).map { i in
      let x = i % side
      return UInt8(max(0, min(255, min(x, side - x) + rng.roll(0...55))))
    }
    let texture = try #require(PaperTexture(width: side, height: side, heights: heights))
    let paper = PaperSurface(Brush.Paper(texture, scale: scale))
    let period = Double(side) * scale
    for turn in 0..<3 {
      let low = paper.height(x: Int(period * Double(turn)), y: 7)
      let high = paper.height(x: Int(period * (Double(turn) + 0.5)), y: 7)
      #expect(low < 10_000 && high > 55_000, "\(low) \(high)")
    }
  }

  /// Fails if more coverage or height leaves less ink, or its strength is not between nothing and bare valleys.
  @Test func inkRisesWithCoverageAndHeight() throws {
    var rng = RandomSource(3)
    let texture = try Self.texture(&rng, width: 4, height: 4)
    for strength in [0, 0.1, 0.5, 0.8, 1] {
      let paper = PaperSurface(Brush.Paper(texture, strength: strength))
      for h in stride(from: UInt32(0), through: 65535, by: 4369) {
        var last: UInt32 = 0
        for c in stride(from: UInt32(0), through: 65535, by: 257) {
          let left = paper.covered(c, height: h)
          #expect(left >= last && left <= 65535)
          #expect(strength > 0 || left == c)
          last = left
        }
        #expect(paper.covered(0, height: h) == 0)
        let bare = paper.covered(65535, height: 18_000)
        #expect(bare == UInt32(65535 * (1 - strength) + 0.5), "valleys stay bare as far as the strength says")
      }
      #expect(paper.covered(65535, height: 65535) == 65535, "peaks are covered")
    }
  }

  /// Fails if a light tool becomes lighter or darker on a paper.
  @Test(arguments: [0.02, 0.1, 0.25]) func lightInkStaysAsDark(coverage: Double) throws {
    let heights = (0..<256).map { UInt8($0) }
    for strength in [0.3, 1] {
      let paper = PaperSurface(
        Brush.Paper(try #require(PaperTexture(width: 16, height: 16, heights: heights)), strength: strength))
      let sum = (0..<256).reduce(0) { $0 + Int(paper.coverage(UInt32(65535 * coverage), x: $1 % 16, y: $1 / 16)) }
      #expect(abs(Double(sum) / 256 / 65535 / coverage - 1) < 0.03)
    }
  }

  /// Fails if equal coverage leaves clearly more ink on one paper than on another: heights are spread evenly.
  @Test func papersTakeEqualInk() throws {
    var rng = RandomSource(5)
    let dark = (0..<128 * 128).map { _ in UInt8(rng.roll(0...40) * rng.roll(0...6)) }
    let light = (0..<128 * 128).map { _ in UInt8(255 - rng.roll(0...30) * rng.roll(0...8)) }
    let sums = try [dark, light].map { heights in
      let paper = PaperSurface(Brush.Paper(try #require(PaperTexture(width: 128, height: 128, heights: heights))))
      return (0..<128 * 128).reduce(0) { $0 + Int(paper.coverage(40_000, x: $1 % 128, y: $1 / 128)) }
    }
    #expect(abs(sums[0] - sums[1]) * 20 < sums[0], "\(sums)")
  }
}
