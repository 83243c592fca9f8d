import Document
import Geometry
import Raster
import Storage

@testable import Export
@testable import Pictures

extension FuzzTarget {
  /// JPEG images. Those of more than a megapixel are refused.
  static let jpeg = FuzzTarget("jpeg", seeds: { PictureSeeds.jpegs }, run: decode, structured: { _, _, _ in nil })

  /// WebP images. Those of more than a megapixel are refused.
  static let webP = FuzzTarget("webp", seeds: { PictureSeeds.webPs }, run: decode, structured: { _, _, _ in nil })

  private static func decode(_ bytes: [UInt8]) -> String? {
    var notes: [String] = []
    do throws(PictureFault) {
      let limits = ImageLimits(side: 32767, area: 1 << 20)
      let piece = try Clipping(picture: bytes, notes: &notes, limits: limits)
      for note in notes { _ = sentence(note) }
      for y in 0..<piece.bounds.height {
        for x in 0..<piece.bounds.width {
          let (pixel, alpha) = (piece.image[x, y], piece.image[x, y] >> 24)
          precondition(
            pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha,
            "a pixel's colour is above its opacity")
        }
      }
      return nil
    } catch { return sentence(error.description) }
  }
}
