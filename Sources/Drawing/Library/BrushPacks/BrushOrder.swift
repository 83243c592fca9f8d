import Archive

/// The list of groups in a brush pack, `order.conf`: lines "Group: NAME", each followed by the
/// names of its brushes, which are paths without ".myb". Lines that begin with "#" are comments.
struct BrushOrder: Hashable {
  /// The names of groups that have a brush, in their order, as names of folders. Empty without a list.
  private(set) var groups: [String] = []
  /// The group of each brush, by the parts of its path.
  private var groupOf: [[String]: String] = [:]

  /// The greatest size of a list, bytes.
  static let byteLimit = 1 << 20
  private static let fileName = "order.conf"
  private static let prefix = "Group:"

  /// Parses a list. Any text is one; lines that name nothing are skipped.
  /// - Parameter folder: the folder of the list in the archive, empty or with a slash at its end;
  ///   brushes are named from there.
  init(parsing bytes: [UInt8], folder: String = "") {
    var group: String?
    var seen: Set<String> = []
    // A line can end as on any system.
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop(while: \.isWhitespace)
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix(Self.prefix) {
        let name = PackPath.part(String(text.dropFirst(Self.prefix.count)), longest: BrushPack.longestName)
        group = name.isEmpty ? nil : name
      } else if let group, let path = PackPath(folder + text.trimmingEnd + BrushCatalogue.ending) {
        if groupOf[path.parts] == nil { groupOf[path.parts] = group }
        if seen.insert(group).inserted { groups.append(group) }
      }
    }
  }

  /// Reads the list of an archive, the one in the fewest folders; an empty one if there is none or
  /// it is damaged.
  /// - Throws: if the system fails.
  init(of archive: ZipReader) throws(ArchiveError) {
    let lists = archive.entries.filter { $0.name == Self.fileName || $0.name.hasSuffix("/" + Self.fileName) }
    guard let entry = lists.min(by: { Self.depth($0.name) < Self.depth($1.name) }) else {
      self.init(parsing: [])
      return
    }
    do throws(ArchiveError) {
      let bytes = try archive.read(entry, limit: Self.byteLimit)
      self.init(parsing: bytes, folder: String(entry.name.dropLast(Self.fileName.count)))
    } catch {
      guard case .fault = error else { throw error }
      self.init(parsing: [])
    }
  }

  /// The path of a brush in the folder of its group; nil if it is in none.
  func parts(of path: PackPath) -> [String]? {
    guard let group = groupOf[path.parts], let file = path.parts.last else { return nil }
    return [group, file]
  }

  private static func depth(_ name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }
}

extension Substring {
  fileprivate var trimmingEnd: Substring {
    var text = self
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
