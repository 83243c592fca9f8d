import RandomSource
import Raster
import Testing

@testable import Document

@Suite struct ThumbnailTests {
  private func thumbnail(_ width: Int, _ height: Int, side: Int = 256, _ pixel: (Int, Int) -> UInt32) -> Thumbnail {
    var thumbnail = Thumbnail(ofWidth: width, height: height, side: side)
    for y in 0..<height {
      let row = (0..<width).map { pixel($0, y) }
      thumbnail.add(row.span)
    }
    return thumbnail
  }

  @Test func sizesKeepProportions() {
    for (width, height, small) in [
      (1, 1, [1, 1]), (256, 256, [256, 256]), (257, 200, [256, 199]), (32767, 1, [256, 1]), (10, 5120, [1, 256]),
      (512, 300, [256, 150]),
    ] {
      let thumbnail = Thumbnail(ofWidth: width, height: height)
      #expect([thumbnail.width, thumbnail.height] == small)
    }
  }

  /// Fails if a small picture changes, an even one becomes uneven, or a pixel is not the mean of
  /// its area.
  @Test func pixelsAreMeans() {
    #expect(thumbnail(3, 2) { UInt32($0 * 10 + $1) << 24 }.pixels == [0, 10, 20, 1, 11, 21].map { UInt32($0) << 24 })
    #expect(thumbnail(700, 333) { _, _ in 0x80_40_20_11 }.pixels.allSatisfy { $0 == 0x80_40_20_11 })
    var rng = RandomSource(3)
    let source = (0..<(37 * 23)).map { _ in UInt32(rng.roll(0...255)) << 24 }
    let small = thumbnail(37, 23, side: 8) { source[$1 * 37 + $0] }
    #expect(small.width == 8 && small.height == 5 && small.pixels.count == 40)
    for row in 0..<5 {
      for column in 0..<8 {
        let (left, right) = (Double(column) * 37 / 8, Double(column + 1) * 37 / 8)
        let (top, bottom) = (Double(row) * 23 / 5, Double(row + 1) * 23 / 5)
        var sum = 0.0
        for y in 0..<23 {
          for x in 0..<37 {
            let area =
              max(0, min(right, Double(x + 1)) - max(left, Double(x)))
              * max(0, min(bottom, Double(y + 1)) - max(top, Double(y)))
            sum += area * Double(source[y * 37 + x] >> 24)
          }
        }
        let mean = sum / ((right - left) * (bottom - top))
        #expect(abs(Double(small.pixels[row * 8 + column] >> 24) - mean) <= 0.5001)
      }
    }
  }
}
