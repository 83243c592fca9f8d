import Document
import Language
import Paint
import Storage

/// The history that a drawing's file holds, replayed by a worker.
enum HistoryReading: Sendable {
  case read(ReplayedHistory)
  /// Why it cannot be read; the text calls the history "it".
  case failed(String)

  /// Replays the history of a drawing; nil if that was cancelled, or there is none.
  init?(_ document: Document, _ progress: JobProgress) {
    guard let filler = CoverageFiller() else {
      self = .failed(translated("there is not enough memory for drawing"))
      return
    }
    do {
      guard let history = try document.replayedHistory(filler: filler, isWanted: { _ in !progress.isCancelled }) else {
        return nil
      }
      self = .read(history)
    } catch { self = .failed("\(error)") }
  }
}
