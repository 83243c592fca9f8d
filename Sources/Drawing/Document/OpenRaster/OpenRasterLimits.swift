import Archive
import Language

/// What an OpenRaster file may ask for, checked before anything is allocated when one is read, and before one takes the place of
/// another when it is written: so no file is written that is not read again.
public struct OpenRasterLimits: Hashable, Sendable {
  /// The canvas, and each layer's image.
  public var image = ImageLimits.standard
  /// The most layers and groups; the paper is one of them.
  public var nodes = Document.mostLayers + 1
  /// The most pixels that the images of all layers may have together, painted or not: they cost time.
  public var decoded = 1 << 35
  /// The most pixels that all layers may have painted together, in whole tiles, of those of one colour only the first: they
  /// cost memory, 4 bytes each.
  public var painted = 1 << 30
  /// What the archive may ask for.
  public var archive = ZipReader.Limits()

  /// The limits that hold where nothing else is said.
  public init() {}

  /// What is wrong with layers that have so many pixels painted (`PaintedTiles.pixels`), about their file as "it".
  func fault(painted: Int) -> String? {
    painted <= self.painted
      ? nil
      : translated("its layers have together more than {area} megapixels painted", ["area": self.painted / 1_000_000])
  }

  /// The same of layers whose images have so many pixels.
  func fault(decoded: Int) -> String? {
    decoded <= self.decoded
      ? nil : translated("its layers have together more than {area} megapixels", ["area": self.decoded / 1_000_000])
  }
}
