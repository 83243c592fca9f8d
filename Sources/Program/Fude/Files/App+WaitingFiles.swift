import Document
import Studio

/// Files that wait for a change of strokes. Written before, they would have the picture from before it.
extension App {
  /// Waits for a change of strokes, and writes the files that waited for it.
  func finishChange() {
    changes.finishChange()
    writeWaitingFiles()
  }

  /// Writes the files that waited, unless strokes are still being changed.
  func writeWaitingFiles() {
    guard session.strokeChange == nil else { return }
    exports.resumeEstimate()
    guard !drawing.waitingFiles.isEmpty else { return }
    let files = drawing.waitingFiles
    drawing.waitingFiles.removeAll()
    for file in files {
      switch file {
      case .saved(let path, let agreement): save(to: path, agreement)
      case .exported(let target, let options): exports.export(to: target, options)
      case .film(let path, let options): exports.makeFilm(at: path, options)
      }
    }
  }
}
