import Document
import Files
import Language

/// The purpose and the initial content of a file dialog.
public struct FileRequest: Sendable, Hashable {
  /// The use of the chosen file.
  public enum Purpose: Sendable, Hashable {
    case open
    /// Add its picture to the references.
    case reference
    /// Add its brushes to the user's; of a picture the tip that it shows.
    case brushes
    /// Add its picture to the user's papers.
    case paper
    /// Use its picture as the tip of the brush that is being edited.
    case tip
    /// Save the drawing to it.
    case save
    /// Export a picture of the drawing to it.
    case export(ExportOptions)
    /// Make a time-lapse in it; for images it is a folder.
    case timeLapse(FilmOptions)

    /// Whether the file must exist and is only read.
    public var isOpening: Bool { [.open, .reference, .brushes, .paper, .tip].contains(self) }

    /// Whether the dialog lists a file. Folders list drawings, pictures, palettes, brushes and
    /// packs of brushes.
    func lists(_ name: String) -> Bool {
      switch self {
      case .open: true
      case .reference: FolderListing.isPicture(name)
      case .brushes: FolderListing.hasBrushes(name)
      case .paper, .tip: name.lowercased().hasSuffix(".png")
      case .save, .export, .timeLapse: !FolderListing.isAddition(name)
      }
    }

    /// What a folder says that has no such files.
    var nothing: String {
      switch self {
      case .reference, .paper, .tip: translated("No pictures here")
      case .brushes: translated("No brushes here")
      case .open, .save, .export, .timeLapse: translated("No drawings here")
      }
    }

    /// The title of the dialog and of its button.
    public var title: (heading: String, button: String) {
      switch self {
      case .open: (translated("Open"), translated("Open"))
      case .reference: (translated("Add a reference picture"), translated("Add", context: "a reference picture"))
      case .brushes: (translated("Add brushes"), translated("Add", context: "brushes"))
      case .paper: (translated("Add a paper texture"), translated("Add", context: "a paper texture"))
      case .tip: (translated("Picture of the tip"), translated("Use", context: "a picture"))
      case .save: (translated("Save as"), translated("Save"))
      case .export: (translated("Export"), translated("Export"))
      case .timeLapse: (translated("Time-lapse"), translated("Create", context: "a time-lapse"))
      }
    }

    /// Whether a path has an extension that fits the purpose.
    private func isEnded(_ path: String) -> Bool {
      switch self {
      case .open, .reference, .brushes, .paper, .tip: true
      case .save: FolderListing.isSaved(path)
      case .export: ExportOptions.Format(endingOf: path) != nil
      case .timeLapse(let options): options.format.isFilm && FilmOptions.Format(endingOf: path) != nil
      }
    }

    /// The path with a file extension; for opening unchanged.
    ///
    /// The dialog selects the suggested name without its extension. Who types a name with an
    /// extension there means that one: "a.ora.ora" becomes "a.ora", and "a.svg.png" "a.svg".
    /// - Parameter suggested: the suggested name; empty for a path that was typed as a whole.
    func ended(_ path: String, suggested: String = "") -> String {
      if let dot = suggested.lastIndex(of: "."), path.hasSuffix(suggested[dot...]) {
        let stem = String(path.dropLast(suggested[dot...].count))
        if !isOpening, isEnded(stem) { return stem }
      }
      return switch self {
      case .open, .reference, .brushes, .paper, .tip: path
      case .save: FolderListing.isSaved(path) ? path : path + "." + (FolderListing.savedEndings.first ?? "ora")
      case .export(let options):
        ExportOptions.Format(endingOf: path) == nil ? path + "." + options.format.rawValue : path
      case .timeLapse(let options):
        options.format.isFilm && FilmOptions.Format(endingOf: path) == nil
          ? path + "." + options.format.rawValue : path
      }
    }
  }

  /// The use of the chosen file.
  public var purpose: Purpose
  /// The folder that is shown first, from the root on.
  public var folder: String
  /// The suggested name.
  public var name: String
  /// The user's home folder for "~"; nil if there is none.
  public var home: String?
  /// Folders shown as starting points.
  public var places: [Place]
  /// Recently opened or saved drawings, the latest first: paths from the root.
  public var recent: [String]

  /// Whether the drawing is to be saved beside its own file, so that `folder` and `name` count even
  /// where the file's own place would be suggested.
  public var isForAnotherFile = false

  /// Creates a request from its parts.
  public init(
    _ purpose: Purpose, folder: String, name: String = "", home: String? = nil, places: [Place] = [],
    recent: [String] = []
  ) {
    (self.purpose, self.folder, self.name, self.home) = (purpose, folder, name, home)
    (self.places, self.recent) = (places, recent)
  }
}

struct PathEntry: Hashable {
  /// The folder, from the root on.
  let folder: String
  /// The typed part of a name in the folder; empty after a slash.
  let name: String

  /// - Parameters:
  ///   - text: as typed: from the root, from the home ("~"), or from `base`.
  ///   - base: the folder that is shown, from the root on.
  init(_ text: String, base: String, home: String?) {
    guard text != "~", text != "..", text != "." else {
      (folder, name) = (PathText.absolute(text, base: base, home: home), "")
      return
    }
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    let head = slash.map { String(text[...$0]) } ?? ""
    folder = head.isEmpty ? base : PathText.absolute(head, base: base, home: home)
    name = slash.map { String(text[text.utf8.index(after: $0)...]) } ?? text
  }

  /// Whether a name begins with the typed one, ignoring case.
  func fits(_ other: String) -> Bool { other.lowercased().hasPrefix(name.lowercased()) }

  /// The name as completed by Tab: the common prefix of all matching entries, and a slash after a
  /// single folder; nil if there is nothing to add.
  func completed(from entries: [FolderListing.Entry]) -> String? {
    guard !name.isEmpty else { return nil }
    // Entries with the same case take precedence.
    let exact = entries.filter { $0.name.hasPrefix(name) }
    let fitting = exact.isEmpty ? entries.filter { fits($0.name) } : exact
    guard let first = fitting.first else { return nil }
    var common = Array(first.name)
    for entry in fitting.dropFirst() {
      let count = zip(common, entry.name).prefix { $0.0 == $0.1 }.count
      common.removeLast(common.count - count)
    }
    var text = String(common)
    if fitting.count == 1, first.isFolder { text += "/" }
    return text.count < name.count || text == name ? nil : text
  }
}
