internal import CX11
import Glibc

/// The part of `ClipboardService` that runs on its thread.
///
/// `run` connects and loops until it is stopped: it waits for jobs, events and timeouts. Requests
/// about other programs' windows are trapped, since these may be gone.
final class ClipboardServiceLoop {
  /// The requestor and property of a transfer.
  struct TransferKey: Hashable {
    var requestor: XID
    var property: Atom
  }

  /// A transfer to another program.
  struct Sending {
    var transfer: OutgoingTransfer
    var type: Atom
    var offer: ClipboardOffer
    var deadline: Double
  }

  let exchange: ClipboardService.Exchange
  let connection: Connection
  let timeout: Double
  /// The fetches, by their windows.
  var fetchings: [XID: Fetching] = [:]
  var sendings: [TransferKey: Sending] = [:]
  /// Requests that wait for bytes.
  var waiting: [(demand: SelectionDemand, offer: ClipboardOffer, since: UInt)] = []
  /// The request to a clipboard manager.
  var storing: Storing?
  private var hasStopped = false
  private let start = ContinuousClock.now

  private init(_ exchange: ClipboardService.Exchange, _ connection: Connection, timeout: Double) {
    (self.exchange, self.connection, self.timeout) = (exchange, connection, timeout)
  }

  /// Runs until the order to stop. Without a connection every job fails.
  static func run(_ exchange: ClipboardService.Exchange, display: String, timeout: Double) {
    guard let connection = try? Connection(plain: display) else { return refuseAll(exchange) }
    let loop = ClipboardServiceLoop(exchange, connection, timeout: timeout)
    loop.run()
    if !loop.hasStopped { refuseAll(exchange) }
  }

  private static func refuseAll(_ exchange: ClipboardService.Exchange) {
    while true {
      for job in exchange.takeJobs() {
        switch job {
        case .stop: return
        case .fetch(let fetch): exchange.report(.delivery(fetch.delivery(.nothing(.unavailable), at: nil)))
        case .store: exchange.report(.stored(false))
        case .serve, .serveWaiting, .cancelFetches: break
        }
      }
      exchange.wakeup.wait()
    }
  }

  /// Seconds since the start.
  var now: Double { start.duration(to: .now) / .seconds(1) }
  /// The timeout of a program that has just answered.
  var deadline: Double { now + timeout }

  private func run() {
    while connection.isAlive, !hasStopped {
      for job in exchange.takeJobs() { take(job) }
      while connection.isAlive, XPending(connection.display) > 0 {
        var event = XEvent()
        XNextEvent(connection.display, &event)
        take(event)
      }
      giveUp()
      wait()
    }
    // Report failed drops to their sources, if the server still exists.
    for fetching in Array(fetchings.values) { end(fetching, .nothing(.gone)) }
    if storing != nil { exchange.report(.stored(false)) }
    (storing, waiting) = (nil, [])
  }

  /// Sleeps until there is a job, an event or a timeout.
  private func wait() {
    guard connection.isAlive, !hasStopped, XEventsQueued(connection.display, QueuedAfterFlush) == 0 else { return }
    let deadlines =
      fetchings.values.map(\.deadline) + sendings.values.map(\.deadline) + [storing?.deadline].compactMap { $0 }
    let left = deadlines.min().map { Int32(min(1e6, max(0, $0 - now) * 1000).rounded(.up)) }
    var polled = [
      pollfd(fd: exchange.wakeup.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: XConnectionNumber(connection.display), events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&polled, nfds_t(polled.count), left ?? -1)
    _ = exchange.wakeup.consume()
  }

  private func take(_ job: ClipboardService.Job) {
    switch job {
    case .serve(let demand, let offer, let since): serve(demand, offer, since: since)
    case .serveWaiting:
      let all = waiting
      waiting = []
      for (demand, offer, since) in all { serve(demand, offer, since: since) }
    case .fetch(let fetch): begin(fetch)
    case .cancelFetches:
      for fetching in Array(fetchings.values) { end(fetching, .nothing(.cancelled)) }
    case .store(let offer, let time): store(offer, at: time)
    case .stop: hasStopped = true
    }
  }

  private func take(_ event: XEvent) {
    switch event.type {
    case SelectionNotify:
      let news = event.xselection
      if storing?.window == news.requestor { return endStoring(news.property != 0) }
      if let fetching = fetchings[news.requestor] { answered(fetching, news) }
    case PropertyNotify:
      let news = event.xproperty
      if news.state == PropertyNewValue {
        if let fetching = fetchings[news.window], news.atom == connection.atoms[.delivery] { arrived(fetching) }
      } else {
        proceed(TransferKey(requestor: news.window, property: news.atom))
      }
    case DestroyNotify:
      let window = event.xdestroywindow.window
      stopSending { $0.requestor == window }
      for fetching in Array(fetchings.values) where fetching.owner == window { end(fetching, .nothing(.gone)) }
      if storing?.manager == window { endStoring(false) }
    default: break
    }
  }

  /// Ends transfers that have timed out.
  private func giveUp() {
    let now = now
    for fetching in Array(fetchings.values) where fetching.deadline <= now { end(fetching, .nothing(.silent)) }
    let late = sendings.filter { $0.value.deadline <= now }
    stopSending { late[$0] != nil }
    if let storing, storing.deadline <= now {
      // While bytes are being made, the other program cannot time out.
      if waiting.isEmpty { endStoring(false) } else { self.storing?.deadline = deadline }
    }
  }

  /// Selects events of another program's window: its end and deleted properties.
  func watch(_ window: XID) -> Bool {
    connection.trapping {
      XSelectInput(connection.display, window, PropertyChangeMask | StructureNotifyMask)
    }.failure == nil
  }

  /// Deselects events of a window that is not needed any more.
  func unwatch(_ window: XID) {
    guard connection.isAlive, storing?.manager != window, !fetchings.values.contains(where: { $0.owner == window }),
      !sendings.keys.contains(where: { $0.requestor == window })
    else { return }
    _ = connection.trapping { XSelectInput(connection.display, window, 0) }
  }

  /// Makes an invisible window for a request; 0 if the server is gone.
  func makeWindow() -> XID {
    guard connection.isAlive else { return 0 }
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.event_mask = PropertyChangeMask
    return XCreateWindow(
      connection.display, connection.root, -10, -10, 1, 1, 0, 0, UInt32(InputOnly), nil,
      UInt(CWOverrideRedirect | CWEventMask), &attributes)
  }
}
