import Desktop
import Document
import Files
import Geometry
import Language
import Studio
import Widgets

/// What belongs to the references of the open drawing.
struct ReferenceDesk {
  /// The decoded pictures; empty while the panel is hidden.
  var pixels: [Reference.ID: ReferencePixels] = [:]
  /// Those that are being decoded.
  var asked: Set<Reference.ID> = []
  /// Those that cannot be decoded.
  var broken: Set<Reference.ID> = []
  /// The board that was given to the journal.
  var journaled = ReferenceBoard()
  /// When the present board is given to the journal, seconds since the program's start; nil if it
  /// is.
  var deadline: Double?
  /// The reference that was removed last, and the message that offers to bring it back.
  var removed: (reference: Reference, message: String)?
}

/// The references of the drawing.
extension App {
  /// Seconds from a move of a reference to its storing.
  private static let referencePause = 1.0

  // MARK: Panel

  /// Shows or hides the references; says so if the window has no room for them.
  func toggleReferences() {
    if !session.settings.showsReferences, !overlay.arePanelsShown {
      for effect in overlay.showPanels(true).effects { carryOut(effect) }
    }
    changeSettings { $0.showsReferences.toggle() }
    frame.mark(.panels)
    showState()
    if session.settings.showsReferences, !overlay.areReferencesShown {
      show(
        message: translated("The window is too small for the references. They appear when the window is larger."))
    }
  }

  /// What the panel shows; nil while it is hidden. Has missing pictures decoded, and frees them all
  /// when the panel is closed.
  func referenceState() -> ReferenceState? {
    guard session.settings.showsReferences else {
      if !drawing.references.pixels.isEmpty { drawing.references.pixels = [:] }
      return nil
    }
    guard overlay.arePanelsShown else { return nil }
    let board = session.references
    for item in board.items where drawing.references.pixels[item.id] == nil {
      guard !drawing.references.broken.contains(item.id), drawing.references.asked.insert(item.id).inserted else {
        continue
      }
      let job = ReferenceReader.Job(task: .pixels(item.id, item.picture), drawing: drawing.number)
      workers.references.add(job) { [self] in take($0) }
    }
    return ReferenceState(
      board: board, pixels: drawing.references.pixels.filter { board[$0.key] != nil },
      broken: drawing.references.broken)
  }

  // MARK: Changes

  /// Carries out what the user asks for.
  func carryOut(_ request: ReferenceRequest) {
    switch request {
    case .change(let change): carryOut(change)
    case .add: files.choose(.reference) { [self] in addReference(.file($0)) }
    case .paste: pasteReference()
    case .restore: restoreReference()
    }
  }

  /// Carries out a change that the panel requests.
  func carryOut(_ change: ReferenceBoard.Change) {
    var removed: Reference?
    if case .remove(let id) = change { removed = session.references[id] }
    guard session.changeReferences({ $0.apply(change) }) else { return }
    frame.mark(.panels)
    guard let removed else { return }
    drawing.references.pixels[removed.id] = nil
    let message = translated("The reference picture was removed.")
    drawing.references.removed = (removed, message)
    overlay.say(message, action: MessageAction(title: translated("Undo"), effect: .references(.restore)), now: now)
  }

  /// Brings back the reference that was removed last.
  func restoreReference() {
    guard let (reference, message) = drawing.references.removed else { return }
    drawing.references.removed = nil
    overlay.withdraw(message: message)
    _ = session.changeReferences { $0.add(reference.picture, at: reference.placement) }
    frame.mark(.panels)
  }

  /// Pastes what was copied last as a reference.
  func pasteReference() {
    if window.copied?.kind == .picture, let clipping = session.clipboard { return addReference(.clipping(clipping)) }
    if let copied = window.copied { return show(message: Self.refusal(ofReference: copied.kind)) }
    ask(for: .picture, isReference: true)
  }

  /// Why a copy cannot become a reference.
  private static func refusal(ofReference kind: ClipboardOffer.Kind) -> String {
    kind == .layers
      ? translated("The clipboard contains layers. Only pictures can become references.")
      : sentence(.isText, isDropped: false)
  }

