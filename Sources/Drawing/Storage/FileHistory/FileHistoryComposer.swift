import Archive
import Document
import Ink
import Journal
import Paint
import Raster

/// Packs the history of a drawing for its file, on a worker.
///
/// It redoes and packs all undone edits on a copy of the drawing. Then it packs and undoes each
/// edit back to the first. At the size limit, the drawing at that point becomes the base.
struct FileHistoryComposer {
  private var drawing: Document
  private let limit: Int
  private var size = 0
  /// Whether edits were left out because of `limit`.
  private(set) var isCut = false
  private var recorder = EditRecorder(repeatingTexts: true)
  /// The numbers of the brushes' texts that `size` has. A file has each of them once.
  private var countedTexts: Set<UInt64> = []

  /// For a drawing over which nothing floats; `limit` is the most bytes of edits, 0 for no history.
  init(_ drawing: Document, limit: Int = FileHistory.standardLimit) {
    self.drawing = drawing
    self.drawing.takesNotes = false
    self.drawing.leaveStore()
    self.limit = limit
  }

  /// Packs the history. Returns nil if there is nothing to store or the base is too large.
  /// - Parameter progress: called repeatedly with the progress, 0...1; may throw to cancel.
  mutating func pack<Failure: Error>(
    _ progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> FileHistory? {
    let ending = PastEnding(of: drawing)
    let history = drawing.history
    if limit == 0 {
      isCut = drawing.undoCount + drawing.redoCount > 0
      return nil
    }
    // Without new edits the file's history is still valid.
    if history.recordedCount == 0, history.undoCount == 0, history.redoCount == 0,
      let fileHistory = drawing.fileHistory
    {
      isCut = fileHistory.size > limit
      if !isCut {
        return FileHistory(
          base: fileHistory.base, steps: fileHistory.steps, doneCount: fileHistory.doneCount, ending: ending)
      }
    }
    let total = Double(max(1, history.undoCount + history.redoCount))
    var asked = 0.0
    func reportProgress() throws(Failure) {
      try progress(asked / total)
      asked += 1
    }
    var redoSteps: [FileHistory.Step] = []
    for _ in 0..<history.redoCount {
      try reportProgress()
      guard let step = packNext() else { break }
      redoSteps.append(step)
    }
    for _ in redoSteps { _ = drawing.undo() }
    var undoSteps: [FileHistory.Step] = []
    while drawing.history.undoCount > 0 {
      try reportProgress()
      guard let step = packLast() else { break }
      undoSteps.append(step)
    }
    var steps = Array(undoSteps.reversed())
    // The first step on which a change can rely.
    var floor = 0
    if drawing.history.undoCount > 0 {
      packFirstAlone(&steps)
      floor = packChangesAlone(&steps)
    }
    var base: [JournalPayload]?
    if drawing.history.undoCount == 0, let fileHistory = drawing.fileHistory {
      // Edits that are still packed precede these. A change may need any of them.
      let new = steps + redoSteps
      let isNeeded = new.indices.contains { new[$0].head.isChange && new.first(neededBy: $0) < 0 }
      let older = isNeeded ? fileHistory : fileHistory.shortened(to: limit - size)
      if let older, older.doneCount < fileHistory.doneCount { isCut = true }
      let before = older.map { Array($0.steps[..<$0.doneCount]).withOwnTexts() } ?? []
      (base, steps) = (older?.base, before + steps)
    }
    let all = steps + redoSteps
    if let index = all.indices[steps.count...].first(where: {
      all[$0].head.reach > 0 && all.first(neededBy: $0) < floor
    }) {
      redoSteps.removeSubrange((index - steps.count)...)
      isCut = true
    }
    guard let first = base ?? (try? FileHistory.base(drawing)) else { return nil }
    if steps.isEmpty, redoSteps.isEmpty, ending.selection == nil { return nil }
    guard first.reduce(0, { $0 + $1.bytes.count }) <= FileHistory.baseLimit else { return nil }
    return FileHistory(
      base: first, steps: (steps + redoSteps).withoutRepeatedTexts(), doneCount: steps.count, ending: ending)
  }

  /// Packs the last undone edit and redoes it. Returns nil, with the drawing unchanged, if the edit
  /// cannot be packed or the size limit is reached.
  private mutating func packNext() -> FileHistory.Step? {
    let before = Side(of: drawing, drawing.history.lastUndone)
    guard drawing.redo() != nil, let edit = drawing.history.lastDone else { return nil }
    if let step = step(of: edit, after: Outcome(of: edit, in: drawing), before: before) { return step }
    _ = drawing.undo()
    return nil
  }

  /// Packs the last edit and undoes it. Returns nil, with the drawing unchanged, if the edit cannot
  /// be packed or the size limit is reached.
  private mutating func packLast() -> FileHistory.Step? {
    guard let edit = drawing.history.lastDone else { return nil }
    let after = Outcome(of: edit, in: drawing)
    guard drawing.undo() != nil else { return nil }
    if let step = step(of: edit, after: after, before: Side(of: drawing, edit)) { return step }
    _ = drawing.redo()
    return nil
  }

  /// Replaces the record of the first edit, which is undone, if it depends on the edit before. Leaves it
  /// out if it is then too large.
  private mutating func packFirstAlone(_ steps: inout [FileHistory.Step]) {
    while steps.first?.needsLast == true, drawing.redo() != nil, let edit = drawing.history.lastDone {
      let after = Outcome(of: edit, in: drawing)
      _ = drawing.undo()
      let records = try? records(of: edit, after, Side(of: drawing, edit), hasLast: false)
      guard let step = records.flatMap({ FileHistory.Step(records: $0) }) else { return }
      // Both need the same text.
      size += step.sizeWithoutTexts - steps[0].sizeWithoutTexts
      steps[0] = step
      if size <= limit { return }
      size -= step.sizeWithoutTexts
      isCut = true
      steps.removeFirst()
      _ = drawing.redo()
    }
  }

  /// Replaces the records of changes of edits that are left out by the pixels that they changed. One that changed
  /// several layers is left out with all before it. All edits of the steps are undone.
  /// - Returns: the number of steps on which no later change can rely, since a change among them is recorded so.
  private mutating func packChangesAlone(_ steps: inout [FileHistory.Step]) -> Int {
    var (index, redone) = (0, 0)
    while let next = steps.indices[index...].first(where: {
      steps[$0].head.isChange && steps.first(neededBy: $0) < index
    }) {
      while redone <= next, drawing.redo() != nil { redone += 1 }
      guard redone == next + 1, let edit = drawing.history.lastDone else { break }
      index = next + 1
      if let step = stepOfPixels(edit) {
        size += step.sizeWithoutTexts - steps[next].sizeWithoutTexts
        steps[next] = step
        if size <= limit { continue }
      }
      size -= steps[..<index].reduce(0) { $0 + $1.sizeWithoutTexts }
      isCut = true
      steps.removeFirst(index)
      (index, redone) = (0, 0)
    }
    for _ in 0..<redone { _ = drawing.undo() }
    return index
  }

  /// A change, which is done, as its result; nil if that is on several layers, or memory is short.
  private func stepOfPixels(_ edit: Edit) -> FileHistory.Step? {
    let surfaces = edit.change?.tiles ?? []
    guard surfaces.count <= 1 else { return nil }
    let surface = surfaces.first?.surface
    var recorder = recorder
    let outcome = EditRecorder.Outcome(
      time: edit.time, isJoined: edit.isJoined, surface: surface,
      tiles: surfaces.first?.tileIndices.map { tile in (tile, surface.flatMap { drawing.tile(tile, of: $0) }) } ?? [],
      selection: edit.changesSelection ? .some(drawing.selection) : nil)
    return (try? recorder.records(of: .pixels(surface, name: edit.name), outcome)).flatMap {
      FileHistory.Step(records: $0)
    }
  }

  private struct Side {
    var layers: Set<UInt64>
    var active: SurfaceID
    /// The layer of the edit.
    var image: TileGrid?

    init(of document: borrowing Document, _ edit: Edit?) {
      image = edit?.surface.flatMap { document.image(of: $0) }
      layers = Set(document.layers.map(\.id.number))
      active = document.activeSurface
    }
  }

  private struct Outcome {
    var layers: Set<UInt64>
    var tiles: [(index: Int, tile: Tile?)]
    var selection: Mask??
    /// All layers after an edit whose records have them; else empty.
    var images = LayerTree()

    init(of edit: Edit, in document: borrowing Document) {
      layers = Set(document.layers.map(\.id.number))
      let image = edit.surface.flatMap { document.image(of: $0) }
      tiles = image.map { image in edit.tileIndices.map { ($0, image[$0]) } } ?? []
      selection = edit.changesSelection ? .some(document.selection) : nil
      if edit.recordsImages { images = document.layers }
    }
  }

  private mutating func step(of edit: Edit, after: Outcome, before: Side) -> FileHistory.Step? {
    guard let records = try? records(of: edit, after, before), let step = FileHistory.Step(records: records) else {
      return nil
    }
    let new = zip(step.head.needs, step.texts).filter { !countedTexts.contains($0.0) }
    let cost = step.sizeWithoutTexts + new.reduce(0) { $0 + $1.1.bytes.count }
    guard cost <= limit - size else {
      isCut = true
      return nil
    }
    size += cost
    countedTexts.formUnion(new.map(\.0))
    return step
  }

  /// Returns the records of an edit; nil if it cannot be read.
  /// - Parameter hasLast: whether a reader has the edit before.
  private mutating func records(
    of edit: Edit, _ after: Outcome, _ before: Side, hasLast: Bool = true
  ) throws(ArchiveError) -> [JournalPayload]? {
    guard let operation = edit.operation else { return nil }
    var outcome = EditRecorder.Outcome(
      time: edit.time, isJoined: edit.isJoined, surface: edit.surface, tiles: after.tiles,
      result: after.tiles.map { TileDelta(index: $0.index, before: before.image?[$0.index], after: $0.tile) },
      selection: after.selection, facts: edit.change?.facts, images: after.images)
    // Also for one that changed nothing in the end: a value that was dragged back.
    if edit.head.isOfStack {
      outcome.nextLayer = after.layers.subtracting(before.layers).min() ?? 0
      outcome.active = before.active
    }
    return try recorder.records(of: operation, outcome, hasLast: hasLast)
  }
}

extension FileHistory {
  /// The size of the edits, bytes.
  fileprivate var size: Int { steps.reduce(0) { $0 + $1.size } }

