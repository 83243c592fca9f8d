import Geometry
import Pictures
import Raster

/// A drawing: layers of the canvas's size over paper, with an undo history.
///
/// `undo` and `redo` restore the exact pixels. Sizes and positions are in canvas px from the upper
/// left corner.
public struct Document: Sendable {
  /// The largest width and height of a canvas with edges, px.
  public static let largestSide = 32767
  /// The largest area of a canvas, px².
  public static let largestArea = 1 << 30

  /// Width, px.
  public private(set) var width: Int
  /// Height, px.
  public private(set) var height: Int
  /// The map from the canvas that the drawing had when it was made or opened to the present one, px. A drawing
  /// that is restored from a journal without `outside` has it from the last key frame on.
  public package(set) var canvasMap = Affine.identity
  /// The resolution for printing; it does not change the display on the screen.
  public package(set) var resolution = Resolution()
  /// The colour of the paper, 0xRRGGBB.
  public private(set) var paper: UInt32
  /// Whether the paper is visible; if not, the background is transparent.
  public private(set) var isPaperShown = true
  /// The layers and groups; never empty.
  public package(set) var layers: LayerTree
  /// The index of the active layer, which receives strokes.
  public internal(set) var activeLayer = 0
  /// Which of the active layer's pixels receive them.
  public internal(set) var activePlane = SurfaceID.Plane.pixels
  /// The ID of the next new layer.
  package var nextLayer: UInt64 = 1
  /// Increases with every change except changes of the active layer's pixels. While it stays the
  /// same, composites of the other layers are valid.
  public internal(set) var stackRevision = 0
  /// Composites the layers as they are now.
  package private(set) var compositor: Compositor
  /// The selected pixels, never empty; nil if the whole canvas can be painted.
  public package(set) var selection: Mask?
  /// The floating selection above the active layer, or nil. See `lift`.
  public internal(set) var floating: FloatingSelection?
  /// The undo and redo history.
  public package(set) var history = History()
  /// What the code of files keeps with the drawing. It is in no edit.
  package var baggage = FileBaggage()
  /// The groups whose content the list of layers hides, which never contain the active layer. They are in
  /// no edit.
  public var foldedGroups: Set<Layer.ID> = []
  /// The layers that are chosen beside the active one (`chosenLayers`). They are in no edit.
  var alsoChosen: Set<Layer.ID> = []
  /// The pictures that the artist looks at while drawing. They are in no edit.
  public var references = ReferenceBoard()
  /// What the layers of the drawing's file have outside the canvas. It is in no edit.
  package var outside = OutsidePixels()
  /// Identifies what a file of the drawing holds. Equal values mean the same picture and the same
  /// references.
  public var state: DocumentState { DocumentState(picture: history.state, references: references.revision) }
  /// Whether changes are recorded for `takeNotes`.
  public var takesNotes = false
  /// Tells the time, s since 1970, for the edits that are recorded; nil if they need none.
  public var clock: (@Sendable () -> Double)?
  var changes: [JournalNote] = []
  /// Makes the next fill that compares the same faster.
  var fillMemory = FillMemory()
  /// Whether edits that change nothing are recorded too (`OperationContext.recordsAll`).
  var recordsIdleEdits = false

  /// The default colour of the paper, 0xRRGGBB.
  public static let standardPaper: UInt32 = 0xFDFCF9

  /// A drawing with one empty layer; nil for a size that is not between 1 px and the largest.
  public init?(width: Int, height: Int, paper: UInt32 = Document.standardPaper) {
    guard Self.isAllowed(width: width, height: height) else { return nil }
    self.width = width
    self.height = height
    self.paper = paper & 0xFF_FFFF
    layers = LayerTree()
    compositor = Compositor(layers, ground: 0)
    layers.insert([named(Layer(name: "Ink", width: width, height: height))], at: LayerPlace(position: 0))
    compile()
  }

