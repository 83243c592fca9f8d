import Files
import Language

/// Where an exported picture goes when nobody named a file: the user's folder for pictures, under a name that is free.
///
/// The folder, the first that there is or that can be made:
/// 1. XDG_PICTURES_DIR as `user-dirs.dirs` in $XDG_CONFIG_HOME (else $HOME/.config) says (xdg-user-dirs, user-dirs.dirs(5));
/// 2. XDG_PICTURES_DIR of the environment, if absolute;
/// 3. $HOME/Pictures;
/// 4. $HOME.
public struct ExportLocation: Hashable, Sendable {
  /// The folder; it exists.
  public let folder: String

  /// What the choice needs to know of the disk, so that it can be made without one.
  public struct Probe {
    /// The content of a file, nil where it cannot be read.
    public var content: (_ path: String) -> [UInt8]?
    /// Whether there is a folder.
    public var isFolder: (_ path: String) -> Bool
    /// Makes a folder, with those above it; says whether it is there now.
    public var makeFolder: (_ path: String) -> Bool

    /// A probe by its answers.
    public init(
      content: @escaping (String) -> [UInt8]?, isFolder: @escaping (String) -> Bool,
      makeFolder: @escaping (String) -> Bool
    ) {
      self.content = content
      self.isFolder = isFolder
      self.makeFolder = makeFolder
    }
  }

  /// Chooses the folder, and makes it if need be.
  /// - Parameter environment: the process's variables.
  /// - Throws: where HOME is not set to an absolute path or no folder is there.
  public init(environment: [String: String], probe: Probe) throws(FileError) {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw FileError(
        .write, translated("the picture"), fault: translated("the environment variable HOME names no folder"))
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

  /// The names to try in turn for a picture of a drawing: "Drawing.png", "Drawing 2.png", "Drawing 3.png" ... 9999.
  /// `AtomicFile.commit(firstFree:)` takes them.
  /// - Parameters:
  ///   - drawing: the drawing's name, with or without a folder and an ending, as a title or a file has it. Anything that a
  ///     file's name cannot hold is left out; "Drawing" where nothing is left.
  ///   - ending: of the file, without a dot.
  public static func names(for drawing: String, ending: String = "png") -> some Sequence<String> {
    let stem = stem(of: drawing, ending: ending)
    return (1...9999).lazy.map { $0 == 1 ? "\(stem).\(ending)" : "\(stem) \($0).\(ending)" }
  }

  /// A name that is good for a file: no folder, no known ending, no control characters, not hidden, not too long.
  static func stem(of drawing: String, ending: String) -> String {
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
    // 255 bytes is what Linux allows; " 9999." and the ending must fit too. Cut between characters, not inside one.
    while name.utf8.count > 255 - 6 - ending.utf8.count { name.removeLast() }
    return name.isEmpty ? translated("Drawing", context: "name of a new drawing") : name
  }

  private static func candidates(environment: [String: String], home: String, probe: Probe) -> [String] {
    userFolders("PICTURES", "Pictures", environment: environment, home: home, probe: probe) + [trimmed(home)]
  }

  /// Where a folder of the user's may be: as `user-dirs.dirs` says, as the environment says, as it is called by default.
  static func userFolders(
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

  /// The folder that `user-dirs.dirs` gives a name, nil where it gives none. The last line that is well-formed counts.
  ///
  /// A line is `XDG_NAME_DIR="$HOME/folder"` or `XDG_NAME_DIR="/folder"`, where a backslash takes the next character as it
  /// is. Lines of other forms mean nothing. "$HOME/" stands for a folder that the user does not want: the home itself.
  static func userFolder(_ name: String, in text: String, home: String) -> String? {
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

  /// Without slashes at the end, but "/" itself.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
