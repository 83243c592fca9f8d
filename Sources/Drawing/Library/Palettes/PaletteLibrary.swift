import Files
import Language

/// The available palettes: GIMP palette files (NAME.gpl) in Fude's folder and the user's.
///
/// Only palettes in the user's folder are edited. An edit of another one makes a copy with the same
/// name there, which then replaces it.
public struct PaletteLibrary: Sendable, Hashable {
  /// A palette and the path of its file.
  private struct Item: Sendable, Hashable {
    var path: String
    var palette: Palette
  }

  /// The palettes, sorted by name; names are unique.
  public private(set) var palettes: [Palette] = []
  /// One message for each file that could not be read.
  public private(set) var faults: [String] = []
  /// The palettes of folders that are not edited, later ones before earlier ones of the same name.
  private var fixed: [String: Item] = [:]
  /// The palettes in the user's folder.
  private var own: [Item] = []
  /// The user's folder; nil for none.
  private let ownFolder: String?

  /// The name of the palette that is shown unless the user has chosen another.
  public static let standardName = "Fude"
  /// The file extension of GIMP palettes.
  public static let ending = ".gpl"
  /// The largest file that is read, bytes.
  public static let largestFile = 1_000_000
  /// The largest number of files that are read from a folder.
  public static let mostFiles = 500

