import Journal
import Paint
import Raster

/// The walk of `PastChange`.
struct ChangeWalk: Sendable {
  /// The new versions of edits by their indices.
  private(set) var new: [Int: Edit] = [:]
  /// The tiles that differ between both drawings.
  private(set) var different = TileSet()
  private(set) var changed: Document
  private(set) var performedCount = 0
  /// What edits that keep their results did, by their indices.
  private(set) var made: [Int: ChangedResult] = [:]
  /// Tiles beyond the reach that an edit needs; the walk ended there. Nil if there were none.
  private(set) var beyond: TileSet?
  /// Packs the new versions, and codes the results; nil for none.
  private let store: EditStore?
  private var old: Document
  /// The edits of the old drawing. Earlier changes among them are `.omitted`: the other edits already have their changed
  /// versions.
  private var edits: [Edit]
  private let operations: [Int: Operation]
  /// What edits that keep their results do, by their indices; nil to compute it.
  private let results: [Int: RecordedResult]?
  private var reach: ChangeReach
  /// The tiles that the edit painted again; nil if it has its corrections already.
  private var redrawn: TileSet?
  /// The index of the edit that is walked over.
  private var index = 0

  /// - Parameter document: without a history.
  init(
    _ document: Document, _ edits: [Edit], _ operations: [Int: Operation], _ results: [Int: RecordedResult]?,
    _ reach: ChangeReach, _ store: EditStore?
  ) {
    (old, changed) = (document, document)
    self.edits = edits.map(Self.withoutChange)
    (self.operations, self.results, self.reach, self.store) = (operations, results, reach, store)
  }

  private static func withoutChange(_ edit: Edit) -> Edit {
    edit.change == nil ? edit : Edit(.omitted(edit.head), surface: nil).corrected(like: edit)
  }

  /// Walks back and forward again.
  mutating func run(_ filler: CoverageFiller, _ isWanted: (Double) -> Bool) throws(ChangeFault) {
    let undone = try undone(from: &old, isWanted)
    changed = old
    try walk(undone, OperationContext(filler: filler, recordsAll: true), isWanted)
  }

  /// Walks on over edits behind the others.
  /// - Parameters:
  ///   - document: one with all of them, without a history.
  ///   - edits: all of its edits. Of those that were walked over, it has the same.
  mutating func goOn(
    _ document: Document, _ edits: [Edit], _ filler: CoverageFiller, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    reach = ChangeReach(all: self.edits.count..<edits.count)
    self.edits += edits[self.edits.count...].map(Self.withoutChange)
    var document = document
    let undone = try undone(from: &document, isWanted)
    // So far only the tiles in reach were right.
    let walked = changed
    (old, changed) = (document, document)
    for (surface, tiles) in different.tiles { changed.copy(tiles, of: surface, from: walked) }
    try walk(undone, OperationContext(filler: filler, recordsAll: true), isWanted)
  }

  /// Undoes the edits in reach on a drawing. Returns them, the last one first.
  private func undone(from document: inout Document, _ isWanted: (Double) -> Bool) throws(ChangeFault) -> [Edit] {
    var undone: [Edit] = []
    let total = Double(2 * reach.indices.count)
    for (count, index) in reach.indices.reversed().enumerated() {
      guard isWanted(Double(count) / total) else { throw .isCancelled }
      var edit = edits[index]
      guard edit.swap(into: &document) != nil else { throw .isUnreadable }
      undone.append(edit)
    }
    return undone
  }

  private mutating func walk(
    _ undone: [Edit], _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    var undone = undone
    let total = Double(2 * reach.indices.count)
    for (count, index) in reach.indices.enumerated() {
      guard isWanted(0.5 + Double(count) / total) else { throw .isCancelled }
      self.index = index
      guard var edit = undone.popLast() else { return }
      let (before, again) = (old, edit)
      guard edit.swap(into: &old) != nil else { throw .isUnreadable }
      redrawn = nil
      if reach.passed.contains(index) {
        var undone = again
        guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
        continue
      }
      if let operation = operations[index] {
        if let part = reach.part, operation.redrawsParts, edit.surface == operation.paintedSurface,
          let surface = edit.surface
        {
          try redraw(operation, edit, part.tiles[surface] ?? [], of: surface, context)
        } else {
          try perform(operation, context)
        }
      } else {
        try follow(edit, again, before, context) { isWanted(0.5 + (Double(count) + $0) / total) }
      }
      if beyond != nil { return }
      if let made = new[index] {
        // Of a part only pixels are kept; an edit may replace the last one.
        if reach.part != nil { new.removeAll(keepingCapacity: true) }
        finish(made, edit)
      }
    }
  }