  /// Adds content of another program to the references if it was dropped or pasted on them.
  /// Returns whether it was.
  func takeReference(_ delivery: SelectionDelivery) -> Bool {
    var place: Point?
    switch delivery.occasion {
    case .paste: if !exchange.isReference { return false }
    case .drop(let at):
      guard let at, let onBoard = overlay.referencePlace(at: at) else { return false }
      place = onBoard
    }
    exchange.isReference = false
    switch delivery.content {
    case .picture(let bytes): addReference(.bytes(bytes), at: place)
    case .files(let paths): for path in paths.prefix(ReferenceBoard.most) { addReference(.file(path), at: place) }
    case .layers: show(message: Self.refusal(ofReference: .layers))
    case .text, .nothing: return false
    }
    return true
  }

  /// Adds a reference; a worker reads it.
  /// - Parameter place: the position on the board; nil for beside the others.
  func addReference(_ task: ReferenceReader.Job.Task, at place: Point? = nil) {
    let job = ReferenceReader.Job(task: task, place: place, drawing: drawing.number)
    workers.references.add(job) { [self] in take($0) }
  }

  /// Takes a picture that a worker has read.
  private func take(_ outcome: ReferenceReader.Outcome) {
    guard outcome.drawing == drawing.number else { return }
    switch outcome.result {
    case .loaded(let loaded, let note):
      if let note { show(message: note) }
      place(loaded, at: outcome.place)
    case .pixels(let id, let pixels):
      drawing.references.asked.remove(id)
      if session.settings.showsReferences { drawing.references.pixels[id] = pixels }
    case .broken(let id, let fault):
      drawing.references.asked.remove(id)
      drawing.references.broken.insert(id)
      let message = translated("A reference picture cannot be shown: {fault}.", ["fault": fault])
      say(message)
      show(message: message)
    case .cancelled: show(message: Self.sentence(.cancelled, isDropped: false))
    case .fault(let sentence):
      say(sentence)
      show(message: sentence)
    }
  }

  private func place(_ loaded: LoadedReference, at place: Point?) {
    let (width, height) = overlay.referenceBoardSize
    let id = session.changeReferences { board in
      var placement = board.freePlacement(for: loaded.picture, aspect: width / max(1, height))
      let isFitted = place == nil || board.isEmpty
      if let place, !board.isEmpty {
        let share = min(width / Double(loaded.picture.width), height / Double(loaded.picture.height))
        (placement.center, placement.scale) = (place, 0.6 * share)
      }
      let id = board.add(loaded.picture, at: placement)
      if id != nil, isFitted, let fitting = board.fitting(width: width - 16, height: height - 16) {
        board.apply(fitting)
      }
      return id
    }
    guard let id else {
      return show(
        message: translated(
          """
          The reference picture was not added: a drawing can have {count} of them, of {size} MB together. Remove one first.
          """, ["count": ReferenceBoard.most, "size": ReferenceBoard.mostBytes >> 20]))
    }
    drawing.references.pixels[id] = loaded.pixels
    drawing.followsWindow = false
    withdrawLastOffer()
    frame.mark(.panels)
  }

  // MARK: Journal

  /// Takes the present references as those that the journal has.
  func beginReferences() { drawing.references.journaled = session.references }

  /// When the loop must wake to store moved references; nil if there is nothing to store, or a
  /// stroke is drawn.
  var referenceDeadline: Double? { session.isDrawing ? nil : drawing.references.deadline }

  /// Gives changed references to the journal: added and removed ones at once, moved ones a while
  /// after the change. Called at the end of iterations outside of the fast path.
  /// - Parameter isLast: whether the drawing is about to be closed or was just saved.
  func noteReferences(isLast: Bool = false) {
    let (board, journaled) = (session.references, drawing.references.journaled)
    guard board.revision != journaled.revision || board != journaled else { return }
    if !isLast, board.items.map(\.id) == journaled.items.map(\.id) {
      let deadline = drawing.references.deadline ?? now + Self.referencePause
      drawing.references.deadline = deadline
      if now < deadline { return }
    }
    (drawing.references.deadline, drawing.references.journaled) = (nil, board)
    if board != journaled { journal.note(board) }
  }
}