  /// Loads the palettes of folders. Unreadable files are skipped and reported in `faults`.
  ///
  /// A palette replaces one with the same name from an earlier folder. If two palettes of one folder
  /// have the same name, the second one's gets the name of its file appended.
  /// - Parameter ownFolder: the one of the folders whose palettes are edited; nil for none.
  public init(folders: [String], ownFolder: String? = nil) {
    self.ownFolder = ownFolder
    for folder in folders {
      var here: Set<String> = []
      for file in ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.mostFiles) {
        do throws(FileError) {
          var palette = try Self.palette(at: folder + "/" + file)
          if here.contains(palette.name) { palette.name += " (\(file.dropLast(Self.ending.count)))" }
          here.insert(palette.name)
          let item = Item(path: folder + "/" + file, palette: palette)
          if folder == ownFolder { own.append(item) } else { fixed[palette.name] = item }
        } catch { faults.append("\(error)") }
      }
    }
    list()
  }

  private mutating func list() {
    var known = fixed.mapValues(\.palette)
    for item in own { known[item.palette.name] = item.palette }
    palettes = known.values.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ a: Palette, _ b: Palette) -> Bool {
    (a.name.lowercased(), a.name) < (b.name.lowercased(), b.name)
  }

  /// The palette with a name; nil for none.
  public subscript(name: String) -> Palette? { palettes.first { $0.name == name } }

  private func item(_ name: String) -> Item? { own.first { $0.palette.name == name } ?? fixed[name] }

  /// The path of a palette's file; nil for none.
  public func file(of name: String) -> String? { item(name)?.path }

  /// Returns the name of the palette in a file. Adds the palette if no file of the library is this one.
  /// - Throws: `FileError` if the file cannot be read; the library is then unchanged.
  public mutating func name(ofFile path: String) throws(FileError) -> String {
    if let item = (own + fixed.values).first(where: { $0.path == path }) { return item.palette.name }
    var palette = try Self.palette(at: path)
    if self[palette.name] != nil { palette.name += " (\(FileError.printable(path)))" }
    fixed[palette.name] = Item(path: path, palette: palette)
    list()
    return palette.name
  }

  // MARK: Editing

  /// Whether palettes can be edited.
  public var isEditable: Bool { ownFolder != nil }

  /// The paths of the user's palettes.
  public var ownFiles: [String] { own.map(\.path) }

  /// Whether a palette is in the user's folder, so that it can be removed.
  public func isOwn(_ name: String) -> Bool { own.contains { $0.palette.name == name } }

  /// Whether removing a palette brings back one of the same name.
  public func isCopy(_ name: String) -> Bool { isOwn(name) && fixed[name] != nil }

  /// Carries out a change of a palette. Returns its name after that; nil, with nothing changed, if the
  /// change is not possible. A name that another palette has gets a number.
  public mutating func change(_ name: String, _ change: Palette.Change) -> String? {
    guard var palette = self[name], palette.apply(change) else { return nil }
    if palette.name != name { palette.name = freeName(palette.name) }
    if let at = own.firstIndex(where: { $0.palette.name == name }) {
      own[at].palette = palette
    } else {
      guard let path = freePath(palette.name) else { return nil }
      own.append(Item(path: path, palette: palette))
    }
    list()
    return palette.name
  }

  /// Adds a palette to the user's. Returns its name, which has a number if another palette has it; nil
  /// if palettes cannot be edited.
  public mutating func add(_ palette: Palette) -> String? {
    var palette = palette
    palette.name = freeName(Palette.plainName(palette.name) ?? translated("Palette"))
    guard let path = freePath(palette.name) else { return nil }
    own.append(Item(path: path, palette: palette))
    list()
    return palette.name
  }

  /// Removes one of the user's palettes. Returns whether there was one.
  public mutating func remove(_ name: String) -> Bool {
    guard let at = own.firstIndex(where: { $0.palette.name == name }) else { return false }
    own.remove(at: at)
    list()
    return true
  }

  /// Takes over that a palette was written to another file, because another program had changed its
  /// own, which is read again.
  public mutating func moveFile(from path: String, to other: String) {
    guard let at = own.firstIndex(where: { $0.path == path }) else { return }
    let name = own[at].palette.name
    own[at].path = other
    if let palette = try? Self.palette(at: path), palette.name == name {
      own[at].palette.name = freeName(name)
      own.append(Item(path: path, palette: palette))
    }
    list()
  }

  /// The files to write, and with nil to remove, so that the user's folder has this library's
  /// palettes instead of another one's.
  public func files(since old: PaletteLibrary) -> [(path: String, bytes: [UInt8]?)] {
    let written = own.filter { !old.own.contains($0) }.map { (path: $0.path, bytes: Optional($0.palette.gpl)) }
    let paths = Set(own.map(\.path))
    return written + old.own.filter { !paths.contains($0.path) }.map { (path: $0.path, bytes: nil) }
  }

  private func freeName(_ name: String) -> String {
    guard self[name] != nil else { return name }
    for number in 2... where self["\(name) \(number)"] == nil { return "\(name) \(number)" }
    return name
  }

  /// A path in the user's folder that no file has, after a palette's name; nil without such a folder.
  private func freePath(_ name: String) -> String? {
    guard let ownFolder else { return nil }
    let plain = name.unicodeScalars.map { $0.properties.isAlphabetic || "0"..."9" ~= $0 ? $0 : "-" }
    // File systems limit names to 255 bytes.
    let stem = String(String(String.UnicodeScalarView(plain)).prefix(40)).lowercased()
    for number in 1... {
      let path = ownFolder + "/" + stem + (number == 1 ? "" : "-\(number)") + Self.ending
      if !own.contains(where: { $0.path == path }), !FileFacts.exists(path) { return path }
    }
    return nil
  }

  /// Reads a palette. Throws if the file cannot be read or a line is invalid.
  public static func palette(at path: String) throws(FileError) -> Palette {
    let bytes = try InputFile.bytes(of: path, limit: largestFile)
    let file = path.split(separator: "/").last ?? ""
    let stem = file.hasSuffix(ending) ? file.dropLast(ending.count) : file
    do throws(PaletteError) {
      return try Palette(gpl: bytes, name: stem.isEmpty ? "Palette" : String(stem.prefix(Palette.longestName)))
    } catch { throw FileError(.read, path, fault: "\(error)") }
  }

  /// The library of the program's folder and the user's, $XDG_DATA_HOME/fude/palettes.
  public init(environment: [String: String]) {
    let own = ResourceFolder.userPath("palettes", environment: environment)
    self.init(folders: [ResourceFolder.path("palettes"), own].compactMap { $0 }, ownFolder: own)
  }
}
