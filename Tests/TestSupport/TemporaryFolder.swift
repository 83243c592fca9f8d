import Foundation

/// A folder for one test, removed with its content when it is released.
public final class TemporaryFolder {
  /// The folder's path.
  public let path: String

  /// Creates an empty folder.
  /// - Parameter isInMemory: whether it should be in memory if the system has /dev/shm, for tests
  ///   that write thousands of files.
  public init(isInMemory: Bool = false) throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = isInMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let url = (isThere ? memory : FileManager.default.temporaryDirectory).appending(
      path: "fude-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// The content of a file.
  public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

  /// The sorted names of all files in the folder, including hidden ones.
  public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
