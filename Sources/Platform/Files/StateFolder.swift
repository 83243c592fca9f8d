import Language

/// The folder for data that Fude keeps automatically: `$XDG_STATE_HOME/fude`, or
/// `$HOME/.local/state/fude` if that is not set (XDG Base Directory Specification).
public enum StateFolder {
  /// Returns the folder's path. Missing folders are made, readable only by this user.
  /// - Parameter environment: the process's variables; relative paths in them are ignored.
  /// - Throws: if a folder cannot be made.
  public static func make(environment: [String: String]) throws(FileError) -> String {
    let path = try path(environment: environment)
    try UserFolder.make(path)
    return path
  }

  public static func path(environment: [String: String]) throws(FileError) -> String {
    guard let path = UserFolder.path("XDG_STATE_HOME", otherwise: ".local/state", environment: environment) else {
      throw FileError(
        .write, translated("the drawing"), fault: translated("the environment variable HOME is not an absolute path"))
    }
    return path
  }
}
