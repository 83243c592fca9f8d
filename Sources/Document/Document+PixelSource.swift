import Geometry
import Raster

/// What a view shows of a drawing: its sheets on paper.
extension Document: PixelSource {
  /// The paper's pixel.
  public var blank: UInt32 { Pixel.opaque(paper) }

  /// Whether nothing was ever painted in the tiles that `rect` touches.
  public func isBlank(_ rect: PixelRect) -> Bool {
    let image = layers[0].image
    let range = image.tileRange(of: rect)
    for row in range.rows {
      for column in range.columns where image[image.index(column: column, row: row)] != nil { return false }
    }
    return true
  }
}
