internal import CX11

// Sending copied content to other programs: ICCCM 2.2 and 2.6.
extension ClipboardServiceLoop {
  /// Serves a demand; if its bytes must be made first, the demand waits.
  func serve(_ demand: SelectionDemand, _ offer: ClipboardOffer, since: UInt) {
    // Old programs give no property; the target's name replaces it (ICCCM 2.2).
    let property = demand.property == 0 ? demand.target : demand.property
    let isMultiple = demand.target == connection.atoms[.multiple]
    let pairs = isMultiple ? self.pairs(property, of: demand.requestor) : [demand.target, property]
    storing?.deadline = deadline
    var bytes: [UInt8]?
    if stride(from: 0, to: pairs.count - 1, by: 2).contains(where: { isData(pairs[$0], of: offer) }) {
      switch offer.request(then: { [exchange] in exchange.post(.serveWaiting) }) {
      case .pending: return waiting.append((demand, offer, since))
      case .ready(let made): bytes = made
      case .impossible: break
      }
    }
    // The requestor's events must be selected before the first part of an incremental transfer.
    if let bytes, bytes.count > ClipboardService.part, !watch(demand.requestor) { return }
    var answers = pairs
    let (_, failure) = connection.trapping {
      for k in stride(from: 0, to: pairs.count - 1, by: 2) {
        let isNested = isMultiple && pairs[k] == connection.atoms[.multiple]
        let isGiven =
          !isNested && pairs[k + 1] != 0
          && give(pairs[k], to: pairs[k + 1], of: demand.requestor, offer, bytes, since: since)
        // Pairs that failed become 0 (ICCCM 2.6.2).
        if !isGiven { answers[k + 1] = 0 }
      }
      if isMultiple, !pairs.isEmpty {
        connection.write(answers, to: property, of: demand.requestor, type: connection.atoms[.atomPair])
      }
      let isAnswered = isMultiple ? !pairs.isEmpty : answers[1] != 0
      connection.answer(demand, property: isAnswered ? property : 0)
    }
    if failure != nil { stopSending { $0.requestor == demand.requestor } }
    if bytes != nil { finished(offer) }
  }

  /// Reads up to 64 pairs of target and property of a MULTIPLE request (ICCCM 2.6.2).
  private func pairs(_ property: Atom, of requestor: XID) -> [Atom] {
    guard let part = connection.readProperty(property, of: requestor, longs: 128), part.format == 32 else { return [] }
    return part.items.count % 2 == 0 ? part.items : part.items.dropLast()
  }

  private func isData(_ target: Atom, of offer: ClipboardOffer) -> Bool {
    offer.targets.contains { connection.atoms[$0] == target }
  }

  /// Writes the content or its metadata to a property, or starts an incremental transfer. Returns
  /// false for unsupported targets.
  private func give(
    _ target: Atom, to property: Atom, of requestor: XID, _ offer: ClipboardOffer, _ bytes: [UInt8]?, since: UInt
  ) -> Bool {
    let atoms = connection.atoms
    switch target {
    case atoms[.targets]:
      let names: [AtomName] = [.targets, .timestamp, .multiple, .saveTargets] + offer.targets
      connection.write(names.map { atoms[$0] }, to: property, of: requestor, type: Atom(XA_ATOM))
    case atoms[.timestamp]:
      connection.write([since], to: property, of: requestor, type: Atom(XA_INTEGER))
    case atoms[.saveTargets]:
      // Listed so that clipboard managers store the content; as a request to us it does nothing.
      connection.write([], to: property, of: requestor, type: atoms[.null])
    default:
      guard isData(target, of: offer), let bytes else { return false }
      if bytes.count <= ClipboardService.part {
        connection.write(bytes[...], to: property, of: requestor, type: target)
        return true
      }
      connection.write([UInt(bytes.count)], to: property, of: requestor, type: atoms[.incr])
      sendings[TransferKey(requestor: requestor, property: property)] = Sending(
        transfer: OutgoingTransfer(bytes, part: ClipboardService.part), type: target, offer: offer, deadline: deadline)
    }
    return true
  }

  /// Sends the next part of an incremental transfer.
  func proceed(_ key: TransferKey) {
    guard var sending = sendings[key] else { return }
    storing?.deadline = deadline
    guard let range = sending.transfer.next() else { return stopSending { $0 == key } }
    sending.deadline = deadline
    let (_, failure) = connection.trapping {
      connection.write(sending.transfer.bytes[range], to: key.property, of: key.requestor, type: sending.type)
    }
    if failure != nil { return stopSending { $0.requestor == key.requestor } }
    if range.isEmpty { return stopSending { $0 == key } }
    sendings[key] = sending
  }

  /// Ends the transfers that match a condition.
  func stopSending(where isOver: (TransferKey) -> Bool) {
    for (key, sending) in sendings where isOver(key) {
      sendings[key] = nil
      unwatch(key.requestor)
      finished(sending.offer)
    }
  }

  /// Releases an offer's large bytes after its last transfer.
  private func finished(_ offer: ClipboardOffer) {
    if sendings.values.contains(where: { $0.offer === offer }) { return }
    offer.forgetLarge()
  }
}

// Storing copied content beyond the program's end: https://freedesktop.org/wiki/ClipboardManager
extension ClipboardServiceLoop {
  /// A pending request to a clipboard manager.
  struct Storing {
    var window: XID
    var manager: XID
    var deadline: Double
  }

  /// Asks the clipboard manager to store an offer. The manager then sends ordinary demands.
  func store(_ offer: ClipboardOffer, at time: UInt) {
    guard connection.isAlive, storing == nil else { return exchange.report(.stored(false)) }
    let atoms = connection.atoms
    let manager = XGetSelectionOwner(connection.display, atoms[.clipboardManager])
    guard manager != 0, watch(manager) else { return exchange.report(.stored(false)) }
    let window = makeWindow()
    storing = Storing(window: window, manager: manager, deadline: deadline)
    connection.write(offer.targets.map { atoms[$0] }, to: atoms[.delivery], of: window, type: Atom(XA_ATOM))
    XConvertSelection(
      connection.display, atoms[.clipboardManager], atoms[.saveTargets], atoms[.delivery], window, time)
    connection.flush()
  }

  /// Handles the manager's answer.
  func endStoring(_ isKept: Bool) {
    guard let done = storing else { return }
    storing = nil
    if connection.isAlive { XDestroyWindow(connection.display, done.window) }
    unwatch(done.manager)
    exchange.report(.stored(isKept))
  }
}
