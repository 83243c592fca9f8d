import Files

/// The available palettes: GIMP palette files (NAME.gpl) in Fude's folder and the user's.
public struct PaletteLibrary: Sendable, Hashable {
  /// The palettes, sorted by name; names are unique.
  public private(set) var palettes: [Palette] = []
  /// One message for each file that could not be read.
  public private(set) var faults: [String] = []
  /// The path of each palette's file, by the palette's name.
  private var files: [String: String] = [:]

  /// The name of the palette that is shown unless the user has chosen another.
  public static let standardName = "Fude"
  /// The file extension of GIMP palettes.
  static let ending = ".gpl"
  /// The largest file that is read, bytes.
  static let largestFile = 1_000_000
  /// The largest number of files that are read from a folder.
  static let mostFiles = 500

  /// Loads the palettes of folders. Unreadable files are skipped and reported in `faults`.
  ///
  /// A palette replaces one with the same name from an earlier folder. If two palettes of one folder
  /// have the same name, the second one's gets the name of its file appended.
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

  /// The palette with a name; nil for none.
  public subscript(name: String) -> Palette? { palettes.first { $0.name == name } }

  /// The path of a palette's file; nil for none.
  public func file(of name: String) -> String? { files[name] }

  /// Returns the name of the palette in a file. Adds the palette if no file of the library is this one.
  /// - Throws: `FileError` if the file cannot be read; the library is then unchanged.
  public mutating func name(ofFile path: String) throws(FileError) -> String {
    if let name = files.first(where: { $0.value == path })?.key { return name }
    var palette = try Self.palette(at: path)
    if self[palette.name] != nil { palette.name += " (\(FileError.printable(path)))" }
    palettes.append(palette)
    palettes.sort(by: Self.isBefore)
    files[palette.name] = path
    return palette.name
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

  /// The folders of palettes: the program's, then the user's, $XDG_DATA_HOME/fude/palettes.
  public static func folders(environment: [String: String]) -> [String] {
    [ResourceFolder.path("palettes"), ResourceFolder.userPath("palettes", environment: environment)].compactMap { $0 }
  }
}
