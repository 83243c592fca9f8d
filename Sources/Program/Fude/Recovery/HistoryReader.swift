import Desktop
import Document
import Language
import Paint
import Synchronization
import Threads

/// Draws again what was done to the drawing before it was opened, while drawing goes on.
///
/// Its life: `begin` has a worker do it with a copy of the drawing; when the loop is woken, `take` gives what came of it, once.
/// `stop` ends it where the drawing is left; 1 again for the next.
final class HistoryReader {
  /// What came of it: edits for the history, or the sentence that says what is wrong.
  typealias Outcome = Result<UnpackedPast, PastFault>

  /// What is wrong with a past, about it as "it".
  struct PastFault: Error {
    var fault: String
  }

  /// Whether the worker's result is still wanted.
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

  /// Whether a worker is at it.
  var isBusy: Bool { run != nil }

  /// Has a drawing's past drawn again. Does nothing where the system grants no thread.
  func begin(_ document: Document) {
    guard run == nil else { return }
    serial += 1
    let (serial, answers, request) = (serial, answers, Request())
    let worker = Worker(manner: .leisurely) {
      guard let outcome = Self.outcome(document, request) else { return }
      answers.put(Answer(outcome: outcome, serial: serial))
    }
    if let worker { run = (worker, request) }
  }

  private static func outcome(_ document: Document, _ request: Request) -> Outcome? {
    guard let filler = CoverageFiller() else {
      return .failure(PastFault(fault: translated("there is no memory for drawing")))
    }
    do {
      let past = try document.unpackedPast(filler: filler) { _ in !request.isOver.load(ordering: .relaxed) }
      return past.map { .success($0) }
    } catch { return .failure(PastFault(fault: "\(error)")) }
  }

  /// What came of it; nil where nothing did yet.
  func take() -> Outcome? {
    guard let answer = answers.takeAll().last(where: { $0.serial == serial }), let run else { return nil }
    run.worker.join()
    self.run = nil
    return answer.outcome
  }

  /// Has it ended: nothing comes of it any more. The worker ends by itself after the edit that it is at.
  func stop() {
    run?.request.isOver.store(true, ordering: .relaxed)
    run = nil
    serial += 1
  }
}
