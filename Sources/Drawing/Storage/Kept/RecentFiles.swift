import Files
import Glibc
import Journal
import Language

/// The recently opened or saved drawings, latest first.
///
/// The file `recent` in the state folder contains one absolute path in each line, latest first, as in
/// `PathLine`. Lines without a leading `/` are ignored.
/// Kept drawings are always listed, because nothing else refers to them.
public struct RecentFiles: Sendable, Hashable {
  /// The maximum number of files, without kept drawings.
  public static let most = 20
  /// Bytes.
  static let largestFile = 1 << 20

  /// Absolute paths, encoded by `PathText`; unique.
  public private(set) var paths: [String] = []

  /// Creates an empty list.
  public init() {}

  /// Parses the content of the file; invalid lines are ignored.
  public init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "/") {
      guard let path = PathLine.path(of: line), !paths.contains(path) else { continue }
      paths.append(path)
    }
    dropOldest()
  }

  /// The content of the file.
  public var bytes: [UInt8] {
    paths.flatMap { PathLine.bytes(of: $0) + [UInt8(ascii: "\n")] }
  }

  /// Moves or adds an absolute path to the start.
  public mutating func add(_ path: String) {
    paths.removeAll { $0 == path }
    paths.insert(path, at: 0)
    dropOldest()
  }

  /// Removes the oldest files above `most`, but no kept drawings.
  private mutating func dropOldest() {
    var count = 0
    paths.removeAll { path in
      if Self.isInNoFile(path) { return false }
      count += 1
      return count > Self.most
    }
  }

  private static func isInNoFile(_ path: String) -> Bool { path.hasSuffix(JournalFolder.suffix) }

  /// Removes a path.
  public mutating func remove(_ path: String) { paths.removeAll { $0 == path } }

  /// The name and the folder of a path for display; a kept drawing has a name without extension.
  public static func shown(_ path: String) -> (name: String, folder: String) {
    let (name, folder) = (PathText.name(of: path), PathText.folder(of: path))
    guard isInNoFile(name) else { return (FileError.printable(name), FileError.printable(folder)) }
    return (FileError.printable(PathText.stem(of: path)), translated("not saved to a file yet"))
  }

  // MARK: Storage

  /// Reads the stored list; only kept drawings if the file is missing or unreadable.
  public static func kept(environment: [String: String]) -> RecentFiles {
    complete(stored(environment), environment)
  }

  private static func stored(_ environment: [String: String]) -> RecentFiles {
    guard let path = try? path(environment), let bytes = try? InputFile.bytes(of: path, limit: largestFile) else {
      return RecentFiles()
    }
    return RecentFiles(parsing: bytes)
  }

  private static func complete(_ stored: RecentFiles, _ environment: [String: String]) -> RecentFiles {
    guard let kept = try? DrawingStore.kept(environment: environment), let names = try? kept.names() else {
      return stored
    }
    var recent = stored
    let known = Set(recent.paths)
    recent.paths += names.map { kept.path(of: $0) }.filter { !known.contains($0) }
    return recent
  }

  /// Adds a path to the start of the stored list and returns the list. If writing fails, the file
  /// stays unchanged.
  @discardableResult public static func keep(
    _ path: String, environment: [String: String]
  ) throws(FileError) -> RecentFiles {
    try change(environment) { $0.add(path) }
  }

  /// Removes a path from the stored list and returns the list. If writing fails, the file stays
  /// unchanged.
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
