import Document
import Files
import Language
import Portal
import Widgets

/// Conversion to and from the desktop's dialog.
extension FileRequest {
  /// The request as a question to the desktop's dialog.
  /// - Parameters:
  ///   - window: the X window that the dialog belongs to.
  ///   - file: the drawing's file, which saving suggests; nil for none.
  func question(window: UInt?, file: String?) -> FileDialogRequest {
    let words = purpose.title
    var question = FileDialogRequest(purpose.isOpening ? .open : .save, title: words.heading, button: words.button)
    question.window = window
    question.filters = purpose.filters
    question.filter = purpose.filter
    question.folder = folder
    if !purpose.isOpening { question.name = name }
    if purpose == .save, let file, !isForAnotherFile {
      question.file = file
      (question.folder, question.name) = (PathText.folder(of: file), PathText.name(of: file))
    }
    return question
  }
}

extension FileRequest.Purpose {
  var filters: [FileDialogRequest.Filter] {
    switch self {
    case .open:
      [
        FileDialogRequest.Filter(
          translated("Drawings and pictures"),
          endings: FolderListing.endings + FolderListing.paletteEndings + FolderListing.brushEndings
            + FolderListing.packEndings + FolderListing.foreignEndings),
        FileDialogRequest.Filter("OpenRaster (*.ora)", endings: ["ora"]),
        FileDialogRequest.Filter("PNG (*.png)", endings: ["png"]),
        FileDialogRequest.Filter("JPEG (*.jpg)", endings: ["jpg", "jpeg"]),
        FileDialogRequest.Filter("WebP (*.webp)", endings: ["webp"]),
        FileDialogRequest.Filter(translated("All files")),
      ]
    case .reference:
      [
        FileDialogRequest.Filter(
          translated("Pictures", context: "a filter of files"), endings: FolderListing.pictureEndings),
        FileDialogRequest.Filter(translated("All files")),
      ]
    case .brushes:
      [
        FileDialogRequest.Filter(
          translated("Brushes"),
          endings: FolderListing.brushEndings + FolderListing.packEndings + FolderListing.foreignEndings + ["png"]),
        FileDialogRequest.Filter(translated("All files")),
      ]
    case .paper, .tip:
      [FileDialogRequest.Filter("PNG (*.png)", endings: ["png"]), FileDialogRequest.Filter(translated("All files"))]
    case .save:
      [
        FileDialogRequest.Filter(translated("OpenRaster, with layers (*.ora)"), endings: ["ora"]),
        FileDialogRequest.Filter(translated("PNG, one picture (*.png)"), endings: ["png"]),
      ]
    case .export:
      ExportOptions.Format.allCases.map {
        FileDialogRequest.Filter(
          "\($0.title) (*.\($0.rawValue))", endings: $0 == .jpeg ? ["jpg", "jpeg"] : [$0.rawValue])
      }
    case .timeLapse(let options):
      options.format.isFilm
        ? FilmOptions.Format.films.map {
          FileDialogRequest.Filter("\($0.title) (*.\($0.rawValue))", endings: [$0.rawValue])
        } : []
    }
  }

  /// The index of the filter that is selected at first.
  var filter: Int {
    switch self {
    case .export(let options): ExportOptions.Format.allCases.firstIndex(of: options.format) ?? 0
    case .timeLapse(let options): FilmOptions.Format.films.firstIndex(of: options.format) ?? 0
    case .open, .reference, .brushes, .paper, .tip, .save: 0
    }
  }

  /// The path to write, for a path and perhaps a filter that the user chose.
  ///
  /// A file type that Fude can write counts, unless the user selected another filter and kept the
  /// suggested type: few dialogs change the name with the filter. A name without such a type gets
  /// the filter's.
  func target(_ path: String, filter chosen: Int?) -> String {
    let endings = filters.map { $0.endings.first ?? "" }
    guard !isOpening, endings.indices.contains(filter) else { return path }
    let (offered, wanted) = (
      endings[filter], endings[chosen.flatMap { endings.indices.contains($0) ? $0 : nil } ?? filter]
    )
    guard let ending = filters.flatMap(\.endings).first(where: { Self.ends(path, $0) }) else {
      return path + "." + wanted
    }
    if ending != offered || wanted == offered { return path }
    return String(decoding: path.utf8.dropLast(ending.utf8.count), as: UTF8.self) + wanted
  }

  /// Whether the name of a path ends with a type and has more than that.
  private static func ends(_ path: String, _ ending: String) -> Bool {
    let name = PathText.name(of: path)
    return name.utf8.count > ending.utf8.count + 1 && name.lowercased().hasSuffix("." + ending)
  }
}
