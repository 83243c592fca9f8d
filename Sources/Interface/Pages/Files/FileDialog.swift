import Document
import Export
import Files
import Geometry
import Language
import Panels
import Storage
import Toolkit

/// The dialog for opening or saving a file.
///
/// It requests folders with `Effect.list` and shows the results. It returns the chosen file as
/// `Effect.fileChosen`, and stays open until the program or Escape closes it.
/// Errors are shown inside (`Overlay.showFileDialogError`), so that another file can be chosen.
final class FileDialog: Dialog {
  let picker: FilePicker
  private var button: Button?
  /// Removes the chosen kept drawing; hidden while none is chosen.
  private(set) var remover: Button?
  /// The existing file that choosing again will replace.
  private var asked: String?

  init(_ context: WidgetContext, _ request: FileRequest) {
    picker = FilePicker(context, request)
    super.init(context, title: request.purpose.heading, width: 820, height: 600, picker)
    if request.purpose.isOpening, picker.keptFolder != nil {
      remover = add(button: translated("Delete")) { [weak self] in
        self?.askRemoving()
      }
      remover?.isEnabled = false
    }
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    button = add(button: request.purpose.button, isDefault: true) { [weak self] in
      self?.picker.accept()
    }
    picker.onRemove = { [weak self] in self?.askRemoving() }
    picker.onSelection = { [weak self] in
      if let self { remover?.isEnabled = picker.removable != nil }
    }
    picker.onNotice = { [weak self] in self?.forget() }
    picker.onChoose = { [weak self] path in
      if let self { post(.fileChosen(path, replaces: path == asked)) }
    }
  }

  override var firstFocus: Widget? { picker.request.purpose.isOpening ? picker.list : picker.name }

  /// Asks whether the chosen kept drawing is to be removed.
  private func askRemoving() {
    guard let path = picker.removable else { return }
    context.overlay?.ask(
      Question(
        translated("Delete {drawing}?", ["drawing": RecentFiles.shown(path).name]),
        translated("This drawing is in no other file. It cannot be brought back."),
        [
          .init(translated("Keep it"), isDefault: true), .init(translated("Delete"), .removeKept(path)),
        ]))
  }

  /// Asks whether a file may be replaced: choosing it again confirms, anything else does not.
  func askReplacing(_ path: String) {
    picker.say(translated("{path} exists already. Replace it?", ["path": FileError.printable(PathText.name(of: path))]))
    asked = path
    name(button: translated("Replace"))
  }

  private func forget() {
    guard asked != nil else { return }
    asked = nil
    name(button: picker.request.purpose.button)
  }

  private func name(button title: String) {
    button?.face = .text(title)
    layOut()
    invalidate()
  }
}

extension Overlay {
  private var fileDialog: FileDialog? { popups.lazy.compactMap { $0 as? FileDialog }.first }

  var isChoosingFile: Bool { fileDialog != nil }

  /// Closes the popups before a file is chosen.
  public func closePopups(for purpose: FilePurpose) {
    if purpose.keepsPage { closeFileDialog() } else { closePopups() }
  }

  /// Opens the file dialog.
  /// - Returns: its first requests.
  public func chooseFile(_ request: FileRequest) -> [Effect] {
    closePopups(for: request.purpose)
    let dialog = FileDialog(context, request)
    openCentred(dialog)
    if !request.purpose.isOpening { dialog.picker.name.selectStem() }
    return context.interface.collect { dialog.picker.listFolder() }
  }

  /// Shows a folder that was requested by `Effect.list`.
  /// - Returns: further effects.
  public func show(_ listing: FolderListing) -> [Effect] {
    context.interface.collect { fileDialog?.picker.show(listing) }
  }

  /// The drawings in the dialog whose previews are wanted, the first ones first; none if no dialog
  /// is open.
  public var wantedPreviews: [String] { fileDialog?.picker.wantedPreviews ?? [] }

  /// The largest width and height of previews, window px.
  public var previewSide: Int { context.whole(FileRow.pictureSide(inHeight: FileRow.tallHeight)) }

  /// Shows the preview of a drawing in the dialog.
  public func show(_ preview: FilePreview) { fileDialog?.picker.show(preview) }

  /// Leaves a removed kept drawing out of the dialog.
  public func forgetKept(_ path: String) { fileDialog?.picker.forget(path) }

  /// Asks inside the dialog whether an existing file may be replaced. Does nothing if no dialog is
  /// open.
  public func askReplacing(_ path: String) { fileDialog?.askReplacing(path) }

  /// Shows an error inside the dialog.
  /// - Returns: whether a dialog is open.
  public func showFileDialogError(_ sentence: String) -> Bool {
    fileDialog?.picker.say(sentence)
    return fileDialog != nil
  }

  /// Closes the file dialog.
  public func closeFileDialog() { if let dialog = fileDialog { close(dialog) } }
}
