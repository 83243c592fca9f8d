import Files
import Glibc

/// The folder in which journals lie, one for each drawing that is open or was not closed in peace.
public struct JournalFolder: Hashable, Sendable {
  /// What a journal's name ends with.
  public static let suffix = ".journal"

  /// The folder's path.
  public let path: String

  /// A folder that exists, such as `$XDG_STATE_HOME/fude`.
  public init(_ path: String) { self.path = path }

  /// Starts a journal under a new name.
  /// - Throws: where the folder cannot be written to or the disk is full; nothing is left then.
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

  /// The names of all journals, held by someone or not, in the order of the alphabet.
  /// - Throws: where the folder cannot be read.
  public func names() throws(JournalError) -> [String] {
    guard let stream = opendir(PathText.system(path)) else { throw JournalError(.read, path, errno: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { PathText.text(of: $0.prefix { $0 != 0 }) }
      if name.hasSuffix(Self.suffix), name.utf8.count > Self.suffix.utf8.count { names.append(name) }
    }
    return names.sorted()
  }

  /// All journals that no running program holds, which are ours from now on, the one that was written to longest ago first.
  ///
  /// Files whose writer died before it wrote anything behind a header are removed on the way: nothing can be in them. Those that cannot be
  /// opened are passed over.
  /// - Throws: where the folder cannot be read.
  public func claimAll() throws(JournalError) -> [JournalFile] {
    var found: [(file: JournalFile, time: (Int, Int))] = []
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

  /// The path of a journal by its name.
  public func path(of name: String) -> String { PathText.join(path, name) }
}
