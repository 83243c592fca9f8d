import Files
import Glibc
import Journal
import Language

/// The drawings that were opened or saved lately, the latest first.
///
/// They are kept in `recent` in the state folder: a path from the root in each line, the latest first, as its bytes are; a
/// backslash is written `\\` and a line break `\n`. Lines that begin with anything but `/` mean nothing. The file appears
/// whole or not at all, and may be deleted at any time. Drawings that Fude keeps by itself are among them as long as they
/// are there, whatever the file says: nothing else leads to them.
public struct RecentFiles: Sendable, Hashable {
  /// The most files of the user's own that are kept.
  public static let most = 20
  /// The largest file that is read, bytes.
  static let largestFile = 1 << 20

  /// Their paths from the root on, as `PathText` has them, each once.
  public private(set) var paths: [String] = []

  /// None.
  public init() {}

  /// Those of a file's content; what is no path is passed over.
  public init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "/") {
      guard let path = Self.unescaped(line), !paths.contains(path) else { continue }
      paths.append(path)
    }
    dropOldest()
  }

  /// The content of a file.
  public var bytes: [UInt8] {
    paths.flatMap { path in
      PathText.bytes(of: path).flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\n"): Array("\\n".utf8)
        case UInt8(ascii: "\\"): Array("\\\\".utf8)
        default: [byte]
        }
      } + [UInt8(ascii: "\n")]
    }
  }

  private static func unescaped(_ line: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      switch (isEscaped, byte) {
      case (false, UInt8(ascii: "\\")): isEscaped = true
      case (false, 0), (true, 0): return nil
      case (false, _): bytes.append(byte)
      case (true, _):
        bytes.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      }
    }
    return isEscaped ? nil : PathText.text(of: bytes)
  }

  /// Puts a path, from the root on, before all others.
  public mutating func add(_ path: String) {
    paths.removeAll { $0 == path }
    paths.insert(path, at: 0)
    dropOldest()
  }

  /// Keeps the latest of the user's own files, and all drawings that are in no file.
  private mutating func dropOldest() {
    var count = 0
    paths.removeAll { path in
      if Self.isInNoFile(path) { return false }
      count += 1
      return count > Self.most
    }
  }

  /// Whether a path is that of a drawing that Fude keeps by itself.
  private static func isInNoFile(_ path: String) -> Bool { path.hasSuffix(JournalFolder.suffix) }

  /// Takes a path away.
  public mutating func remove(_ path: String) { paths.removeAll { $0 == path } }

  /// What a path is called among them: a drawing that Fude keeps by itself by its name for people, and where it is.
  public static func shown(_ path: String) -> (name: String, folder: String) {
    let (name, folder) = (PathText.name(of: path), PathText.folder(of: path))
    guard isInNoFile(name) else { return (FileError.printable(name), FileError.printable(folder)) }
    return (FileError.printable(PathText.stem(of: path)), translated("in no file yet"))
  }

  // MARK: On the disk

  /// Those that are kept; where the file is missing or cannot be read, only drawings that are in no file.
  /// - Parameter environment: the process's variables.
  public static func kept(environment: [String: String]) -> RecentFiles {
    complete(stored(environment), environment)
  }

  /// What the file says.
  private static func stored(_ environment: [String: String]) -> RecentFiles {
    guard let path = try? path(environment), let bytes = try? InputFile.bytes(of: path, limit: largestFile) else {
      return RecentFiles()
    }
    return RecentFiles(parsing: bytes)
  }

  /// The same with all drawings that are in no file.
  private static func complete(_ stored: RecentFiles, _ environment: [String: String]) -> RecentFiles {
    guard let store = try? DrawingStore(environment: environment), let names = try? store.kept.names() else {
      return stored
    }
    var recent = stored
    let known = Set(recent.paths)
    recent.paths += names.map { store.kept.path(of: $0) }.filter { !known.contains($0) }
    return recent
  }

  /// Puts a path before all others that are kept by now, by other Fudes too, and keeps that.
  /// - Returns: all that are kept now.
  /// - Throws: where they cannot be written; those that were kept still are.
  @discardableResult public static func keep(
    _ path: String, environment: [String: String]
  ) throws(FileError) -> RecentFiles {
    try change(environment) { $0.add(path) }
  }

  /// Keeps a path no longer.
  /// - Returns: all that are kept now.
  /// - Throws: where they cannot be written; those that were kept still are.
  @discardableResult public static func forget(
    _ path: String, environment: [String: String]
  ) throws(FileError) -> RecentFiles {
    try change(environment) { $0.remove(path) }
  }

  private static func change(
    _ environment: [String: String], _ body: (inout RecentFiles) -> Void
  ) throws(FileError) -> RecentFiles {
    let lock = FolderLock(try StateFolder.make(environment: environment))
    defer { lock.release() }
    let before = stored(environment)
    var all = complete(before, environment)
    body(&all)
    if all == before { return all }
    let file = try AtomicFile(path: try Self.path(environment))
    try file.write(all.bytes.span)
    try file.commitReplacing()
    return all
  }

  private static func path(_ environment: [String: String]) throws(FileError) -> String {
    try StateFolder.path(environment: environment) + "/recent"
  }
}
