import Glibc

/// What the folders of a user's own that Fude keeps things in have in common (XDG Base Directory Specification).
public enum UserFolder {
  /// `$variable/fude`, or `$HOME/otherwise/fude` where the variable names no absolute path; nil without an absolute HOME.
  public static func path(_ variable: String, otherwise: String, environment: [String: String]) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return normal(folder) + "/fude" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return normal(home) + "/" + otherwise + "/fude"
  }

  /// Makes a folder, with those above it, for this user's eyes only, where it is missing.
  /// - Parameter path: as `path(_:otherwise:environment:)` gives it.
  /// - Throws: where it cannot be made.
  public static func make(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      // The last one decides: those above may exist without being ours to look at.
      if mkdir(PathText.system(made), 0o700) != 0, errno != EEXIST, made == path {
        throw FileError(.write, path, errno: errno)
      }
    }
  }

  /// Without empty parts, so that the walk along its parts ends at it.
  private static func normal(_ path: String) -> String { path.split(separator: "/").map { "/" + $0 }.joined() }
}
