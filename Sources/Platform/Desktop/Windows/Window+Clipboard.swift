internal import CX11

extension Window {
  /// Copies something for other programs to paste, for as long as this program runs and nothing else is copied. False where it
  /// cannot be: the server is gone, or another program has copied something since the user asked for this.
  public func copy(_ content: ClipboardOffer) -> Bool {
    let board = clipboard ?? Clipboard(connection, window: id)
    clipboard = board
    // Who takes a selection names the time at which the user wanted it (ICCCM 2.1).
    if lastInputTime == 0 { noteUse() }
    return board.offer(content, at: lastInputTime)
  }

  /// Dates what the user does by other means than input, a screen reader's for instance, with now: what he copies so is newer than what
  /// was copied before. The server is asked for the time.
  public func noteUse() { lastInputTime = connection.serverTime() }

  /// Copies text; see `copy`.
  public func copy(_ text: String) -> Bool { copy(ClipboardOffer(text: text)) }

  /// What this program has copied and others can paste now; nil where another program's turn it is, or nobody's.
  public var copied: ClipboardOffer? { clipboard?.content }

  /// Asks for what another program has copied; the answer comes as `DesktopEvent.delivered`, in any case and without anybody's
  /// waiting for it. What this program has copied itself (`copied`) is not asked for.
  /// - Returns: false where there is no thread to ask with.
  public func paste(_ kind: ClipboardOffer.Kind) -> Bool {
    fetch(SelectionFetch(purpose: .paste(kind), time: lastInputTime))
  }

  /// Has the courier ask another program. False where there is none to be had.
  func fetch(_ fetch: SelectionFetch) -> Bool {
    guard let clipboardService = startedClipboardService() else { return false }
    clipboardService.post(.fetch(fetch))
    fetchCount += 1
    if fetchStart == nil { fetchStart = .now }
    return true
  }

  /// What other programs have been asked for and is not delivered yet, and what was dropped: since when, and how many bytes of it have
  /// come. nil for nothing.
  public var incoming: (start: ContinuousClock.Instant, bytes: Int)? {
    fetchStart.map { ($0, clipboardService?.receivedBytes ?? 0) }
  }

  /// Gives up all that is to come from other programs. What is not on its way to the loop yet is delivered as `.nothing(.cancelled)`.
  public func cancelFetches() {
    if fetchCount > 0 { clipboardService?.post(.cancelFetches) }
  }

  /// Asks a clipboard manager to keep what was copied beyond the program's end; `DesktopEvent.clipboardStored` says when it has,
  /// until when events are to be drained still. False where there is nothing to keep or nobody to keep it.
  public func storeClipboard() -> Bool {
    guard connection.isAlive, let clipboard, let content = clipboard.content,
      XGetSelectionOwner(connection.display, connection.atoms[.clipboardManager]) != 0, connection.isAlive,
      let clipboardService = startedClipboardService()
    else { return false }
    clipboardService.post(.store(content, time: clipboard.time))
    return true
  }

  /// Has another program's request for what was copied answered.
  func answer(_ request: XSelectionRequestEvent) {
    let demand = SelectionDemand(
      requestor: request.requestor, selection: request.selection, target: request.target, property: request.property,
      time: request.time)
    if let clipboard, let content = clipboard.holds(demand), let clipboardService = startedClipboardService() {
      return clipboardService.post(.serve(demand, content, since: clipboard.time))
    }
    connection.forgiving { connection.answer(demand, property: 0) }
  }

  /// Appends what the courier has brought.
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

  /// The courier, made where there was none; nil where there can be none.
  func startedClipboardService() -> ClipboardService? {
    if let clipboardService { return clipboardService }
    guard connection.isAlive, let loopWakeup, let name = XDisplayString(connection.display) else { return nil }
    clipboardService = ClipboardService(
      display: String(cString: name), loopWakeup: loopWakeup, timeout: transferTimeout)
    return clipboardService
  }
}