  /// Creates a drawing from layers, in the order of `LayerTree`, and gives them new IDs. Returns nil if
  /// a size, a depth, the number of layers or `active` is invalid.
  public init?(
    width: Int, height: Int, layers new: [Layer], active: Int, paper: UInt32 = Document.standardPaper,
    isPaperShown: Bool = true
  ) {
    guard new.indices.contains(active),
      new.allSatisfy({ $0.planes.allSatisfy { $0.width == width && $0.height == height } })
    else { return nil }
    self.init(width: width, height: height, paper: paper)
    nextLayer = 1
    guard let tree = try? LayerTree(new.map({ named($0) })) else { return nil }
    (layers, activeLayer) = (tree, active)
    self.isPaperShown = isPaperShown
    compile()
  }

  private mutating func compile() {
    compositor = Compositor(layers, ground: isPaperShown ? Pixel.opaque(paper) : 0)
  }

  /// Returns the layer with an ID that is unique in this drawing.
  public mutating func named(_ layer: Layer) -> Layer {
    var layer = layer
    layer.id = Layer.ID(nextLayer)
    nextLayer += 1
    return layer
  }

  /// Whether a canvas may have this size, px.
  public static func isAllowed(width: Int, height: Int) -> Bool {
    isEndless(width: width, height: height)
      || (1...largestSide).contains(width) && (1...largestSide).contains(height) && width * height <= largestArea
  }

  /// The rectangle of the whole canvas.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The active pixels. Call `record` after changing them. Those of a group are empty, and must not be
  /// changed (`hasActivePixels`).
  public var activeImage: TileGrid {
    _read { yield layers[activeLayer][activePlane] }
    _modify { yield &layers[activeLayer][activePlane] }
  }

  /// Whether there are active pixels: the active layer is no group.
  public var hasActivePixels: Bool { layers[activeLayer].has(activePlane) }

  /// Adds an edit whose effect is already visible, unless it changes nothing and `evenIdle` is false, and
  /// removes all redo steps. `isContinued` is whether it replaces the edit that `reopen` removed.
  mutating func record(_ edit: Edit, isContinued: Bool = false, evenIdle: Bool = false) {
    guard !edit.isEmpty || evenIdle || recordsIdleEdits else { return }
    // Without a clock, an edit that is replayed has its own time.
    if let clock { history.time = clock() }
    history.record(edit)
    history.time = nil
    note(.edit, edit, isContinued: isContinued)
  }

  /// Records what a writer has written to its layer, and a changed selection, as an operation's
  /// edit. Removes transparent tiles. While a group is active, only the selection can change.
  /// - Parameters:
  ///   - previous: the previous selection; nil if it did not change.
  ///   - reads: the tiles on which the pixels depend, beside those that the writer wrote to.
  ///   - evenIdle: whether it is an edit even if it changes nothing.
  mutating func record(
    _ operation: Operation, by writer: LayerWriter, selection previous: Mask?? = nil, reads: TileSet = TileSet(),
    evenIdle: Bool = false
  ) {
    var edit = Edit(operation, surface: nil)
    if let layer = index(of: writer.surface) {
      let tiles = writer.changes(of: &layers[layer][writer.surface.plane])
      var reads = reads
      // Ink that changes nothing would, if there were other pixels below it.
      let unchanged = Set(writer.originals.keys).subtracting(tiles.lazy.map(\.index))
      reads.formUnion(TileSet([writer.surface], atMost: unchanged))
      edit = Edit(operation, surface: writer.surface, tiles: tiles, reads: reads)
    }
    if let previous, previous != selection { edit.remember(selection: previous) }
    record(edit, evenIdle: evenIdle)
  }

  /// Selects the pixels of a mask of the canvas's size, or nothing, as an edit.
  /// - Parameter recipe: how the mask was made; nil if that is not known. With one, an empty mask is recorded too, since
  ///   a change of the recipe or of the pixels may make it another.
  public mutating func select(_ mask: Mask?, _ recipe: SelectionRecipe? = nil) {
    let previous = selection
    setSelection(mask)
    let recipe = recipe.flatMap { $0.isRecordable ? $0 : nil }
    record(
      recipe == nil || mask == nil ? .select(selection) : .select(mask, recipe: recipe),
      by: LayerWriter(to: activeSurface), selection: .some(previous))
  }

