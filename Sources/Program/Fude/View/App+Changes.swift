import Document
import Language
import Paint
import Studio

/// A change of strokes to compute.
struct ChangeJob: Sendable {
  var change: BackgroundChange
  var document: Document
  /// The number of the drawing (`OpenDrawing.number`).
  var drawing: Int

  /// Computes the change.
  func outcome(_ progress: JobQueue<ChangeJob, ChangeOutcome>.Progress) -> ChangeOutcome {
    var change = change
    guard let filler = CoverageFiller() else {
      return ChangeOutcome(result: .failure(.isUnreadable), drawing: drawing)
    }
    do throws(ChangeFault) {
      try change.compute(for: document, filler: filler) { progress.report($0) }
      return ChangeOutcome(result: .success(change), drawing: drawing)
    } catch { return ChangeOutcome(result: .failure(error), drawing: drawing) }
  }
}

/// The result of a `ChangeJob`.
struct ChangeOutcome: Sendable {
  var result: Result<BackgroundChange, ChangeFault>
  var drawing: Int
}

/// Changes of strokes, computed on a worker while the artist draws on.
extension App {
  /// Computes the session's change.
  func computeChange() {
    guard let change = session.strokeChange else { return }
    let job = ChangeJob(change: change, document: session.settledDocument, drawing: drawing.number)
    if !workers.changer.add(job, now: now) {
      carryOut(session.take(.failure(.isCancelled)))
      show(message: translated("The strokes were not changed: the system cannot start another thread."))
    }
  }

  /// Cancels the change that is being computed, or waits to be shown.
  func cancelChange() {
    if workers.changer.current == nil { return carryOut(session.take(.failure(.isCancelled))) }
    workers.changer.cancel()
  }

  /// Takes the changes that were computed.
  func takeChanged() {
    for outcome in workers.changer.takeOutcomes(now: now) where outcome.drawing == drawing.number {
      carryOut(session.take(outcome.result))
    }
  }
}
