import Raster

/// A format of pictures that is decoded and encoded as a whole by a library: an entry for each in a file of its own.
public struct PictureCodec: Sendable {
  /// A picture to encode.
  struct Picture {
    let width: Int
    let height: Int
    /// Straight colours, BGRA.
    let pixels: PixelBlock
    /// Whether a pixel is not opaque.
    var hasAlpha = false
    /// 1...100.
    let quality: Int
    let isLossless: Bool

    init(width: Int, height: Int, pixels: PixelBlock, quality: Int, isLossless: Bool) {
      (self.width, self.height, self.pixels) = (width, height, pixels)
      (self.quality, self.isLossless) = (quality, isLossless)
    }
  }

  /// Whether pictures can have pixels that are not opaque.
  public let hasAlpha: Bool
  /// What a file says of its picture.
  public let properties: @Sendable ([UInt8]) -> PictureProperties
  /// The width and height of a picture, px, by the file's head.
  public let size: @Sendable ([UInt8]) throws(PNGFault) -> (width: Int, height: Int)
  let decode: @Sendable ([UInt8], PictureProperties, ImageLimits) throws(PNGFault) -> RawPicture
  /// Throws if the library is missing, or a picture of this width and height, px, is not allowed.
  let prepare: @Sendable (Int, Int) throws(PNGFault) -> Void
  /// The bytes of a file. The number is the pixels per inch; nil writes none. The file says that its colours are sRGB.
  let encode: @Sendable (Picture, Double?) throws(PNGFault) -> [UInt8]
}
