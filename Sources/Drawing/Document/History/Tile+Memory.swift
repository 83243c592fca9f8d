import Raster

extension Tile {
  /// The memory of its pixels, bytes, shared or not.
  var memory: Int { Tile.count * (isDeep ? MemoryLayout<DeepPixel>.stride : MemoryLayout<UInt32>.stride) }
}

extension TileGrid {
  /// The memory of its tiles, bytes, shared or not. Costs as much as `tileIndices`.
  var memory: Int { tileIndices.reduce(0) { $0 + (self[$1]?.memory ?? 0) } }
}
