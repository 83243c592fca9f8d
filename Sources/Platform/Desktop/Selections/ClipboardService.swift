internal import CX11
import Synchronization
import Threads

/// Transfers copies, pastes and drops between programs, on a thread and a connection of its own, so
/// that the event loop never waits.
///
/// It is made at the first use. `post` adds a job; the loop's wakeup is signalled when
/// `takeReports` has results. It sleeps between jobs. `stop` ends it.
final class ClipboardService {
  enum Job: Sendable {
    /// Send the copy to another program. `since` is the server's time of the copy.
    case serve(SelectionDemand, ClipboardOffer, since: UInt)
    /// Answer the requests that waited for bytes.
    case serveWaiting
    /// Fetch content from another program.
    case fetch(SelectionFetch)
    case cancelFetches
    /// Ask a clipboard manager to store the copy.
    case store(ClipboardOffer, time: UInt)
    case stop
  }

  /// A result.
  enum Report: Sendable {
    case delivery(SelectionDelivery)
    /// Whether a clipboard manager has stored the copy.
    case stored(Bool)
  }

  /// The state shared by both threads.
  final class Exchange: Sendable {
    private let jobs = Mutex<[Job]>([])
    private let reports = Mutex<[Report]>([])
    /// The number of received bytes of the fetches in progress.
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

    /// The number of received bytes of the fetches in progress.
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

  /// Seconds of silence of another program until a transfer fails.
  static let timeout = 5.0
  /// The most bytes of a picture, and of other content, that are accepted.
  static let mostOfPicture = 512_000_000
  static let mostOfText = 16_000_000
  /// The most bytes that are sent at once; more are sent in parts (INCR).
  static let part = 262_144

  private let exchange: Exchange
  private var thread: Worker?

  /// Starts the thread. Returns nil if there is no thread or file descriptor.
  /// - Parameter display: the server's name.
  init?(display: String, loopWakeup: Wakeup, timeout: Double) {
    guard let wakeup = try? Wakeup() else { return nil }
    let exchange = Exchange(wakeup: wakeup, loopWakeup: loopWakeup)
    self.exchange = exchange
    thread = Worker { ClipboardServiceLoop.run(exchange, display: display, timeout: timeout) }
    if thread == nil { return nil }
  }

  deinit { stop() }

  /// Adds a job.
  func post(_ job: Job) { exchange.post(job) }

  /// The results since the last call.
  func takeReports() -> [Report] { exchange.takeReports() }

  /// The number of received bytes of the fetches in progress.
  var receivedBytes: Int { exchange.receivedBytes }

  /// Ends the thread and waits for that. Transfers in progress are cut off.
  func stop() {
    guard let thread else { return }
    exchange.post(.stop)
    thread.join()
    self.thread = nil
  }
}

/// A request to another program.
struct SelectionFetch: Sendable {
  enum Purpose: Sendable {
    case paste(ClipboardOffer.Kind)
    /// A drop on `window`.
    case drop(DropSession.Offer, at: DropSession.Place?, window: UInt)
  }

  var purpose: Purpose
  /// The server's time of the user's action.
  var time: UInt
}
