import Desktop
import Document
import Files
import Geometry
import Language
import Studio
import Widgets

/// What is copied for other programs, pasted from them, and dropped by them.
extension App {
  /// What goes on between this program and others.
  struct Exchange {
    /// Whether another program is being asked for what it has copied.
    var isAsking = false
    /// Pictures that are to float once the pen is done with what it does.
    var pieces: [(clipping: Clipping, place: Point?)] = []
  }

  // MARK: Copying

  /// Offers what was just copied to other programs. The picture of it is made when one of them wants it.
  func offerCopied() {
    guard let clipping = session.clipboard else { return }
    if !window.copy(ClipboardOffer(png: { try? clipping.png() })) { show(message: Self.lateCopy) }
  }

  /// Copies text for other programs.
  func copy(_ text: String) {
    if !window.copy(text) { show(message: Self.lateCopy) }
  }

  private static var lateCopy: String {
    translated("Nothing was copied: another program has copied something since.")
  }

  // MARK: Pasting

  /// Pastes what was copied last: ours just as it is, or another program's picture.
  func paste() {
    if window.copied?.kind == .picture, session.clipboard != nil {
      return carryOut(session.paste())
    }
    // What cannot be pasted any more need not be kept.
    session.clipboard = nil
    if window.copied != nil { return show(message: Self.sentence(.isText, isDropped: false)) }
    ask(for: .picture)
  }

  /// Pastes the text that was copied last where one is being written.
  func pasteText() {
    if let text = window.copied?.text { return put(text) }
    if window.copied != nil {
      return show(message: translated("What is copied is a picture, and here a text is written."))
    }
    ask(for: .text)
  }

  private func ask(for kind: ClipboardOffer.Kind) {
    // A second wish for the same thing is impatience.
    if exchange.isAsking { return }
    exchange.isAsking = window.paste(kind)
    if !exchange.isAsking { show(message: Self.sentence(.unavailable, isDropped: false)) }
  }

  private func put(_ text: String) {
    guard !text.isEmpty else { return }
    for effect in overlay.paste(text).effects { carryOut(effect) }
  }

  // MARK: What others give

  /// Takes what another program has given.
  func take(_ delivery: SelectionDelivery) {
    var (place, isDropped) = (PieceReader.PlaceInWindow?.none, false)
    switch delivery.occasion {
    case .paste: exchange.isAsking = false
    case .drop(let at): (place, isDropped) = (at.map { .init(x: $0.x, y: $0.y) }, true)
    }
    switch delivery.content {
    case .text(let text): put(text)
    case .picture(let bytes): read(.bytes(bytes), place, isDropped)
    case .files(let paths):
      // One hand can place one picture, and one window shows one drawing.
      read(.file(paths[0]), place, isDropped)
      if paths.count > 1 {
        let first = FileError.printable(PathText.name(of: paths[0]))
        show(
          message: translated(
            "Of {count} files only the first was taken: {file}.", ["count": paths.count, "file": first]))
      }
    case .nothing(let fault):
      if case .paste(.text) = delivery.occasion, fault == .otherThing {
        return show(message: translated("What is copied is no text."))
      }
      show(message: Self.sentence(fault, isDropped: isDropped))
    }
  }

  private func read(_ source: PieceReader.Job.Source, _ place: PieceReader.PlaceInWindow?, _ isDropped: Bool) {
    // A canvas that nobody has chosen or drawn on is no place to put a picture: it would have to fit that.
    let isBlank = isDropped && isUntouched && options.canvas == nil
    let job = PieceReader.Job(source: source, place: place, isDropped: isDropped, opensPictures: isBlank)
    if !pieces.read(job, now: now) {
      show(message: translated("The picture was not read: the system grants no thread."))
    }
  }

  /// Takes the pictures that workers have read.
  func takePieces() {
    for outcome in pieces.takeOutcomes(now: now) {
      switch outcome {
      case .piece(let clipping, let place):
        exchange.pieces.append((clipping, place.map { Point($0.x, $0.y) }))
      case .drawing(let path): open(path)
      case .cancelled(let isDropped): show(message: Self.sentence(.cancelled, isDropped: isDropped))
      case .fault(let sentence):
        say(sentence)
        show(message: sentence)
      }
    }
  }

  /// Lets the pictures float that have come, unless a stroke is being drawn or something dragged, which they wait for.
  func placePieces() {
    guard !exchange.pieces.isEmpty, !session.isInGesture else { return }
    for (clipping, place) in exchange.pieces {
      // A canvas that followed the window stays as it is from now on.
      followsWindow = false
      carryOut(session.paste(clipping, at: place))
    }
    exchange.pieces.removeAll()
  }

  /// Gives up what is on its way from other programs: it is not wanted any more, or the drawing that it was for is left.
  func cancelTransfers() {
    window.cancelFetches()
    pieces.cancel()
    guard !exchange.pieces.isEmpty else { return }
    exchange.pieces.removeAll()
    show(message: Self.sentence(.cancelled, isDropped: false))
  }

  /// Since when something is on its way, seconds; nil for nothing.
  var pastingSince: Double? {
    Self.earliest(window.incoming.map { start.duration(to: $0.start) / .seconds(1) }, pieces.start)
  }

  /// What is said of it where that takes long.
  var pastingProgress: String {
    guard let incoming = window.incoming else { return translated("Reading a picture") }
    let size = incoming.bytes / 1_000_000
    return size == 0
      ? translated("Waiting for another program")
      : translated("Taking a picture from another program: {size} MB", ["size": size])
  }

  /// Why nothing was pasted or dropped, as a sentence.
  static func sentence(_ fault: SelectionDelivery.Fault, isDropped: Bool) -> String {
    switch fault {
    case .empty: translated("There is nothing to paste yet: copy something first.")
    case .isText: translated("What is copied is text, and only pictures can be pasted on the canvas.")
    case .otherPicture(let kind):
      translated(
        "The picture that is copied is to be had as {type} only, and Fude reads image/png.",
        ["type": FileError.printable(kind)])
    case .otherThing: translated("What is copied is no picture.")
    case .notHere: translated("What was dropped is no file of this machine.")
    case .silent: translated("Nothing came: the other program does not answer.")
    case .gone: translated("Nothing came: the other program has gone.")
    case .tooLarge(let most): translated("Nothing was taken: it is larger than {size} MB.", ["size": most / 1_000_000])
    case .garbled:
      isDropped
        ? translated("The other program did not give what it had offered.")
        : translated("The other program did not give what it has copied.")
    case .cancelled: isDropped ? translated("The drop was cancelled.") : translated("The paste was cancelled.")
    case .unavailable:
      translated("Nothing can be had from other programs now: the system or the X server grants no means.")
    }
  }

  // MARK: The end

  /// Has a clipboard manager keep what was copied, where there is one. The window is gone from the screen meanwhile.
  func keepClipboard() {
    guard connection.isAlive, window.storeClipboard() else { return }
    window.hide()
    // The courier gives a manager up that is silent; this is for one that never comes to an end.
    let deadline = ContinuousClock.now + .seconds(30)
    while connection.isAlive, ContinuousClock.now < deadline {
      pump.wait(deadline: deadline)
      events.removeAll(keepingCapacity: true)
      pump.drain(into: &events)
      for case .clipboardStored in events { return }
    }
  }
}
