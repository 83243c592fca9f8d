import Document
import Files
import Geometry

/// The states in which the user left drawings that are in files.
///
/// The file `views` in the state folder has a line for each drawing, the latest first: the middle's
/// x and y, the zoom, the rotation in radians, "whole" or "part", "mirrored" or "plain", the tool,
/// the active layer from 1 (0 for unknown), the number of layers, and the absolute path as in
/// `PathLine`. Lines that cannot be read are ignored.
public struct ViewMemories: Sendable, Hashable {
  /// The greatest number of drawings.
  public static let most = 200
  /// Bytes.
  static let largestFile = 1 << 20

  private var lines: [(path: String, work: ViewMemory)] = []

  /// An empty list.
  public init() {}

  /// Parses the content of the file.
  public init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard lines.count < Self.most, let (path, work) = Self.parsed(line), self[path] == nil else { continue }
      lines.append((path, work))
    }
  }

  private static func parsed(_ line: ArraySlice<UInt8>) -> (String, ViewMemory)? {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 9, omittingEmptySubsequences: false)
    guard parts.count == 10, parts[9].first == UInt8(ascii: "/"), let path = PathLine.path(of: parts[9]) else {
      return nil
    }
    let words = parts.prefix(9).map { String(decoding: $0, as: UTF8.self) }
    guard let x = Double(words[0]), let y = Double(words[1]), let zoom = Double(words[2]), let turn = Double(words[3]),
      ["whole", "part"].contains(words[4]), ["mirrored", "plain"].contains(words[5]), let layer = Int(words[7]),
      let count = Int(words[8]), (0...1 << 32).contains(count), (0...count).contains(layer)
    else { return nil }
    let work = ViewMemory(
      center: Point(x, y), zoom: zoom, showsWhole: words[4] == "whole", rotation: Angle(radians: turn),
      isMirrored: words[5] == "mirrored", tool: words[6], layer: layer == 0 ? nil : layer - 1, layerCount: count)
    return work.isValid ? (path, work) : nil
  }

  /// The content of the file.
  public var bytes: [UInt8] {
    lines.flatMap { path, work in
      let words = [
        "\(work.center.x)", "\(work.center.y)", "\(work.zoom)", "\(work.rotation.radians)",
        work.showsWhole ? "whole" : "part", work.isMirrored ? "mirrored" : "plain", work.tool,
        "\(work.layer.map { $0 + 1 } ?? 0)", "\(work.layerCount)",
      ]
      return Array((words.joined(separator: " ") + " ").utf8) + PathLine.bytes(of: path) + [UInt8(ascii: "\n")]
    }
  }

  /// The state of a drawing by its absolute path; nil if it is not listed.
  public subscript(path: String) -> ViewMemory? { lines.first { $0.path == path }?.work }

  /// Puts a drawing at the start. Drops the last of too many.
  public mutating func put(_ work: ViewMemory, for path: String) {
    lines.removeAll { $0.path == path }
    lines.insert((path, work), at: 0)
    if lines.count > Self.most { lines.removeLast(lines.count - Self.most) }
  }

  /// Whether two lists are equal.
  public static func == (a: ViewMemories, b: ViewMemories) -> Bool { a.lines.elementsEqual(b.lines, by: ==) }

  /// Hashes the paths.
  public func hash(into hasher: inout Hasher) { for line in lines { hasher.combine(line.path) } }

  // MARK: Storage

  /// The stored state of a drawing; nil if there is none, or the list cannot be read.
  public static func kept(for path: String, environment: [String: String]) -> ViewMemory? {
    stored(environment)[path]
  }

  /// Stores the state of a drawing. If writing fails, the list stays unchanged.
  public static func keep(_ work: ViewMemory, for path: String, environment: [String: String]) throws(FileError) {
    let lock = FolderLock(try StateFolder.make(environment: environment))
    defer { lock.release() }
    var all = stored(environment)
    guard all[path] != work else { return }
    all.put(work, for: path)
    let file = try AtomicFile(path: try Self.path(environment))
    try file.write(all.bytes.span)
    try file.commitReplacing()
  }

  private static func stored(_ environment: [String: String]) -> ViewMemories {
    guard let path = try? path(environment), let bytes = try? InputFile.bytes(of: path, limit: largestFile) else {
      return ViewMemories()
    }
    return ViewMemories(parsing: bytes)
  }

  private static func path(_ environment: [String: String]) throws(FileError) -> String {
    try StateFolder.path(environment: environment) + "/views"
  }
}
