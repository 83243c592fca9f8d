import Files
import Glibc
import Language
import Raster

/// Encodes a JPEG or WebP picture in memory from rows of premultiplied pixels. The file says that
/// its colours are sRGB. Use it from one thread at a time.
public final class PictureEncoder {
  private let codec: PictureCodec
  private let density: Double?
  private var picture: PictureCodec.Picture
  private var count = 0

  /// - Parameters:
  ///   - quality: 1...100.
  ///   - isLossless: whether a WebP has no losses.
  ///   - density: pixels per inch; nil writes none.
  /// - Throws: if the size is not allowed, memory is short or the library is missing.
  public init(_ codec: PictureCodec, width: Int, height: Int, quality: Int, isLossless: Bool = false, density: Double?)
    throws(PNGFault)
  {
    if let fault = ImageLimits.standard.fault(width: width, height: height) { throw .words(fault) }
    try codec.prepare(width, height)
    (self.codec, self.density) = (codec, density)
    picture = PictureCodec.Picture(
      width: width, height: height, pixels: try PixelBlock(width: width, height: height),
      quality: min(100, max(1, quality)), isLossless: isLossless)
  }

  /// Adds the next row, from the top. A picture without alpha gets the pixels on white.
  /// - Precondition: fewer than `height` rows were added; a row has `width` pixels.
  public func write(_ row: Span<UInt32>) {
    let width = picture.width
    precondition(count < picture.height && row.count == width, "an image has rows of its width, as many as its height")
    let words = picture.pixels.words
    let start = count * width
    for x in 0..<width {
      let pixel = row[x]
      if pixel >> 24 == 255 {
        words[start + x] = pixel
      } else if !codec.hasAlpha {
        words[start + x] = Pixel.over(pixel, 0xFFFF_FFFF)
      } else {
        picture.hasAlpha = true
        let (red, green, blue, alpha) = Premultiplied.straight(pixel)
        words[start + x] = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      }
    }
    count += 1
  }

  /// The bytes of the file.
  /// - Precondition: all rows were added.
  public func made() throws(PNGFault) -> [UInt8] {
    precondition(count == picture.height, "an image has as many rows as its height")
    return try codec.encode(picture, density)
  }
}
