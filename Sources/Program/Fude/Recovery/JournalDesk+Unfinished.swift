import Document
import Ink
import Raster
import Storage
import Studio

/// Writing the stroke in progress and the floating selection to the journal, so that a process that
/// is killed loses at most the last 0.2 s of them, unless the disk is slower.
extension JournalDesk {
  /// Seconds between two records of a stroke or of a moved selection. Half of what may be lost, since
  /// a worker still has to write it.
  private static let unfinishedPause = 0.1

  /// Notes what is unfinished, at most ten times a second. Called at the end of every iteration.
  func noteUnfinished() {
    if let stroke = session.strokeInProgress { return note(stroke) }
    guard let work = session.document.floatingWork else {
      // An edit has ended the work already (`noteChanges`), or it was cancelled.
      if drawing.noted.stroke != nil || drawing.noted.floating != nil { journal.note(.cancelled) }
      drawing.noted = NotedWork()
      return
    }
    note(work)
  }

  private func note(_ stroke: StrokeRecord) {
    let samples = stroke.samples
    guard let start = samples.first?.time else { return }
    var sent = drawing.noted.stroke.flatMap { $0.start == start ? $0.samples : nil }
    guard sent != samples.count, isDue() else { return }
    // An edit that began the stroke comes first: a floating selection was merged.
    noteChanges()
    if drawing.noted.stroke == nil { sent = nil }
    journal.note(sent.map { .samples(Array(samples[$0...])) } ?? .stroke(stroke))
    drawing.noted = NotedWork(stroke: (start, samples.count))
  }

  private func note(_ work: UnfinishedWork.Floating) {
    let new = (placement: work.placement, tiles: work.clipping.image.tileCount, isLifted: work.isLifted)
    let old = drawing.noted.floating
    if let old, old == new { return drawing.noted.deadline = nil }
    guard isDue() else { return }
    let isMoved = old.map { $0.tiles == new.tiles && $0.isLifted == new.isLifted } ?? false
    journal.note(isMoved ? .placement(work.placement) : .floating(work))
    drawing.noted = NotedWork(floating: new)
  }

  /// Whether a change may be written now; if not, the loop wakes when it may.
  private func isDue() -> Bool {
    let deadline = drawing.noted.deadline ?? place.received + Self.unfinishedPause
    drawing.noted.deadline = deadline
    return place.received >= deadline
  }
}
