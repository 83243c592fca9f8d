import Document
import Glibc
import Studio
import Widgets

/// What came of an export.
struct ExportResult: Sendable {
  /// The path that the picture got, or the sentence that says what is wrong.
  var outcome: Result<String, FileError>
  /// The state of the drawing that the picture shows (`History.state`).
  var state: Int
}

/// Drawings into files.
extension App {
  /// Exports the canvas as it is now; a worker writes it while drawing goes on.
  func export() {
    // A stroke in progress is part of what the user sees.
    let snapshot = session.document
    let state = snapshot.history.state
    let (environment, name, mailbox) = (environment, name, mailbox)
    let worker = Worker {
      let outcome: Result<String, FileError>
      do throws(FileError) {
        let location = try ExportLocation(environment: environment, probe: .system)
        outcome = .success(
          try snapshot.exportPNG(into: location.folder, names: ExportLocation.names(for: name)))
      } catch { outcome = .failure(error) }
      mailbox.put(ExportResult(outcome: outcome, state: state))
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
      switch result.outcome {
      case .success(let path):
        savedState = result.state
        if session.document.history.state == savedState { journal.noteSaved(path) }
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

  /// Waits until no worker writes any more.
  func awaitExports() {
    for worker in exporters { worker.join() }
    exporters.removeAll()
    takeResults()
  }
}
