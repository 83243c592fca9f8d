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
  /// Whether it is undone and redone together with the edit before it (`Document.joinEdits`). Of the oldest edit in a
  /// drawing this means nothing.
  public internal(set) var isJoined = false
  /// The number of the edit in its history, from 1; 0 before it is recorded.
  package internal(set) var serial = 0
  /// The `serial` of the last edit, up to this one, that changed the picture; 0 if there is none.
  var picture = 0
  package let content: EditContent
  /// The tiles on which the pixels depend, beside those that it changes.
  private(set) var reads: TileSet
  /// Whether its records have the pixels of all layers after it: they do not follow from the operation alone.
  package var recordsImages: Bool { head.isScaling || hasImages }
  /// Whether it is an operation on the canvas, but no scaling, whose pixels were given, or which showed pixels from
  /// outside (`OutsidePixels`).
  public var hasImages = false
  private(set) var isDone: Bool
  private var selection: Mask??
  private var boxedStack: Boxed<LayerStack>?
  /// Tiles of `content` that do not count, because they were drawn again.
  private var hidden: Set<Int> = []
  /// Tiles that were drawn again when an earlier edit changed.
  private var redrawn: [SurfaceDeltas] = []
  /// The pixels to correct after the edit, so that surfaces have the pixels of a file that another version of a
  /// library drew.
  private(set) var corrections: [SurfaceDeltas] = []
  /// The head of the operation in the place of that of `content`: it draws the same strokes within other selections.
  private var boxedHead: Boxed<Operation>?
  /// What a change of earlier edits did; nil for other edits.
  private var boxedChange: Boxed<ChangeEffect>?

  /// `tiles` contains each changed tile once. If `isDone` is false, call `swap`.
  init(
    _ operation: Operation, surface: SurfaceID?, tiles: [TileDelta] = [], reads: TileSet = TileSet(),
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
    isJoined = edit.isJoined
  }

  /// A done edit with some of its tiles drawn again, before which the surface differs.
  /// - Parameters:
  ///   - tiles: the tiles that were drawn again.
  ///   - changes: those of them that changed.
  ///   - reads: as for a new edit.
  ///   - head: the head of the operation if its strokes have other selections; nil if they are the same.
  init(
    _ edit: Edit, redrawing tiles: Set<Int>, as changes: [TileDelta], reads: TileSet, reselected head: Operation? = nil
  ) {
    self = edit
    self.reads = reads
    if let head { boxedHead = .value(head) }
    guard let surface else { return }
    hidden.formUnion(content.places.lazy.map(\.index).filter { tiles.contains($0) })
    redrawn.hide(tiles, of: surface)
    if !changes.isEmpty { redrawn.append(SurfaceDeltas(surface, changes)) }
  }

  /// A change of earlier edits that the drawing already shows.
  init(_ operation: Operation, _ effect: ChangeEffect) {
    self.init(operation, surface: nil)
    boxedChange = .value(effect)
  }

  /// The layers of the other side; nil if they do not change.
  private var stack: LayerStack? {
    get { boxedStack?.value }
    set { boxedStack = newValue.map { .value($0) } }
  }

  /// What a change of earlier edits did, and the other versions of these; nil for other edits.
  package internal(set) var change: ChangeEffect? {
    get { boxedChange?.value }
    set { boxedChange = newValue.map { .value($0) } }
  }

  /// Whether the edit changes nothing.
  public var isEmpty: Bool { !changesPicture && selection == nil }
  /// The number of changed tiles.
  public var tileCount: Int {
    hidden.isEmpty && redrawn.isEmpty ? content.places.count : tileIndices.count
  }
  /// Whether the list of layers or a property of a layer changes.
  public var changesLayers: Bool { boxedStack != nil }
  var changesPicture: Bool { !content.places.isEmpty || !redrawn.isEmpty || boxedStack != nil || boxedChange != nil }
  package var changesSelection: Bool { selection != nil }
  /// The selection before an edit that selects, which is done.
  var selectionBefore: Mask? {
    if let selection { return selection }
    // It selected what was selected already.
    guard case .select(let mask?, _) = head, !mask.isEmpty else { return nil }
    return mask
  }
  /// The changed tiles of `surface`.
  public var tileIndices: [Int] { content.tileIndices(except: hidden) + redrawn.flatMap(\.tileIndices) }
  /// All that may be packed.
  var contents: [EditContent] {
    [content] + (redrawn + corrections).map(\.content) + (change?.contents ?? [])
  }

  /// The IDs of a layer and of all that it contained before the edit, which is done.
  func branchBefore(of id: Layer.ID) -> [Layer.ID] { stack?.branch(of: id) ?? [] }

  /// What was done, perhaps without samples and pixels (`Operation.head`). It can always be read.
  public var head: Operation { boxedHead?.value ?? content.head }
  /// The name shown to the user ("Stroke", "Clear").
  public var name: String { head.name }
  /// What was done; nil if it cannot be read.
  public var operation: Operation? {
    guard let selections = boxedHead?.value.strokes.map(\.selection) else { return content.operation }
    guard let operation = content.operation else { return nil }
    var next = selections.makeIterator()
    return operation.mapSelections { _ in next.next() } ?? operation
  }
  /// Whether the edit draws strokes, or a shape.
  public var isStroke: Bool { head.drawsStrokes }
  /// The number of the stroke's samples; 0 for other edits.
  package var sampleCount: Int { content.sampleCount }
  /// The stroke that made the edit; nil if there is none or it cannot be read.
  public var stroke: StrokeRecord? { head.stroke == nil ? nil : operation?.stroke }
  /// The strokes that made the edit; empty if there are none or they cannot be read.
  var strokes: [StrokeRecord] { isStroke ? operation?.strokes ?? [] : [] }

  /// The approximate memory use, bytes.
  package var memory: Int {
    1024 + 16 * reads.namedCount + (stack?.memory ?? 0) + contents.reduce(0) { $0 + $1.memory }
      + (change?.facts.memory ?? 0)
  }

  /// The tiles that change beside `tileIndices`: corrected ones, and those of a change of earlier edits.
  public var otherTiles: [TileKey] {
    ((change?.tiles ?? []) + corrections).flatMap { changes in
      changes.tileIndices.map { TileKey(changes.surface, index: $0) }
    }
  }

  /// Stores the selection that the next `swap` restores.
  mutating func remember(selection mask: Mask?) { selection = .some(mask) }

  mutating func remember(stack other: LayerStack) { stack = other }

  /// Makes the canvas's maps on the other side begin at another canvas: `map` leads from that to theirs.
  package mutating func rebase(by map: Affine) {
    stack?.rebase(by: map)
    change?.rebase(by: map)
  }

  /// Adds corrections, which redo applies last and undo reverts first. The document already shows
  /// them.
  mutating func correct(by changes: [SurfaceDeltas]) { corrections += changes }

  /// Drops the corrections of some tiles, which the document does not show.
  mutating func dropCorrections(of tiles: TileSet) {
    if tiles.isAll { corrections.removeAll() }
    for (surface, named) in tiles.tiles { corrections.hide(named, of: surface) }
  }

  /// The same with other corrections.
  func corrected(like edit: Edit) -> Edit {
    var copy = self
    copy.corrections = edit.corrections
    return copy
  }

  /// Undoes a done edit, or redoes it. Returns the pixels that may have changed; nil, without any
  /// change, if the content cannot be read.
  mutating func swap(into document: inout Document) -> FineRegion? {
    var own: [Change] = []
    if let surface {
      var base = SurfaceDeltas(surface: surface, content: content)
      base.hidden = hidden
      guard let read = Self.read((content.places.isEmpty ? [] : [base]) + redrawn) else { return nil }
      own = read
    }
    guard let changed = Self.read(change?.tiles ?? []), let corrected = Self.read(corrections) else { return nil }
    isDone.toggle()
    var region = FineRegion()
    func apply(_ changes: [Change], _ document: inout Document) {
      for (tiles, content) in isDone ? changes : changes.reversed() {
        region.add(
          document.take(
            content, at: tiles.content.places, except: tiles.hidden, forward: isDone, on: tiles.surface))
      }
    }
    if !isDone { apply(corrected, &document) }
    if boxedStack != nil, let changed = stack?.swap(into: &document) { region.add(changed) }
    apply(own, &document)
    apply(changed, &document)
    // A change that is undone is still the last one done.
    let position = document.history.undoCount - (isDone ? 0 : 1)
    change?.exchange(in: &document.history, at: position)
    if let other = selection {
      selection = .some(document.selection)
      document.setSelection(other)
    }
    if isDone { apply(corrected, &document) }
    return region
  }

  /// Undoes what the edit, which is done, changed of the layers and the canvas. The pixels may become any.
  func undoLayers(on document: inout Document) {
    guard var stack else { return }
    _ = stack.swap(into: &document)
  }

  private typealias Change = (tiles: SurfaceDeltas, content: EditContent.Changes)

  /// Reads changes; nil if one cannot be read.
  private static func read(_ all: [SurfaceDeltas]) -> [Change]? {
    var read: [Change] = []
    for tiles in all {
      guard let changes = tiles.content.changes() else { return nil }
      read.append((tiles, changes))
    }
    return read
  }
}
