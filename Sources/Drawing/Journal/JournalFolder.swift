import Files
import Glibc

/// A folder of journals, one for each drawing that is open or was not closed regularly.
public struct JournalFolder: Hashable, Sendable {
  /// The extension of journals.
  public static let suffix = ".journal"

  /// What the name of an unfinished journal has after that of the one whose place it takes.
  static let replacementEnding = ".new"

  /// The folder's path.
  public let path: String

  /// Makes a value for an existing folder, such as `$XDG_STATE_HOME/fude`.
  public init(_ path: String) { self.path = path }

  /// Starts a journal under a new name.
  /// - Throws: if the folder is not writable or the disk is full. No file remains then.
  public func create() throws(JournalError) -> JournalWriter {
    for _ in 0..<100 {
      let name = "drawing-" + String(UInt64.random(in: .min ... .max), radix: 36) + Self.suffix
      guard let file = try JournalFile.make(path(of: name)) else { continue }
      do throws(JournalError) { return try JournalWriter(new: file) } catch {
        try? file.remove()
        throw error
      }
    }
    throw JournalError(.write, path, errno: EEXIST)
  }

  /// The names of all journals, locked or not, in alphabetical order.
  /// - Throws: if the folder cannot be read.
  public func names() throws(JournalError) -> [String] { try names(endingWith: Self.suffix) }

  private func names(endingWith ending: String) throws(JournalError) -> [String] {
    guard let stream = opendir(PathText.system(path)) else { throw JournalError(.read, path, errno: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { PathText.text(of: $0.prefix { $0 != 0 }) }
      if name.hasSuffix(ending), name.utf8.count > ending.utf8.count { names.append(name) }
    }
    return names.sorted()
  }

  /// Opens and locks all journals that no running program has locked, oldest write first. Files
  /// without records and unfinished replacements are removed; files that cannot be opened are skipped.
  /// - Throws: if the folder cannot be read.
  public func claimAll() throws(JournalError) -> [JournalFile] {
    var found: [(file: JournalFile, time: (Int, Int))] = []
    for name in try names(endingWith: Self.suffix + Self.replacementEnding) {
      try? JournalFile.claim(path(of: name))?.remove()
    }
    for name in try names() {
      guard let file = try? JournalFile.claim(path(of: name)) else { continue }
      var information = stat()
      guard fstat(file.descriptor, &information) == 0 else { continue }
      if information.st_size <= JournalFormat.headerSize {
        try? file.remove()
        continue
      }
      found.append((file, (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)))
    }
    return found.sorted { $0.time < $1.time }.map(\.file)
  }

  /// The path of a journal with a name.
  public func path(of name: String) -> String { PathText.join(path, name) }
}
