import Geometry
import Raster

extension Document: PixelSource {
  /// The pixel of the paper.
  public var blank: UInt32 { Pixel.opaque(paper) }

  /// Whether no tile that `rect` touches contains ink. False without paper, because of the
  /// checkerboard.
  public func isBlank(_ rect: PixelRect) -> Bool { isPaperShown && isGround(rect) }
}
