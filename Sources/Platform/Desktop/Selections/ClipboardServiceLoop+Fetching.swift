internal import CX11
import Files
import Geometry

/// A fetch in progress.
final class Fetching {
  let fetch: SelectionFetch
  /// The position of the drop at that time, window px; nil for a paste or an unknown position.
  let place: Point?
  /// The window of the offering program.
  let owner: XID
  /// The window of this request. Each request has its own, so answers to cancelled ones do no harm.
  let window: XID
  let selection: Atom
  /// The requested target.
  var target: AtomName
  /// The targets to request if that one fails.
  var others: [AtomName] = []
  var transfer: IncomingTransfer
  /// Whether the owner has answered the last request.
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

// Fetching from other programs.
extension ClipboardServiceLoop {
  /// Starts a fetch.
  func begin(_ fetch: SelectionFetch) {
    guard connection.isAlive else { return }
    var targets: [AtomName]
    let name: AtomName
    var place: Point?
    switch fetch.purpose {
    case .paste(.picture), .paste(.layers): (name, targets) = (.clipboard, [.targets, .png])
    case .paste(.text): (name, targets) = (.clipboard, [.utf8String, .string])
    case .drop(let offer, let at, let window):
      // Converted now, since the window may move before the transfer ends.
      place = at.flatMap { self.place($0, in: window) }
      // Files are preferred to pictures, since a file may be a drawing with layers.
      (name, targets) = (.xdndSelection, (offer.hasFiles ? [.uriList] : []) + (offer.picture.map { [$0] } ?? []))
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
      limit: fetching.target.isPicture || fetching.target == .layers
        ? ClipboardService.mostOfPicture : ClipboardService.mostOfText)
    (fetching.isAnswered, fetching.deadline) = (false, deadline)
    let delivery = connection.atoms[.delivery]
    XDeleteProperty(connection.display, fetching.window, delivery)
    XConvertSelection(
      connection.display, fetching.selection, connection.atoms[fetching.target], delivery, fetching.window,
      fetching.fetch.time)
    connection.flush()
  }

  /// Requests the next target, or ends with a fault.
  private func askOther(_ fetching: Fetching, or fault: SelectionDelivery.Fault) {
    guard !fetching.others.isEmpty else { return end(fetching, .nothing(fault)) }
    fetching.target = fetching.others.removeFirst()
    ask(fetching)
  }

  /// Handles the owner's answer.
  func answered(_ fetching: Fetching, _ news: XSelectionEvent) {
    guard !fetching.isAnswered, news.selection == fetching.selection,
      news.target == connection.atoms[fetching.target]
    else { return }
    fetching.isAnswered = true
    if news.property == 0 {
      return askOther(fetching, or: isDrop(fetching) ? .garbled : .otherThing)
    }
    guard news.property == connection.atoms[.delivery] else { return end(fetching, .nothing(.garbled)) }
    takePart(fetching)
  }

  private func isDrop(_ fetching: Fetching) -> Bool { if case .drop = fetching.fetch.purpose { true } else { false } }

  /// Handles a written property: the next part of an incremental transfer.
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
    case .done: understand(fetching)
    }
  }

  /// Publishes the number of received bytes.
  private func countReceived() {
    exchange.count(received: fetchings.values.reduce(0) { $0 + $1.transfer.bytes.count })
  }

  /// Reads and deletes the property; the deletion requests the next part.
  private func readPart(_ fetching: Fetching) -> IncomingTransfer.Part {
    let (window, delivery) = (fetching.window, connection.atoms[.delivery])
    // Read in parts, since a wrong size could fill the memory.
    let longs = 262_144
    // A missing property is not deleted, since it may arrive meanwhile.
    guard let first = connection.readProperty(delivery, of: window, longs: longs), first.type != 0 else {
      return .missing
    }
    defer { if connection.isAlive { XDeleteProperty(connection.display, window, delivery) } }
    if first.type == connection.atoms[.incr] {
      // The announced size is a lower bound; some programs announce none.
      return .announcement(Int(clamping: (first.items.first ?? 0) & 0xFFFF_FFFF))
    }
    if fetching.target == .targets {
      guard first.format == 32, first.type == Atom(XA_ATOM) || first.type == connection.atoms[.targets] else {
        return .other
      }
      let names = connection.names(of: first.items.prefix(4096)).values.sorted()
      return .bytes(Array(names.joined(separator: "\n").utf8))
    }
    // An empty part of any form ends the transfer.
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

  /// Interprets the complete content.
  private func understand(_ fetching: Fetching) {
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
    case .png, .jpeg, .webP: end(fetching, .picture(bytes))
    case .layers: end(fetching, .layers(bytes))
    case .utf8String: end(fetching, .text(String(decoding: bytes, as: UTF8.self)))
    case .string:
      // Latin 1 (ICCCM 2.7.1).
      end(fetching, .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))))
    case .uriList, .gnomeFiles, .mateFiles:
      // The line "copy" or "cut" is no URI.
      let paths = FileURI.paths(in: bytes)
      if paths.isEmpty {
        askOther(fetching, or: isDrop(fetching) ? .notHere : .otherThing)
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

  /// Reports the result to the event loop and to the source of a drop.
  private func deliver(_ fetch: SelectionFetch, _ content: SelectionDelivery.Content, at place: Point? = nil) {
    if case .drop(let offer, _, let window) = fetch.purpose {
      let isTaken = if case .nothing = content { false } else { true }
      _ = connection.trapping { connection.finishDrop(from: offer.source, on: window, isTaken: isTaken) }
    }
    exchange.report(.delivery(fetch.delivery(content, at: place)))
  }

  /// Converts a screen position to a window position.
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
  /// The delivery for this fetch.
  func delivery(_ content: SelectionDelivery.Content, at place: Point?) -> SelectionDelivery {
    switch purpose {
    case .paste(let kind): SelectionDelivery(content, for: .paste(kind))
    case .drop: SelectionDelivery(content, for: .drop(place))
    }
  }
}

extension Connection {
  /// Reports to the source of a drop whether it was accepted. Call it under a trap or forgiving.
  func finishDrop(from source: XID, on window: XID, isTaken: Bool) {
    let action = isTaken ? Int(atoms[.xdndActionCopy]) : 0
    send(.xdndFinished, to: source, (Int(window), isTaken ? 1 : 0, action, 0, 0))
  }
}
