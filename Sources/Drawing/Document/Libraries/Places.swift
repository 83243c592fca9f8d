import Files
import Glibc
import Journal
import Language

/// The folders that someone who looks for a drawing starts from.
public struct Place: Sendable, Hashable {
  /// What it is called, for people.
  public var title: String
  /// Its path, from the root on.
  public var path: String

  /// A place by its values.
  public init(title: String, path: String) { (self.title, self.path) = (title, path) }

  /// The home, the desktop, the folders for pictures and documents, and that of the drawings that Fude keeps by itself, each
  /// where there is one.
  /// - Parameters:
  ///   - environment: the process's variables.
  ///   - probe: what is known of the disk; its `makeFolder` is not used.
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
    if let store = try? DrawingStore(environment: environment), probe.isFolder(store.kept.path) {
      places.append(Place(title: translated("Kept"), path: store.kept.path))
    }
    return places
  }
}
