import Document
import Files
import Glibc

/// The settings file on the disk: `$XDG_CONFIG_HOME/fude/settings`, or
/// `$HOME/.config/fude/settings` if that is not set (XDG Base Directory Specification).
///
/// Several Fudes may run. Each writes only its own changes to the present file, one process at a
/// time, so no change is lost. Of two changes of one setting the later one counts.
public struct SettingsStore: Sendable, Hashable {
  /// The file.
  public let path: String
  private let folder: String

  /// The largest file that is read, bytes.
  static let largestFile = 1 << 20

  /// The settings file of a user.
  /// - Parameter environment: the process's variables; relative paths in them are ignored.
  /// - Throws: if the variables name no folder.
  public init(environment: [String: String]) throws(FileError) {
    folder = try SettingsFolder.path(environment: environment)
    path = folder + "/settings"
  }

  /// The file's content; empty if there is no file.
  /// - Throws: if the file cannot be read. It must not be written then, since its content is
  ///   unknown.
  public func load() throws(FileError) -> SettingsFile {
    do throws(FileError) {
      return SettingsFile(parsing: try InputFile.bytes(of: path, limit: Self.largestFile))
    } catch {
      if !exists { return SettingsFile() }
      throw error
    }
  }

  /// Writes the values in which `new` differs from `old` to the present file, atomically. Does
  /// nothing if there is no difference.
  /// - Throws: if the file cannot be read or written; it is unchanged then.
  public func save(from old: Settings, to new: Settings) throws(FileError) {
    if old == new { return }
    try SettingsFolder.make(folder)
    let lock = FolderLock(folder)
    defer { lock.release() }
    var file = try load()
    let before = file.bytes
    file.change(from: old, to: new)
    if file.bytes == before { return }
    let output = try AtomicFile(path: path)
    try output.write(file.bytes.span)
    try output.commitReplacing()
  }

  private var exists: Bool {
    var information = stat()
    return lstat(path, &information) == 0 || errno != ENOENT
  }
}
