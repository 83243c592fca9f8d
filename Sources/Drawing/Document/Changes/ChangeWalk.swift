import Journal
import Paint
import Raster

/// The walk of `PastChange`.
struct ChangeWalk: Sendable {
  /// The new versions of edits by their indices.
  var new: [Int: Edit] = [:]
  /// The tiles that differ between both drawings.
  private(set) var different = TileSet()
  var changed: Document
  /// Where the selections of both drawings differ.
  private(set) var selections = SelectionDifference.none
  private(set) var performedCount = 0
  /// What edits that keep their results did, by their indices.
  var made: [Int: ChangedResult] = [:]
  /// Tiles beyond the reach that an edit needs; the walk ended there. Nil if there were none.
  private(set) var beyond: TileSet?
  /// Packs the new versions, and codes the results; nil for none.
  let store: EditStore?
  var old: Document
  /// The edits of the old drawing. Earlier changes among them are `.omitted`: the other edits already have their changed
  /// versions.
  var edits: [Edit]
  let operations: [Int: Operation]
  /// What edits that keep their results do, by their indices; nil to compute it.
  let results: [Int: RecordedResult]?
  var reach: ChangeReach
  /// The tiles that the edit painted again; nil if it has its corrections already.
  private var redrawn: TileSet?
  /// The index of the edit that is walked over.
  var index = 0

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
    changed.selection = walked.selection
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
      if var operation = operations[index] {
        let reselected = selections == .none ? nil : Reselection(from: before, to: changed).applied(to: operation)
        operation = reselected ?? operation
        if let part = reach.part, operation.redrawsParts, edit.surface == operation.paintedSurface,
          let surface = edit.surface
        {
          try redraw(operation, edit, part.tiles[surface] ?? [], of: surface, context)
        } else {
          try perform(operation, context, mayBeLeftOut: reselected != nil)
        }
      } else {
        try follow(edit, again, before, context) { isWanted(0.5 + (Double(count) + $0) / total) }
      }
      if beyond != nil { return }
      let setsSelection = edit.changesSelection || new[index]?.changesSelection ?? false
      if let made = new[index] {
        // Of a part only pixels are kept; an edit may replace the last one.
        if reach.part != nil { new.removeAll(keepingCapacity: true) }
        finish(made, edit)
      }
      if setsSelection {
        selections = SelectionDifference(old.selection, changed.selection)
        beyond = reach.missing(after: index, edits, selections)
        if beyond != nil { return }
      }
    }
  }

  // MARK: One edit

  /// Performs a part of an operation again.
  mutating func redraw(
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
    let head = operation.head
    new[index] = Edit(
      edit, redrawing: tiles,
      as: part.tileIndices.map {
        TileDelta(index: $0, before: before.tile($0, of: surface), after: changed.tile($0, of: surface))
      }, reads: reads, reselected: head == edit.head ? nil : head)
    // The rest is as it was.
    changed.copy(edit.tileIndices.filter { !tiles.contains($0) }, of: surface, from: old)
  }

  /// Performs an operation as a whole, or applies its result.
  /// - Parameter mayBeLeftOut: whether an operation that does not fit the drawing does nothing.
  mutating func perform(
    _ operation: Operation, _ context: OperationContext, _ known: OperationResult? = nil, mayBeLeftOut: Bool = false
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
    // A selection is of the pixels that were active, which its recipe may sample.
    if operation.isSelection, let surface = edits[index].surface, changed.index(of: surface) != nil {
      changed.drawOn(surface)
    }
    guard changed.perform(operation, context, result: result) != nil, let made = changed.history.lastDone else {
      guard mayBeLeftOut else { throw .doesNotFit }
      new[index] = Edit(.omitted(operation.head), surface: nil)
      return
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
