import Files
import Ink
import Language

/// The brushes that there are, by name: the pen and the eraser always, all others from files.
///
/// Made once, from the folder that `folder(besideExecutable:)` finds; a value from then on.
public struct BrushLibrary: Sendable, Hashable {
  /// What each is called, in order.
  public var names: [String] { brushes.keys.sorted() }
  /// What was wrong with files that could not be read, a sentence each.
  public private(set) var faults: [String] = []
  private var brushes: [String: Brush]
  /// Where they were looked for; nil where no folder was found.
  private let folder: String?

  /// The ending of a brush's file.
  static let ending = ".brush"
  /// The largest file that is read, bytes, and the most files.
  static let largestFile = 65536
  static let mostFiles = 1000

  /// The pen and the eraser alone.
  public init() {
    brushes = ["pen": Brush(), "eraser": Brush.eraser]
    folder = nil
  }

  /// Those and all in a folder's files, NAME.brush with the brush NAME. A file that cannot be read is left out and named
  /// in `faults`. Without a folder it is the pen and the eraser alone.
  public init(folder: String?) {
    brushes = ["pen": Brush(), "eraser": Brush.eraser]
    self.folder = folder
    guard let folder else { return }
    for file in ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.mostFiles) {
      let path = folder + "/" + file
      do throws(FileError) {
        let brush = try Self.brush(at: path)
        guard file == brush.name + Self.ending else {
          throw FileError(
            .read, path,
            fault: translated("its brush is named {brush}, so its file must be {brush}.brush", ["brush": brush.name]))
        }
        brushes[brush.name] = brush
      } catch { faults.append("\(error)") }
    }
  }

  /// The brush of a name.
  public subscript(name: String) -> Brush? { brushes[name] }

  /// Why there is no brush of a name: a sentence.
  public func absence(of name: String) -> String {
    guard let folder else {
      return translated("there is no brush \"{name}\": no folder of brushes was found", ["name": name])
    }
    let file = folder + "/" + name + Self.ending
    return faults.first { $0.contains(file) }
      ?? translated("there is no brush \"{name}\" in {folder}", ["name": name, "folder": FileError.printable(folder)])
  }

  /// The brush in a file.
  /// - Throws: where the file cannot be read, and which line is wrong.
  public static func brush(at path: String) throws(FileError) -> Brush {
    let bytes = try InputFile.bytes(of: path, limit: largestFile)
    do throws(BrushError) { return try Brush(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
  }

  /// The folder of brushes that belongs to a program: PREFIX/share/fude/brushes where it is installed as PREFIX/bin/fude,
  /// or Resources/brushes beside or above a build folder. nil where there is neither.
  /// - Parameter executable: the program's own path, absolute.
  public static func folder(besideExecutable executable: String) -> String? {
    ResourceFolder.path("brushes", besideExecutable: executable)
  }

  /// The folder of brushes of the running program.
  public static func systemFolder() -> String? { ResourceFolder.path("brushes") }
}
