import Document
import Export

/// A file to write after the change of strokes that is being computed.
enum WaitingFile: Sendable {
  case saved(path: String, Saver.Agreement)
  case exported(Exporter.Target, ExportOptions)
  case film(path: String, FilmOptions)

  /// The path of a drawing to save; nil for pictures and films.
  var drawingPath: String? {
    if case .saved(let path, _) = self, !Saver.isPicture(path) { path } else { nil }
  }
}

extension OpenDrawing {
  /// The file to which the drawing is saved after a change of strokes; nil for none.
  var waitingPath: String? { waitingFiles.reversed().lazy.compactMap(\.drawingPath).first }

  /// Adds a file behind the others. A later save to a path replaces an earlier one.
  func wait(for file: WaitingFile) {
    var file = file
    if case .saved(let path, var agreement) = file {
      waitingFiles.removeAll { earlier in
        guard case .saved(path, let other) = earlier else { return false }
        agreement = max(agreement, other)
        return true
      }
      file = .saved(path: path, agreement)
    }
    waitingFiles.append(file)
  }
}
