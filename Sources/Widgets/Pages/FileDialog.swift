import Document
import Files
import Geometry
import Language

/// Where a drawing to open is chosen, or a place to save one.
///
/// Its life: opened with a `FileRequest`; asks for folders (`Effect.list`) and is shown them; says which file by `openFile` or
/// `saveFile`; stays until the program closes it, because what was chosen has come about, or Escape does. What goes wrong
/// is said in it (`Overlay.sayInFileDialog`), so that another file can be chosen.
final class FileDialog: Dialog {
  let picker: FilePicker
  private var button: Button?
  /// The file that is there already and may be replaced, once the user says so again.
  private var asked: String?

  init(_ context: WidgetContext, _ request: FileRequest) {
    picker = FilePicker(context, request)
    super.init(context, title: request.purpose.title.heading, width: 820, height: 600, picker)
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
      return []
    }
    button = add(button: request.purpose.title.button, isDefault: true) { [weak self] in
      self?.picker.accept() ?? []
    }
    picker.onNotice = { [weak self] in self?.forget() }
    picker.onChoose = { [weak self] path in self?.choose(path) ?? [] }
  }

  override var firstFocus: Widget? { picker.request.purpose.isOpening ? picker.list : picker.name }

  private func choose(_ path: String) -> [Overlay.Effect] {
    switch picker.request.purpose {
    case .open: return [.openFile(path)]
    case .save: return [.saveFile(path, replaces: path == asked)]
    case .export(var options):
      // What is typed is meant.
      if let format = ExportOptions.Format(endingOf: path) { options.format = format }
      return [.exportFile(path, options, replaces: path == asked)]
    }
  }

  /// Asks whether a file may be replaced: choosing it again says yes, anything else no.
  func askReplacing(_ path: String) {
    picker.say(translated("{path} exists already. Replace it?", ["path": FileError.printable(PathText.name(of: path))]))
    asked = path
    name(button: translated("Replace"))
  }

  private func forget() {
    guard asked != nil else { return }
    asked = nil
    name(button: picker.request.purpose.title.button)
  }

  private func name(button title: String) {
    button?.face = .text(title)
    layOut()
    invalidate()
  }
}

/// The file dialog among the popups.
extension Overlay {
  private var fileDialog: FileDialog? { popups.lazy.compactMap { $0 as? FileDialog }.first }

  /// Whether a file is being chosen.
  var isChoosingFile: Bool { fileDialog != nil }

  /// Opens the dialog in which a file is chosen.
  /// - Returns: what it asks for.
  public func chooseFile(_ request: FileRequest) -> [Effect] {
    closePopups()
    let dialog = FileDialog(context, request)
    openCentred(dialog)
    if !request.purpose.isOpening { dialog.picker.name.selectAll() }
    return dialog.picker.opening
  }

  /// Shows what is in a folder that was asked for by `Effect.list`.
  /// - Returns: what that leads to.
  public func show(_ listing: FolderListing) -> [Effect] { fileDialog?.picker.show(listing) ?? [] }

  /// Asks within the dialog whether a file that is there may be replaced. Does nothing where no dialog is open.
  public func askReplacing(_ path: String) { fileDialog?.askReplacing(path) }

  /// Says within the dialog what went wrong with the file that was chosen.
  /// - Returns: whether one is open.
  public func sayInFileDialog(_ sentence: String) -> Bool {
    fileDialog?.picker.say(sentence)
    return fileDialog != nil
  }

  /// Closes the dialog: what was chosen has come about.
  public func closeFileDialog() { if let dialog = fileDialog { close(dialog) } }
}
