import Raster

/// What an operation did, to be applied instead of performing it again.
package struct OperationResult {
  /// The tiles of its layer that it changed, as they are after it; nil is a transparent tile.
  var tiles: [(index: Int, tile: Tile?)] = []
  /// What it read (`Footprint.reads`); nil if that is not known.
  var reads: TileSet?
  /// The selection after it; nil if it did not change.
  var selection: Mask??
  /// The pixels of all layers after the image was scaled; empty for other operations.
  var images: [SurfaceID: TileGrid] = [:]
}
