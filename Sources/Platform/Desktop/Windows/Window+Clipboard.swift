internal import CX11

extension Window {
  /// Offers content for other programs to paste, until something else is copied.
  ///
  /// Returns false if the server is gone or another program copied something more recently.
  public func copy(_ content: ClipboardOffer) -> Bool {
    let board = clipboard ?? Clipboard(connection, window: id)
    clipboard = board
    // The owner of a selection states the time of the user's request (ICCCM 2.1).
    if lastInputTime == 0 { noteUse() }
    return board.offer(content, at: lastInputTime)
  }

  /// Sets the time of the last user action to now, for actions that arrive without input events,
  /// such as those of a screen reader. Queries the server.
  public func noteUse() { lastInputTime = connection.serverTime() }

  /// Copies text; see `copy(_:)`.
  public func copy(_ text: String) -> Bool { copy(ClipboardOffer(text: text)) }

  /// The content that this program offers on the clipboard; nil if there is none.
  public var copied: ClipboardOffer? { clipboard?.content }

  /// Requests the clipboard of another program without blocking. The result always arrives as
  /// `DesktopEvent.delivered`. Content of this program itself is in `copied`.
  /// - Returns: false if the clipboard service cannot run.
  public func paste(_ kind: ClipboardOffer.Kind) -> Bool {
    fetch(SelectionFetch(purpose: .paste(kind), time: lastInputTime))
  }

  /// Starts a fetch on the clipboard service. Returns false if the service cannot run.
  func fetch(_ fetch: SelectionFetch) -> Bool {
    guard let clipboardService = startedClipboardService() else { return false }
    clipboardService.post(.fetch(fetch))
    fetchCount += 1
    if fetchStart == nil { fetchStart = .now }
    return true
  }

  /// When the pending pastes and drops started, and the bytes received; nil if none is pending.
  public var incoming: (start: ContinuousClock.Instant, bytes: Int)? {
    fetchStart.map { ($0, clipboardService?.receivedBytes ?? 0) }
  }

  /// Cancels pending pastes and drops; they are delivered as `.nothing(.cancelled)`.
  public func cancelFetches() {
    if fetchCount > 0 { clipboardService?.post(.cancelFetches) }
  }

  /// Asks a clipboard manager to keep the copied content after the program ends.
  ///
  /// `DesktopEvent.clipboardStored` reports the result; drain events until then. Returns false if
  /// there is no content or no manager.
  public func storeClipboard() -> Bool {
    guard connection.isAlive, let clipboard, let content = clipboard.content,
      XGetSelectionOwner(connection.display, connection.atoms[.clipboardManager]) != 0, connection.isAlive,
      let clipboardService = startedClipboardService()
    else { return false }
    clipboardService.post(.store(content, time: clipboard.time))
    return true
  }

  /// Serves another program's request for the copied content.
  func answer(_ request: XSelectionRequestEvent) {
    let demand = SelectionDemand(
      requestor: request.requestor, selection: request.selection, target: request.target, property: request.property,
      time: request.time)
    if let clipboard, let content = clipboard.holds(demand), let clipboardService = startedClipboardService() {
      return clipboardService.post(.serve(demand, content, since: clipboard.time))
    }
    connection.forgiving { connection.answer(demand, property: 0) }
  }

  /// Appends the reports of the clipboard service as events.
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

  /// Returns the clipboard service and starts it if necessary; nil if it cannot run.
  func startedClipboardService() -> ClipboardService? {
    if let clipboardService { return clipboardService }
    guard connection.isAlive, let loopWakeup, let name = XDisplayString(connection.display) else { return nil }
    clipboardService = ClipboardService(
      display: String(cString: name), loopWakeup: loopWakeup, patience: transferTimeout)
    return clipboardService
  }
}
