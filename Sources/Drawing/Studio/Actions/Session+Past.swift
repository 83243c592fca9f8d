import Document
import Language

/// What was done to a drawing before it was opened: undo goes back through it as soon as it is read.
extension Session {
  /// Whether changes are recorded for `takeChanges`.
  public var notesChanges: Bool {
    get { document.notesChanges }
    set { document.notesChanges = newValue }
  }

  /// Keeps the drawing's edits in a store, which needs less memory.
  public func keepEdits(in store: EditStore) { document.keepEdits(in: store) }

  /// Returns the changes since the last call, oldest first. Empty while a stroke is drawn, and unless `notesChanges` is
  /// set.
  public func takeChanges() -> [DocumentChange] { document.hasChanges ? document.takeChanges() : [] }

  /// What is said where undo or redo waits for it.
  public static var pastHint: String { translated("The drawing's past is still being read") }

  /// Whether more was done before than undo can go back through as yet (`Document.past`). Asked once a turn: whoever asks the
  /// document has a copy of that made.
  public var hasPast: Bool { document.past != nil }

  /// Which one of all its states the drawing is in (`History.state`). Asked once a turn, as `hasPast` is.
  public var documentState: Int { document.history.state }

  /// The drawing without the pixels of a gesture in progress, which is no edit yet.
  public var settledDocument: Document {
    var settled = document
    switch toolState {
    case .idle: break
    case .drawing(let gesture):
      var stroke = gesture.stroke
      _ = stroke.revert(on: &settled)
    case .active(let gesture): gesture.withdraw(from: &settled)
    }
    return settled
  }

  /// Edits that can be taken back: those that are still being read are among them.
  public var undoCount: Int { document.undoCount - awaitedUndos }

  /// Edits that can be done again: those that are still being read are among them.
  public var redoCount: Int { document.redoCount + awaitedUndos }

  /// How many edits are to be taken back once they are read, below 0: done again. Whatever is done before makes it 0.
  var awaitedUndos: Int {
    get { awaited.recorded == document.history.recordedCount ? awaited.undos : 0 }
    set { awaited = (newValue, document.history.recordedCount) }
  }

  /// What is said where edits cannot be read any more.
  static var lossMessage: String {
    translated("What was done before cannot be read any more, so undo ends here; the drawing is as it was")
  }
  static var redoLossMessage: String {
    translated("What was undone cannot be read any more, so redo ends here; the drawing is as it was")
  }

  /// What there is to say where edits were given up.
  private func loss(_ message: String) -> Effects {
    guard document.takeLoss() else { return Effects() }
    var effects = Effects(.message(message))
    effects.historyChanged = true
    return effects
  }

  /// Takes back the last edit. Where that is still being read, it is taken back once it is, unless something else is done before.
  func undo() -> Effects {
    if awaitedUndos < 0 { return wait(for: awaitedUndos + 1) }
    var effects = change { document.undo() }
    effects.add(loss(Self.lossMessage))
    guard effects.isEmpty, document.history.undoCount == 0, undoCount > 0 else { return effects }
    return wait(for: awaitedUndos + 1)
  }

  /// Does again what was taken back last, likewise.
  func redo() -> Effects {
    if awaitedUndos > 0 { return wait(for: awaitedUndos - 1) }
    var effects = change { document.redo() }
    effects.add(loss(Self.redoLossMessage))
    guard effects.isEmpty, document.history.redoCount == 0, redoCount > 0 else { return effects }
    return wait(for: awaitedUndos - 1)
  }

  private func wait(for undos: Int) -> Effects {
    awaitedUndos = undos
    var effects = Effects(.message(Self.pastHint))
    effects.historyChanged = true
    return effects
  }

  /// Puts the past below what was done since, and does what waits for it.
  public func graft(_ past: UnpackedPast) -> Effects {
    var wanted = awaitedUndos
    document.graft(past)
    var effects = Effects()
    effects.historyChanged = true
    // The hand goes first: what waits is not done under a stroke.
    guard toolState.isIdle else { return effects }
    while wanted > 0, document.history.undoCount > 0 {
      effects.add(change { document.undo() })
      wanted -= 1
    }
    while wanted < 0, document.history.redoCount > 0 {
      effects.add(change { document.redo() })
      wanted += 1
    }
    // Of a long past the rest comes later.
    awaitedUndos = document.past == nil ? 0 : wanted
    return effects
  }

  /// Goes on without the past, which cannot be read.
  public func dropPast() -> Effects {
    document.dropPast()
    awaitedUndos = 0
    var effects = Effects()
    effects.historyChanged = true
    return effects
  }
}
