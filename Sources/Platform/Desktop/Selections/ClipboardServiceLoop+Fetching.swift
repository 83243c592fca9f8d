internal import CX11
import Files
import Geometry

/// Something that is asked of another program.
final class Fetching {
  let fetch: SelectionFetch
  /// Where it was dropped, window px as the window was then; nil where it was not, or nobody said where.
  let place: Point?
  /// Whose window offers it.
  let owner: XID
  /// Asks with a window of its own, so that answers to what was given up disturb nobody.
  let window: XID
  let selection: Atom
  /// What was asked for last.
  var target: AtomName
  /// What to ask for where that is not to be had.
  var others: [AtomName] = []
  var transfer: IncomingTransfer
  /// Whether the owner has answered the last question.
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

// What is wanted of others.
extension ClipboardServiceLoop {
  /// Asks for what was copied or dropped elsewhere.
  func begin(_ fetch: SelectionFetch) {
    guard connection.isAlive else { return }
    var targets: [AtomName]
    let name: AtomName
    var place: Point?
    switch fetch.purpose {
    case .paste(.picture): (name, targets) = (.clipboard, [.targets, .png])
    case .paste(.text): (name, targets) = (.clipboard, [.utf8String, .string])
    case .drop(let offer, let at, let window):
      // Now: until all is here the window may be elsewhere.
      place = at.flatMap { self.place($0, in: window) }
      // A file before its picture: it may be a drawing with layers.
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

  /// Asks for the next best.
  private func askOther(_ fetching: Fetching, or fault: SelectionDelivery.Fault) {
    guard !fetching.others.isEmpty else { return end(fetching, .nothing(fault)) }
    fetching.target = fetching.others.removeFirst()
    ask(fetching)
  }

  /// The owner has answered.
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

  /// The property has been written to: the next part, where it comes in parts.
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

  /// Tells how much has come, for who waits for it.
  private func countReceived() {
    exchange.count(received: fetchings.values.reduce(0) { $0 + $1.transfer.bytes.count })
  }

  /// What the property holds; it is deleted, which asks for the next part.
  private func readPart(_ fetching: Fetching) -> IncomingTransfer.Part {
    let (window, delivery) = (fetching.window, connection.atoms[.delivery])
    // By pieces: what a program claims to be a text may fill memory.
    let longs = 262_144
    // What is not there is not deleted either: it may come meanwhile.
    guard let first = connection.readProperty(delivery, of: window, longs: longs), first.type != 0 else {
      return .missing
    }
    defer { if connection.isAlive { XDeleteProperty(connection.display, window, delivery) } }
    if first.type == connection.atoms[.incr] {
      // The size is the least that all will have; some tell none.
      return .announcement(Int(clamping: (first.items.first ?? 0) & 0xFFFF_FFFF))
    }
    if fetching.target == .targets {
      guard first.format == 32, first.type == Atom(XA_ATOM) || first.type == connection.atoms[.targets] else {
        return .other
      }
      let names = connection.names(of: first.items.prefix(4096)).values.sorted()
      return .bytes(Array(names.joined(separator: "\n").utf8))
    }
    // What is empty ends it, of whatever form.
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

  /// All that was asked for is here.
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
    case .png: end(fetching, .picture(bytes))
    case .utf8String: end(fetching, .text(String(decoding: bytes, as: UTF8.self)))
    case .string:
      // Latin 1 (ICCCM 2.7.1).
      end(fetching, .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))))
    case .uriList:
      let paths = FileURI.paths(in: bytes)
      if paths.isEmpty {
        askOther(fetching, or: isDrop(fetching) ? .notHere : .otherThing)
      } else {
        end(fetching, .files(paths))
      }
    default: end(fetching, .nothing(.garbled))
    }
  }

  /// Nothing more is expected.
  func end(_ fetching: Fetching, _ content: SelectionDelivery.Content) {
    fetchings[fetching.window] = nil
    countReceived()
    if connection.isAlive { XDestroyWindow(connection.display, fetching.window) }
    unwatch(fetching.owner)
    deliver(fetching.fetch, content, at: fetching.place)
  }

  /// Tells of what came, the loop and whoever has dropped it.
  private func deliver(_ fetch: SelectionFetch, _ content: SelectionDelivery.Content, at place: Point? = nil) {
    if case .drop(let offer, _, let window) = fetch.purpose {
      let isTaken = if case .nothing = content { false } else { true }
      _ = connection.trapping { connection.finishDrop(from: offer.source, on: window, isTaken: isTaken) }
    }
    exchange.report(.delivery(fetch.delivery(content, at: place)))
  }

  /// Where in a window a place of the screen is.
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
  /// The answer to it.
  func delivery(_ content: SelectionDelivery.Content, at place: Point?) -> SelectionDelivery {
    switch purpose {
    case .paste(let kind): SelectionDelivery(content, for: .paste(kind))
    case .drop: SelectionDelivery(content, for: .drop(place))
    }
  }
}

extension Connection {
  /// Tells a source that what it dropped on a window is taken, or not. To be called under a trap, or forgiving.
  func finishDrop(from source: XID, on window: XID, isTaken: Bool) {
    let action = isTaken ? Int(atoms[.xdndActionCopy]) : 0
    send(.xdndFinished, to: source, (Int(window), isTaken ? 1 : 0, action, 0, 0))
  }
}
