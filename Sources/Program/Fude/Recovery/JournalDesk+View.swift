import Document
import Files
import Storage
import Studio

/// Storing the view, the tool and the active layer, so that they return with the drawing, and the references.
///
/// The journal has the view for the time after a crash and for drawings in no file. A list in the state
/// folder (`ViewMemories`) has it for drawings in files.
extension JournalDesk {
  /// Seconds from a change of the view to its storing. Half of what a process that is killed may lose, since a worker
  /// still has to write it.
  private static let viewPause = 0.1

  /// Stores the present state, a while after it changed. Workers write it.
  func noteWork() {
    let work = session.work
    if isStored(work) {
      drawing.work.deadline = nil
      return
    }
    let deadline = drawing.work.deadline ?? place.now + Self.viewPause
    drawing.work.deadline = deadline
    guard !session.isDrawing, place.now >= deadline else { return }
    storeWork(work)
  }

  /// Takes the state that a drawing was opened with as stored.
  func beginWork() {
    let work = session.work
    drawing.work = StoredWork(journaled: work, listed: drawing.file.map { ($0, work) })
  }

  private func isStored(_ work: ViewMemory) -> Bool { drawing.work.journaled == work && unlistedFile(work) == nil }

  /// The file for which the list needs this state; nil for none. The journal has the state of
  /// unsaved drawings.
  private func unlistedFile(_ work: ViewMemory) -> String? {
    guard let file = drawing.file, !drawing.isUnsaved else { return nil }
    if let listed = drawing.work.listed, listed == (file, work) { return nil }
    return file
  }

  private func storeWork(_ work: ViewMemory) {
    drawing.work.deadline = nil
    if drawing.work.journaled != work { journal.note(work) }
    drawing.work.journaled = work
    guard let file = unlistedFile(work) else { return }
    drawing.work.listed = (file, work)
    // Only the newest state counts.
    views.drop { _ in true }
    views.add(ViewJob(path: file, work: work)) { _ in }
  }

  /// Stores the present state before the drawing is closed.
  func storeLastWork() {
    let work = session.work
    if !isStored(work) { storeWork(work) }
    // A drawing that is closed unsaved has changes that the file lacks, but the view fits both.
    if let file = drawing.file, drawing.isUnsaved { views.add(ViewJob(path: file, work: work)) { _ in } }
  }

  // MARK: References

  /// Seconds from a move of a reference to its storing.
  private static let referencePause = 1.0

  /// Takes the present references as those that the journal has.
  func beginReferences() { drawing.notedReferences.board = session.references }

  /// Gives changed references to the journal: added and removed ones at once, moved ones a while
  /// after the change.
  /// - Parameter isLast: whether the drawing is about to be closed or was just saved.
  func noteReferences(isLast: Bool = false) {
    let (board, journaled) = (session.references, drawing.notedReferences.board)
    guard board.revision != journaled.revision || board != journaled else { return }
    if !isLast, board.items.map(\.id) == journaled.items.map(\.id) {
      let deadline = drawing.notedReferences.deadline ?? place.now + Self.referencePause
      drawing.notedReferences.deadline = deadline
      if place.now < deadline { return }
    }
    (drawing.notedReferences.deadline, drawing.notedReferences.board) = (nil, board)
    if board != journaled { journal.note(board) }
  }
}
