import Foundation

/// A folder of a test's own, removed with everything in it when dropped.
public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// An empty folder.
  /// - Parameter isInMemory: whether it shall be in memory, where the system has such a place: for tests that write thousands of
  ///   files and ask nothing of the disk.
  public init(isInMemory: Bool = false) throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = isInMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let url = (isThere ? memory : FileManager.default.temporaryDirectory).appending(
      path: "fude-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Makes a file.
  @discardableResult public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// The content of a file.
  public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

  /// What is in the folder, hidden files included, by name.
  public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
