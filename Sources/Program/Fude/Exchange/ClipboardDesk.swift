import Desktop
import Document
import Export
import Files
import Geometry
import Language
import Library
import Panels
import Storage
import Studio

/// Copying, pasting and dropping.
final class ClipboardDesk: Part {
  private let place: Workplace
  private let clipboard: any ClipboardAccess
  private let reader: PastedImageReader
  private let opensPictures: Bool
  /// Opens a dropped file of brushes or a palette. Set by the program.
  var onOther: (String) -> Void = { _ in }
  /// Takes content that was dropped at a position of the window, px, and returns whether it did.
  var onDrop: (SelectionDelivery.Content, Point) -> Bool = { _, _ in false }
  /// Takes the content of another program's clipboard, which is on its way, and returns whether it did; nil if
  /// nothing is.
  private var asked: ((SelectionDelivery.Content) -> Bool)?
  /// Pictures to paste as floating selections, once no gesture is in progress.
  private var pieces: [(clipping: Clipping, spot: Point?)] = []
  /// Layers to paste then.
  private var layers: [CopiedLayers] = []

  /// - Parameter opensPictures: whether a picture that is dropped on an untouched canvas is opened.
  init(_ place: Workplace, _ clipboard: any ClipboardAccess, opensPictures: Bool) {
    (self.place, self.clipboard, self.opensPictures) = (place, clipboard, opensPictures)
    reader = PastedImageReader(place.background)
  }

  // MARK: Copying

  /// What this program copied last; nil if another one has copied something since.
  var copied: ClipboardOffer? { clipboard.copied }

  /// Offers the copied pixels to other programs. Their PNG is made on request.
  func offerCopied() {
    guard let clipping = place.session.clipboard else { return }
    if !clipboard.copy(ClipboardOffer(png: { try? clipping.png() })) { place.show(message: Self.lateCopy) }
  }

  /// Offers the copied layers to other windows. Their bytes are made on request.
  func offerCopiedLayers() {
    guard let copied = place.session.copiedLayers else { return }
    if !clipboard.copy(ClipboardOffer(layers: { try? copied.bytes() })) { place.show(message: Self.lateCopy) }
  }

  /// Copies text for other programs.
  func copy(_ text: String) {
    if !clipboard.copy(ClipboardOffer(text: text)) { place.show(message: Self.lateCopy) }
  }

  private static var lateCopy: String {
    translated("Nothing was copied: another program has copied something since.")
  }

  // MARK: Pasting

  /// Pastes what was copied last, by Fude or another program.
  func paste() {
    if clipboard.copied?.kind == .picture, place.session.clipboard != nil {
      return place.carryOut(place.session.paste())
    }
    if clipboard.copied?.kind == .layers, let copied = place.session.copiedLayers {
      return place.carryOut(place.session.paste(copied))
    }
    // Another program's copy has replaced ours.
    (place.session.clipboard, place.session.copiedLayers) = (nil, nil)
    if clipboard.copied != nil { return complain(.isText) }
    ask(for: .picture)
  }

  /// Pastes text into the text field in use.
  func pasteText() {
    if let text = clipboard.copied?.text { return put(text) }
    if let copied = clipboard.copied {
      return place.show(
        message: copied.kind == .layers
          ? translated("The clipboard contains layers, but this field takes text.")
          : translated("The clipboard contains a picture, but this field takes text."))
    }
    ask(for: .text)
  }

  /// Asks another program for what it copied.
  /// - Parameter take: takes the content first, and returns whether it did.
  func ask(for kind: ClipboardOffer.Kind, take: @escaping (SelectionDelivery.Content) -> Bool = { _ in false }) {
    // One request at a time is enough.
    if asked != nil { return }
    if clipboard.paste(kind) { asked = take } else { complain(.unavailable) }
  }

  private func complain(_ fault: SelectionDelivery.Fault, isDropped: Bool = false) {
    place.show(message: fault.sentence(isDropped: isDropped))
  }

