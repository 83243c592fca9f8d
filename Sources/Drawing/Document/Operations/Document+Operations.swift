import Geometry
import Paint
import Pixels
import Raster

extension Document {
  /// Performs an operation as one edit. On an enlarged copy of the drawing (`Enlargement`), what
  /// cannot be done there exactly does not fit.
  /// - Parameters:
  ///   - result: what the operation did when it was done, which is then not computed; nil to compute
  ///     it.
  ///   - limit: the tiles of its layer that a stroke or shape may change, if it can be drawn in parts
  ///     (`Operation.redrawsParts`); nil for all.
  ///   - isContinued: as for `perform(_:isContinued:)` of a `LayerOperation`.
  /// - Returns: the pixels that may have changed; nil, with nothing changed, if the operation does not
  ///   fit the drawing or cannot be performed here.
  @discardableResult package mutating func perform(
    _ operation: Operation, _ context: OperationContext, result: OperationResult? = nil, limit: Set<Int>? = nil,
    isContinued: Bool = false
  ) -> Region? {
    let count = history.recordedCount
    recordsIdleEdits = context.recordsAll
    defer { recordsIdleEdits = false }
    let larger = context.enlargement
    var region: Region?
    var recorded = operation
    switch operation {
    case .layer(var operation):
      if let larger, case .addMask(let id, let shown?) = operation {
        // A mask on an endless canvas depends on where anything was drawn.
        if Self.isEndless(width: larger.canvas.width, height: larger.canvas.height) { return nil }
        operation = .addMask(id, showing: larger.mask(shown))
      }
      // Pasted pixels exist at one size only.
      if larger != nil, case .paste = operation { return nil }
      if refusal(of: operation) == nil { region = perform(operation, isContinued: isContinued) ?? Region() }
    case .canvas(let operation):
      // An endless canvas that is enlarged is larger than any other.
      guard let operation = larger.map({ $0.canvas(operation) }) ?? operation,
        larger != nil || refusal(of: operation) == nil
      else { return nil }
      region = perform(operation, images: result?.images) ?? Region()
    case _ where result != nil: region = result.flatMap { apply($0, of: operation) }
    case .stroke(let record): region = ink(record, limit: limit, context)
    case .strokes(let series): region = ink(series, limit: limit, context)
    case .shape(let shape):
      region = ink(shape.stroke(scale: larger?.scale ?? 1), along: shape.outline, limit: limit, context)
    case .replacement(let operation): region = replaceLast(by: operation, context)
    case .fill(let fill):
      region = self.fill(fill, by: larger).map { fill.painted(around: $0, on: self) }
    case .clear(var clearing):
      if let larger { clearing.selection = clearing.selection.map { larger.mask($0) } }
      region = clear(clearing)
    case .cover(var covering):
      if let larger { covering.selection = covering.selection.map { larger.mask($0) } }
      region = cover(covering)
    case .gradient(let gradient): region = (larger?.gradient(gradient) ?? gradient).paint(on: &self)
    case .place(let placing):
      region = (larger.map { $0.placing(placing) } ?? placing).flatMap { place($0) }
    case .select(var mask, let recipe):
      if let recipe, mask == nil {
        // A selection that was made is enlarged; there is none yet.
        guard larger == nil, let made = recipe.mask(in: self) else { return nil }
        mask = made
      }
      mask = mask.map { larger?.mask($0) ?? $0 }
      guard mask.map(fits) ?? true else { return nil }
      select(mask, recipe)
      let isKnown = mask != nil && recipe?.isRecordable ?? false
      recorded = isKnown ? .select(mask, recipe: recipe) : .select(selection)
      region = Region()
    case .omitted: region = Region()
    // Only its result tells what it did.
    case .pixels: break
    case .change(let change):
      if larger == nil { do throws(ChangeFault) { region = try perform(change, context) } catch { return nil } }
    }
    if region != nil, context.recordsAll, history.recordedCount == count {
      history.record(Edit(recorded, surface: operation.surface, reads: mostReads(of: operation)))
    }
    history.time = nil
    return region
  }

  /// Whether a mask has the size of the canvas.
  func fits(_ mask: Mask) -> Bool { (mask.width, mask.height) == (width, height) }

  /// Calls `body` while other pixels are active and selected, without an edit. They must exist.
  mutating func on<Result>(_ surface: SurfaceID, within mask: Mask?, _ body: (inout Document) -> Result) -> Result {
    let (active, plane, selected) = (activeLayer, activePlane, selection)
    drawOn(surface)
    selection = mask
    defer { (activeLayer, activePlane, selection) = (active, plane, selected) }
    return body(&self)
  }

