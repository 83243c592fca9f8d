import Document
import Files
import Glibc

/// The settings file on the disk: `$XDG_CONFIG_HOME/fude/settings`, or `$HOME/.config/fude/settings` where that is not set
/// (XDG Base Directory Specification).
///
/// Several Fudes may run: each writes only what changed in it, to the file as it is at that time, one after the other. So
/// none loses another's changes; of two changes of one setting the later one counts.
public struct SettingsStore: Sendable, Hashable {
  /// The file.
  public let path: String
  private let folder: String

  /// The largest file that is read, bytes.
  static let largestFile = 1 << 20

  /// The file of a user.
  /// - Parameter environment: the process's variables; relative paths in them do not count.
  /// - Throws: where the variables name no folder.
  public init(environment: [String: String]) throws(FileError) {
    folder = try SettingsFolder.path(environment: environment)
    path = folder + "/settings"
  }

  /// The file's content; an empty one where there is no file.
  /// - Throws: where it is there and cannot be read. It is then not to be saved to: what it holds is not known.
  public func load() throws(FileError) -> SettingsFile {
    do throws(FileError) {
      return SettingsFile(parsing: try InputFile.bytes(of: path, limit: Self.largestFile))
    } catch {
      if !exists { return SettingsFile() }
      throw error
    }
  }

  /// Writes what `new` has other than `old` to the file as it is now; the file appears whole or not at all. Where there is
  /// nothing to write the disk is left alone.
  /// - Throws: where the file cannot be read or written; it is then as it was.
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
