import Document
import Glibc
import Studio
import Widgets

/// What came of an export: the path that the picture got, or the sentence that says what is wrong.
typealias ExportResult = Result<String, FileError>

/// Drawings into files.
extension App {
  /// Exports the canvas as it is now; a worker writes it while drawing goes on.
  func export() {
    // A stroke in progress is part of what the user sees.
    let snapshot = session.document
    let (environment, name, mailbox) = (environment, name, mailbox)
    let worker = Worker {
      let outcome: ExportResult
      do throws(FileError) {
        let location = try ExportLocation(environment: environment, probe: .system)
        outcome = .success(
          try snapshot.exportPNG(into: location.folder, names: ExportLocation.names(for: name)))
      } catch { outcome = .failure(error) }
      mailbox.put(outcome)
    }
    if let worker {
      exporters.append(worker)
    } else {
      show(message: "The picture was not exported: the system grants no thread.")
    }
  }

  /// Says what came of the exports that workers have finished.
  func takeResults() {
    for result in mailbox.takeAll() {
      switch result {
      case .success(let path):
        // The one before would come back: it is old news.
        if let exportMessage { overlay.withdraw(message: exportMessage) }
        let sentence = "Exported as \(path)"
        exportMessage = sentence
        overlay.show(
          message: sentence, action: MessageAction(title: "Show in folder", effect: .showInFolder(path)),
          until: now + Self.messageTime)
      case .failure(let error):
        show(message: "\(error)")
        say("\(error)")
      }
    }
  }

  /// Puts a file before all others that were used lately; a worker writes that down.
  func remember(_ path: String) {
    recent.add(path)
    let environment = environment
    if let worker = Worker({ _ = try? RecentFiles.keep(path, environment: environment) }) { exporters.append(worker) }
  }

  /// Waits until no worker writes any more.
  func awaitExports() {
    for worker in exporters { worker.join() }
    exporters.removeAll()
    takeResults()
  }
}
