import Document
import Files
import Library

/// The brushes of folders, and those of other files that were read.
struct FoundBrushes {
  /// The folders, the most important first.
  let folders: [String]
  /// That of the user's, existing or not; nil without a home folder.
  let userFolder: String?
  /// What was listed last.
  private var listed = BrushCatalogue()
  /// Brushes that were read otherwise: at the start, and from other places.
  private var added: [BrushCatalogue.Entry] = []
  /// Files that have a fault, by their paths, with their stamps.
  private var faulty: [String: FileStamp] = [:]
  /// All brushes that are known.
  private(set) var catalogue = BrushCatalogue()

  init(environment: [String: String]) {
    folders = BrushCatalogue.folders(environment: environment)
    userFolder = BrushPack.folder(environment: environment)
  }

  /// Leaves out a brush that was added, since it is one of Fude's own now.
  mutating func remove(added name: String) {
    added.removeAll { $0.name == name }
    update()
  }

  /// Forgets a brush whose file is gone; one of the same name in another folder takes its place.
  mutating func forget(_ name: String, besides taken: Set<String>) {
    added.removeAll { $0.name == name }
    listed.remove(name)
    if let other = BrushCatalogue.entry(named: name, in: folders, taken: taken) { listed.add(other) }
    update()
  }

  /// Takes what a worker has listed.
  mutating func take(_ found: BrushCatalogue) {
    // A file with a fault may be another one by now, under the same name.
    guard found != listed || !faulty.isEmpty else { return }
    listed = found
    update()
  }

  /// Adds a brush for as long as the program runs.
  mutating func add(_ entry: BrushCatalogue.Entry) {
    added.removeAll { $0.name == entry.name }
    added.append(entry)
    update()
  }

  /// Leaves a brush out whose file has a fault, until the file is another one. Returns whether it
  /// was in the list.
  mutating func leaveOut(_ name: String) -> Bool {
    guard let entry = catalogue[name] else { return false }
    faulty[entry.path] = FileStamp(entry.path)
    update()
    return true
  }

  private mutating func update() {
    catalogue = listed
    for entry in added { catalogue.add(entry) }
    for (path, stamp) in faulty {
      guard let entry = catalogue.entry(ofFile: path) else { continue }
      if FileStamp(path) == stamp { catalogue.remove(entry.name) } else { faulty[path] = nil }
    }
  }
}
