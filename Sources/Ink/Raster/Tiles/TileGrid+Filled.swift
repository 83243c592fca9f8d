import Geometry

extension TileGrid {
  /// Creates an image of one colour. It needs the memory of at most four tiles: all others share
  /// theirs.
  public init(width: Int, height: Int, filledWith pixel: UInt32) {
    self.init(width: width, height: height)
    let whole = Tile(filledWith: pixel)
    var cut: [TileSize: Tile] = [:]
    for index in 0..<slotCount {
      let bounds = bounds(ofTile: index)
      if bounds.width == Tile.size, bounds.height == Tile.size {
        self[index] = whole
        continue
      }
      let size = TileSize(width: bounds.width, height: bounds.height)
      if cut[size] == nil {
        var tile = Tile()
        for y in 0..<bounds.height { for x in 0..<bounds.width { tile[x, y] = pixel } }
        cut[size] = tile
      }
      self[index] = cut[size]
    }
  }

  /// The part of a tile inside the image, px.
  private struct TileSize: Hashable {
    let width: Int
    let height: Int
  }
}
