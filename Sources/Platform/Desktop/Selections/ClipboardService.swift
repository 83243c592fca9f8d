internal import CX11
import Synchronization
import Threads

/// Transfers content between this program and others, with a thread and a connection of its own.
///
/// It is created on first use. `post` adds jobs; the loop's wakeup is signalled when `takeReports`
/// has results. Without jobs it sleeps. `stop` or its release ends it.
final class ClipboardService {
  enum Job: Sendable {
    /// Send copied content to another program; `since` is when we took the selection.
    case serve(SelectionDemand, ClipboardOffer, since: UInt)
    /// Serve the demands that waited for their bytes.
    case serveWaiting
    /// Request the content that another program offers.
    case fetch(SelectionFetch)
    case cancelFetches
    /// Ask a clipboard manager to store copied content.
    case store(ClipboardOffer, time: UInt)
    case stop
  }

  enum Report: Sendable {
    case delivery(SelectionDelivery)
    /// Whether a clipboard manager has stored the content.
    case stored(Bool)
  }

  /// The state shared by both threads.
  final class Exchange: Sendable {
    private let jobs = Mutex<[Job]>([])
    private let reports = Mutex<[Report]>([])
    private let received = Atomic(0)
    /// Wake the service's thread and the event loop.
    let (wakeup, loopWakeup): (Wakeup, Wakeup)

    init(wakeup: Wakeup, loopWakeup: Wakeup) { (self.wakeup, self.loopWakeup) = (wakeup, loopWakeup) }

    func post(_ job: Job) {
      jobs.withLock { $0.append(job) }
      wakeup.signal()
    }

    func takeJobs() -> [Job] { jobs.withLock { Self.taken(&$0) } }

    func count(received bytes: Int) { received.store(bytes, ordering: .relaxed) }

    /// The number of bytes that all pending fetches have received.
    var receivedBytes: Int { received.load(ordering: .relaxed) }

    func report(_ report: Report) {
      reports.withLock { $0.append(report) }
      loopWakeup.signal()
    }

    func takeReports() -> [Report] { reports.withLock { Self.taken(&$0) } }

    private static func taken<T>(_ all: inout [T]) -> [T] {
      defer { all.removeAll() }
      return all
    }
  }

  /// Seconds without a response after which another program is given up.
  static let patience = 5.0
  /// Maximum size in bytes of a received image, and of other content.
  static let mostOfPicture = 512_000_000
  static let mostOfText = 16_000_000
  /// Maximum size in bytes of one part; larger content is sent in several (INCR).
  static let part = 262_144

  private let exchange: Exchange
  private var thread: Worker?

  /// Starts the thread. Returns nil if there is no thread or descriptor available.
  /// - Parameter display: the name of the display.
  init?(display: String, loopWakeup: Wakeup, patience: Double) {
    guard let wakeup = try? Wakeup() else { return nil }
    let exchange = Exchange(wakeup: wakeup, loopWakeup: loopWakeup)
    self.exchange = exchange
    thread = Worker { ClipboardServiceLoop.run(exchange, display: display, patience: patience) }
    if thread == nil { return nil }
  }

  deinit { stop() }

  func post(_ job: Job) { exchange.post(job) }

  /// Returns the results since the last call.
  func takeReports() -> [Report] { exchange.takeReports() }

  /// The number of bytes that all pending fetches have received.
  var receivedBytes: Int { exchange.receivedBytes }

  /// Ends the thread and waits for it. Unfinished transfers are abandoned.
  func stop() {
    guard let thread else { return }
    exchange.post(.stop)
    thread.join()
    self.thread = nil
  }
}

/// A request for content of another program.
struct SelectionFetch: Sendable {
  enum Purpose: Sendable {
    case paste(ClipboardOffer.Kind)
    /// Content dropped on `window`.
    case drop(DropSession.Offer, at: DropSession.Place?, window: UInt)
  }

  var purpose: Purpose
  /// Server time of the user's action.
  var time: UInt
}
