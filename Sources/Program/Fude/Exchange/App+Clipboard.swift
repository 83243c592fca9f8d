import Desktop
import Document
import Files
import Geometry
import Language
import Studio
import Widgets

/// Copying, pasting and dropping.
extension App {
  /// The state of copying and pasting.
  struct Exchange {
    /// Whether another program's clipboard content is on its way.
    var isAsking = false
    /// Whether that becomes a reference.
    var isReference = false
    /// Pictures to paste as floating selections, once no gesture is in progress.
    var pieces: [(clipping: Clipping, place: Point?)] = []
    /// Layers to paste then.
    var layers: [CopiedLayers] = []
  }

  // MARK: Copying

  /// Offers the copied pixels to other programs. Their PNG is made on request.
  func offerCopied() {
    guard let clipping = session.clipboard else { return }
    if !window.copy(ClipboardOffer(png: { try? clipping.png() })) { show(message: Self.lateCopy) }
  }

  /// Offers the copied layers to other windows. Their bytes are made on request.
  func offerCopiedLayers() {
    guard let copied = session.copiedLayers else { return }
    if !window.copy(ClipboardOffer(layers: { try? copied.bytes() })) { show(message: Self.lateCopy) }
  }

  /// Copies text for other programs.
  func copy(_ text: String) {
    if !window.copy(text) { show(message: Self.lateCopy) }
  }

  private static var lateCopy: String {
    translated("Nothing was copied: another program has copied something since.")
  }

  // MARK: Pasting

  /// Pastes what was copied last, by Fude or another program.
  func paste() {
    if window.copied?.kind == .picture, session.clipboard != nil {
      return carryOut(session.paste())
    }
    if window.copied?.kind == .layers, let copied = session.copiedLayers { return carryOut(session.paste(copied)) }
    // Another program's copy has replaced ours.
    (session.clipboard, session.copiedLayers) = (nil, nil)
    if window.copied != nil { return show(message: Self.sentence(.isText, isDropped: false)) }
    ask(for: .picture)
  }

  /// Pastes text into the text field in use.
  func pasteText() {
    if let text = window.copied?.text { return put(text) }
    if let copied = window.copied {
      return show(
        message: copied.kind == .layers
          ? translated("The clipboard contains layers, but this field takes text.")
          : translated("The clipboard contains a picture, but this field takes text."))
    }
    ask(for: .text)
  }

  func ask(for kind: ClipboardOffer.Kind, isReference: Bool = false) {
    // One request at a time is enough.
    if exchange.isAsking { return }
    exchange.isReference = isReference
    exchange.isAsking = window.paste(kind)
    if !exchange.isAsking { show(message: Self.sentence(.unavailable, isDropped: false)) }
  }

  private func put(_ text: String) {
    guard !text.isEmpty else { return }
    for effect in overlay.paste(text).effects { carryOut(effect) }
  }

  // MARK: Content of other programs

  /// Takes content of another program.
  func take(_ delivery: SelectionDelivery) {
    var (place, isDropped) = (PastedImageReader.PlaceInWindow?.none, false)
    switch delivery.occasion {
    case .paste: exchange.isAsking = false
    case .drop(let at): (place, isDropped) = (at.map { .init(x: $0.x, y: $0.y) }, true)
    }
    if takeReference(delivery) { return }
    switch delivery.content {
    case .text(let text): put(text)
    case .picture(let bytes): read(.bytes(bytes), place, isDropped)
    case .layers(let bytes): read(.layers(bytes), place, isDropped)
    case .files(let paths):
      if FolderListing.isPalette(paths[0]) { return palettes.add(paths[0]) }
      if FolderListing.isBrush(paths[0]) || FolderListing.isForeignBrush(paths[0]) { return brushes.open(paths[0]) }
      // One picture can be placed at a time, and a window shows one drawing.
      read(.file(paths[0]), place, isDropped)
      if paths.count > 1 {
        let first = FileError.printable(PathText.name(of: paths[0]))
        show(
          message: translated(
            "Only the first of {count} files was used: {file}.", ["count": paths.count, "file": first]))
      }
    case .nothing(let fault):
      if case .paste(.text) = delivery.occasion, fault == .otherThing {
        return show(message: translated("The clipboard contains no text."))
      }
      show(message: Self.sentence(fault, isDropped: isDropped))
    }
  }

