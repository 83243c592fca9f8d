import Geometry
import Raster

/// A change of a layer's pixels, of what is selected, or of both, and its exact inverse, in one: what was changed as it is
/// on the other side of the change.
///
/// 1. While a change is made, each tile that it touches is remembered as it was before, and so is the selection.
/// 2. `swap` exchanges what is remembered with what the document shows. The first swap undoes the change, the second does it
///    again, and so on: the edit always holds the side that the document does not show.
///
/// Remembered tiles share their memory with the layer until one of the two is written to.
public struct Edit: Sendable {
  /// Which layer it changes.
  public let layer: Int
  /// What the user would call it ("Stroke", "Clear").
  public let name: String
  /// Its number among all that its history has recorded, from 1; 0 before that.
  var serial = 0
  /// The number of the last edit that changed pixels, up to and including this one; 0 for none.
  var picture = 0
  /// The stroke that made it, from which its pixels follow; nil where it is something else.
  public internal(set) var stroke: StrokeRecord?
  private var tiles: [(index: Int, tile: Tile?)] = []
  /// The selection on the other side; nil where it does not change.
  private var selection: Mask??

  /// A change of nothing yet.
  init(layer: Int, name: String) {
    self.layer = layer
    self.name = name
  }

  /// Whether nothing was remembered.
  public var isEmpty: Bool { tiles.isEmpty && selection == nil }
  /// Number of tiles that change.
  public var tileCount: Int { tiles.count }

  /// The tiles that change.
  var tileIndices: [Int] { tiles.map(\.index) }
  /// Whether what is selected changes.
  var changesSelection: Bool { selection != nil }

  /// Remembers the tile with an index as it is on the other side. To be called once for each tile.
  mutating func remember(tile index: Int, as tile: Tile?) { tiles.append((index, tile)) }

  /// Remembers the selection as it is on the other side.
  mutating func remember(selection mask: Mask?) { selection = .some(mask) }

  /// Exchanges what is remembered with what is shown. Returns the pixels that may have changed.
  mutating func swap(into layers: inout [Layer], _ selected: inout Mask?) -> Region {
    var region = Region()
    for i in tiles.indices {
      let index = tiles[i].index
      let shown = layers[layer].image[index]
      layers[layer].image[index] = tiles[i].tile
      tiles[i].tile = shown
      region.add(layers[layer].image.bounds(ofTile: index))
    }
    if let other = selection {
      selection = .some(selected)
      selected = other
    }
    return region
  }
}
