import Desktop
import Document
import Synchronization
import Threads

/// Estimates on a worker how large an exported picture would be.
///
/// `begin` starts the worker and drops an estimate in progress. The worker wakes the event loop;
/// `take` then returns the result, once.
final class SizeEstimator {
  /// The size of a picture, bytes; nil if none can be estimated.
  struct Estimate: Hashable, Sendable {
    var options: ExportOptions
    var bytes: Int?
  }

  private final class Request: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private let answers: Mailbox<Estimate>
  private var wanted: ExportOptions?
  private var request: Request?

  init(wakeup: Wakeup) { answers = Mailbox(wakeup: wakeup) }

  /// Starts an estimate. Does nothing if no thread can be started: the page then shows no size.
  func begin(_ document: Document, _ options: ExportOptions) {
    stop()
    let (answers, request) = (answers, Request())
    let worker = Worker(priority: .leisurely) {
      let bytes = document.estimatedSize(options) { !request.isOver.load(ordering: .relaxed) }
      if !request.isOver.load(ordering: .relaxed) { answers.put(Estimate(options: options, bytes: bytes)) }
    }
    if worker != nil { (wanted, self.request) = (options, request) }
  }

  /// The estimate of the last `begin`; nil while there is none.
  func take() -> Estimate? {
    guard let estimate = answers.takeAll().last(where: { $0.options == wanted }) else { return nil }
    wanted = nil
    return estimate
  }

  /// Drops the result. The worker ends soon.
  func stop() {
    request?.isOver.store(true, ordering: .relaxed)
    (wanted, request) = (nil, nil)
  }
}
