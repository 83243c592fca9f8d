import Geometry
import Raster

/// A drawing: sheets of one size over paper, and the way back through everything that was done to it.
///
/// Every change is an `Edit` that the history keeps; `undo` and `redo` walk through them and give back the very pixels.
/// All sizes and places are canvas px from the upper left corner of the canvas.
public struct Document: Sendable {
  /// The largest width and height of a canvas, px.
  public static let largestSide = 32767
  /// The most pixels of a canvas.
  public static let largestArea = 1 << 30

  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int
  /// How large it is on paper; of no account to what it looks like on the screen.
  public var resolution = Resolution()
  /// The paper's colour, 0xRRGGBB.
  public private(set) var paper: UInt32
  /// Whether the layers lie on the paper; else on nothing.
  public private(set) var isPaperShown = true
  /// The layers, lowest first; never empty.
  public internal(set) var layers: [Layer]
  /// The index of the layer that is drawn on.
  public internal(set) var activeLayer = 0
  /// The number of the next layer that is made.
  var nextLayer: UInt64 = 1
  /// Counts the changes of anything but the active layer's pixels: what is composed of the others is valid as long as it stays.
  public private(set) var stackRevision = 0
  /// What is selected; nil where nothing is, so that everything can be drawn on. Never empty.
  public internal(set) var selection: Mask?
  /// Pixels that are being moved over the active sheet; nil where none are. See `lift`.
  public internal(set) var floating: FloatingSelection?
  /// What was done and undone.
  public internal(set) var history = History()
  /// What was done before the history begins, packed as its file told it; nil for nothing. See `unpackPast`.
  public internal(set) var past: PackedHistory?
  /// Whether what is done is noted for `takeChanges`.
  public var notesChanges = false
  /// What was done since `takeChanges`, oldest first.
  var changes: [DocumentChange] = []

  /// The default colour of the paper, 0xRRGGBB.
  public static let standardPaper: UInt32 = 0xFDFCF9

  /// A drawing with one empty sheet, or nil for a size that is not between 1 px and the largest.
  public init?(width: Int, height: Int, paper: UInt32 = Document.standardPaper) {
    guard Self.isAllowed(width: width, height: height) else { return nil }
    self.width = width
    self.height = height
    self.paper = paper & 0xFF_FFFF
    layers = []
    layers = [named(Layer(name: "Ink", width: width, height: height))]
  }

  /// A drawing with layers from elsewhere, lowest first, which get ids of this drawing; nil for a size that is not allowed,
  /// without any layer, or with one of another size.
  public init?(
    width: Int, height: Int, layers new: [Layer], active: Int, paper: UInt32 = Document.standardPaper,
    isPaperShown: Bool = true
  ) {
    guard new.indices.contains(active), new.allSatisfy({ $0.image.width == width && $0.image.height == height })
    else { return nil }
    self.init(width: width, height: height, paper: paper)
    nextLayer = 1
    layers = new.map { named($0) }
    activeLayer = active
    self.isPaperShown = isPaperShown
  }

  /// A layer with an id of this drawing that no other has.
  mutating func named(_ layer: Layer) -> Layer {
    var layer = layer
    layer.id = Layer.ID(nextLayer)
    nextLayer += 1
    return layer
  }

  /// Whether a canvas may have this size.
  public static func isAllowed(width: Int, height: Int) -> Bool {
    (1...largestSide).contains(width) && (1...largestSide).contains(height) && width * height <= largestArea
  }

  /// The whole canvas.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The active sheet's pixels, for drawing that ends with `record` (see `StrokeInProgress`).
  var activeImage: TileGrid {
    _read { yield layers[activeLayer].image }
    _modify { yield &layers[activeLayer].image }
  }

  /// Takes up an edit whose effect the layer already shows; what was undone before can no longer be redone.
  /// An edit that changes nothing is not kept.
  /// - Parameter isContinued: whether it takes the place of the edit before, which was taken back alone (`reopen`).
  mutating func record(_ edit: Edit, isContinued: Bool = false) {
    guard !edit.isEmpty else { return }
    history.record(edit)
    note(.edit, edit, isContinued: isContinued)
  }

  /// Records what became of the active sheet, by the tiles that were written to as they were `before`, and of the
  /// selection where it changes too. A tile that is left without ink goes: it may have been made for nothing.
  mutating func record(
    _ name: String, before: [Int: Tile?], layer id: Layer.ID? = nil, selection previous: Mask?? = nil,
    stroke: StrokeRecord? = nil
  ) {
    let layer = id.flatMap { index(of: $0) } ?? activeLayer
    var tiles: [TileChange] = []
    for (index, old) in before.sorted(by: { $0.key < $1.key }) {
      let new = layers[layer].image[index]
      if new == old { continue }
      if let new, new.isTransparent { layers[layer].image[index] = nil }
      if layers[layer].image[index] == nil, old == nil { continue }
      tiles.append(TileChange(index: index, before: old, after: layers[layer].image[index]))
    }
    // A stroke that changes nothing is no edit.
    var edit = Edit(layer: layers[layer].id, name: name, tiles: tiles, stroke: tiles.isEmpty ? nil : stroke)
    if let previous, previous != selection { edit.remember(selection: previous) }
    record(edit)
  }

