import Ink
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Pictures

/// Pictures that Exif data turn.
@Suite struct PNGOrientationTests {
  /// Exif data with an orientation only.
  private func exif(_ orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  /// The grey levels of a picture, row by row.
  private func levels(_ image: TileGrid) -> [[UInt32]] {
    (0..<image.height).map { y in (0..<image.width).map { x in image[x, y] & 255 } }
  }

  /// Fails if a PNG image is turned in another way than Exif means it.
  @Test(
    arguments: [
      (1, [[1, 2, 3], [4, 5, 6]]), (2, [[3, 2, 1], [6, 5, 4]]), (3, [[6, 5, 4], [3, 2, 1]]),
      (4, [[4, 5, 6], [1, 2, 3]]),
      (5, [[1, 4], [2, 5], [3, 6]]), (6, [[4, 1], [5, 2], [6, 3]]), (7, [[6, 3], [5, 2], [4, 1]]),
      (8, [[3, 6], [2, 5], [1, 4]]),
    ] as [(UInt8, [[UInt32]])]) func orientations(_ orientation: UInt8, _ expected: [[UInt32]]) throws
  {
    var chunks = try #require(PNGChunks(BrushFiles.png(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])))
    chunks.chunks.insert((Array("eXIf".utf8), exif(orientation)), at: 1)
    let bytes = chunks.bytes
    #expect(levels(try PNGPicture(bytes).image) == expected)
    let folder = try TemporaryFolder()
    let document = try Document(pngAt: try folder.write("a.png", bytes))
    #expect(levels(document.activeImage) == expected)
  }

  /// Fails if a picture of several tiles is turned in parts, or one of 16 bits loses them.
  @Test(arguments: 2...8) func largePicturesAreTurned(orientation: Int) throws {
    var image = TileGrid(width: 150, height: 90)
    for y in 0..<90 {
      let row = (0..<150).map { 0xFF00_0000 | UInt32($0 << 8 | y) }
      image.setRow(y, from: 0, to: row.span)
    }
    let turned = try image.upright(orientation, as: UInt32.self)
    #expect(turned.width == (orientation > 4 ? 90 : 150) && turned.height == (orientation > 4 ? 150 : 90))
    let corner = [2: 149 << 8, 3: 149 << 8 | 89, 4: 89, 5: 0, 6: 89, 7: 149 << 8 | 89, 8: 149 << 8][orientation]
    #expect(Int(turned[0, 0] & 0xFF_FFFF) == corner)
    // Twice as a mirror, or back by the opposite turn.
    let back = [2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6][orientation] ?? 1
    let isSame = try turned.upright(back, as: UInt32.self).showsSame(as: image)
    #expect(isSame)
    let deep = try image.upright(orientation, as: DeepPixel.self)
    #expect(deep.showsSame(as: turned))
  }
}
