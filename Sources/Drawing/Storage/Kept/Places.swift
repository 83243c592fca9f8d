import Files
import Glibc
import Journal
import Language

/// A folder offered as a starting point in a file dialog.
public struct Place: Sendable, Hashable {
  /// The name in the user's language.
  public var title: String
  /// The absolute path.
  public var path: String

  /// Whether it is the folder of kept drawings.
  public var isKept: Bool

  /// Creates a place.
  public init(title: String, path: String, isKept: Bool = false) {
    (self.title, self.path, self.isKept) = (title, path, isKept)
  }

  /// Returns those of these folders that exist: home, desktop, pictures, documents, kept drawings.
  public static func all(environment: [String: String], probe: ExportLocation.Probe) -> [Place] {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return [] }
    var places = [Place(title: translated("Home"), path: PathText.absolute(home))]
    let known = [
      (translated("Desktop"), "Desktop"), (translated("Pictures"), "Pictures"), (translated("Documents"), "Documents"),
    ]
    for (title, name) in known {
      let candidates = ExportLocation.userFolders(
        name.uppercased(), name, environment: environment, home: home, probe: probe)
      guard let path = candidates.first(where: probe.isFolder).map({ PathText.absolute($0) }),
        !places.contains(where: { $0.path == path })
      else { continue }
      places.append(Place(title: title, path: path))
    }
    if let kept = try? DrawingStore.kept(environment: environment), probe.isFolder(kept.path) {
      places.append(Place(title: translated("Unsaved"), path: kept.path, isKept: true))
    }
    return places
  }
}
