import Archive
import Files
import Geometry
import Ink
import Language
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
    let (width, height, masks) = try masks(png, ownLimits)
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
    let (width, height, masks) = try masks(png, limits)
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

  private static func masks(
    _ png: [UInt8], _ limits: ImageLimits
  ) throws(TipFault) -> (width: Int, height: Int, masks: [UInt8]) {
    let picture: PNGPicture
    do throws(PNGFault) { picture = try PNGPicture(png, limits: limits) } catch {
      throw TipFault(error.error(.read, "").fault)
    }
    let image = picture.image
    var masks = [UInt8](repeating: 0, count: image.width * image.height)
    var row = [UInt32](repeating: 0, count: image.width)
    for y in 0..<image.height {
      var span = row.mutableSpan
      image.copy(PixelRect(x: 0, y: y, width: image.width, height: 1), to: &span, stride: image.width)
      for x in 0..<image.width { masks[y * image.width + x] = coverage(row[x]) }
    }
    return (image.width, image.height, masks)
  }

  /// The coverage of a premultiplied pixel: its opacity without its luma (ITU-R BT.601).
  static func coverage(_ pixel: UInt32) -> UInt8 {
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
    return UInt8(truncatingIfNeeded: (pixel >> 24) - min(pixel >> 24, luma))
  }
}
