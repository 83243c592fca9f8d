import Document
import Geometry
import Language
import Raster
import Storage

/// The history of a drawing from before it was opened. Undo reaches it as soon as it is read.
extension Session {
  /// Whether changes are recorded for `takeNotes`.
  public var takesNotes: Bool {
    get { document.takesNotes }
    set { document.takesNotes = newValue }
  }

  /// Tells the time of edits (`Document.clock`).
  public var clock: (@Sendable () -> Double)? {
    get { document.clock }
    set { document.clock = newValue }
  }

  /// Keeps the drawing's edits in a store, which needs less memory.
  public func keepEdits(in store: EditStore) { document.keepEdits(in: store) }

  /// Returns the changes since the last call, oldest first. Empty while a stroke is drawn, and
  /// unless `takesNotes` is set.
  public func takeNotes() -> [JournalNote] { document.hasNotes ? document.takeNotes() : [] }

  /// The message while undo, redo or a change of strokes waits for the history.
  public static var fileHistoryHint: String { translated("The drawing's history is still being read") }

  /// Whether older history exists that undo cannot reach yet (`Document.fileHistory`). Ask once an
  /// iteration: it copies that of the document.
  public var hasFileHistory: Bool { document.fileHistory != nil }

  /// The state of the drawing. Ask once an iteration, as `hasFileHistory`.
  public var documentState: DocumentState { document.state }

  /// The drawing without the pixels of a gesture in progress and of lagging ink, which are no edits yet.
  public var settledDocument: Document {
    var settled = document
    active?.ink?.withdraw(from: &settled)
    if let edge = selecting.edge { settled.preview(selection: edge.earlier) }
    for var stroke in lagging.reversed() { _ = stroke.revert(on: &settled) }
    return settled
  }

  /// The number of steps that can be undone: edits, groups of joined edits, and steps of a floating selection. Those
  /// that are still being read count.
  public var undoCount: Int { document.undoStepCount - awaitedUndos + floatingSteps.undo }

  /// The number of steps that can be redone, likewise.
  public var redoCount: Int { document.redoStepCount + awaitedUndos + floatingSteps.redo }

  /// The number of undo steps that wait for the history; below 0 redo steps. Any new edit makes it
  /// 0.
  var awaitedUndos: Int {
    get { awaited.recorded == document.history.recordedCount ? awaited.undos : 0 }
    set { awaited = (newValue, document.history.recordedCount) }
  }

  /// The messages for edits that cannot be read any more.
  static var lossMessage: String {
    translated("Earlier edits cannot be read, so undo ends here. The drawing is unchanged.")
  }
  static var redoLossMessage: String {
    translated("The undone edits cannot be read, so redo ends here. The drawing is unchanged.")
  }

  /// The message if edits were lost.
  private func loss(_ message: String) -> Effects {
    guard document.takeLoss() else { return Effects() }
    var effects = Effects(.message(message))
    effects.panelsChanged = true
    return effects
  }

  /// Undoes the last step of a floating selection, or the last edit with those with which it is joined. If one of them
  /// is still being read, the undo waits for it, unless another edit comes first.
  func undo() -> Effects {
    if gesture?.undoCancels ?? false { return cancel() ?? Effects() }
    if gesture == nil, lagging.isEmpty, let last = erasures.last, last.recorded == document.history.recordedCount {
      erasures.removeLast()
      return adornmentEffects
    }
    if gesture == nil, lagging.isEmpty, undoMeansChange { return Effects(.cancelChange) }
    return undoStep()
  }

