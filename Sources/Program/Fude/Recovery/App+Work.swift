import Document
import Files
import Studio

/// What was stored of the view, the tool and the active layer.
struct StoredWork {
  /// The state in the journal; nil if none was given to it.
  var journaled: WorkState?
  /// The state in the list of drawings in files, and the file; nil if none was given to it.
  var listed: (path: String, work: WorkState)?
  /// When the present state is stored, seconds since the program's start; nil if it is.
  var deadline: Double?
}

/// Storing the view, the tool and the active layer, so that they return with the drawing.
///
/// The journal has them for the time after a crash and for drawings in no file. A list in the state
/// folder (`WorkStates`) has them for drawings in files.
extension App {
  /// Stores the present state, a while after it changed. Workers write it. Called at the end of
  /// iterations outside of the fast path.
  func noteWork() {
    let work = session.work
    if isStored(work) {
      drawing.work.deadline = nil
      return
    }
    let deadline = drawing.work.deadline ?? now + Self.rememberingPause
    drawing.work.deadline = deadline
    guard !session.isDrawing, now >= deadline else { return }
    storeWork(work)
  }

  /// When the loop must wake to store the state; nil if there is nothing to store, or a stroke is in
  /// progress, whose end wakes the loop anyway.
  var workDeadline: Double? { session.isDrawing ? nil : drawing.work.deadline }

  /// Takes the state that a drawing was opened with as stored.
  func beginWork() {
    let work = session.work
    drawing.work = StoredWork(journaled: work, listed: drawing.file.map { ($0, work) })
  }

  private func isStored(_ work: WorkState) -> Bool { drawing.work.journaled == work && unlistedFile(work) == nil }

  /// The file for which the list needs this state; nil for none. The journal has the state of
  /// unsaved drawings.
  private func unlistedFile(_ work: WorkState) -> String? {
    guard let file = drawing.file, !drawing.isUnsaved else { return nil }
    if let listed = drawing.work.listed, listed == (file, work) { return nil }
    return file
  }

  private func storeWork(_ work: WorkState) {
    drawing.work.deadline = nil
    if drawing.work.journaled != work { journal.note(work) }
    drawing.work.journaled = work
    guard let file = unlistedFile(work) else { return }
    drawing.work.listed = (file, work)
    // Only the newest state counts.
    workers.views.drop { _ in true }
    workers.views.add(ViewJob(path: file, work: work)) { _ in }
  }

  /// Stores the present state before the drawing is closed.
  func storeLastWork() {
    let work = session.work
    if !isStored(work) { storeWork(work) }
    // A drawing that is closed unsaved has changes that the file lacks, but the view fits both.
    if let file = drawing.file, drawing.isUnsaved { workers.views.add(ViewJob(path: file, work: work)) { _ in } }
  }
}

/// A state to write into the list of drawings in files.
struct ViewJob: Sendable {
  var path: String
  var work: WorkState
}
