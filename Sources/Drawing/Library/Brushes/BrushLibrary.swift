import Files
import Ink
import Language

/// The available brushes by name: the built-in pen and eraser, and brushes from files.
public struct BrushLibrary: Sendable, Hashable {
  /// The names of the brushes, sorted.
  public var names: [String] { brushes.keys.sorted() }
  /// One message for each file that could not be read.
  public private(set) var faults: [String] = []
  private var brushes: [String: Brush]
  /// The files of the brushes that were read from folders.
  private var files: [String: String] = [:]
  private let folders: [String]
  /// The names of the brushes that were added.
  private var added: Set<String> = []

  public static let ending = ".brush"
  /// Bytes. The pictures of a tip take most.
  public static let largestFile = 16 << 20
  public static let mostFiles = 1000

  /// Creates a library with only the pen and the eraser.
  public init() {
    brushes = ["pen": Brush(), "eraser": Brush.eraser]
    folders = []
  }

  /// Loads the built-in brushes and those of folders, where NAME.brush contains the brush NAME. A
  /// brush replaces one of the same name from an earlier folder. Unreadable files are skipped and
  /// reported in `faults`.
  public init(folders: [String]) {
    brushes = ["pen": Brush(), "eraser": Brush.eraser]
    self.folders = folders
    for folder in folders {
      for file in ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.mostFiles) {
        do throws(FileError) {
          let brush = try Self.brush(at: folder + "/" + file)
          guard file == brush.name + Self.ending else {
            throw FileError(
              .read, folder + "/" + file,
              fault: translated("its brush is named {brush}, so its file must be {brush}.brush", ["brush": brush.name]))
          }
          brushes[brush.name] = brush
          files[brush.name] = folder + "/" + file
        } catch { faults.append("\(error)") }
      }
    }
  }

  /// Loads the brushes of one folder; nil for none.
  public init(folder: String?) { self.init(folders: folder.map { [$0] } ?? []) }

  /// The library of the program's folder and the user's, $XDG_DATA_HOME/fude/brushes.
  public init(environment: [String: String]) {
    let own = ResourceFolder.userPath("brushes", environment: environment)
    self.init(folders: [Self.systemFolder(), own].compactMap { $0 })
  }

  /// Adds a brush, in place of one of the same name.
  public mutating func add(_ brush: Brush) {
    (brushes[brush.name], files[brush.name]) = (brush, nil)
    added.insert(brush.name)
  }

  /// Takes a brush that was written to its file in the user's folder, in place of one of the same
  /// name.
  public mutating func keep(_ brush: Brush, file: String) {
    (brushes[brush.name], files[brush.name]) = (brush, file)
    added.remove(brush.name)
  }

  /// Forgets a brush whose file is gone. One of the same name takes its place: that in another
  /// folder, or the built-in one.
  public mutating func forget(_ name: String) {
    let file = files[name]
    (brushes[name], files[name]) = (BrushLibrary()[name], nil)
    added.remove(name)
    for folder in folders where !name.contains("/") {
      let path = folder + "/" + name + Self.ending
      guard path != file, let brush = try? Self.brush(at: path), brush.name == name else { continue }
      (brushes[name], files[name]) = (brush, path)
    }
  }

  /// The names of the brushes whose files are in a folder; none for nil.
  public func names(inFolder folder: String?) -> Set<String> {
    guard let folder else { return [] }
    return Set(files.filter { $0.value.hasPrefix(folder + "/") }.keys)
  }

  /// The names of the brushes that were not added.
  public var ownNames: Set<String> { Set(brushes.keys).subtracting(added) }

  /// The file that a brush was read from; nil if it is built in or was added.
  public func file(of name: String) -> String? { files[name] }

  /// The brush with a name, or nil.
  public subscript(name: String) -> Brush? { brushes[name] }

  /// The message that explains why a brush does not exist.
  public func missingMessage(for name: String) -> String {
    if folders.isEmpty {
      return translated("there is no brush \"{name}\": no folder of brushes was found", ["name": name])
    }
    let files = folders.map { $0 + "/" + name + Self.ending }
    if let fault = faults.first(where: { fault in files.contains { fault.contains($0) } }) { return fault }
    let shown = folders.map { FileError.printable($0) }.joined(separator: ", ")
    return translated("there is no brush \"{name}\" in {folder}", ["name": name, "folder": shown])
  }

  /// Reads a brush. Throws if the file cannot be read or a line is invalid.
  public static func brush(at path: String) throws(FileError) -> Brush {
    let bytes = try InputFile.bytes(of: path, limit: largestFile)
    do throws(BrushError) { return try Brush(parsing: bytes, pictures: TipPicture.images) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
  }

  /// The folder of brushes of a program: PREFIX/share/fude/brushes for PREFIX/bin/fude, or
  /// Resources/brushes in a folder above the executable; nil if neither exists.
  public static func folder(besideExecutable executable: String) -> String? {
    ResourceFolder.path("brushes", besideExecutable: executable)
  }

  /// The folder of brushes of the running program, or nil.
  public static func systemFolder() -> String? { ResourceFolder.path("brushes") }
}
