import Desktop
import Document
import Raster
import Synchronization
import Threads

/// Computes exact pixels for parts that a frame showed as sketches, on a worker: the first view of
/// a large drawing.
///
/// `begin` starts the worker, which wakes the event loop; `take` then returns its results. `stop`
/// cancels the work when the drawing or the view changes.
final class ViewRefiner {
  private final class Request: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private struct Answer: Sendable {
    var deliveries: [PyramidResult]
    var isLast: Bool
    var serial: Int
  }

  private let answers: Mailbox<Answer>
  private var run: (worker: Worker, request: Request)?
  private var serial = 0
  /// The level of the pyramid that is worked on.
  private(set) var level = 0
  /// The interval at which the worker passes results; each causes a frame.
  private static let interval = Duration.milliseconds(30)

  init(wakeup: Wakeup) { answers = Mailbox(wakeup: wakeup) }

  /// Whether a worker is running.
  var isBusy: Bool { run != nil }

  /// Starts a job. Does nothing if no thread can be started.
  func begin(_ job: PyramidJob<Document>, level: Int) {
    stop()
    self.level = level
    let (serial, answers, request) = (serial, answers, Request())
    let worker = Worker(priority: .leisurely) {
      var job = job
      var deliveries: [PyramidResult] = []
      var last = ContinuousClock.now
      job.run(
        isWanted: { !request.isOver.load(ordering: .relaxed) },
        deliver: {
          deliveries.append($0)
          let now = ContinuousClock.now
          guard last.duration(to: now) >= Self.interval else { return }
          answers.put(Answer(deliveries: deliveries, isLast: false, serial: serial))
          (deliveries, last) = ([], now)
        })
      answers.put(Answer(deliveries: deliveries, isLast: true, serial: serial))
    }
    if let worker { run = (worker, request) }
  }

  /// The results since the last call.
  func take() -> [PyramidResult] {
    var deliveries: [PyramidResult] = []
    for answer in answers.takeAll() where answer.serial == serial {
      deliveries += answer.deliveries
      guard answer.isLast, let run else { continue }
      run.worker.join()
      self.run = nil
    }
    return deliveries
  }

  /// Drops the result. The worker ends after its current edit.
  func stop() {
    run?.request.isOver.store(true, ordering: .relaxed)
    run = nil
    serial += 1
  }
}
