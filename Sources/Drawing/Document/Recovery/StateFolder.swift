import Files
import Language

/// The folder where Fude keeps what the user did not put anywhere: `$XDG_STATE_HOME/fude`, or `$HOME/.local/state/fude` where
/// that is not set (XDG Base Directory Specification).
public enum StateFolder {
  /// The folder, made with those above it, for this user's eyes only, where it was missing.
  /// - Parameter environment: the process's variables; relative paths in them do not count.
  /// - Throws: where it cannot be made.
  public static func make(environment: [String: String]) throws(FileError) -> String {
    let path = try path(environment: environment)
    try UserFolder.make(path)
    return path
  }

  /// Where the folder is, whether it exists or not.
  static func path(environment: [String: String]) throws(FileError) -> String {
    guard let path = UserFolder.path("XDG_STATE_HOME", otherwise: ".local/state", environment: environment) else {
      throw FileError(
        .write, translated("the drawing"), fault: translated("the environment variable HOME names no folder"))
    }
    return path
  }
}
