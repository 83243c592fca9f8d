internal import CX11
import Files
import Geometry

/// A pending request for content of another program.
final class Fetching {
  let fetch: SelectionFetch
  /// Position of a drop in px of the window at the time of the drop; nil for a paste or if unknown.
  let place: Point?
  /// The window that owns the selection.
  let owner: XID
  /// A separate window per request, so that late answers to cancelled requests do not interfere.
  let window: XID
  let selection: Atom
  /// The target of the last request.
  var target: AtomName
  /// The targets to try if that one is refused.
  var others: [AtomName] = []
  var transfer: IncomingTransfer
  var isAnswered = false
  var deadline: Double

  init(
    _ fetch: SelectionFetch, at place: Point?, owner: XID, window: XID, selection: Atom, target: AtomName,
    deadline: Double
  ) {
    (self.fetch, self.place, self.owner, self.window, self.selection) = (fetch, place, owner, window, selection)
    (self.target, self.deadline) = (target, deadline)
    transfer = IncomingTransfer(limit: 0)
  }
}

// Receiving content from other programs.
extension ClipboardServiceLoop {
  /// Starts a paste or the fetch of a drop.
  func begin(_ fetch: SelectionFetch) {
    guard connection.isAlive else { return }
    var targets: [AtomName]
    let name: AtomName
    var place: Point?
    switch fetch.purpose {
    case .paste(.picture): (name, targets) = (.clipboard, [.targets, .png])
    case .paste(.text): (name, targets) = (.clipboard, [.utf8String, .string])
    case .drop(let offer, let at, let window):
      // Translated now, because the window may move during the transfer.
      place = at.flatMap { self.place($0, in: window) }
      // A file before its picture, because it may be a drawing with layers.
      (name, targets) = (.xdndSelection, (offer.hasFiles ? [.uriList] : []) + (offer.hasPicture ? [.png] : []))
    }
    let selection = connection.atoms[name]
    let owner = XGetSelectionOwner(connection.display, selection)
    let isDrop = name == .xdndSelection
    guard owner != 0, !targets.isEmpty else { return deliver(fetch, .nothing(isDrop ? .gone : .empty)) }
    let isThere = watch(owner)
    let window = makeWindow()
    let fetching = Fetching(
      fetch, at: place, owner: owner, window: window, selection: selection, target: targets.removeFirst(),
      deadline: deadline)
    fetching.others = targets
    fetchings[window] = fetching
    if isThere { ask(fetching) } else { end(fetching, .nothing(.gone)) }
  }

  private func ask(_ fetching: Fetching) {
    guard connection.isAlive else { return }
    fetching.transfer = IncomingTransfer(
      limit: fetching.target == .png ? ClipboardService.mostOfPicture : ClipboardService.mostOfText)
    (fetching.isAnswered, fetching.deadline) = (false, deadline)
    let delivery = connection.atoms[.delivery]
    XDeleteProperty(connection.display, fetching.window, delivery)
    XConvertSelection(
      connection.display, fetching.selection, connection.atoms[fetching.target], delivery, fetching.window,
      fetching.fetch.time)
    connection.flush()
  }

  /// Requests the next target, or fails with `fault` if there is none.
  private func askNext(_ fetching: Fetching, or fault: SelectionDelivery.Fault) {
    guard !fetching.others.isEmpty else { return end(fetching, .nothing(fault)) }
    fetching.target = fetching.others.removeFirst()
    ask(fetching)
  }

  /// Handles SelectionNotify.
  func answered(_ fetching: Fetching, _ news: XSelectionEvent) {
    guard !fetching.isAnswered, news.selection == fetching.selection,
      news.target == connection.atoms[fetching.target]
    else { return }
    fetching.isAnswered = true
    if news.property == 0 {
      return askNext(fetching, or: isDrop(fetching) ? .garbled : .otherThing)
    }
    guard news.property == connection.atoms[.delivery] else { return end(fetching, .nothing(.garbled)) }
    takePart(fetching)
  }

  private func isDrop(_ fetching: Fetching) -> Bool { if case .drop = fetching.fetch.purpose { true } else { false } }

  /// Handles a new property value, which is the next part of an incremental transfer.
  func arrived(_ fetching: Fetching) {
    if fetching.isAnswered, fetching.transfer.isIncremental { takePart(fetching) }
  }

  private func takePart(_ fetching: Fetching) {
    fetching.deadline = deadline
    let step = fetching.transfer.take(readPart(fetching))
    countReceived()
    switch step {
    case .wait: connection.flush()
    case .fault(let fault): end(fetching, .nothing(fault))
    case .done: handleContent(fetching)
    }
  }

  /// Updates the number of received bytes for the main thread.
  private func countReceived() {
    exchange.count(received: fetchings.values.reduce(0) { $0 + $1.transfer.bytes.count })
  }