  /// A copy without the oldest edits, which become part of the first state, and without undone
  /// edits, so that the edits have at most `limit` bytes; nil if it cannot be drawn.
  func shortened(to limit: Int) -> FileHistory? {
    var (left, first) = (limit, doneCount)
    while first > 0, steps[first - 1].size <= left {
      first -= 1
      left -= steps[first].size
    }
    // An edit that depends on earlier ones is left out with them.
    if first > 0 { first = Array(steps[..<doneCount]).start(from: first) }
    let kept = Array(steps.withOwnTexts()[first..<doneCount]).withoutRepeatedTexts()
    if first == 0 { return FileHistory(base: base, steps: kept, doneCount: kept.count, ending: ending) }
    guard let filler = CoverageFiller(), var drawing = try? self.first() else { return nil }
    var player = RecordPlayer()
    let pins = Array(steps[..<first]).pins
    for (number, step) in steps[..<first].enumerated() {
      for record in step.records {
        guard (try? player.take(record, on: &drawing, filler: filler)) != nil else { return nil }
      }
      while drawing.history.undoCount > 0, number + 1 - drawing.history.undoCount < pins[number + 1] {
        _ = drawing.history.forgetOldest()
      }
    }
    drawing.forgetHistory()
    guard let base = try? Self.base(drawing) else { return nil }
    return FileHistory(base: base, steps: kept, doneCount: kept.count, ending: ending)
  }
}
