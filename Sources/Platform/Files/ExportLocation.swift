import Language

/// The default folder of exported pictures: the first of these that exists or can be created.
///
/// 1. XDG_PICTURES_DIR in `user-dirs.dirs` in $XDG_CONFIG_HOME or $HOME/.config
///    (user-dirs.dirs(5));
/// 2. XDG_PICTURES_DIR of the environment, if absolute;
/// 3. $HOME/Pictures;
/// 4. $HOME.
public struct ExportLocation: Hashable, Sendable {
  /// The path of the existing folder.
  public let folder: String

  /// The needed access to the file system; tests replace it.
  public struct Probe {
    /// Returns the content of a file; nil if it cannot be read.
    public var content: (_ path: String) -> [UInt8]?
    /// Whether a path is a folder.
    public var isFolder: (_ path: String) -> Bool
    /// Creates a folder and its parents; returns whether it exists now.
    public var makeFolder: (_ path: String) -> Bool

    /// Creates a probe.
    public init(
      content: @escaping (String) -> [UInt8]?, isFolder: @escaping (String) -> Bool,
      makeFolder: @escaping (String) -> Bool
    ) {
      self.content = content
      self.isFolder = isFolder
      self.makeFolder = makeFolder
    }
  }

  /// Chooses the folder and creates it if necessary. Throws if HOME is not an absolute path or no
  /// folder exists.
  public init(environment: [String: String], probe: Probe) throws(FileError) {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw FileError(
        .write, translated("the picture"), fault: translated("the environment variable HOME is not an absolute path"))
    }
    for candidate in Self.candidates(environment: environment, home: home, probe: probe)
    where probe.isFolder(candidate) || probe.makeFolder(candidate) {
      folder = candidate
      return
    }
    throw FileError(.write, home, fault: translated("there is no such folder"))
  }

  /// The path of a file in the folder.
  public func path(of name: String) -> String { PathText.join(folder, name) }

  /// The file names to try in turn: "Drawing.png", "Drawing 2.png" ... "Drawing 9999.png". Pass
  /// them to `AtomicFile.commit(firstFree:)`.
  /// - Parameters:
  ///   - drawing: the name or path of the drawing; "Drawing" replaces an unusable one.
  ///   - ending: the extension of the file, without the dot.
  public static func names(for drawing: String, ending: String = "png") -> some Sequence<String> {
    let stem = stem(of: drawing, ending: ending)
    return (1...9999).lazy.map { $0 == 1 ? "\(stem).\(ending)" : "\(stem) \($0).\(ending)" }
  }

  /// Returns a valid, visible file name stem without known extension.
  public static func stem(of drawing: String, ending: String) -> String {
    var name = drawing.split(separator: "/").last.map(String.init) ?? ""
    name.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
    for known in [ending, "png", "ora"] {
      let suffix = "." + known
      guard name.utf8.count > suffix.utf8.count, name.lowercased().hasSuffix(suffix) else { continue }
      name.removeLast(suffix.count)
      break
    }
    name = String(name.drop { $0 == "." || $0.isWhitespace })
    while name.last?.isWhitespace == true { name.removeLast() }
    // Linux allows 255 bytes, including " 9999." and the extension. Remove whole characters.
    while name.utf8.count > 255 - 6 - ending.utf8.count { name.removeLast() }
    return name.isEmpty ? translated("Drawing", context: "name of a new drawing") : name
  }

  private static func candidates(environment: [String: String], home: String, probe: Probe) -> [String] {
    userFolders("PICTURES", "Pictures", environment: environment, home: home, probe: probe) + [trimmed(home)]
  }

  /// The candidates for a user folder: from `user-dirs.dirs`, the environment and the default name.
  public static func userFolders(
    _ name: String, _ standard: String, environment: [String: String], home: String, probe: Probe
  ) -> [String] {
    var folders: [String] = []
    var settings = PathText.join(home, ".config")
    if let given = environment["XDG_CONFIG_HOME"], given.hasPrefix("/") { settings = given }
    if let bytes = probe.content(PathText.join(settings, "user-dirs.dirs")),
      let folder = userFolder(name, in: PathText.text(of: bytes), home: home)
    {
      folders.append(folder)
    }
    if let given = environment["XDG_\(name)_DIR"], given.hasPrefix("/") { folders.append(trimmed(given)) }
    return folders + [PathText.join(home, standard)]
  }

  /// Returns a folder from `user-dirs.dirs`, or nil. The last valid line counts.
  ///
  /// A line is `XDG_NAME_DIR="$HOME/folder"` or `XDG_NAME_DIR="/folder"`; a backslash escapes the
  /// next character. "$HOME/" stands for the home folder itself.
  public static func userFolder(_ name: String, in text: String, home: String) -> String? {
    var found: String?
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == " " || $0 == "\t" }
      guard rest.hasPrefix("XDG_\(name)_DIR") else { continue }
      rest = rest.dropFirst("XDG_\(name)_DIR".count).drop { $0 == " " || $0 == "\t" }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      guard rest.first == "\"" else { continue }
      rest = rest.dropFirst()
      var folder = ""
      if rest.hasPrefix("$HOME/") {
        folder = PathText.join(home, "")
        rest = rest.dropFirst("$HOME/".count)
      } else if rest.first != "/" {
        continue
      }
      var isEscaped = false
      var isClosed = false
      for character in rest {
        if isEscaped {
          folder.append(character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isClosed = true
          break
        } else {
          folder.append(character)
        }
      }
      if isClosed { found = trimmed(folder) }
    }
    return found
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
