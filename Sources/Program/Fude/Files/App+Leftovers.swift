import Document
import Files
import Journal

/// Temporary files of killed processes.
extension App {
  /// Starts removing the temporary files that killed processes left in the folders that this program
  /// uses: its own, those of the recent files and of the drawing. A worker does it that no one waits
  /// for, because a folder on a network may take long. Saves and opened files add their folders.
  func removeLeftovers() {
    let own = (try? DrawingStore(environment: environment)).map { [$0.live.path, $0.kept.path] } ?? []
    let settings = (try? SettingsFolder.path(environment: environment)).map { [$0] } ?? []
    let drawings = ([drawing.file].compactMap { $0 } + files.recent.paths).map { PathText.folder(of: $0) }
    background.run { progress in
      for folder in own + settings + drawings where !progress.isCancelled { Leftovers.remove(in: folder) }
    }
  }
}
