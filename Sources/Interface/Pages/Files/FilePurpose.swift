import Document
import Export
import Files
import Language
import Library
import Toolkit

/// What a file is wanted for: the words of the dialog, and the files that fit.
public struct FilePurpose: Sendable, Hashable {
  /// A kind of file that the dialog offers.
  public struct Kind: Sendable, Hashable {
    public var title: String
    /// The endings in lower case without the dot; none for all files.
    public var endings: [String]

    init(_ title: String, _ endings: [String] = []) { (self.title, self.endings) = (title, endings) }

    fileprivate static var all: Kind { Kind(translated("All files")) }
  }

  /// Whether the file must exist and is only read.
  public var isOpening = true
  /// The title of the dialog.
  public var heading: String
  /// The title of its button.
  public var button: String
  /// The kinds of file that the desktop's dialog offers, and that a name to write ends with. None for a folder.
  public var kinds: [Kind]
  /// The index of the kind that is chosen at first.
  public var kind = 0
  /// The endings of the files that Fude's dialog lists; nil for all that the listing has.
  var listed: [String]?
  /// What a folder says that has no such files.
  var nothing = translated("No pictures here")
  /// What the dialog says where no name is typed.
  var nameless = translated("The picture needs a name.")
  /// Whether drawings are looked for, so that recent and kept ones are offered.
  public var listsDrawings = false
  /// Whether it is for the drawing that is open, so that the question ends with it.
  public var isOfDrawing = false
  /// Whether the page that asks stays open.
  public var keepsPage = false

  /// A file to open.
  public static var open: FilePurpose {
    var purpose = FilePurpose(
      heading: translated("Open"), button: translated("Open"),
      kinds: [
        Kind(
          translated("Drawings and pictures"),
          FileFormat.readEndings + LibraryFile.paletteEndings + LibraryFile.brushEndings
            + LibraryFile.packEndings + LibraryFile.foreignEndings),
        Kind("OpenRaster (*.ora)", ["ora"]), Kind("PNG (*.png)", ["png"]), Kind("JPEG (*.jpg)", ["jpg", "jpeg"]),
        Kind("WebP (*.webp)", ["webp"]), .all,
      ])
    (purpose.nothing, purpose.listsDrawings) = (translated("No drawings here"), true)
    return purpose
  }

  /// A picture to add to the references.
  public static var reference: FilePurpose {
    var purpose = FilePurpose(
      heading: translated("Add a reference picture"), button: translated("Add", context: "a reference picture"),
      kinds: [Kind(translated("Pictures", context: "a filter of files"), FileFormat.pictureEndings), .all])
    (purpose.listed, purpose.isOfDrawing) = (FileFormat.pictureEndings, true)
    return purpose
  }

  /// Brushes to add to the user's; of a picture the tip that it shows.
  public static var brushes: FilePurpose {
    let endings = LibraryFile.endingsOfBrushes
    var purpose = FilePurpose(
      heading: translated("Add brushes"), button: translated("Add", context: "brushes"),
      kinds: [Kind(translated("Brushes"), endings), .all])
    (purpose.listed, purpose.nothing) = (endings, translated("No brushes here"))
    return purpose
  }

  /// A picture to add to the user's papers.
  public static var paper: FilePurpose {
    FilePurpose(
      heading: translated("Add a paper texture"), button: translated("Add", context: "a paper texture"),
      kinds: [Kind("PNG (*.png)", ["png"]), .all], listed: ["png"])
  }

  /// A picture for the tip of the brush that is being edited.
  public static var tip: FilePurpose {
    FilePurpose(
      heading: translated("Picture of the tip"), button: translated("Use", context: "a picture"),
      kinds: [Kind("PNG (*.png)", ["png"]), .all], listed: ["png"], keepsPage: true)
  }

  /// The file to save the drawing in.
  public static var save: FilePurpose {
    var purpose = writing(
      translated("Save as"), translated("Save"),
      [
        Kind(translated("OpenRaster, with layers (*.ora)"), ["ora"]),
        Kind(translated("PNG, one picture (*.png)"), ["png"]),
      ])
    (purpose.nameless, purpose.listsDrawings) = (translated("The drawing needs a name."), true)
    return purpose
  }

  /// The file of a picture of the drawing.
  public static func export(_ format: FileFormat) -> FilePurpose {
    let formats = FileFormat.exported
    var purpose = writing(
      translated("Export"), translated("Export"),
      formats.map { Kind("\($0.name) (*.\($0.ending))", $0.endings) })
    purpose.kind = formats.firstIndex(of: format) ?? 0
    return purpose
  }

  /// The file of a time-lapse; for images a folder.
  public static func timeLapse(_ format: FilmOptions.Format) -> FilePurpose {
    let formats = format.isFilm ? FilmOptions.Format.films : []
    var purpose = writing(
      translated("Time-lapse"), translated("Create", context: "a time-lapse"),
      formats.map { Kind("\($0.title) (*.\($0.rawValue))", [$0.rawValue]) })
    purpose.kind = formats.firstIndex(of: format) ?? 0
    return purpose
  }

  /// A file to write. Palettes and brushes are not listed: nothing is written over them.
  private static func writing(_ heading: String, _ button: String, _ kinds: [Kind]) -> FilePurpose {
    var purpose = FilePurpose(heading: heading, button: button, kinds: kinds)
    (purpose.isOpening, purpose.isOfDrawing, purpose.listed) = (false, true, FileFormat.readEndings)
    purpose.nothing = translated("No drawings here")
    return purpose
  }

  /// Whether the dialog lists a file.
  func lists(_ name: String) -> Bool { listed.map { PathText.hasEnding(name, of: $0) } ?? true }

  /// Whether a path ends as a file of a kind.
  private func isEnded(_ path: String) -> Bool { PathText.hasEnding(path, of: kinds.flatMap(\.endings)) }

  /// The path with an ending; for opening unchanged.
  ///
  /// The dialog selects the suggested name without its ending. Who types a name with an ending there means
  /// that one: "a.ora.ora" becomes "a.ora", and "a.svg.png" "a.svg".
  /// - Parameter suggested: the suggested name; empty for a path that was typed as a whole.
  func ended(_ path: String, suggested: String = "") -> String {
    guard !isOpening, kinds.indices.contains(kind), let ending = kinds[kind].endings.first else { return path }
    if let dot = suggested.lastIndex(of: "."), path.hasSuffix(suggested[dot...]) {
      let stem = String(path.dropLast(suggested[dot...].count))
      if isEnded(stem) { return stem }
    }
    return isEnded(path) ? path : path + "." + ending
  }
}
