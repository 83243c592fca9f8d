import Files

/// The palettes that there are: Fude's own and the user's, GIMP palette files (NAME.gpl) in two folders.
///
/// Made once, at start or when one is to be chosen; a value from then on.
public struct PaletteLibrary: Sendable, Hashable {
  /// The palettes, by name, the user's among Fude's; no two have the same name.
  public private(set) var palettes: [Palette] = []
  /// What was wrong with files that could not be read, a sentence each.
  public private(set) var faults: [String] = []
  /// Each palette's file, by its name.
  private var files: [String: String] = [:]

  /// The palette to start with, where it is there.
  public static let standardName = "Fude"
  /// The ending of a palette's file.
  static let ending = ".gpl"
  /// The largest file that is read, bytes, and the most files of a folder.
  static let largestFile = 1_000_000
  static let mostFiles = 500

  /// All in the folders' files. A file that cannot be read is left out and named in `faults`. A later folder's palette takes
  /// the place of an earlier one's of that name; within a folder, the second's file is named behind its name.
  public init(folders: [String]) {
    var known: [String: Palette] = [:]
    for folder in folders {
      var here: Set<String> = []
      for file in ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.mostFiles) {
        do throws(FileError) {
          var palette = try Self.palette(at: folder + "/" + file)
          if here.contains(palette.name) { palette.name += " (\(file.dropLast(Self.ending.count)))" }
          here.insert(palette.name)
          known[palette.name] = palette
          files[palette.name] = folder + "/" + file
        } catch { faults.append("\(error)") }
      }
    }
    palettes = known.values.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ a: Palette, _ b: Palette) -> Bool {
    (a.name.lowercased(), a.name) < (b.name.lowercased(), b.name)
  }

  /// The palette of a name.
  public subscript(name: String) -> Palette? { palettes.first { $0.name == name } }

  /// The file of the palette of a name.
  public func file(of name: String) -> String? { files[name] }

  /// The name of the palette in a file; one that was not in the folders is added.
  /// - Throws: where it is not here yet and cannot be read.
  public mutating func name(ofFile path: String) throws(FileError) -> String {
    if let name = files.first(where: { $0.value == path })?.key { return name }
    var palette = try Self.palette(at: path)
    if self[palette.name] != nil { palette.name += " (\(FileError.printable(path)))" }
    palettes.append(palette)
    palettes.sort(by: Self.isBefore)
    files[palette.name] = path
    return palette.name
  }

  /// The palette in a file.
  /// - Throws: where the file cannot be read, and which line is wrong.
  public static func palette(at path: String) throws(FileError) -> Palette {
    let bytes = try InputFile.bytes(of: path, limit: largestFile)
    let file = path.split(separator: "/").last ?? ""
    let stem = file.hasSuffix(ending) ? file.dropLast(ending.count) : file
    do throws(PaletteError) {
      return try Palette(gpl: bytes, name: stem.isEmpty ? "Palette" : String(stem.prefix(Palette.longestName)))
    } catch { throw FileError(.read, path, fault: "\(error)") }
  }

  /// Where palettes are looked for: the folder that comes with the program, then the user's, $XDG_DATA_HOME/fude/palettes.
  public static func folders(environment: [String: String]) -> [String] {
    [ResourceFolder.path("palettes"), ResourceFolder.userPath("palettes", environment: environment)].compactMap { $0 }
  }
}
