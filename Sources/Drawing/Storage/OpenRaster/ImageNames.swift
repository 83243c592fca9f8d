import Archive
import Files

/// The names of an archive's entries, for sources that other programs write in another form: `./data/a.png`,
/// `/data/a.png`, `data\a.png`, percent-encoded, or in another case.
struct ImageNames {
  private let exact: Set<String>
  /// The first entry of each path, and of each path in lower case.
  private let byPath: [String: String]
  private let byLowerCase: [String: String]

  init(of archive: ZipReader) {
    let names = archive.entries.map(\.name)
    let paths = names.map(Self.path)
    exact = Set(names)
    byPath = Dictionary(zip(paths, names)) { first, _ in first }
    byLowerCase = Dictionary(zip(paths.map { $0.lowercased() }, names)) { first, _ in first }
  }

  /// The name of the entry that a source means, by the strictest form that finds one; nil for none.
  func entry(_ source: String) -> String? {
    if exact.contains(source) { return source }
    let plain = Self.path(source)
    let decoded = PercentText.bytes(of: source.utf8).map { Self.path(String(decoding: $0, as: UTF8.self)) } ?? plain
    return byPath[plain] ?? byPath[decoded] ?? byLowerCase[plain.lowercased()] ?? byLowerCase[decoded.lowercased()]
  }

  /// A name with `/` between its parts, without empty parts, `.` and `..`.
  private static func path(_ name: String) -> String {
    var parts: [Substring] = []
    for part in name.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

extension RasterStack {
  /// Replaces the sources of images by the names of the entries that they mean. A source without an entry stays.
  mutating func resolveSources(by names: ImageNames) {
    for index in nodes.indices { nodes[index].resolveSources(by: names) }
  }
}

extension RasterNode {
  fileprivate mutating func resolveSources(by names: ImageNames) {
    switch content {
    case .layer(let source): content = .layer(source: names.entry(source) ?? source)
    case .pieces(var pieces):
      for index in pieces.indices { pieces[index].resolveSources(by: names) }
      content = .pieces(pieces)
    case .group: break
    }
  }
}