  /// Selects the pixels of a mask of the canvas's size, or none (nil or empty); an edit that can be undone. Pixels do not
  /// change. Does nothing where that is selected already.
  public mutating func select(_ mask: Mask?) {
    let previous = selection
    setSelection(mask)
    record(selection == nil ? "Deselect" : "Select", before: [:], selection: .some(previous))
  }

  /// Selects without an edit, as a part of one.
  mutating func setSelection(_ mask: Mask?) {
    if let mask {
      precondition(mask.width == width && mask.height == height, "a mask of the canvas's size")
      selection = mask.isEmpty ? nil : mask
    } else {
      selection = nil
    }
  }

  /// Takes back the last edit, after what floats was laid down, and returns the pixels that may have changed; nil where there is
  /// nothing to take back. Where the edit cannot be read any more (`EditStore`), the picture stays as it is, and that edit with all
  /// before it is given up: see `takeLoss`.
  public mutating func undo() -> FineRegion? {
    let dropped = FineRegion(drop())
    guard var edit = history.lastDone else { return dropped.isEmpty ? nil : dropped }
    guard var region = edit.swap(into: &self) else {
      history.forgetDone()
      past = nil
      return dropped.isEmpty ? nil : dropped
    }
    stackRevision += 1
    history.revert(edit)
    note(.undo, edit)
    region.add(dropped)
    return region
  }

  /// Does the last undone edit again and returns the pixels that may have changed; nil where there is none. Where the edit cannot be
  /// read any more, it is given up with all behind it, likewise.
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

  /// Empties the active sheet, within the selection where there is one, as an edit that can be undone. Returns the pixels
  /// that may have changed.
  public mutating func clearActiveLayer() -> Region {
    if selection != nil || floating != nil { return deleteSelected() }
    var tiles: [TileChange] = []
    for i in 0..<(activeImage.columns * activeImage.rows) {
      if let tile = activeImage[i], !tile.isTransparent { tiles.append(TileChange(index: i, before: tile, after: nil)) }
    }
    var edit = Edit(layer: layers[activeLayer].id, name: "Clear", tiles: tiles, isDone: false)
    guard let changed = edit.swap(into: &self) else { return Region() }
    record(edit)
    return changed.region
  }

  /// Puts an image on the active sheet before anything was drawn, without an edit: how a file becomes a drawing.
  /// `row` gives each row from the top as `width` premultiplied pixels.
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

  // MARK: the list of layers

  /// Draws on another layer from now on; what floats is laid down first. No edit. Does nothing where the drawing has no
  /// such layer. Returns the pixels that may have changed.
  public mutating func activate(_ id: Layer.ID) -> Region {
    guard let index = index(of: id), index != activeLayer else { return Region() }
    let region = drop()
    activeLayer = index
    stackRevision += 1
    return region
  }

  /// Replaces the list of layers, as a part of an edit.
  mutating func setStack(_ new: [Layer], active: Int, paper: UInt32, isPaperShown: Bool) {
    precondition(new.indices.contains(active), "a drawing has a layer that is drawn on")
    (layers, activeLayer, self.paper, self.isPaperShown) = (new, active, paper & 0xFF_FFFF, isPaperShown)
    stackRevision += 1
  }

  /// Brings tiles of a layer to the other side of a change, as a part of an edit. Returns the pixels that may have changed.
  /// - Parameter forward: whether to the side after it.
  mutating func take(
    _ changes: EditContent.Changes, at places: [TilePlace], forward: Bool, on layer: Int
  ) -> FineRegion {
    switch changes {
    case .tiles(let tiles):
      var region = FineRegion()
      for tile in tiles {
        layers[layer].image[tile.index] = forward ? tile.after : tile.before
        let square = layers[layer].image.bounds(ofTile: tile.index)
        region.add(tile.bounds.offset(dx: square.minX, dy: square.minY).intersection(square))
      }
      return region
    case .differences(let bytes):
      return TileChangeCoding.apply(bytes, at: places, forward: forward, to: &layers[layer].image)
    }
  }

  /// Takes back the last edit's record alone: what it changed stays and belongs to the next one. Nil where it is not `operation`'s
  /// own continuation.
  mutating func reopen(for operation: LayerOperation) -> Edit? {
    guard history.redoCount == 0, let last = history.lastDone?.operation, operation.continues(last) else { return nil }
    return history.takeOut()
  }
}