  // MARK: One edit

  /// Adds an unchanged edit to the changed drawing: applies its tiles, or performs it again where tiles differ.
  /// - Parameters:
  ///   - edit: the edit, done.
  ///   - undone: the same, undone.
  ///   - before: the old drawing before it.
  private mutating func follow(
    _ edit: Edit, _ undone: Edit, _ before: Document, _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    let needsLast = edit.head.replacesLast && new[index - 1] != nil
    guard needsLast || edit.meets(different) else {
      var undone = undone
      guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
      return
    }
    // Paint and fills without a recorded result keep their pixels: another version of a library might paint others.
    let isKnownByPixels = edit.head.keepsResult && results != nil && results?[index] == nil
    let depends =
      isKnownByPixels
      ? edit.surface.map { different.meets(edit.tileIndices, of: $0) } ?? false : edit.dependsOnPixels(of: different)
    guard needsLast || depends else {
      // At most its corrections are of tiles that differ.
      var undone = undone
      undone.dropCorrections(of: different)
      guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
      if !edit.corrections.isEmpty { new[index] = undone }
      return
    }
    guard var operation = edit.operation else { throw .isUnreadable }
    // It showed pixels from outside the canvas, which only the present drawing has, so it cannot be performed again.
    if edit.hasImages { throw .doesNotFit }
    if edit.changesLayers {
      // Numbers of layers are never used again, so that the new layer gets the same.
      changed.nextLayer = before.nextLayer
      let made = Set(old.layers.map(\.id.number)).subtracting(before.layers.map(\.id.number))
      if let first = made.min() { changed.nextLayer = first }
      changed.drawOn(before.activeSurface)
      if operation.isScaling, let images = try images(after: operation, before, context, isWanted) {
        try perform(operation, context, OperationResult(images: images))
        let kept = ChangedResult(scaled: images, on: old)
        self.made[index] = kept
        store?.add(kept)
        return
      }
      return try perform(operation, context)
    }
    if isKnownByPixels || operation.isPixels, let surface = operation.paintedSurface,
      let image = changed.image(of: surface)
    {
      let pixels = PaintedPixels(edit.tileIndices.map { ($0, before.tile($0, of: surface), old.tile($0, of: surface)) })
      var result = OperationResult(tiles: pixels.tiles(on: image) ?? [], reads: edit.reads)
      if edit.changesSelection { result.selection = .some(old.selection) }
      return try perform(operation, context, result)
    }
    if operation.redrawsParts, !needsLast, let surface = edit.surface, let tiles = different.tiles[surface] {
      return try redraw(operation, edit, tiles, of: surface, context)
    }
    if case .place(var placing) = operation {
      placing.strokes = []
      operation = .place(placing)
    }
    try perform(operation, context)
  }

