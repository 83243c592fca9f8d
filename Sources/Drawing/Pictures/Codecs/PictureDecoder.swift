import Files
import Language
import Raster

/// Decodes JPEG and WebP pictures in memory: upright, in sRGB, premultiplied. Of an animation, the first picture.
public struct PictureDecoder {
  /// The picture.
  public private(set) var image: TileGrid
  /// Pixels per inch; nil if unknown.
  public private(set) var resolution: Resolution?
  /// Whether the picture can have pixels that are not opaque.
  public private(set) var hasAlpha: Bool
  /// A message about its colours; nil if they are right.
  public private(set) var note: String?

  /// Decodes a picture.
  /// - Throws: if it is damaged, cut short or larger than `limits`, or its library is missing.
  public init(_ bytes: [UInt8], _ codec: PictureCodec, limits: ImageLimits = .standard) throws(PNGFault) {
    let properties = codec.properties(bytes)
    let raw = try codec.decode(bytes, properties, limits)
    note = raw.makeStandard(properties.colours)
    hasAlpha = raw.hasAlpha
    resolution = properties.resolution
    if properties.orientation > 4, let turned = resolution { resolution = Resolution(x: turned.y, y: turned.x) }
    image = try raw.upright(properties.orientation)
  }
}