  /// What was selected last, but the present selection; nil if that is not known, or the canvas had another size.
  public var lastSelection: Mask? {
    for edit in history.done.reversed() {
      if case .select(let mask?, _) = edit.head, mask != selection, !mask.isEmpty { return fits(mask) ? mask : nil }
    }
    return nil
  }

  /// Shows a selection without an edit. `select` must follow, or the earlier one.
  public mutating func preview(selection mask: Mask?) { setSelection(mask) }

  mutating func setSelection(_ mask: Mask?) {
    if let mask {
      precondition(mask.width == width && mask.height == height, "a mask of the canvas's size")
      selection = mask.isEmpty ? nil : mask
    } else {
      selection = nil
    }
  }

  /// Drops the floating selection and undoes the last edit. Returns the pixels that may have
  /// changed, or nil if there is nothing to undo. An unreadable edit (`EditStore`) and all earlier
  /// ones are discarded; see `takeLoss`.
  public mutating func undo() -> FineRegion? {
    let dropped = FineRegion(drop())
    guard var edit = history.lastDone else { return dropped.isEmpty ? nil : dropped }
    guard var region = edit.swap(into: &self) else {
      history.forgetDone()
      baggage.past = nil
      return dropped.isEmpty ? nil : dropped
    }
    stackRevision += 1
    history.revert(edit)
    note(.undo, edit)
    region.add(dropped)
    return region
  }

  /// Redoes the last undone edit. Returns the pixels that may have changed, or nil if there is
  /// nothing to redo. An unreadable edit and all later ones are discarded.
  public mutating func redo() -> FineRegion? {
    let dropped = FineRegion(drop())
    guard var edit = history.lastUndone else { return dropped.isEmpty ? nil : dropped }
    guard var region = edit.swap(into: &self) else {
      history.forgetUndone()
      return dropped.isEmpty ? nil : dropped
    }
    stackRevision += 1
    history.doAgain(edit)
    note(.redo, edit)
    region.add(dropped)
    return region
  }

  /// Clears the active layer, or only the selection, unless its alpha is locked. Returns the pixels that may
  /// have changed.
  public mutating func clearActiveLayer() -> Region {
    if selection != nil || floating != nil { return deleteSelected() }
    return clear(Clearing(surface: activeSurface)) ?? Region()
  }

  /// What a clearing depends on: also empty tiles, on which there might be ink.
  func reads(of clearing: Clearing) -> TileSet {
    clearing.selection.map { TileSet([clearing.surface], atMost: $0.tileIndices) }
      ?? TileSet(surfaces: [clearing.surface])
  }

  /// Clears pixels as an edit. Returns those that may have changed; nil if it does not fit the
  /// drawing.
  mutating func clear(_ clearing: Clearing) -> Region? {
    guard let at = index(of: clearing.surface), clearing.selection.map(fits) ?? true else { return nil }
    var writer = LayerWriter(
      to: clearing.surface, limit: clearing.selection.map { CoverageLimit($0) },
      keepsAlpha: keepsAlpha(of: clearing.surface))
    for index in layers[at][clearing.surface.plane].tileIndices
    where writer.reaches(index) && layers[at][clearing.surface.plane][index]?.isTransparent == false {
      writer.clear(index, of: &layers[at][clearing.surface.plane])
    }
    record(.clear(clearing), by: writer, reads: reads(of: clearing))
    return writer.region(of: layers[at][clearing.surface.plane])
  }

  /// Writes row `y` of the active layer without an edit: `width` premultiplied pixels.
  public mutating func load(row y: Int, pixels: Span<UInt32>) {
    precondition(y >= 0 && y < height && pixels.count == width, "a row of the canvas's width inside the canvas")
    for column in 0..<activeImage.columns {
      let left = column << Tile.shift
      let right = min(width, left + Tile.size)
      let index = activeImage.index(column: column, row: y >> Tile.shift)
      if activeImage[index] == nil {
        var isBlank = true
        for x in left..<right where pixels[x] != 0 { isBlank = false }
        if isBlank { continue }
      }
      activeImage.withMutableTile(index) { tile in
        for x in left..<right { tile[(y & (Tile.size - 1)) << Tile.shift | (x - left)] = pixels[x] }
      }
    }
  }

