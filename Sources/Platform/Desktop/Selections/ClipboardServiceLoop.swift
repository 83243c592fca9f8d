internal import CX11
import Glibc

/// The loop of the clipboard service on its own thread.
///
/// `run` connects and then handles jobs, events and time-outs until it is stopped. Requests for
/// windows of other programs are trapped, because those may be destroyed at any time.
final class ClipboardServiceLoop {
  struct TransferKey: Hashable {
    var requestor: XID
    var property: Atom
  }

  struct Sending {
    var transfer: OutgoingTransfer
    var type: Atom
    var offer: ClipboardOffer
    var deadline: Double
  }

  let exchange: ClipboardService.Exchange
  let connection: Connection
  let patience: Double
  /// Pending fetches, by the window created for each.
  var fetchings: [XID: Fetching] = [:]
  var sendings: [TransferKey: Sending] = [:]
  /// Demands for bytes that are being made.
  var waiting: [(demand: SelectionDemand, offer: ClipboardOffer, since: UInt)] = []
  var storing: Storing?
  private var hasStopped = false
  private let start = ContinuousClock.now

  private init(_ exchange: ClipboardService.Exchange, _ connection: Connection, patience: Double) {
    (self.exchange, self.connection, self.patience) = (exchange, connection, patience)
  }

  /// Runs until it is stopped. Without a connection it refuses all jobs.
  static func run(_ exchange: ClipboardService.Exchange, display: String, patience: Double) {
    guard let connection = try? Connection(plain: display) else { return refuseAll(exchange) }
    let loop = ClipboardServiceLoop(exchange, connection, patience: patience)
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
  /// The time by which another program must respond if it responded now.
  var deadline: Double { now + patience }

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
    // The sources of pending drops are notified if the server still exists.
    for fetching in Array(fetchings.values) { end(fetching, .nothing(.gone)) }
    if storing != nil { exchange.report(.stored(false)) }
    (storing, waiting) = (nil, [])
  }

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

  private func giveUp() {
    let now = now
    for fetching in Array(fetchings.values) where fetching.deadline <= now { end(fetching, .nothing(.silent)) }
    let late = sendings.filter { $0.value.deadline <= now }
    stopSending { late[$0] != nil }
    if let storing, storing.deadline <= now {
      // The manager cannot proceed while bytes are being made.
      if waiting.isEmpty { endStoring(false) } else { self.storing?.deadline = deadline }
    }
  }

  /// Selects destruction and property events of another program's window; false if it is gone.
  func watch(_ window: XID) -> Bool {
    connection.trapping {
      XSelectInput(connection.display, window, PropertyChangeMask | StructureNotifyMask)
    }.failure == nil
  }

  /// Deselects the events of a window that no transfer needs.
  func unwatch(_ window: XID) {
    guard connection.isAlive, storing?.manager != window, !fetchings.values.contains(where: { $0.owner == window }),
      !sendings.keys.contains(where: { $0.requestor == window })
    else { return }
    _ = connection.trapping { XSelectInput(connection.display, window, 0) }
  }

  /// Creates an invisible window for requests; 0 if the server is gone.
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
