import Geometry
import Raster

/// An operation and its effect on a layer's pixels, the list of layers or the selection, with the
/// exact inverse.
///
/// 1. An edit stores each changed tile before and after it (`EditContent`), and the previous list
///    of layers and selection if they change.
/// 2. `swap` alternates between undoing and redoing the change.
///
/// The pixels are identified by their ID and exist before and after the edit.
public struct Edit: Sendable {
  /// The pixels that change, or nil.
  public let surface: SurfaceID?
  /// When it was done, s since 1970; nil if that is not known.
  public internal(set) var time: Double?
  /// The number of the edit in its history, from 1; 0 before it is recorded.
  var serial = 0
  /// The `serial` of the last edit, up to this one, that changed the picture; 0 if there is none.
  var picture = 0
  let content: EditContent
  /// The tiles on which the pixels depend, beside those that it changes.
  let reads: TileSet
  /// Whether its records have the pixels of all layers after it: they do not follow from the operation alone.
  var recordsImages: Bool { head.isScaling || hasImages }
  /// Whether it is an operation on the canvas, but no scaling, whose pixels were given, or which showed pixels from
  /// outside (`OutsidePixels`).
  var hasImages = false
  private var isDone: Bool
  private var selection: Mask??
  private var boxedStack: Boxed<LayerStack>?
  /// Pixel corrections applied after the edit, or none. See `LayerCorrection`.
  private var corrections: [LayerCorrection] = []

  /// `tiles` contains each changed tile once. If `isDone` is false, call `swap`.
  init(
    _ operation: Operation, surface: SurfaceID?, tiles: [TileChange] = [], reads: TileSet = TileSet(),
    isDone: Bool = true
  ) {
    (self.surface, self.reads, self.isDone) = (surface, reads, isDone)
    content = EditContent(operation, tiles)
  }

  /// The edit, with `operation` in place of its own. Both set the same property, and neither changes
  /// tiles.
  init(_ edit: Edit, continuedBy operation: LayerOperation) {
    self = Edit(.layer(operation), surface: edit.surface, isDone: edit.isDone)
    (selection, boxedStack, corrections) = (edit.selection, edit.boxedStack, edit.corrections)
  }

  /// The layers of the other side; nil if they do not change.
  private var stack: LayerStack? {
    get { boxedStack?.value }
    set { boxedStack = newValue.map { .value($0) } }
  }

  /// Whether the edit changes nothing.
  public var isEmpty: Bool { tileCount == 0 && selection == nil && boxedStack == nil }
  /// The number of changed tiles.
  public var tileCount: Int { content.places.count }
  /// Whether the list of layers or a property of a layer changes.
  public var changesLayers: Bool { boxedStack != nil }
  var changesPicture: Bool { tileCount > 0 || boxedStack != nil }
  var changesSelection: Bool { selection != nil }
  var tileIndices: [Int] { content.places.map(\.index) }

  /// The IDs of a layer and of all that it contained before the edit, which is done.
  func branchBefore(of id: Layer.ID) -> [Layer.ID] { stack?.branch(of: id) ?? [] }

  /// What was done, perhaps without samples and pixels (`Operation.head`). It can always be read.
  public var head: Operation { content.head }
  /// The name shown to the user ("Stroke", "Clear").
  public var name: String { head.name }
  /// What was done; nil if it cannot be read.
  public var operation: Operation? { content.operation }
  /// Whether the edit is a stroke, or a shape.
  public var isStroke: Bool { head.stroke != nil }
  /// The number of the stroke's samples; 0 for other edits.
  var sampleCount: Int { content.sampleCount }
  /// The stroke that made the edit; nil if there is none or it cannot be read.
  public var stroke: StrokeRecord? { isStroke ? operation?.stroke : nil }

  /// The approximate memory use, bytes.
  var memory: Int {
    1024 + content.memory + 16 * reads.namedCount + (stack?.memory ?? 0)
      + corrections.reduce(0) { $0 + $1.content.memory }
  }

  var correctedTiles: [TileKey] {
    corrections.flatMap { correction in
      correction.content.places.map { TileKey(correction.surface, index: $0.index) }
    }
  }

  /// Stores the selection that the next `swap` restores.
  mutating func remember(selection mask: Mask?) { selection = .some(mask) }

  mutating func remember(stack other: LayerStack) { stack = other }

  /// Makes the canvas's maps on the other side begin at another canvas: `map` leads from that to theirs.
  mutating func rebase(by map: Affine) { stack?.rebase(by: map) }

  /// Adds corrections, which redo applies last and undo reverts first. The document already shows
  /// them.
  mutating func correct(by changes: [LayerCorrection]) { corrections = changes }

  /// Undoes a done edit, or redoes it. Returns the pixels that may have changed; nil, without any
  /// change, if the content cannot be read.
  mutating func swap(into document: inout Document) -> FineRegion? {
    var changes: EditContent.Changes?
    if tileCount > 0 {
      changes = content.changes()
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
        region.add(document.take(changes, at: correction.content.places, forward: isDone, on: correction.surface))
      }
    }
    if !isDone { correct(&document) }
    if boxedStack != nil, let changed = stack?.swap(into: &document) { region.add(changed) }
    if let changes, let surface {
      region.add(document.take(changes, at: content.places, forward: isDone, on: surface))
    }
    if let other = selection {
      selection = .some(document.selection)
      document.setSelection(other)
    }
    if isDone { correct(&document) }
    return region
  }
}