  // MARK: List of layers

  /// Drops the floating selection and makes another layer active, or its mask if there is one, without an
  /// edit. Returns the pixels that may have changed.
  public mutating func activate(_ id: Layer.ID, _ plane: SurfaceID.Plane = .pixels) -> Region {
    guard let index = index(of: id) else { return Region() }
    let plane = plane == .mask && layers[index].mask == nil ? .pixels : plane
    guard index != activeLayer || activePlane != plane else { return Region() }
    let region = drop()
    if index != activeLayer { alsoChosen = [] }
    (activeLayer, activePlane) = (index, plane)
    unfoldActive()
    stackRevision += 1
    return region
  }

  /// Unfolds the groups that contain the active layer.
  private mutating func unfoldActive() {
    if !foldedGroups.isEmpty { foldedGroups.subtract(layers.ancestors(of: activeLayer).map { layers[$0].id }) }
  }

  /// Replaces the layers and the paper. The layers have the size of the canvas.
  /// - Parameter plane: the pixels to draw on; those of the layer if it lacks them.
  public mutating func setStack(
    _ new: LayerTree, active: Int, plane: SurfaceID.Plane, paper: UInt32, isPaperShown: Bool
  ) {
    precondition(new.indices.contains(active), "a drawing has a layer that is drawn on")
    if !alsoChosen.isEmpty { alsoChosen = new[active].id == activeID ? alsoChosen.intersection(new.map(\.id)) : [] }
    (layers, activeLayer, self.paper, self.isPaperShown) = (new, active, paper & 0xFF_FFFF, isPaperShown)
    activePlane = new[active].has(plane) ? plane : .pixels
    unfoldActive()
    compile()
    stackRevision += 1
  }

  /// Replaces the layers. They have the size of the canvas and the same order.
  package mutating func setLayers(_ new: LayerTree) {
    setStack(new, active: activeLayer, plane: activePlane, paper: paper, isPaperShown: isPaperShown)
  }

  /// Shows or hides the paper, without an edit.
  public mutating func showPaper(_ isShown: Bool) {
    setStack(layers, active: activeLayer, plane: activePlane, paper: paper, isPaperShown: isShown)
  }

  /// Sets the size of the canvas, px. Layers and the selection of this size must follow.
  mutating func setSize(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Redoes (`forward`) or undoes tile changes, except some. Returns the pixels that may have changed.
  mutating func take(
    _ changes: EditContent.Changes, at places: [TilePlace], except hidden: Set<Int> = [], forward: Bool,
    on surface: SurfaceID
  ) -> FineRegion {
    guard let layer = index(of: surface) else { return FineRegion() }
    switch changes {
    case .tiles(let tiles):
      var region = FineRegion()
      for tile in tiles where !hidden.contains(tile.index) {
        layers[layer][surface.plane][tile.index] = forward ? tile.after : tile.before
        let square = layers[layer][surface.plane].bounds(ofTile: tile.index)
        region.add(tile.bounds.offset(dx: square.minX, dy: square.minY).intersection(square))
      }
      return region
    case .differences(let bytes):
      return TileDeltaCoding.apply(
        bytes, at: places, except: hidden, forward: forward, to: &layers[layer][surface.plane])
    }
  }

  /// Removes and returns the last edit, but not its effect, if `operation` continues it. Edits of different groups
  /// (`joinEdits`) stay apart.
  mutating func reopen(for operation: LayerOperation) -> Edit? {
    guard history.redoCount == 0, let edit = history.lastDone, case .layer(let last) = edit.head,
      operation.continues(last), history.joining.canContinue(edit)
    else { return nil }
    return history.takeOut()
  }
}
