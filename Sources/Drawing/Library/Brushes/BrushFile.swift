import Files
import Ink
import Language

/// A file that describes a brush.
public enum BrushFile {
  /// The formats.
  public enum Format: Sendable, Hashable {
    /// Fude's own (Resources/brushes.md).
    case fude
    /// MyPaint's, `.myb`.
    case mypaint
  }

  /// The types of files, in lower case without the point.
  public static let endings = ["myb", "brush"]

  /// The format by a file's first bytes and its name; nil if it is neither. Only the name tells files
  /// of MyPaint that are damaged or of an old version.
  public static func format(start: some Collection<UInt8>, path: String) -> Format? {
    if start.starts(with: "fude brush".utf8) { return .fude }
    let name = path.lowercased()
    if name.hasSuffix(".brush") { return .fude }
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    return name.hasSuffix(".myb") || start.first(where: { !isSpace($0) }) == UInt8(ascii: "{") ? .mypaint : nil
  }

  /// Reads a brush of any format.
  /// - Parameter name: its name; nil for that of its file.
  /// - Throws: if the file cannot be read or is invalid.
  public static func brush(at path: String, named name: String? = nil) throws(FileError) -> Brush {
    var brush = try ownBrush(at: path)
    if let name { brush.name = name }
    return brush
  }

  private static func ownBrush(at path: String) throws(FileError) -> Brush {
    guard let format = format(start: try InputFile.start(of: path, count: 64), path: path) else {
      throw FileError(.read, path, fault: translated("it is not a brush of Fude or MyPaint"))
    }
    switch format {
    case .fude: return try BrushLibrary.brush(at: path)
    case .mypaint:
      return Brush(try paint(at: path), name: Brush.name(ofFile: PathText.name(of: path)) ?? "mypaint")
    }
  }

  /// Reads a brush of MyPaint. Throws if the file cannot be read or is invalid.
  public static func paint(at path: String) throws(FileError) -> MyPaintBrush {
    let bytes = try InputFile.bytes(of: path, limit: MyPaintBrush.byteLimit)
    do throws(MyPaintBrushError) { return try MyPaintBrush(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
  }
}
