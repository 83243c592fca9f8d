import Glibc

/// The folder where Fude keeps what the user did not put anywhere: `$XDG_STATE_HOME/fude`, or `$HOME/.local/state/fude` where
/// that is not set (XDG Base Directory Specification).
public enum StateFolder {
  /// The folder, made with those above it, for this user's eyes only, where it was missing.
  /// - Parameter environment: the process's variables; relative paths in them do not count.
  /// - Throws: where it cannot be made.
  public static func make(environment: [String: String]) throws(FileError) -> String {
    let path = try path(environment: environment)
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      // The last one decides: those above may exist without being ours to look at.
      if mkdir(made, 0o700) != 0, errno != EEXIST, made == path { throw FileError(.write, path, errno: errno) }
    }
    return path
  }

  /// Where the folder is, whether it exists or not.
  static func path(environment: [String: String]) throws(FileError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return normal(state) + "/fude" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw FileError(.write, "the drawing", fault: "the environment variable HOME names no folder")
    }
    return normal(home) + "/.local/state/fude"
  }

  /// Without empty parts, so that the walk along its parts ends at it.
  private static func normal(_ path: String) -> String { path.split(separator: "/").map { "/" + $0 }.joined() }
}
