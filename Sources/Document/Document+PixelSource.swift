import Geometry
import Raster

/// What a view shows of a drawing: its sheets on paper.
extension Document: PixelSource {
  /// The paper's pixel.
  public var blank: UInt32 { Pixel.opaque(paper) }

  /// Whether nothing was ever painted in the tiles that `rect` touches.
  public func isBlank(_ rect: PixelRect) -> Bool {
    if let floating, floating.bounds.intersects(rect) { return false }
    return layers.allSatisfy { $0.image.isEmpty(rect) }
  }
}
