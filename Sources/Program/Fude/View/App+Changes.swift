import Document
import Geometry
import Language
import Paint
import Studio

/// A change of strokes to compute.
struct ChangeJob: Sendable {
  var change: BackgroundChange
  var document: Document
  /// The part of the canvas that is seen, px.
  var seen: PixelRect

  /// Computes the change.
  func outcome(_ progress: JobQueue<ChangeJob, ChangeOutcome>.Progress) -> ChangeOutcome {
    guard let filler = CoverageFiller() else { return ChangeOutcome(job: self, result: .failure(.memoryIsShort)) }
    var computed = change
    do throws(ChangeFault) {
      try computed.compute(for: document, seen: seen, filler: filler) { progress.report($0) }
      return ChangeOutcome(job: self, result: .success(computed))
    } catch { return ChangeOutcome(job: self, result: .failure(error)) }
  }
}

/// The result of a `ChangeJob`.
struct ChangeOutcome: Sendable {
  var job: ChangeJob
  var result: Result<BackgroundChange, ChangeFault>
}

/// Changes of strokes, computed on a worker while the artist draws on.
extension App {
  /// Computes the session's change.
  func computeChange() {
    guard let change = session.strokeChange else { return }
    let job = ChangeJob(change: change, document: session.settledDocument, seen: session.seenPixels)
    if !workers.changer.add(job, now: now) {
      carryOut(session.cancelChange())
      show(message: translated("The strokes were not changed: the system cannot start another thread."))
    }
  }

  /// Cancels the change that is being computed, or waits to be shown.
  func cancelChange() {
    carryOut(session.cancelChange())
    workers.changer.drop { _ in true }
    workers.changer.cancel()
  }

  /// Takes the changes that were computed.
  func takeChanged() {
    for outcome in workers.changer.takeOutcomes(now: now) {
      carryOut(session.take(outcome.result, of: outcome.job.change))
    }
  }

  /// Shows a computed change, unless something is being drawn. It would make a scaling useless that began before.
  func adoptChange() {
    if session.hasComputedChange, workers.scaler.current == nil { carryOut(session.adoptChange()) }
  }

  /// Waits for a change and shows it, before the drawing is left. Writes the files that waited for it.
  func finishChange() {
    defer { writeWaitingFiles() }
    if session.strokeChange == nil { return }
    carryOut(session.settle())
    // Again after a preview, and if something was being drawn when it was computed.
    for _ in 0..<4 where session.strokeChange != nil {
      for outcome in workers.changer.finish() { carryOut(session.take(outcome.result, of: outcome.job.change)) }
      carryOut(session.adoptChange())
    }
    cancelChange()
  }
}