  /// The image after it was scaled again; nil if it was filtered by an earlier version, whose record does not have it.
  /// - Parameter before: the old drawing before the scaling.
  private func images(
    after operation: Operation, _ before: Document, _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> [SurfaceID: TileGrid]? {
    if let results {
      guard let scaled = results[index]?.scaled else { return nil }
      guard let images = ChangedScaling.images(scaled, on: old) else { throw .doesNotFit }
      return images
    }
    // The first changed edit may be a replacement, which also needs the edit before it.
    let shared = max(0, (operations.keys.min() ?? 0) - 1)
    let scaling = ChangedScaling(
      old: before.with(edits[..<index]), changed: changed.with((0..<index).map { new[$0] ?? edits[$0] }),
      shared: shared, size: (old.width, old.height), scaled: old.images)
    return try scaling.images(filler: context.filler, isWanted: isWanted)
  }

  /// Performs a part of an operation again.
  private mutating func redraw(
    _ operation: Operation, _ edit: Edit, _ tiles: Set<Int>, of surface: SurfaceID, _ context: OperationContext
  ) throws(ChangeFault) {
    let before = changed
    changed.history = History()
    guard changed.perform(operation, context, limit: tiles) != nil, let part = changed.history.lastDone else {
      throw .doesNotFit
    }
    performedCount += 1
    redrawn = TileSet(surface, tiles)
    var reads = edit.reads
    reads.formUnion(part.reads)
    new[index] = Edit(
      edit, redrawing: tiles,
      as: part.tileIndices.map {
        TileDelta(index: $0, before: before.tile($0, of: surface), after: changed.tile($0, of: surface))
      }, reads: reads)
    // The rest is as it was.
    changed.copy(edit.tileIndices.filter { !tiles.contains($0) }, of: surface, from: old)
  }

  /// Performs an operation as a whole, or applies its result.
  private mutating func perform(
    _ operation: Operation, _ context: OperationContext, _ known: OperationResult? = nil
  ) throws(ChangeFault) {
    var result = known
    if result == nil, operation.keepsResult, let recorded = results?[index] {
      result = try self.result(recorded, of: operation)
    }
    let before = changed
    changed.history = History()
    // Only its pixels count.
    if operation.replacesLast, index > 0 { changed.history.record(new[index - 1] ?? edits[index - 1]) }
    redrawn = TileSet()
    if let surface = edits[index].surface { redrawn?.insert(edits[index].tileIndices, of: surface) }
    if operation.isOmitted {
      new[index] = Edit(operation, surface: nil)
      return
    }
    guard changed.perform(operation, context, result: result) != nil, let made = changed.history.lastDone else {
      throw .doesNotFit
    }
    performedCount += known == nil ? 1 : 0
    new[index] = made
    if operation.keepsResult, reach.part == nil, let surface = made.surface {
      let kept = ChangedResult(
        made.tileIndices.map {
          TileDelta(index: $0, before: before.tile($0, of: surface), after: changed.tile($0, of: surface))
        })
      self.made[index] = kept
      store?.add(kept)
    }
    if let surface = made.surface { redrawn?.insert(made.tileIndices, of: surface) }
    let footprint = made.footprint
    if !reach.has(footprint, of: index, edits[index]) {
      beyond = beyond ?? TileSet()
      beyond?.formUnion(footprint.reads)
      beyond?.formUnion(footprint.writes)
    }
  }

  private func result(
    _ recorded: RecordedResult, of operation: Operation
  ) throws(ChangeFault) -> OperationResult {
    do throws(PayloadError) { return try recorded.result(of: operation, on: changed) } catch { throw .doesNotFit }
  }

  /// Completes the new version of an edit, and finds the tiles that differ after it.
  private mutating func finish(_ made: Edit, _ edit: Edit) {
    var made = made
    (made.time, made.serial, made.picture) = (edit.time, edit.serial, edit.picture)
    if let redrawn {
      var kept = edit
      kept.dropCorrections(of: edit.changesLayers ? .all : redrawn)
      kept.dropCorrections(of: different)
      made = made.corrected(like: kept)
      for changes in kept.corrections { changed.copy(changes.tileIndices, of: changes.surface, from: old) }
    }
    new[index] = made
    if let store { for content in made.contents where content.isPackable { store.add(content) } }
    compare(made, edit)
  }

  private mutating func compare(_ made: Edit, _ edit: Edit) {
    guard !edit.changesLayers else {
      different = TileSet()
      for surface in changed.surfaces {
        for document in [changed, old] {
          if let image = document.image(of: surface) { compare(surface, Set(image.tileIndices)) }
        }
      }
      return
    }
    for one in [made, edit] {
      if let surface = one.surface { compare(surface, Set(one.tileIndices)) }
      for key in one.otherTiles { compare(key.surface, [key.index]) }
    }
  }

  private mutating func compare(_ surface: SurfaceID, _ tiles: Set<Int>) {
    for tile in tiles where reach.part?.contains(tile, of: surface) ?? true {
      let (a, b) = (changed.tile(tile, of: surface), old.tile(tile, of: surface))
      // A transparent tile may be there or not.
      different.set(tile, of: surface, a != b && (a ?? Tile()) != (b ?? Tile()))
    }
  }
}
