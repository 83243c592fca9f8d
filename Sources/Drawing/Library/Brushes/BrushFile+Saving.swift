import Files
import Ink
import Language

/// Writing brushes to files.
extension BrushFile {
  /// The ending of the files of a brush, with the point.
  private static func ending(of brush: Brush) -> String {
    brush.paint == nil ? BrushLibrary.ending : BrushCatalogue.ending
  }

  /// The path of a brush in a folder of brushes, by its name.
  public static func path(of brush: Brush, in folder: String) -> String {
    PathText.join(folder, brush.name) + ending(of: brush)
  }

  /// The name of a new brush with this title, which no other one has: "oak-leaf" for "Oak leaf",
  /// "oak-leaf-2" if that is taken; nil if all are.
  /// - Parameter isTaken: whether a brush has a name.
  public static func newName(for title: String, isTaken: (String) -> Bool) -> String? {
    let stem = Brush.ownName(for: title)
    return (1...BrushPack.mostCopies).lazy.map { number in
      let end = number == 1 ? "" : "-\(number)"
      return stem.prefix(32 - end.count) + end
    }.first { !isTaken($0) }
  }

  /// Writes a brush to a file and makes the file's folder. An existing file is replaced, whole or
  /// not at all. Blocks for as long as the disk takes.
  /// - Parameters:
  ///   - path: its name without the ending is the one that the brush has in its file.
  ///   - source: the file that the brush was read from, whose comments are kept; nil for none.
  /// - Throws: if it cannot be written, or memory is short.
  public static func save(_ brush: Brush, to path: String, from source: String? = nil) throws(FileError) {
    let bytes = try Self.bytes(of: brush, named: PathText.stem(of: path), source: source, path: path)
    try UserFolder.make(PathText.folder(of: path))
    let file = try AtomicFile(path: path)
    try file.write(bytes.span)
    try file.commitReplacing()
  }

  /// Reads a PNG image as the picture of a tip.
  /// - Throws: if it cannot be read, is no PNG image or is empty.
  public static func tip(at path: String) throws(FileError) -> TipImages {
    let png = try InputFile.bytes(of: path, limit: BrushLibrary.largestFile)
    do throws(TipFault) { return try TipPicture.image(png: png) } catch {
      throw FileError(.read, path, fault: error.text)
    }
  }

  private static func bytes(
    of brush: Brush, named stem: String, source: String?, path: String
  ) throws(FileError) -> [UInt8] {
    if let paint = brush.paint { return paint.bytes }
    var named = brush
    // Files of other programs may have names that a brush's text cannot have.
    named.name = Brush.isName(stem) ? stem : Brush.ownName(for: stem)
    do throws(TipFault) {
      let pictures = try brush.tipImages.map { (images) throws(TipFault) in try TipPicture.text(of: images) } ?? ""
      let comments = source.map { Self.comments(in: $0) } ?? []
      guard let text = named.valid.text(comment: comments, pictures: pictures) else {
        throw TipFault(translated("it is damaged"))
      }
      return Array(text.utf8)
    } catch { throw FileError(.write, path, fault: error.text) }
  }

  /// The lines of a brush's file that say where it comes from.
  private static func comments(in path: String) -> [String] {
    guard let bytes = try? InputFile.bytes(of: path, limit: BrushLibrary.largestFile), bytes.starts(with: "fude".utf8)
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "#".utf8) }.map { line in
      let text = String(decoding: line.dropFirst(), as: UTF8.self)
      return text.hasPrefix(" ") ? String(text.dropFirst()) : text
    }
  }
}
