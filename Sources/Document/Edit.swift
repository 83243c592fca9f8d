import Geometry
import Raster

/// A change of layers' pixels, of the list of layers, of what is selected, or of several of these, and its exact inverse, in
/// one: what was changed as it is on the other side of the change.
///
/// 1. While a change is made, each tile that it touches is remembered as it was before, and so are the list of layers and the
///    selection where they change.
/// 2. `swap` exchanges what is remembered with what the document shows. The first swap undoes the change, the second does it
///    again, and so on: the edit always holds the side that the document does not show.
///
/// Remembered tiles share their memory with the layer until one of the two is written to. They are those of layers that the
/// drawing has on both sides of the change, told by id, so that it does not matter where these are in the list.
public struct Edit: Sendable {
  /// Which layer's pixels it changes; nil where it changes none.
  public let layer: Layer.ID?
  /// What the user would call it ("Stroke", "Clear").
  public let name: String
  /// The operation that it is; nil where it is none.
  public let operation: LayerOperation?
  /// Its number among all that its history has recorded, from 1; 0 before that.
  var serial = 0
  /// The number of the last edit that changed the picture, up to and including this one; 0 for none.
  var picture = 0
  /// The stroke that made it, from which its pixels follow; nil where it is something else.
  public internal(set) var stroke: StrokeRecord?
  private var tiles: [(index: Int, tile: Tile?)] = []
  /// The selection on the other side; nil where it does not change.
  private var selection: Mask??
  /// The list of layers on the other side; nil where it does not change.
  private var stack: LayerStack?

  /// A change of nothing yet.
  init(layer: Layer.ID?, name: String, operation: LayerOperation? = nil) {
    self.layer = layer
    self.name = name
    self.operation = operation
  }

  /// Whether nothing was remembered.
  public var isEmpty: Bool { tiles.isEmpty && selection == nil && stack == nil }
  /// Number of tiles that change.
  public var tileCount: Int { tiles.count }
  /// Whether the list of layers changes, or how one of them is shown.
  public var changesLayers: Bool { stack != nil }
  /// Whether it changes more than what is selected.
  var changesPicture: Bool { !tiles.isEmpty || stack != nil }

  /// How many tiles it holds, those of layers that are not in the drawing included.
  var heldTiles: Int { tiles.count { $0.tile != nil } + (stack?.tileCount ?? 0) }

  /// The tiles that change.
  var tileIndices: [Int] { tiles.map(\.index) }
  /// Whether what is selected changes.
  var changesSelection: Bool { selection != nil }

  /// Remembers the tile with an index as it is on the other side. To be called once for each tile.
  mutating func remember(tile index: Int, as tile: Tile?) { tiles.append((index, tile)) }

  /// Remembers the selection as it is on the other side.
  mutating func remember(selection mask: Mask?) { selection = .some(mask) }

  /// Remembers the list of layers as it is on the other side.
  mutating func remember(stack other: LayerStack) { stack = other }

  /// The same change, going on with another operation of the same kind.
  func continued(by operation: LayerOperation) -> Edit {
    var edit = Edit(layer: layer, name: operation.name, operation: operation)
    (edit.tiles, edit.selection, edit.stack) = (tiles, selection, stack)
    return edit
  }

  /// Exchanges what is remembered with what is shown. Returns the pixels that may have changed.
  mutating func swap(into document: inout Document) -> Region {
    var region = Region()
    if stack != nil, let changed = stack?.swap(into: &document) { region.add(changed) }
    if let layer, !tiles.isEmpty, let at = document.index(of: layer) {
      region.add(document.exchange(&tiles, at: at))
    }
    if let other = selection {
      selection = .some(document.selection)
      document.setSelection(other)
    }
    return region
  }
}
