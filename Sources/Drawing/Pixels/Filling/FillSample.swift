import Geometry
import Raster

/// The colours that a fill compares: those of a picture when the fill began, as premultiplied pixels.
public struct FillSample {
  /// The pixels that the fill changes.
  public let image: TileGrid
  /// Copies the pixels of a rectangle, which may reach outside the picture, row by row.
  public let read: (PixelRect, inout [UInt32]) -> Void
  /// The colour of a tile that is uniform without looking at its pixels; nil for other tiles.
  public let uniform: (Int) -> UInt32?
  /// The tile that the colours of a tile are those of; nil if they depend on others. It saves comparing shared tiles.
  public let source: (Int) -> Tile?

  /// A sample by functions; see its properties.
  public init(
    image: TileGrid, read: @escaping (PixelRect, inout [UInt32]) -> Void, uniform: @escaping (Int) -> UInt32?,
    source: @escaping (Int) -> Tile?
  ) {
    (self.image, self.read, self.uniform, self.source) = (image, read, uniform, source)
  }

  public func pixel(x: Int, y: Int) -> UInt32 {
    var one: [UInt32] = [0]
    read(PixelRect(x: x, y: y, width: 1, height: 1), &one)
    return one[0]
  }
}
