import Document
import Files
import Language
import Studio

/// Files that wait for a change of strokes. Written before, they would have the picture from before it.
extension App {
  /// Whether a file has to wait for a change of strokes. Then it is written later, and a message says so.
  func waits(_ file: WaitingFile, named name: String) -> Bool {
    guard session.strokeChange != nil else { return false }
    drawing.wait(for: file)
    show(message: translated("{file} is written as soon as the strokes are changed.", ["file": name]))
    return true
  }

  /// Writes the files that waited, unless strokes are still being changed.
  func writeWaitingFiles() {
    guard session.strokeChange == nil else { return }
    if let options = exports.waitingEstimate { estimate(options) }
    guard !drawing.waitingFiles.isEmpty else { return }
    let files = drawing.waitingFiles
    drawing.waitingFiles.removeAll()
    for file in files {
      switch file {
      case .saved(let path, let agreement): save(to: path, agreement)
      case .exported(let target, let options): export(to: target, options)
      case .film(let path, let options): makeFilm(at: path, options)
      }
    }
  }
}
