internal import CX11
import Synchronization
import Threads

/// Carries what is copied, pasted and dropped between this program and others, beside the loop that the hand waits for: on a
/// thread and a connection of its own.
///
/// Its life: made when somebody first wants something; `post` gives it errands, and the loop's wakeup rings when `takeReports`
/// has something. Between errands it sleeps. `stop` ends it, and so does its end.
final class ClipboardService {
  /// What it is to do.
  enum Job: Sendable {
    /// Give another program what was copied, since when we have it.
    case serve(SelectionDemand, ClipboardOffer, since: UInt)
    /// Go through the demands that waited for bytes.
    case serveWaiting
    /// Ask another program for what it offers.
    case fetch(SelectionFetch)
    /// Give up all that is being fetched.
    case cancelFetches
    /// Have a clipboard manager keep what was copied.
    case store(ClipboardOffer, time: UInt)
    case stop
  }

  /// What came of it.
  enum Report: Sendable {
    case delivery(SelectionDelivery)
    /// Whether a clipboard manager has taken what was copied.
    case stored(Bool)
  }

  /// What both threads use.
  final class Exchange: Sendable {
    private let jobs = Mutex<[Job]>([])
    private let reports = Mutex<[Report]>([])
    /// How many bytes of what is being fetched have come.
    private let received = Atomic(0)
    /// Rings on the courier's thread, and on the loop's.
    let (wakeup, loopWakeup): (Wakeup, Wakeup)

    init(wakeup: Wakeup, loopWakeup: Wakeup) { (self.wakeup, self.loopWakeup) = (wakeup, loopWakeup) }

    func post(_ job: Job) {
      jobs.withLock { $0.append(job) }
      wakeup.signal()
    }

    func takeJobs() -> [Job] { jobs.withLock { Self.taken(&$0) } }

    func count(received bytes: Int) { received.store(bytes, ordering: .relaxed) }

    /// How many bytes of what is being fetched have come.
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

  /// Seconds without a word of another program after which it is given up.
  static let timeout = 5.0
  /// The most bytes of a picture, and of anything else, that are taken from another program.
  static let mostOfPicture = 512_000_000
  static let mostOfText = 16_000_000
  /// The most bytes that are sent at once; more go part by part (INCR).
  static let part = 262_144

  private let exchange: Exchange
  private var thread: Worker?

  /// Starts it. Nil where the system grants no thread or descriptor.
  /// - Parameter display: the server's name.
  init?(display: String, loopWakeup: Wakeup, timeout: Double) {
    guard let wakeup = try? Wakeup() else { return nil }
    let exchange = Exchange(wakeup: wakeup, loopWakeup: loopWakeup)
    self.exchange = exchange
    thread = Worker { ClipboardServiceLoop.run(exchange, display: display, timeout: timeout) }
    if thread == nil { return nil }
  }

  deinit { stop() }

  /// Gives it an errand.
  func post(_ job: Job) { exchange.post(job) }

  /// What came of errands since the last call.
  func takeReports() -> [Report] { exchange.takeReports() }

  /// How many bytes of what is being fetched have come.
  var receivedBytes: Int { exchange.receivedBytes }

  /// Ends it and waits for that. What is on its way to others does not arrive.
  func stop() {
    guard let thread else { return }
    exchange.post(.stop)
    thread.join()
    self.thread = nil
  }
}

/// What is to be asked of another program.
struct SelectionFetch: Sendable {
  enum Purpose: Sendable {
    case paste(ClipboardOffer.Kind)
    /// What was dropped on `window`.
    case drop(DropSession.Offer, at: DropSession.Place?, window: UInt)
  }

  var purpose: Purpose
  /// The server's time of what the user did.
  var time: UInt
}
