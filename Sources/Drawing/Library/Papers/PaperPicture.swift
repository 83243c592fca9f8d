import Files
import Geometry
import Ink
import Language
import Pictures
import Raster

/// Pictures of papers as PNG images: the brighter a pixel is, the higher. What is transparent counts as white.
public enum PaperPicture {
  /// Limits on a picture, which is made smaller if it is too large for a texture.
  private static let limits = ImageLimits(side: ImageLimits.standard.side, area: 1 << 26)

  /// Reads a PNG image, and tells whether it was made smaller.
  public static func texture(png: [UInt8]) throws(TipFault) -> (texture: PaperTexture, isReduced: Bool) {
    let (width, height, heights) = try PNGPicture.levels(png, limits, height)
    guard let texture = PaperTexture.fitting(width: width, height: height, heights: heights) else {
      throw TipFault(translated("it has no relief: all its pixels are equally bright"))
    }
    return (texture, texture.width < width)
  }

  /// A texture as a PNG image. `path` is that of the picture that it is made of, for errors.
  public static func png(of texture: PaperTexture, _ path: String) throws(FileError) -> [UInt8] {
    do throws(PNGFault) {
      return try PNGBytes.made(width: texture.width, height: texture.height, hasAlpha: false) { y, row in
        for x in 0..<texture.width {
          row[x] = 0xFF00_0000 | UInt32(texture.heights[y * texture.width + x]) * 0x01_0101
        }
      }
    } catch { throw error.error(.read, path) }
  }

  /// The height of a premultiplied pixel: its luma on white.
  public static func height(_ pixel: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(255, PNGPicture.luma(pixel) + 255 - pixel >> 24))
  }
}

extension PNGPicture {
  /// The luma of a pixel 0xAARRGGBB, 0...255 (ITU-R BT.601).
  public static func luma(_ pixel: UInt32) -> UInt32 {
    (299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255) + 500) / 1000
  }

  /// Reads a PNG image and turns each of its pixels, 0xAARRGGBB and premultiplied, into a number, row by row.
  public static func levels(
    _ png: [UInt8], _ limits: ImageLimits, _ level: (UInt32) -> UInt8
  ) throws(TipFault) -> (width: Int, height: Int, levels: [UInt8]) {
    let picture: PNGPicture
    do throws(PNGFault) { picture = try PNGPicture(png, limits: limits) } catch {
      throw TipFault(error.error(.read, "").fault)
    }
    let image = picture.image
    var levels = [UInt8](repeating: 0, count: image.width * image.height)
    var row = [UInt32](repeating: 0, count: image.width)
    for y in 0..<image.height {
      var span = row.mutableSpan
      image.copy(PixelRect(x: 0, y: y, width: image.width, height: 1), to: &span, stride: image.width)
      for x in 0..<image.width { levels[y * image.width + x] = level(row[x]) }
    }
    return (image.width, image.height, levels)
  }
}
