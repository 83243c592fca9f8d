import Document
import Files
import Pages
import Portal

/// Conversion to and from the desktop's dialog.
extension FileRequest {
  /// The request as a question to the desktop's dialog.
  /// - Parameter window: the X window that the dialog belongs to.
  func question(window: UInt?) -> FileDialogRequest {
    var question = FileDialogRequest(
      purpose.isOpening ? .open : .save, title: purpose.heading, button: purpose.button)
    question.window = window
    question.filters = purpose.kinds.map { FileDialogRequest.Filter($0.title, endings: $0.endings) }
    question.filter = purpose.kind
    question.folder = folder
    if !purpose.isOpening { question.name = name }
    if let file {
      question.file = file
      (question.folder, question.name) = (PathText.folder(of: file), PathText.name(of: file))
    }
    return question
  }
}

extension FilePurpose {
  /// The path to write, for a path and perhaps a kind of file that the user chose.
  ///
  /// A file type that Fude can write counts, unless the user selected another kind and kept the suggested
  /// type: few dialogs change the name with the kind. A name without such a type gets the kind's.
  func target(_ path: String, kind chosen: Int?) -> String {
    let endings = kinds.map { $0.endings.first ?? "" }
    guard !isOpening, endings.indices.contains(kind) else { return path }
    let (offered, wanted) = (
      endings[kind], endings[chosen.flatMap { endings.indices.contains($0) ? $0 : nil } ?? kind]
    )
    guard let ending = kinds.flatMap(\.endings).first(where: { PathText.hasEnding(path, of: [$0]) }) else {
      return path + "." + wanted
    }
    if ending != offered || wanted == offered { return path }
    return String(decoding: path.utf8.dropLast(ending.utf8.count), as: UTF8.self) + wanted
  }
}