  /// Draws a stroke.
  private mutating func ink(
    _ record: StrokeRecord, along outline: ShapeOutline? = nil, replacing writer: LayerWriter? = nil,
    limit: Set<Int>? = nil, _ context: OperationContext
  ) -> Region? {
    let larger = context.enlargement
    let mask = record.selection.map { larger?.mask($0) ?? $0 }
    guard index(of: record.surface) != nil, record.canBeDrawn, mask.map(fits) ?? true else { return nil }
    return on(record.surface, within: mask) { document in
      var stroke = StrokeInProgress(
        on: document, like: record, filler: context.filler, symmetry: larger?.symmetry(record.symmetry),
        magnification: larger?.scale ?? 1)
      (stroke.outline, stroke.replaced) = (outline, writer)
      if let limit { stroke.limit(to: limit) }
      for sample in record.samples { stroke.add(sample) }
      return stroke.finish(on: &document)
    }
  }

  /// Draws several strokes as one edit.
  private mutating func ink(
    _ series: StrokeSeries, replacing replaced: LayerWriter? = nil, limit: Set<Int>? = nil, _ context: OperationContext
  ) -> Region? {
    guard let at = index(of: series.surface) else { return nil }
    var drawn = withoutHistory
    var (region, reads, writer) = (Region(), TileSet(), LayerWriter(to: series.surface))
    for stroke in series.strokes {
      guard let inked = drawn.ink(stroke, limit: limit, context) else { return nil }
      region.add(inked)
      if let edit = drawn.history.lastDone {
        reads.formUnion(edit.reads)
        for tile in edit.tileIndices { writer.keep(tile, of: layers[at][series.surface.plane]) }
      }
      drawn.history = History()
    }
    layers[at][series.surface.plane] = drawn.layers[at][series.surface.plane]
    if let replaced { writer.follow(replaced) }
    let operation = Operation.strokes(series)
    record(replaced == nil ? operation : .replacement(operation), by: writer, reads: reads, evenIdle: true)
    return region
  }

  /// Performs an operation in place of the last edit.
  private mutating func replaceLast(by operation: Operation, _ context: OperationContext) -> Region? {
    let strokes = operation.strokes
    guard let surface = strokes.first?.surface, strokes.allSatisfy(\.canBeDrawn), var writer = withdrawLast(on: surface)
    else { return nil }
    var region = image(of: surface).map { writer.region(of: $0) } ?? Region()
    let inked =
      switch operation {
      case .stroke(let record): ink(record, replacing: writer, context)
      case .strokes(let series): ink(series, replacing: writer, context)
      case .shape(let shape):
        ink(shape.stroke(scale: context.enlargement?.scale ?? 1), along: shape.outline, replacing: writer, context)
      default: Region?.none
      }
    guard let inked else {
      if let at = index(of: surface) { writer.revert(on: &layers[at][surface.plane]) }
      return nil
    }
    region.add(inked)
    return region
  }

  /// Removes the pixels of the last edit. Returns what has removed them and can restore them, for an
  /// edit that takes its place; nil, without any change, if there is none that changes only
  /// `surface`, or if it cannot be read.
  mutating func withdrawLast(on surface: SurfaceID) -> LayerWriter? {
    guard var edit = history.lastDone, edit.surface == surface, edit.head.paintedSurface != nil,
      !edit.changesLayers, !edit.changesSelection, edit.otherTiles.allSatisfy({ $0.surface == surface }),
      let image = image(of: surface)
    else { return nil }
    var writer = LayerWriter(to: surface)
    for index in edit.tileIndices + edit.otherTiles.map(\.index) { writer.keep(index, of: image) }
    // A copy of the edit is undone; the history does not change.
    return edit.swap(into: &self) == nil ? nil : writer
  }

  /// Applies what an operation did, and records it, without a `JournalNote`. Returns nil, without
  /// any change, if a layer or tile does not exist or the selection has another size.
  private mutating func apply(_ result: OperationResult, of operation: Operation) -> Region? {
    let image = operation.paintedSurface.flatMap { self.image(of: $0) }
    if !result.tiles.isEmpty {
      guard let image, result.tiles.allSatisfy({ (0..<image.slotCount).contains($0.index) }) else { return nil }
    }
    if case .some(.some(let mask)) = result.selection, !fits(mask) { return nil }
    var edit = Edit(
      operation, surface: operation.paintedSurface,
      // Whether a tile is deep must not depend on which edits wrote to it before.
      tiles: result.tiles.map { TileDelta(index: $0.index, before: image?[$0.index], after: $0.tile?.narrowed) },
      reads: result.reads ?? mostReads(of: operation), isDone: false)
    if let selection = result.selection { edit.remember(selection: selection) }
    let region = edit.swap(into: &self)
    history.record(edit)
    return region?.region
  }
}
