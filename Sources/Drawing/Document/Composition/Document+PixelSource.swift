import Geometry
import Raster

extension Document: PixelSource {
  /// The pixel of the paper.
  public var blank: UInt32 { Pixel.opaque(paper) }

  /// Whether the paper is visible and no tile that `rect` touches contains ink.
  public func isBlank(_ rect: PixelRect) -> Bool { isPaperShown && isGround(rect) }
}
