import Language

/// The folder of the settings: `$XDG_CONFIG_HOME/fude`, by default `$HOME/.config/fude` (XDG Base
/// Directory Specification).
public enum SettingsFolder {
  /// The path of the folder, existing or not. Throws if neither XDG_CONFIG_HOME nor HOME is an
  /// absolute path.
  public static func path(environment: [String: String]) throws(FileError) -> String {
    guard let path = UserFolder.path("XDG_CONFIG_HOME", otherwise: ".config", environment: environment) else {
      throw FileError(
        .read, translated("the settings"), fault: translated("the environment variable HOME is not an absolute path"))
    }
    return path
  }

  /// Creates the folder and its parents if they are missing, accessible only to the user.
  public static func make(_ path: String) throws(FileError) { try UserFolder.make(path) }
}
