import Foundation

/// A folder of a test's own, removed with everything in it when dropped.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "fude-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { path + "/" + name }

  /// Makes a file.
  @discardableResult func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// The content of a file.
  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

  /// What is in the folder, hidden files included, by name.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers everywhere for a seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
