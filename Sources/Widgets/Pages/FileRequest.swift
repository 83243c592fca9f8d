import Document
import Files

/// What a file dialog is for, and what it needs to know of the disk at first.
public struct FileRequest: Sendable, Hashable {
  /// What becomes of the file.
  public enum Purpose: Sendable, Hashable {
    /// It is to be opened.
    case open
    /// The drawing is to be saved to it.
    case save
    /// A picture of the drawing is to be written to it.
    case export(ExportOptions)

    /// Whether the file is there already.
    var isOpening: Bool { self == .open }

    /// What the dialog is called, and what its button does.
    public var title: (heading: String, button: String) {
      switch self {
      case .open: ("Open", "Open")
      case .save: ("Save as", "Save")
      case .export: ("Export", "Export")
      }
    }

    /// A path with an ending of what can be written, where something is and it has none.
    func ended(_ path: String) -> String {
      switch self {
      case .open: path
      case .save: FolderListing.isSaved(path) ? path : path + "." + (FolderListing.savedEndings.first ?? "ora")
      case .export(let options):
        ExportOptions.Format(endingOf: path) == nil ? path + "." + options.format.rawValue : path
      }
    }
  }

  /// What becomes of the file.
  public var purpose: Purpose
  /// The folder that is shown first, from the root on.
  public var folder: String
  /// The name to save by, unless the user types another.
  public var name: String
  /// The user's home, which "~" stands for; nil where there is none.
  public var home: String?
  /// Folders to start from.
  public var places: [Place]
  /// Drawings opened or saved lately, the latest first: paths from the root.
  public var recent: [String]

  /// A request by its parts.
  public init(
    _ purpose: Purpose, folder: String, name: String = "", home: String? = nil, places: [Place] = [],
    recent: [String] = []
  ) {
    (self.purpose, self.folder, self.name, self.home) = (purpose, folder, name, home)
    (self.places, self.recent) = (places, recent)
  }
}

/// What is typed into a dialog's entry for paths, taken apart.
struct PathEntry: Hashable {
  /// The folder that it is about, from the root on.
  let folder: String
  /// What is typed of a name in it; nothing behind a slash.
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

  /// Whether a name may be what is being typed: letters count alike whether large or small.
  func fits(_ other: String) -> Bool { other.lowercased().hasPrefix(name.lowercased()) }

  /// What Tab makes of the name: as much as all entries that fit have in common, and a slash behind a folder that is the
  /// only one; nil where there is nothing to add.
  func completed(from entries: [FolderListing.Entry]) -> String? {
    guard !name.isEmpty else { return nil }
    // Those of the very letters go first.
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