  /// Undoes the last step, whatever is being computed.
  func undoStep() -> Effects {
    if gesture == nil, let effects = dropLagging() { return effects }
    if awaitedUndos < 0 { return wait(for: awaitedUndos + 1) }
    if document.floating != nil, let effects = stepFloating({ $0.undo(from: $1) }) { return effects }
    if let piece = document.floating, piece.isLifted, piece.map == .identity {
      // Only lifted: nothing else is undone.
      var effects = updated { $0.cancelFloating() }
      (effects.panelsChanged, effects.adornmentsChanged) = (true, true)
      return effects
    }
    var effects = change { undoJoined() }
    effects.add(loss(Self.lossMessage))
    guard effects.isEmpty, document.history.undoCount == 0 || document.isLastStepCut, undoCount > 0 else {
      return effects
    }
    return wait(for: awaitedUndos + 1)
  }

  /// Undoes the last edit and those before it with which it is joined; none if the first of them is still being read.
  private func undoJoined() -> FineRegion? {
    guard !document.isLastStepCut, var region = undoLifting() else { return nil }
    while document.history.undoCount > 0, document.history.lastUndone?.isJoined ?? false, let more = document.undo() {
      region.add(more)
    }
    return region
  }

  /// Redoes the last undone edit and those after it that are joined with it.
  private func redoJoined() -> FineRegion? {
    guard var region = document.redo() else { return nil }
    while document.history.lastUndone?.isJoined ?? false, let more = document.redo() { region.add(more) }
    return region
  }

  /// Undoes the last edit. That of a floating selection is recorded with the steps that were undone before, so that
  /// redo brings back all of them.
  private func undoLifting() -> FineRegion? {
    guard document.floating != nil, let last = selecting.steps.last else { return document.undo() }
    var region = FineRegion(document.place(last))
    if let undone = document.undo() { region.add(undone) }
    return region
  }

  /// Redoes the last undone step, likewise.
  func redo() -> Effects {
    if awaitedUndos > 0 { return wait(for: awaitedUndos - 1) }
    if document.floating != nil, let effects = stepFloating({ $0.redo(from: $1) }) { return effects }
    var effects = change { redoJoined() }
    effects.add(loss(Self.redoLossMessage))
    guard effects.isEmpty, document.history.redoCount == 0, redoCount > 0 else { return effects }
    return wait(for: awaitedUndos - 1)
  }

  private func wait(for undos: Int) -> Effects {
    awaitedUndos = undos
    var effects = Effects(.message(Self.fileHistoryHint))
    effects.panelsChanged = true
    return effects
  }

  /// Adds the history that was read below the edits since then, performs the waiting undo
  /// steps, and computes a waiting change of strokes.
  public func graft(_ fileHistory: ReplayedHistory) -> Effects {
    let isLast = changing?.recorded == document.history.recordedCount
    var effects = graftHistory(fileHistory)
    effects.add(resumeChange(isLast: isLast))
    return effects
  }

  private func graftHistory(_ fileHistory: ReplayedHistory) -> Effects {
    var wanted = awaitedUndos
    let count = document.history.undoCount
    document.graft(fileHistory)
    let added = document.history.undoCount - count
    strokePicking.shift(by: added)
    let keys = (changing?.keys ?? []).map { StrokeKey(edit: $0.edit + added, part: $0.part) }
    changing?.keys = Set(keys)
    let replaced = (replacing?.keys ?? []).map { StrokeKey(edit: $0.edit + added, part: $0.part) }
    replacing?.keys = Set(replaced)
    var effects = Effects()
    effects.panelsChanged = true
    // Waiting steps are not performed during a gesture.
    guard !isInGesture else { return effects }
    while wanted > 0, document.history.undoCount > 0, !document.isLastStepCut {
      effects.add(change { undoJoined() })
      wanted -= 1
    }
    while wanted < 0, document.history.redoCount > 0 {
      effects.add(change { redoJoined() })
      wanted += 1
    }
    // The rest of a long history comes later.
    awaitedUndos = document.fileHistory == nil ? 0 : wanted
    return effects
  }

  /// Drops the older history, which cannot be read.
  public func dropFileHistory() -> Effects {
    document.dropFileHistory()
    awaitedUndos = 0
    if changeWaitsForHistory { changing = nil }
    var effects = Effects()
    effects.panelsChanged = true
    return effects
  }
}
