import Document
import Files
import Glibc
import Language
import Studio
import Widgets

/// Exporting pictures.
extension App {
  /// Exports the canvas to the pictures folder. A worker writes the file.
  func export() {
    export(to: .pictures, ExportOptions())
  }

  /// Asks for the file of an export.
  func chooseFile(for choice: ExportChoice) {
    exports.choice = choice
    let name = proposedName + "." + choice.format.rawValue
    files.ask(files.request(.export(choice.format), folder: exports.folder ?? files.usualFolder, name: name)) {
      [self] path, replaces in
      export(to: path, choice.options.ending(as: path), replaces: replaces)
    }
  }

  /// Exports the drawing to a path that was chosen in the dialog.
  func export(to path: String, _ options: ExportOptions, replaces: Bool) {
    guard isUsable(path, replaces: replaces) else { return }
    overlay.closeFileDialog()
    exports.folder = PathText.folder(of: path)
    exports.choice.format = options.format
    export(to: .file(path), options)
  }

  /// Exports the drawing, after the change of strokes that is being computed.
  func export(to target: Exporter.Target, _ options: ExportOptions) {
    // The quick picture includes a stroke in progress, as the window does. Vector files are made from edits,
    // and a stroke in progress is no edit yet.
    let document = target == .pictures ? session.document : session.settledDocument
    let job = Exporter.Job(document: document, options: options, target: target, name: drawing.name)
    if waits(.exported(target, options), named: job.shownName) { return }
    workers.exporter.add(job) { [self] in take($0) }
  }

  /// Whether a picture or film can be written to a path. Otherwise it shows the reason, or asks
  /// whether the file there may be replaced. The dialog stays open, so that the user can choose
  /// another path.
  func isUsable(_ path: String, replaces: Bool) -> Bool {
    do throws(FileError) {
      // First of all: the user cannot agree to lose the drawing.
      if let file = drawing.file { try OutputFile.check(path, madeFrom: file) }
      if FileFacts.exists(path), !replaces {
        overlay.askReplacing(path)
        return false
      }
      _ = try AtomicFile(path: path)
      return true
    } catch {
      files.report(error)
      return false
    }
  }

  /// Cancels the export in progress.
  func cancelExport() { workers.exporter.cancel() }

  /// Estimates the size of the picture that the export page would make, after the change of strokes that is being
  /// computed.
  func estimate(_ options: ExportOptions) {
    exports.estimate?.cancel()
    exports.waitingEstimate = session.strokeChange == nil ? nil : options
    if exports.waitingEstimate != nil { return }
    let document = session.settledDocument
    exports.estimate = background.run { progress, send in
      send(document.estimatedSize(options) { !progress.isCancelled })
    } receive: { [self] (bytes: Int?) in
      overlay.showExportSize(bytes, of: options)
    }
  }

  private func take(_ outcome: Exporter.Outcome) {
    switch outcome {
    case .written(let path, let note):
      // The previous message is out of date.
      if let message = exports.message { overlay.withdraw(message: message) }
      let sentence = translated("Exported as {path}", ["path": FileError.printable(path)])
      exports.message = sentence
      overlay.say(
        sentence, action: MessageAction(title: translated("Show in folder"), effect: .showInFolder(path)), now: now)
      if let note { tell([note]) }
    case .cancelled: show(message: translated("The export was cancelled."))
    case .failed(let sentence):
      say(sentence)
      show(message: translated("{sentence}.", ["sentence": Self.capitalised(sentence)]))
    }
  }
}
