import Desktop
import Document
import Files
import Geometry
import Language
import Pages
import Panels
import Studio
import Toolkit

/// The references of the open drawing: adding, moving and removing them, and decoding what the panel shows.
final class ReferenceDesk {
  private let place: Workplace
  private let files: FileDesk
  private let clipboard: ClipboardDesk
  private let reader: ReferenceReader

  init(_ place: Workplace, _ files: FileDesk, _ clipboard: ClipboardDesk) {
    (self.place, self.files, self.clipboard) = (place, files, clipboard)
    reader = ReferenceReader(place.background)
    clipboard.onDrop = { [unowned self] in takeDrop($0, at: $1) }
  }

  // MARK: Panel

  /// Shows or hides the references; says so if the window has no room for them.
  func toggle() {
    if !place.session.settings.showsReferences, !place.overlay.arePanelsShown {
      place.carryOut(place.overlay.showPanels(true).effects)
    }
    place.changeSettings { $0.showsReferences.toggle() }
    place.frame.mark(.panels)
    place.showState()
    if place.session.settings.showsReferences, !place.overlay.areReferencesShown {
      place.show(
        message: translated("The window is too small for the references. They appear when the window is larger."))
    }
  }

  /// Adds what the panel shows to the state of the interface.
  func show(in state: inout InterfaceState) { state.references = shown() }

  /// What the panel shows; nil while it is hidden. Has missing pictures decoded, and frees them all
  /// when the panel is closed.
  private func shown() -> ReferenceState? {
    guard place.session.settings.showsReferences else {
      if !place.drawing.references.pixels.isEmpty { place.drawing.references.pixels = [:] }
      return nil
    }
    guard place.overlay.arePanelsShown else { return nil }
    let board = place.session.references
    for item in board.items where place.drawing.references.pixels[item.id] == nil {
      guard !place.drawing.references.broken.contains(item.id), place.drawing.references.asked.insert(item.id).inserted
      else {
        continue
      }
      let job = ReferenceReader.Job(task: .pixels(item.id, item.picture), drawing: place.drawing.number)
      reader.add(job) { [self] in take($0) }
    }
    return ReferenceState(
      board: board, pixels: place.drawing.references.pixels.filter { board[$0.key] != nil },
      broken: place.drawing.references.broken)
  }

  // MARK: Changes

  /// Carries out what the user asks for.
  func carryOut(_ request: ReferenceRequest) {
    switch request {
    case .change(let change): carryOut(change)
    case .add: files.choose(.reference) { [self] in add(.file($0)) }
    case .paste: paste()
    case .restore: restore()
    }
  }

  private func carryOut(_ change: ReferenceBoard.Change) {
    var removed: Reference?
    if case .remove(let id) = change { removed = place.session.references[id] }
    guard place.session.changeReferences({ $0.apply(change) }) else { return }
    place.frame.mark(.panels)
    guard let removed else { return }
    place.drawing.references.pixels[removed.id] = nil
    let message = translated("The reference picture was removed.")
    place.drawing.references.removed = (removed, message)
    place.show(message: message, MessageAction(title: translated("Undo"), effect: .references(.restore)))
  }

  /// Brings back the reference that was removed last.
  private func restore() {
    guard let (reference, message) = place.drawing.references.removed else { return }
    place.drawing.references.removed = nil
    place.overlay.withdraw(message: message)
    _ = place.session.changeReferences { $0.add(reference.picture, at: reference.placement) }
    place.frame.mark(.panels)
  }

  /// Pastes what was copied last as a reference.
  private func paste() {
    let copied = clipboard.copied
    if copied?.kind == .picture, let clipping = place.session.clipboard { return add(.clipping(clipping)) }
    if let copied { return place.show(message: Self.refusal(of: copied.kind)) }
    clipboard.ask(for: .picture) { [self] in take($0) }
  }

  /// Why a copy cannot become a reference.
  private static func refusal(of kind: ClipboardOffer.Kind) -> String {
    kind == .layers
      ? translated("The clipboard contains layers. Only pictures can become references.")
      : SelectionDelivery.Fault.isText.sentence(isDropped: false)
  }

  /// Adds what another program dropped on the panel. Returns whether it was dropped there and can be added.
  private func takeDrop(_ content: SelectionDelivery.Content, at spot: Point) -> Bool {
    place.overlay.referencePlace(at: spot).map { take(content, at: $0) } ?? false
  }

  /// Adds content of another program. Returns false for what cannot be added.
  private func take(_ content: SelectionDelivery.Content, at spot: Point? = nil) -> Bool {
    switch content {
    case .picture(let bytes): add(.bytes(bytes), at: spot)
    case .files(let paths): for path in paths.prefix(ReferenceBoard.most) { add(.file(path), at: spot) }
    case .layers: place.show(message: Self.refusal(of: .layers))
    case .text, .nothing: return false
    }
    return true
  }

  /// Adds a reference; a worker reads it.
  /// - Parameter spot: the position on the board; nil for beside the others.
  private func add(_ task: ReferenceReader.Job.Task, at spot: Point? = nil) {
    let job = ReferenceReader.Job(task: task, place: spot, drawing: place.drawing.number)
    reader.add(job) { [self] in take($0) }
  }

  /// Takes a picture that a worker has read.
  private func take(_ outcome: ReferenceReader.Outcome) {
    guard outcome.drawing == place.drawing.number else { return }
    switch outcome.result {
    case .loaded(let loaded, let note):
      if let note { place.show(message: note) }
      add(loaded, at: outcome.place)
    case .pixels(let id, let pixels):
      place.drawing.references.asked.remove(id)
      if place.session.settings.showsReferences { place.drawing.references.pixels[id] = pixels }
    case .broken(let id, let fault):
      place.drawing.references.asked.remove(id)
      place.drawing.references.broken.insert(id)
      let message = translated("A reference picture cannot be shown: {fault}.", ["fault": fault])
      place.tell([message])
    case .cancelled: place.show(message: SelectionDelivery.Fault.cancelled.sentence(isDropped: false))
    case .fault(let sentence):
      place.tell([sentence])
    }
  }

  private func add(_ loaded: LoadedReference, at spot: Point?) {
    let (width, height) = place.overlay.referenceBoardSize
    let id = place.session.changeReferences { board in
      var placement = board.freePlacement(for: loaded.picture, aspect: width / max(1, height))
      let isFitted = spot == nil || board.isEmpty
      if let spot, !board.isEmpty {
        let share = min(width / Double(loaded.picture.width), height / Double(loaded.picture.height))
        (placement.center, placement.scale) = (spot, 0.6 * share)
      }
      let id = board.add(loaded.picture, at: placement)
      if id != nil, isFitted, let fitting = board.fitting(width: width - 16, height: height - 16) {
        board.apply(fitting)
      }
      return id
    }
    guard let id else {
      return place.show(
        message: translated(
          """
          The reference picture was not added: a drawing can have {count} of them, of {size} MB together. Remove one first.
          """, ["count": ReferenceBoard.most, "size": ReferenceBoard.mostBytes >> 20]))
    }
    place.drawing.references.pixels[id] = loaded.pixels
    place.noteChange()
    place.frame.mark(.panels)
  }
}