  /// Reads the property and deletes it, which requests the next part.
  private func readPart(_ fetching: Fetching) -> IncomingTransfer.Part {
    let (window, delivery) = (fetching.window, connection.atoms[.delivery])
    // Read in blocks, because the data may be too large for memory.
    let longs = 262_144
    // A missing property is not deleted, because it may arrive meanwhile.
    guard let first = connection.readProperty(delivery, of: window, longs: longs), first.type != 0 else {
      return .missing
    }
    defer { if connection.isAlive { XDeleteProperty(connection.display, window, delivery) } }
    if first.type == connection.atoms[.incr] {
      // The announced size is a minimum; some programs announce none.
      return .announcement(Int(clamping: (first.items.first ?? 0) & 0xFFFF_FFFF))
    }
    if fetching.target == .targets {
      guard first.format == 32, first.type == Atom(XA_ATOM) || first.type == connection.atoms[.targets] else {
        return .other
      }
      let names = connection.names(of: first.items.prefix(4096)).values.sorted()
      return .bytes(Array(names.joined(separator: "\n").utf8))
    }
    // An empty property ends the transfer, whatever its format.
    if first.bytes.isEmpty, first.items.isEmpty, first.rest == 0 { return .bytes([]) }
    guard first.format == 8 else { return .other }
    if first.bytes.count + first.rest > fetching.transfer.room { return .tooLarge }
    var (bytes, rest) = (first.bytes, first.rest)
    bytes.reserveCapacity(bytes.count + rest)
    while rest > 0 {
      guard let next = connection.readProperty(delivery, of: window, offset: bytes.count / 4, longs: longs),
        next.type == first.type, next.format == 8, !next.bytes.isEmpty,
        next.bytes.count <= fetching.transfer.limit - bytes.count
      else { return .other }
      bytes += next.bytes
      rest = next.rest
    }
    return .bytes(bytes)
  }

  /// Handles the completed transfer.
  private func handleContent(_ fetching: Fetching) {
    let bytes = fetching.transfer.bytes
    switch fetching.target {
    case .targets:
      let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      switch PasteChoice.picture(of: names) {
      case .success(let target):
        (fetching.target, fetching.others) = (target, [])
        ask(fetching)
      case .failure(let choice): end(fetching, .nothing(choice.fault))
      }
    case .png: end(fetching, .picture(bytes))
    case .utf8String: end(fetching, .text(String(decoding: bytes, as: UTF8.self)))
    case .string:
      // Latin 1 (ICCCM 2.7.1).
      end(fetching, .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))))
    case .uriList:
      let paths = FileURI.paths(in: bytes)
      if paths.isEmpty {
        askNext(fetching, or: isDrop(fetching) ? .notHere : .otherThing)
      } else {
        end(fetching, .files(paths))
      }
    default: end(fetching, .nothing(.garbled))
    }
  }

  func end(_ fetching: Fetching, _ content: SelectionDelivery.Content) {
    fetchings[fetching.window] = nil
    countReceived()
    if connection.isAlive { XDestroyWindow(connection.display, fetching.window) }
    unwatch(fetching.owner)
    deliver(fetching.fetch, content, at: fetching.place)
  }

  /// Reports a result to the event loop and, after a drop, to the source.
  private func deliver(_ fetch: SelectionFetch, _ content: SelectionDelivery.Content, at place: Point? = nil) {
    if case .drop(let offer, _, let window) = fetch.purpose {
      let isTaken = if case .nothing = content { false } else { true }
      _ = connection.trapping { connection.finishDrop(from: offer.source, on: window, isTaken: isTaken) }
    }
    exchange.report(.delivery(fetch.delivery(content, at: place)))
  }

  /// Translates a position on the screen to window px.
  private func place(_ place: DropSession.Place, in window: XID) -> Point? {
    var (x, y, child): (Int32, Int32, XID) = (0, 0, 0)
    let (isThere, failure) = connection.trapping(synchronising: false) {
      XTranslateCoordinates(
        connection.display, connection.root, window, Int32(place.x), Int32(place.y), &x, &y, &child)
    }
    return failure == nil && isThere != 0 ? Point(Double(x), Double(y)) : nil
  }
}

extension SelectionFetch {
  func delivery(_ content: SelectionDelivery.Content, at place: Point?) -> SelectionDelivery {
    switch purpose {
    case .paste(let kind): SelectionDelivery(content, for: .paste(kind))
    case .drop: SelectionDelivery(content, for: .drop(place))
    }
  }
}

extension Connection {
  /// Sends XdndFinished to the source of a drop. Call it under a trap or in `forgiving`.
  func finishDrop(from source: XID, on window: XID, isTaken: Bool) {
    let action = isTaken ? Int(atoms[.xdndActionCopy]) : 0
    send(.xdndFinished, to: source, (Int(window), isTaken ? 1 : 0, action, 0, 0))
  }
}
