import Files
import Language

/// The folder of the settings: `$XDG_CONFIG_HOME/fude`, or `$HOME/.config/fude` where that is not set (XDG Base Directory
/// Specification).
public enum SettingsFolder {
  /// Where the folder is, whether it exists or not.
  /// - Parameter environment: the process's variables; relative paths in them do not count.
  /// - Throws: where they name no folder.
  public static func path(environment: [String: String]) throws(FileError) -> String {
    guard let path = UserFolder.path("XDG_CONFIG_HOME", otherwise: ".config", environment: environment) else {
      throw FileError(
        .read, translated("the settings"), fault: translated("the environment variable HOME names no folder"))
    }
    return path
  }

  /// Makes the folder that `path` gave, with those above it, for this user's eyes only, where it was missing.
  /// - Throws: where it cannot be made.
  public static func make(_ path: String) throws(FileError) { try UserFolder.make(path) }
}
