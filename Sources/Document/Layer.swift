import Raster

/// One sheet of a drawing.
public struct Layer: Sendable {
  /// What the user calls it; any text.
  public var name: String
  /// Its pixels, of the document's size.
  public var image: TileGrid

  /// An empty sheet. Both sizes in px, at least 1.
  public init(name: String, width: Int, height: Int) {
    self.name = name
    image = TileGrid(width: width, height: height)
  }
}
