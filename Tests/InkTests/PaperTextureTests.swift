import Ink
import RandomSource
import Testing

/// Textures of papers.
@Suite struct PaperTextureTests {
  /// Fails if a texture is made that is too large, has no relief or not as many heights as pixels.
  @Test func impossibleOnesAreRefused() {
    #expect(PaperTexture(width: 2, height: 2, heights: [1, 1, 1, 1]) == nil)
    #expect(PaperTexture(width: 2, height: 2, heights: [1, 2, 3]) == nil)
    #expect(PaperTexture(width: 0, height: 2, heights: []) == nil)
    #expect(PaperTexture(width: 2049, height: 1, heights: Array(repeating: 0, count: 2048) + [1]) == nil)
    #expect(PaperTexture(width: 2, height: 1, heights: [1, 2]) != nil)
    #expect(!PaperTexture.isPossible(width: .max, height: .max))
  }

  /// Fails if the order of heights is not kept, or they are not spread evenly around the middle.
  @Test(arguments: RandomSource.seeds(40)) func heightsAreSpread(seed: Int) throws {
    var rng = RandomSource(seed)
    let (width, height, levels) = (rng.roll(1...60), rng.roll(2...60), rng.roll(1...255))
    var heights = (0..<width * height).map { _ in UInt8(rng.roll(0...levels)) }
    (heights[0], heights[1]) = (0, UInt8(levels))
    let texture = try #require(PaperTexture(width: width, height: height, heights: heights))
    for _ in 0..<200 {
      let (i, j) = (rng.roll(0..<heights.count), rng.roll(0..<heights.count))
      #expect((heights[i] < heights[j]) == (texture.spread[i] < texture.spread[j]))
    }
    let mean = texture.spread.reduce(0) { $0 + Int($1) } / heights.count
    #expect(abs(mean - 32767) <= 1)
  }

  /// Fails if equal textures differ, or different ones do not.
  @Test func theyCompareByHeights() throws {
    let a = try #require(PaperTexture(width: 3, height: 1, heights: [1, 2, 3]))
    #expect(try a == #require(PaperTexture(width: 3, height: 1, heights: [1, 2, 3])))
    #expect(try a != #require(PaperTexture(width: 1, height: 3, heights: [1, 2, 3])))
    #expect(try a != #require(PaperTexture(width: 3, height: 1, heights: [1, 2, 4])))
  }

  /// Fails if a large picture is not made smaller, or loses its relief by it.
  @Test func largePicturesBecomeSmaller() throws {
    let heights = (0..<5000 * 100).map { UInt8($0 % 5000 / 20) }
    let texture = try #require(PaperTexture.fitting(width: 5000, height: 100, heights: heights))
    #expect((texture.width, texture.height) == (2048, 40))
    #expect(texture.heights[2047] > 245 && texture.heights[0] < 2)
  }

  /// Fails if outlines take a paper, or numbers out of range are kept.
  @Test func brushesTakePapers() throws {
    let texture = try #require(PaperTexture(width: 2, height: 1, heights: [1, 2]))
    let paper = Brush.Paper(texture, strength: 3, scale: .nan)
    #expect(paper.strength == 1 && paper.scale == 1)
    #expect(Brush.Paper(texture, scale: 100).scale == 16)
    #expect(Brush().on(paper) == Brush())
    var dabs = Brush()
    dabs.rendering = .dabs(Brush.Dabs())
    #expect(dabs.on(paper).paper == paper && dabs.on(paper).on(nil) == dabs)
  }
}
