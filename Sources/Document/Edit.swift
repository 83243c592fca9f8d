import Geometry
import Raster

/// A change of a layer's pixels and its exact inverse, in one: the tiles as they are on the other side of the change.
///
/// 1. While a change is made, each tile that it touches is remembered as it was before.
/// 2. `swap` exchanges the remembered tiles with those of the layer. The first swap undoes the change, the second does it
///    again, and so on: the edit always holds the side that the layer does not show.
///
/// Remembered tiles share their memory with the layer until one of the two is written to.
public struct Edit: Sendable {
  /// Which layer it changes.
  public let layer: Int
  /// What the user would call it ("Stroke", "Clear").
  public let name: String
  /// Its number among all that its history has recorded, from 1; 0 before that.
  var serial = 0
  private var tiles: [(index: Int, tile: Tile?)] = []

  /// A change of nothing yet.
  init(layer: Int, name: String) {
    self.layer = layer
    self.name = name
  }

  /// Whether nothing was remembered.
  public var isEmpty: Bool { tiles.isEmpty }
  /// Number of tiles that change.
  public var tileCount: Int { tiles.count }

  /// Remembers the tile with an index as it is on the other side. To be called once for each tile.
  mutating func remember(tile index: Int, as tile: Tile?) { tiles.append((index, tile)) }

  /// Exchanges the remembered tiles with the layer's. Returns the pixels that may have changed.
  mutating func swap(into layers: inout [Layer]) -> Region {
    var region = Region()
    for i in tiles.indices {
      let index = tiles[i].index
      let shown = layers[layer].image[index]
      layers[layer].image[index] = tiles[i].tile
      tiles[i].tile = shown
      region.add(layers[layer].image.bounds(ofTile: index))
    }
    return region
  }
}