  private func read(
    _ source: PastedImageReader.Job.Source, _ place: PastedImageReader.PlaceInWindow?, _ isDropped: Bool
  ) {
    // A picture dropped on an untouched canvas of no chosen size is opened.
    let isBlank = isDropped && isUntouched && options.canvas == nil
    let job = PastedImageReader.Job(source: source, place: place, isDropped: isDropped, opensPictures: isBlank)
    workers.pictures.read(job) { [self] in take($0) }
  }

  /// Takes a picture that a worker has read.
  private func take(_ outcome: PastedImageReader.Outcome) {
    switch outcome {
    case .piece(let clipping, let place, let note):
      if let note { show(message: note) }
      exchange.pieces.append((clipping, place.map { Point($0.x, $0.y) }))
    case .layers(let copied): exchange.layers.append(copied)
    case .drawing(let path): open(path)
    case .cancelled(let isDropped): show(message: Self.sentence(.cancelled, isDropped: isDropped))
    case .fault(let sentence):
      say(sentence)
      show(message: sentence)
    }
  }

  /// Pastes the pictures that have arrived, unless a gesture is in progress.
  func placePieces() {
    guard !exchange.pieces.isEmpty || !exchange.layers.isEmpty, !session.isInGesture else { return }
    for copied in exchange.layers { carryOut(session.paste(copied)) }
    exchange.layers.removeAll()
    for (clipping, place) in exchange.pieces {
      drawing.followsWindow = false
      carryOut(session.paste(clipping, at: place))
    }
    exchange.pieces.removeAll()
  }

  /// Cancels all transfers and pictures that have not been pasted.
  func cancelTransfers() {
    window.cancelFetches()
    workers.pictures.cancel()
    guard !exchange.pieces.isEmpty || !exchange.layers.isEmpty else { return }
    exchange.pieces.removeAll()
    exchange.layers.removeAll()
    show(message: Self.sentence(.cancelled, isDropped: false))
  }

  /// The start of the transfer in progress, seconds; nil for none.
  var pastingSince: Double? {
    Self.earliest(window.incoming.map { batch.start.duration(to: $0.start) / .seconds(1) }, workers.pictures.start)
  }

  /// The progress message of a transfer.
  var pastingProgress: String {
    guard let incoming = window.incoming else { return translated("Reading a picture") }
    let size = incoming.bytes / 1_000_000
    return size == 0
      ? translated("Waiting for another program")
      : translated("Receiving a picture from another program: {size} MB", ["size": size])
  }

  /// Why nothing was pasted or dropped, as a message.
  static func sentence(_ fault: SelectionDelivery.Fault, isDropped: Bool) -> String {
    switch fault {
    case .empty: translated("There is nothing to paste yet: copy something first.")
    case .isText: translated("The clipboard contains text. Only pictures can be pasted on the canvas.")
    case .otherPicture(let kind):
      translated(
        "The copied picture is available only as {type}. Fude can paste image/png, image/jpeg and image/webp.",
        ["type": FileError.printable(kind)])
    case .otherThing: translated("The clipboard contains no picture.")
    case .notHere: translated("The dropped item is not a file on this computer.")
    case .silent: translated("Nothing was received: the other program does not respond.")
    case .gone: translated("Nothing was received: the other program has ended.")
    case .tooLarge(let most):
      translated("Nothing was received: the data is larger than {size} MB.", ["size": most / 1_000_000])
    case .garbled:
      isDropped
        ? translated("The other program sent different data than it had offered.")
        : translated("The other program did not send the copied data correctly.")
    case .cancelled: isDropped ? translated("The drop was cancelled.") : translated("The paste was cancelled.")
    case .unavailable:
      translated("Nothing can be received from other programs now: the system or the X server lacks resources.")
    }
  }

  // MARK: The end

  /// Lets a clipboard manager store what was copied. The window is hidden meanwhile.
  func keepClipboard() {
    guard connection.isAlive, window.storeClipboard() else { return }
    window.hide()
    // The clipboard service gives up on a silent manager; this limit is for one that never
    // finishes.
    let deadline = ContinuousClock.now + .seconds(30)
    while connection.isAlive, ContinuousClock.now < deadline {
      pump.wait(deadline: deadline)
      batch.events.removeAll(keepingCapacity: true)
      pump.drain(into: &batch.events)
      for case .clipboardStored in batch.events { return }
    }
  }
}
