import Glibc

/// Paths of Fude's folders in the user's home (XDG Base Directory Specification).
public enum UserFolder {
  /// `$variable/fude`, or `$HOME/otherwise/fude` if the variable is not an absolute path; nil
  /// without an absolute HOME.
  public static func path(_ variable: String, otherwise: String, environment: [String: String]) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return normal(folder) + "/fude" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return normal(home) + "/" + otherwise + "/fude"
  }

  /// Makes a folder and its missing parents, accessible only to this user.
  /// - Parameter path: a result of `path(_:otherwise:environment:)`.
  /// - Throws: if the folder cannot be made.
  public static func make(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      // Only the last one counts: parents may exist without being accessible.
      if mkdir(PathText.system(made), 0o700) != 0, errno != EEXIST, made == path {
        throw FileError(.write, path, errno: errno)
      }
    }
  }

  /// Removes empty parts, since `make` compares its last step with the path.
  private static func normal(_ path: String) -> String { path.split(separator: "/").map { "/" + $0 }.joined() }
}
