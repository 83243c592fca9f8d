import Archive
import Document
import Language
import Pictures

/// Limits on an OpenRaster file. A reader checks them before it allocates memory. The writer checks
/// them before it replaces a file, so every written file can be read again.
public struct OpenRasterLimits: Hashable, Sendable {
  /// Limits on the canvas and on each layer's image.
  public var image = ImageLimits.standard
  /// The largest number of layers and groups. The paper counts as one of them.
  public var nodes = Document.mostLayers + 1
  /// The largest sum of the pixels of all layer images, painted or not. Each pixel
  /// costs time to decode.
  public var decoded = 1 << 35
  /// The largest sum of the painted pixels of all layers. It counts whole tiles, and tiles of one
  /// colour only once for each colour. Each counted pixel costs 4 bytes of memory.
  public var painted = 1 << 30
  /// Limits on the zip archive.
  public var archive = ZipReader.Limits()

  /// The standard limits.
  public init() {}

  /// The message for too many painted pixels (`PaintedTiles.pixels`); nil if they are allowed.
  func fault(painted: Int) -> String? {
    painted <= self.painted
      ? nil
      : translated("its layers have together more than {area} megapixels painted", ["area": self.painted / 1_000_000])
  }

  /// The message for too many pixels in all layer images; nil if they are allowed.
  func fault(decoded: Int) -> String? {
    decoded <= self.decoded
      ? nil : translated("its layers have together more than {area} megapixels", ["area": self.decoded / 1_000_000])
  }
}
