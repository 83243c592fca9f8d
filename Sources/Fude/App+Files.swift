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
  /// Which drawing it is (`App.drawing`).
  var drawing: Int
}

/// Drawings into files.
extension App {
  /// Exports the canvas as it is now; a worker writes it while drawing goes on.
  func export() {
    // A stroke in progress is part of what the user sees.
    let snapshot = session.document
    let state = snapshot.history.state
    let (environment, name, drawing, mailbox) = (environment, name, drawing, mailbox)
    let worker = Worker {
      let outcome: Result<String, FileError>
      do throws(FileError) {
        let location = try ExportLocation(environment: environment, probe: .system)
        outcome = .success(
          try snapshot.exportPNG(into: location.folder, names: ExportLocation.names(for: name)))
      } catch { outcome = .failure(error) }
      mailbox.put(ExportResult(outcome: outcome, state: state, drawing: drawing))
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
        if result.drawing == drawing { savedState = result.state }
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

  /// Keeps a drawing that has ink in no file yet, with its layers in the state folder, and lists it under Open recent: closing never asks and never loses.
  func keepDrawing() {
    let history = session.document.history
    guard history.undoCount > 0, history.state != savedState else { return }
    do throws(FileError) {
      let folder = try StateFolder.make(environment: environment)
      let path = try session.document.save(into: folder, names: ExportLocation.names(for: name, ending: "ora"))
      _ = try? RecentFiles.keep(path, environment: environment)
      say("the drawing was kept as \(FileError.printable(path))")
    } catch {
      say("the drawing could not be kept: \(error)")
      exitStatus = 1
    }
  }
}