  private func put(_ text: String) {
    guard !text.isEmpty else { return }
    place.carryOut(place.overlay.paste(text).effects)
  }

  // MARK: Content of other programs

  /// Takes content of another program.
  func take(_ delivery: SelectionDelivery) {
    var (spot, isDropped) = (Point?.none, false)
    switch delivery.occasion {
    case .paste:
      let take = asked
      asked = nil
      if take?(delivery.content) ?? false { return }
    case .drop(let at):
      (spot, isDropped) = (at, true)
      if let at, onDrop(delivery.content, at) { return }
    }
    switch delivery.content {
    case .text(let text): put(text)
    case .picture(let bytes): read(.bytes(bytes), spot, isDropped)
    case .layers(let bytes): read(.layers(bytes), spot, isDropped)
    case .files(let paths):
      let first = paths[0]
      if LibraryFile.isPalette(first) || LibraryFile.isBrush(first) || LibraryFile.isForeignBrush(first) {
        return onOther(first)
      }
      // One picture can be placed at a time, and a window shows one drawing.
      read(.file(first), spot, isDropped)
      if paths.count > 1 {
        place.show(
          message: translated(
            "Only the first of {count} files was used: {file}.",
            ["count": paths.count, "file": FileError.printable(PathText.name(of: first))]))
      }
    case .nothing(let fault):
      if case .paste(.text) = delivery.occasion, fault == .otherThing {
        return place.show(message: translated("The clipboard contains no text."))
      }
      complain(fault, isDropped: isDropped)
    }
  }

  private func read(_ source: PastedImageReader.Job.Source, _ spot: Point?, _ isDropped: Bool) {
    let isBlank = isDropped && place.drawing.isUntouched && opensPictures
    let job = PastedImageReader.Job(
      source: source, place: spot.map { .init(x: $0.x, y: $0.y) }, isDropped: isDropped, opensPictures: isBlank)
    reader.read(job) { [self] in take($0) }
  }

  /// Takes a picture that a worker has read.
  private func take(_ outcome: PastedImageReader.Outcome) {
    switch outcome {
    case .piece(let clipping, let spot, let note):
      if let note { place.show(message: note) }
      pieces.append((clipping, spot.map { Point($0.x, $0.y) }))
    case .layers(let copied): layers.append(copied)
    case .drawing(let path): place.carryOut([.openFile(path)])
    case .cancelled(let isDropped): complain(.cancelled, isDropped: isDropped)
    case .fault(let sentence):
      place.tell([sentence])
    }
  }

  /// Pastes the pictures that have arrived, unless a gesture is in progress.
  func follow() {
    guard !pieces.isEmpty || !layers.isEmpty, !place.session.isInGesture else { return }
    for copied in layers { place.carryOut(place.session.paste(copied)) }
    layers.removeAll()
    for (clipping, spot) in pieces {
      place.drawing.followsWindow = false
      place.carryOut(place.session.paste(clipping, at: spot))
    }
    pieces.removeAll()
  }

  /// Cancels all transfers and pictures that have not been pasted.
  func cancel() {
    clipboard.cancelFetches()
    reader.cancel()
    guard !pieces.isEmpty || !layers.isEmpty else { return }
    pieces.removeAll()
    layers.removeAll()
    complain(.cancelled)
  }

  /// The transfer in progress; nil for none.
  var task: LongTask? {
    let start = App.earliest(clipboard.incoming.map { place.background.seconds(of: $0.start) }, reader.start)
    return start.map { LongTask($0, cancel: .cancelTransfers) { [self] in progress } }
  }

  private var progress: String {
    guard let incoming = clipboard.incoming else { return translated("Reading a picture") }
    let size = incoming.bytes / 1_000_000
    return size == 0
      ? translated("Waiting for another program")
      : translated("Receiving a picture from another program: {size} MB", ["size": size])
  }
}
