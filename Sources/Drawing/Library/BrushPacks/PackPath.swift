/// The path of a file with brushes in a pack, as names that stay inside a folder: no "..", no slash, no hidden
/// name.
struct PackPath: Hashable {
  /// At least one: the folders, then the file without its ending. Each is as `part` returns it.
  let parts: [String]
  /// The file's ending in small letters, with its point.
  let ending: String

  /// The ends of names of files with brushes.
  static let endings = BrushCatalogue.endings + LibraryFile.foreignEndings.map { "." + $0 }

  /// The depth of paths that are looked at.
  private static let mostParts = 64
  /// The greatest length of a part, Unicode scalars, which take at most 240 bytes.
  private static let longestPart = 60

  /// Whether an entry of an archive has brushes, by its name. Hidden files and folders, and those
  /// that macOS adds, are none.
  static func isBrush(_ name: String) -> Bool {
    let parts = split(name)
    guard let last = parts.last, let ending = Self.ending(of: last), !name.hasSuffix("/"),
      last.utf8.count > ending.utf8.count
    else { return false }
    return !isHidden(name)
  }

  /// Whether an entry of an archive is hidden, is in a hidden folder or one that macOS adds.
  static func isHidden(_ name: String) -> Bool {
    split(name).contains { $0 == "__MACOSX" || $0.hasPrefix(".") && $0 != "." && $0 != ".." }
  }

  /// Parses the name of a brush.
  /// - Returns: nil if it leads out of the archive, by "..", from the root on or by a drive's letter.
  init?(_ name: String) {
    let parts = Self.split(name)
    guard !name.hasPrefix("/"), !name.hasPrefix("\\"), parts.count <= Self.mostParts, !parts.contains(".."),
      !(parts.first.map { $0.utf8.count == 2 && $0.hasSuffix(":") } ?? true)
    else { return nil }
    var safe = parts.filter { $0 != "." }.map(String.init)
    guard let last = safe.popLast(), let ending = Self.ending(of: last) else { return nil }
    // A folder that is named as a brush could have the path of one.
    safe = safe.map { folder in
      guard let ending = Self.ending(of: folder) else { return folder }
      return String(folder.dropLast(ending.count)) + "_" + ending.dropFirst()
    }
    safe.append(String(last.dropLast(ending.count)))
    self.ending = ending
    self.parts = safe.map { text in
      let part = Self.part(text, longest: Self.longestPart)
      return part.isEmpty ? "_" : part
    }
  }

  /// The ending of a name, in small letters with its point; nil if it is none of `endings`.
  private static func ending(of name: some StringProtocol) -> String? {
    let small = name.lowercased()
    return endings.first { small.hasSuffix($0) }
  }

  /// Archives of Windows may have backslashes.
  private static func split(_ name: String) -> [Substring] {
    name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map { Substring($0) }
  }

  /// A text as the name of a file or folder: one line without slashes, that is not hidden and has no
  /// two points in a row; empty if nothing of it is left.
  static func part(_ text: String, longest: Int) -> String {
    var part = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where part.count < longest {
      if scalar == ".", part.isEmpty || part.last == "." { continue }
      if scalar.properties.isWhitespace, part.isEmpty { continue }
      // With a slash before it, it would be one character.
      if scalar.properties.isGraphemeExtend, part.isEmpty { part.append("_") }
      let isPlain = scalar != "/" && scalar != "\\" && scalar.properties.generalCategory != .control
      part.append(isPlain ? scalar : "_")
    }
    while let last = part.last, last.properties.isWhitespace || last == "." { part.removeLast() }
    return String(part)
  }

  /// The number of folders at the start that all paths share.
  static func sharedFolders(_ paths: [PackPath]) -> Int {
    guard let first = paths.first else { return 0 }
    return paths.reduce(first.parts.count - 1) { count, path in
      min(path.parts.count - 1, zip(path.parts, first.parts).prefix(count) { $0 == $1 }.count)
    }
  }

  /// Joins parts to a path. If it is too long, the outer folders are dropped first.
  static func shortened(_ parts: [String], longest: Int) -> String {
    var rest = parts[...]
    while rest.count > 1, rest.joined(separator: "/").unicodeScalars.count > longest { rest.removeFirst() }
    return rest.count == 1 ? part(rest.joined(), longest: longest) : rest.joined(separator: "/")
  }
}

extension Sequence {
  /// The elements at the start that satisfy a condition, at most `count`.
  fileprivate func prefix(_ count: Int, while predicate: (Element) -> Bool) -> [Element] {
    Array(prefix(count).prefix(while: predicate))
  }
}
