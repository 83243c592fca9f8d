import Raster

/// An area that was found, and how it is painted.
public protocol FillWork {
  /// The pixels that the fill reaches, without those under lines.
  var area: Mask { get }
  /// Whether the pixels that are filled were transparent at the start.
  var isGroundClear: Bool { get }
  /// The largest distance between a pixel of the area and one that is painted, px.
  var reach: Int { get }
  /// The indices of the tiles that change.
  var tiles: [Int] { get }
  /// The tiles that `paint` looks at.
  var readTiles: Set<Int> { get }
  /// The tiles that the search looked at.
  var knownTiles: [Int] { get }

  /// Paints a tile of the image.
  func paint(tile: Int, of image: inout TileGrid)
}
