import Geometry
import Raster

/// What a view shows of a drawing: its layers on paper.
extension Document: PixelSource {
  /// The paper's pixel.
  public var blank: UInt32 { Pixel.opaque(paper) }

  /// Whether nothing was ever painted in the tiles that `rect` touches. Without paper no place is blank, there are the squares.
  public func isBlank(_ rect: PixelRect) -> Bool { isPaperShown && isGround(rect) }
}
