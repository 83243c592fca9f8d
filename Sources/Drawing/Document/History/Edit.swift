import Geometry
import Raster

/// A change of layers' pixels, of the list of layers, of what is selected, or of several of these, and its exact inverse, in
/// one.
///
/// 1. When a change is made, each tile that it touches is remembered as it was before and as it is after (`EditContent`), and so are
///    the list of layers and the selection where they change, as they were.
/// 2. `swap` brings the document to the other side of the change. The first swap undoes it, the second does it
///    again, and so on.
///
/// The tiles are those of a layer that the drawing has on both sides of the change, told by id, so that it does not matter where it
/// is in the list. Copies of an edit share them, and where older ones are packed (`EditStore`) that shows nowhere but in the memory
/// that they take.
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
  /// What it changes in the layer's pixels, and the stroke that did; nil where it changes no pixels and is no stroke.
  let content: EditContent?
  /// Whether the document shows the pixels after it.
  private var isDone: Bool
  /// The selection on the other side; nil where it does not change.
  private var selection: Mask??
  /// The list of layers on the other side; nil where it does not change.
  private var stack: LayerStack?
  /// What leads from its own outcome to the pixels after it; empty where its own outcome is these. See `LayerCorrection`.
  private var corrections: [LayerCorrection] = []

  /// A change.
  /// - Parameters:
  ///   - tiles: what it changes in the layer's pixels, each tile once.
  ///   - stroke: what made it; nil where it is something else.
  ///   - isDone: whether the document shows it already; else it is for `swap` to do.
  init(
    layer: Layer.ID?, name: String, operation: LayerOperation? = nil, tiles: [TileChange] = [],
    stroke: StrokeRecord? = nil, isDone: Bool = true
  ) {
    (self.layer, self.name, self.operation, self.isDone) = (layer, name, operation, isDone)
    content = tiles.isEmpty && stroke == nil ? nil : EditContent(tiles, stroke: stroke)
  }

  /// The same change, going on with another operation of the same kind.
  init(_ edit: Edit, continuedBy operation: LayerOperation) {
    (layer, name, self.operation) = (edit.layer, operation.name, operation)
    (content, isDone, selection, stack) = (edit.content, edit.isDone, edit.selection, edit.stack)
    corrections = edit.corrections
  }

  /// Whether nothing was remembered.
  public var isEmpty: Bool { tileCount == 0 && selection == nil && stack == nil }
  /// Number of tiles that change.
  public var tileCount: Int { content?.places.count ?? 0 }
  /// Whether the list of layers changes, or how one of them is shown.
  public var changesLayers: Bool { stack != nil }
  /// Whether it changes more than what is selected.
  var changesPicture: Bool { tileCount > 0 || stack != nil }
  /// Whether what is selected changes.
  var changesSelection: Bool { selection != nil }
  /// The tiles that change.
  var tileIndices: [Int] { content?.places.map(\.index) ?? [] }

  /// Whether a stroke made it.
  public var isStroke: Bool { content?.sampleCount != nil }
  /// How many samples that stroke has; 0 for none.
  var sampleCount: Int { content?.sampleCount ?? 0 }
  /// The stroke that made it, from which its pixels follow; nil where it is something else, or cannot be read any more.
  public var stroke: StrokeRecord? { content?.stroke }

  /// Bytes that it holds in memory, about.
  var memory: Int {
    1024 + (content?.memory ?? 0) + (stack?.tileCount ?? 0) * Tile.count * 4
      + corrections.reduce(0) { $0 + $1.content.memory }
  }

  /// The tiles that corrections change, of any layer.
  var correctedTiles: [TileKey] {
    corrections.flatMap { correction in
      correction.content.places.map { TileKey(layer: correction.layer.number, index: $0.index) }
    }
  }

  /// Remembers the selection as it is on the other side.
  mutating func remember(selection mask: Mask?) { selection = .some(mask) }

  /// Remembers the list of layers as it is on the other side.
  mutating func remember(stack other: LayerStack) { stack = other }

  /// Has it lead to other pixels than its own outcome: done, it ends with these changes, and undone, it begins with taking them
  /// back. The document shows them already.
  mutating func correct(by changes: [LayerCorrection]) { corrections = changes }

  /// Brings a document that is on one side of it to the other.
  /// - Returns: the pixels that may have changed; nil where what it changes cannot be read any more: nothing has changed then.
  mutating func swap(into document: inout Document) -> FineRegion? {
    var changes: EditContent.Changes?
    if tileCount > 0 {
      changes = content?.changes()
      if changes == nil { return nil }
    }
    var corrected: [(correction: LayerCorrection, changes: EditContent.Changes)] = []
    for correction in corrections {
      guard let changes = correction.content.changes() else { return nil }
      corrected.append((correction, changes))
    }
    isDone.toggle()
    var region = FineRegion()
    func correct(_ document: inout Document) {
      for (correction, changes) in corrected {
        guard let at = document.index(of: correction.layer) else { continue }
        region.add(document.take(changes, at: correction.content.places, forward: isDone, on: at))
      }
    }
    if !isDone { correct(&document) }
    if stack != nil, let changed = stack?.swap(into: &document) { region.add(changed) }
    if let changes, let places = content?.places, let layer, let at = document.index(of: layer) {
      region.add(document.take(changes, at: places, forward: isDone, on: at))
    }
    if let other = selection {
      selection = .some(document.selection)
      document.setSelection(other)
    }
    if isDone { correct(&document) }
    return region
  }
}
