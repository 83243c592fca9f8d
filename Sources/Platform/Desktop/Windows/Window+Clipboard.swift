internal import CX11

extension Window: ClipboardAccess {
  /// Offers a copy to other programs, until something else is copied or the program ends. Returns
  /// false if the server is gone or another program has copied something since the user's action.
  public func copy(_ content: ClipboardOffer) -> Bool {
    let board = clipboard ?? Clipboard(connection, window: id)
    clipboard = board
    // Taking a selection needs the time of the user's action (ICCCM 2.1).
    if lastInputTime == 0 { noteUse() }
    return board.offer(content, at: lastInputTime)
  }

  /// Sets the time of the user's last action to now, for actions other than X input, such as a
  /// screen reader's. Asks the server for the time.
  public func noteUse() { lastInputTime = connection.serverTime() }

  /// Copies text; see `copy`.
  public func copy(_ text: String) -> Bool { copy(ClipboardOffer(text: text)) }

  /// The program's offered copy; nil if another program owns the clipboard or no one does.
  public var copied: ClipboardOffer? { clipboard?.content }

  /// Requests another program's copy. The answer always comes as `DesktopEvent.delivered`; nothing
  /// waits for it. The program's own copy (`copied`) is not requested.
  /// - Returns: false if no thread can be started.
  public func paste(_ kind: ClipboardOffer.Kind) -> Bool {
    fetch(SelectionFetch(purpose: .paste(kind), time: lastInputTime))
  }

  /// Starts a fetch. Returns false if the service cannot be started.
  func fetch(_ fetch: SelectionFetch) -> Bool {
    guard let clipboardService = startedClipboardService() else { return false }
    clipboardService.post(.fetch(fetch))
    fetchCount += 1
    if fetchStart == nil { fetchStart = .now }
    return true
  }

  /// The start and the received bytes of requests and drops that are not delivered yet; nil for
  /// none.
  public var incoming: (start: ContinuousClock.Instant, bytes: Int)? {
    fetchStart.map { ($0, clipboardService?.receivedBytes ?? 0) }
  }

  /// Cancels all requests to other programs. They are delivered as `.nothing(.cancelled)`.
  public func cancelFetches() {
    if fetchCount > 0 { clipboardService?.post(.cancelFetches) }
  }

  /// Asks a clipboard manager to store the copy beyond the program's end. Drain events until
  /// `DesktopEvent.clipboardStored`. Returns false if there is nothing to store or no manager.
  public func storeClipboard() -> Bool {
    guard connection.isAlive, let clipboard, let content = clipboard.content,
      XGetSelectionOwner(connection.display, connection.atoms[.clipboardManager]) != 0, connection.isAlive,
      let clipboardService = startedClipboardService()
    else { return false }
    clipboardService.post(.store(content, time: clipboard.time))
    return true
  }

  /// Passes another program's request to the service.
  func answer(_ request: XSelectionRequestEvent) {
    let demand = SelectionDemand(
      requestor: request.requestor, selection: request.selection, target: request.target, property: request.property,
      time: request.time)
    if let clipboard, let content = clipboard.holds(demand), let clipboardService = startedClipboardService() {
      return clipboardService.post(.serve(demand, content, since: clipboard.time))
    }
    connection.forgiving { connection.answer(demand, property: 0) }
  }

  /// Appends the results of the service.
  func takeDeliveries(into events: inout [DesktopEvent]) {
    for report in clipboardService?.takeReports() ?? [] {
      switch report {
      case .delivery(let delivery):
        fetchCount -= 1
        if fetchCount == 0 { fetchStart = nil }
        events.append(.delivered(delivery))
      case .stored(let isKept): events.append(.clipboardStored(isKept))
      }
    }
  }

  /// The service, started if needed; nil if it cannot be started.
  func startedClipboardService() -> ClipboardService? {
    if let clipboardService { return clipboardService }
    guard connection.isAlive, let loopWakeup, let name = XDisplayString(connection.display) else { return nil }
    clipboardService = ClipboardService(
      display: String(cString: name), loopWakeup: loopWakeup, timeout: transferTimeout)
    return clipboardService
  }
}
