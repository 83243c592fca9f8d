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
  func outcome(_ progress: JobProgress) -> Result<BackgroundChange, ChangeFault> {
    guard let filler = CoverageFiller() else { return .failure(.memoryIsShort) }
    var computed = change
    do throws(ChangeFault) {
      try computed.compute(for: document, seen: seen, filler: filler) { progress.report($0) }
      return .success(computed)
    } catch { return .failure(error) }
  }
}

/// Changes of strokes, computed on a worker while the artist draws on.
extension App {
  /// Computes the session's change.
  func computeChange() {
    guard let change = session.strokeChange else { return }
    let job = ChangeJob(change: change, document: session.settledDocument, seen: session.seenPixels)
    workers.changer.add(job) { [self] in carryOut(session.take($0, of: change)) }
  }

  /// Cancels the change that is being computed, or waits to be shown.
  func cancelChange() {
    carryOut(session.cancelChange())
    workers.changer.cancelAll()
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
      workers.changer.finish()
      carryOut(session.adoptChange())
    }
    cancelChange()
  }
}
