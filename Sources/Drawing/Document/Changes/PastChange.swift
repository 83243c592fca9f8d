import Paint
import Raster

/// What a drawing would be if some edits of its past had done other operations.
///
/// The drawing as it was and the changed one are walked through side by side, from the first of
/// these edits on. Where an edit's footprint meets no tile that differs, its stored effect counts.
/// Otherwise it is performed again: on the tiles that differ if it can be performed in parts, else
/// as a whole. The tiles that differ are known exactly after each edit. The result is, bit for bit,
/// what performing all operations in order gives, with these rules:
///
/// - An edit that is known by its result alone (`Operation.pixels`) sets the same pixels again.
/// - Strokes that are drawn again instead of pixels that are placed (`Placing.strokes`) are placed
///   as pixels if these changed.
/// - What was limited by the selection, or used it, does so with the selection that is there then (`Reselection`). What
///   can do nothing with it is left out.
/// - A selection is made again from its recipe if that depends on a selection or on pixels that differ.
/// - Corrections (`Edit.corrections`) of tiles that differ, or that are drawn again, are dropped.
/// - An image that was scaled is scaled again in the same way, and stays where that makes no difference
///   (`ChangedScaling`).
/// - Numbers of layers, and the layers that operations name, stay.
///
/// Only edits that have tiles in reach (`ChangeReach`) are walked through. Both drawings have the
/// pixels of the present everywhere else.
struct PastChange: Sendable {
  private var walk: ChangeWalk

  /// The new versions of edits by their indices, the oldest 0.
  var edits: [Int: Edit] { walk.new }
  /// The tiles that differ in the end.
  var different: TileSet { walk.different }
  /// The drawing with the change in those tiles, and with its selection; elsewhere it may be anything.
  var changed: Document { walk.changed }
  /// Whether the selection differs in the end.
  var changesSelection: Bool { walk.selections != .none }
  /// The number of edits that were performed again.
  var performedCount: Int { walk.performedCount }

  /// - Parameters:
  ///   - document: one with nothing floating.
  ///   - operations: those that are done instead, by the index of the edit.
  ///   - results: what edits that keep their results do then, from a record: any other keeps the pixels that it
  ///     changed; nil to compute all.
  ///   - keepsPlaces: whether the operations paint where the edits do. It need not be true, but saves time.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  init(
    _ document: Document, _ operations: [Int: Operation], results: [Int: RecordedResult]? = nil,
    _ context: OperationContext, keepsPlaces: Bool = false, isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) {
    let done = document.history.done
    guard Self.isPossible(operations, done) else { throw .doesNotFit }
    let plain = document.withoutHistory
    var extra = Self.reselected(operations, done)
    for operation in operations.values where !keepsPlaces && !operation.isOmitted && !operation.isSelection {
      guard isWanted(0) else { throw .isCancelled }
      if let place = plain.place(of: operation, context) { extra.formUnion(place) }
    }
    let targets = Set(operations.keys)
    for _ in 0..<4 {
      var walk = ChangeWalk(
        plain, done, operations, results, ChangeReach(done, changed: targets, extra: extra, results: results),
        document.history.store)
      try walk.run(context.filler, isWanted)
      if let beyond = walk.beyond {
        extra.formUnion(beyond)
        continue
      }
      self.walk = walk
      return
    }
    var walk = ChangeWalk(
      plain, done, operations, results, ChangeReach(done, changed: targets, extra: .all, results: results),
      document.history.store)
    try walk.run(context.filler, isWanted)
    self.walk = walk
  }

  /// The tiles in which new selections differ from those of their edits, of all that is painted since.
  static func reselected(_ operations: [Int: Operation], _ done: [Edit]) -> TileSet {
    var tiles = TileSet()
    for (index, operation) in operations {
      guard case .select(let mask, _) = operation, case .select(let old, _) = done[index].head else { continue }
      let surfaces = Set(done[index...].compactMap(\.head.paintedSurface))
      tiles.formUnion(SelectionDifference(old, mask).tiles(of: surfaces))
    }
    return tiles
  }

  /// Whether operations can be done instead of edits.
  static func isPossible(_ operations: [Int: Operation], _ done: [Edit]) -> Bool {
    !operations.isEmpty
      && operations.allSatisfy { index, operation in
        guard done.indices.contains(index) else { return false }
        if case .select(let mask, let recipe) = operation {
          return done[index].head.isSelection && (mask != nil || recipe == nil)
        }
        return done[index].canChange
          && (operation.isOmitted || operation.paintedSurface != nil && operation.placing == nil && !operation.isPixels)
      }
  }

  /// Goes on to a drawing that was drawn on meanwhile, and has edits behind those that it was computed for.
  /// - Throws: why that is not possible; then it is of no use any more.
  mutating func goOn(
    to document: Document, filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) {
    try walk.goOn(document.withoutHistory, document.history.done, filler, isWanted)
  }

  /// The tiles that differ in the end, in the order of their indices.
  func deltas(of document: borrowing Document) -> [SurfaceID: [TileDelta]] {
    var deltas: [SurfaceID: [TileDelta]] = [:]
    for (surface, tiles) in different.tiles {
      guard let image = document.image(of: surface) else { continue }
      deltas[surface] = tiles.sorted().map {
        TileDelta(index: $0, before: image[$0], after: changed.tile($0, of: surface))
      }
    }
    return deltas
  }

  /// Its effect on a drawing as it was before, as an edit.
  func effect(on document: borrowing Document) -> ChangeEffect {
    let done = document.history.done
    let count = done.count
    var facts = ChangeFacts()
    for (index, result) in walk.made { facts.results[count - index] = result }
    return ChangeEffect(
      deltas(of: document).sorted { $0.key < $1.key }.map { SurfaceDeltas($0.key, $0.value) },
      edits.map { ChangeEffect.Version(distance: count - $0.key, edit: $0.value) }, facts)
  }
}

extension Document {
  /// A copy with edits that are done.
  func with(_ edits: some Sequence<Edit>) -> Document {
    var copy = withoutHistory
    for edit in edits { copy.history.record(edit) }
    return copy
  }

  /// A copy to walk through, without edits.
  var withoutHistory: Document {
    var plain = self
    (plain.takesNotes, plain.clock, plain.baggage.past) = (false, nil, nil)
    plain.history = History()
    return plain
  }

  /// The tiles that an operation reads and writes, which is known best from painting. Nil if it does not fit.
  func place(of operation: Operation, _ context: OperationContext) -> TileSet? {
    var sketch = self
    guard sketch.perform(operation, context) != nil, let edit = sketch.history.lastDone else { return nil }
    var place = edit.footprint.reads
    place.formUnion(edit.footprint.writes)
    return place
  }
}

extension Edit {
  /// Whether other paint can take its place: it paints, and does not change the selection.
  var canChange: Bool { (head.paintedSurface != nil || head.isOmitted) && !changesSelection }
}
