import Archive
import Files
import Geometry
import Ink
import Language
import Pictures
import Raster

/// Pictures of tips as PNG images: the darker and the more opaque a pixel is, the more it covers.
public enum TipPicture {
  /// Limits on a picture that is made smaller, and on those of a brush's file.
  private static let limits = ImageLimits(side: ImageLimits.standard.side, area: 1 << 26)
  private static let ownLimits = ImageLimits(side: TipImages.mostRows, area: TipImages.mostPixels)

  /// Reads the pictures of a brush's file.
  /// - Parameters:
  ///   - text: a PNG image in Base64.
  ///   - count: the number of pictures.
  @Sendable public static func images(text: [UInt8], count: Int) throws(TipFault) -> TipImages {
    guard let png = Base64.bytes(of: text) else { throw TipFault(translated("it is damaged")) }
    let (width, height, masks) = try PNGPicture.levels(png, ownLimits, coverage)
    guard height % count == 0, TipImages.arePossible(width: width, height: height / count, count: count) else {
      throw TipFault(
        translated(
          "it is {width} x {height} px large, which is too much for a tip, or not a multiple of its pictures",
          ["width": width, "height": height]))
    }
    guard let images = TipImages(width: width, height: height / count, count: count, masks: masks) else {
      throw TipFault(translated("it is empty"))
    }
    return images
  }

  /// Reads a PNG image of any size as one picture, which is made smaller if it is too large for a tip.
  public static func image(png: [UInt8]) throws(TipFault) -> TipImages {
    let (width, height, masks) = try PNGPicture.levels(png, limits, coverage)
    guard let image = TipImages.fitting(width: width, height: height, masks: masks) else {
      throw TipFault(translated("it is empty"))
    }
    return image
  }

  /// The pictures as a brush's file has them.
  /// - Throws: if memory is short.
  public static func text(of images: TipImages) throws(TipFault) -> String {
    do throws(PNGFault) {
      let png = try PNGBytes.made(width: images.width, height: images.height * images.count, hasAlpha: true) { y, row in
        for x in 0..<images.width { row[x] = UInt32(images.masks[y * images.width + x]) << 24 }
      }
      return Base64.text(of: png[...])
    } catch { throw TipFault(error.error(.write, "").fault) }
  }

  /// The coverage of a premultiplied pixel: its opacity without its luma.
  public static func coverage(_ pixel: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (pixel >> 24) - min(pixel >> 24, PNGPicture.luma(pixel)))
  }
}
