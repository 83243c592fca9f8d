import Desktop
import Document
import Language
import Paint
import Synchronization
import Threads

/// Replays the history that a drawing's file holds on a worker.
///
/// `begin` starts the worker with a copy of the drawing. The worker wakes the event loop; `take`
/// then returns the result, once. `stop` cancels the work.
final class HistoryReader {
  /// The edits, or the error.
  typealias Outcome = Result<UnpackedHistory, PackedHistoryFault>

  /// An error in a history. The description calls the history "it".
  struct PackedHistoryFault: Error {
    var fault: String
  }

  private final class Request: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private struct Answer: Sendable {
    var outcome: Outcome
    var serial: Int
  }

  private let answers: Mailbox<Answer>
  private var run: (worker: Worker, request: Request)?
  private var serial = 0

  init(wakeup: Wakeup) { answers = Mailbox(wakeup: wakeup) }

  /// Whether a worker is running.
  var isBusy: Bool { run != nil }

  /// Starts to replay a drawing's history. Does nothing if no thread can be started.
  func begin(_ document: Document) {
    guard run == nil else { return }
    serial += 1
    let (serial, answers, request) = (serial, answers, Request())
    let worker = Worker(priority: .leisurely) {
      guard let outcome = Self.outcome(document, request) else { return }
      answers.put(Answer(outcome: outcome, serial: serial))
    }
    if let worker { run = (worker, request) }
  }

  private static func outcome(_ document: Document, _ request: Request) -> Outcome? {
    guard let filler = CoverageFiller() else {
      return .failure(PackedHistoryFault(fault: translated("there is not enough memory for drawing")))
    }
    do {
      let packedHistory = try document.unpackedHistory(filler: filler) { _ in !request.isOver.load(ordering: .relaxed) }
      return packedHistory.map { .success($0) }
    } catch { return .failure(PackedHistoryFault(fault: "\(error)")) }
  }

  /// The result; nil while there is none.
  func take() -> Outcome? {
    guard let answer = answers.takeAll().last(where: { $0.serial == serial }), let run else { return nil }
    run.worker.join()
    self.run = nil
    return answer.outcome
  }

  /// Drops the result. The worker ends after its current edit.
  func stop() {
    run?.request.isOver.store(true, ordering: .relaxed)
    run = nil
    serial += 1
  }
}
