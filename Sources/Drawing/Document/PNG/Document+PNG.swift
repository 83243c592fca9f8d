import Files
import Geometry
import Language
import Raster

extension Document {
  /// Opens a PNG image as a drawing of its size, its pixels on the one sheet.
  /// - Throws: where it cannot be read, is no PNG, is damaged or larger than a canvas may be; nothing is kept then.
  public init(pngAt path: String) throws(FileError) {
    let reader = try PNGReader(path: path)
    guard var document = Document(width: reader.width, height: reader.height) else {
      throw FileError(
        .read, path,
        fault: translated(
          "it is {width} x {height} px large, too large for a canvas", ["width": reader.width, "height": reader.height])
      )
    }
    if let density = reader.density { document.resolution = Resolution(x: density.x, y: density.y) }
    var loader = PictureLoader(width: reader.width, height: reader.height)
    try reader.readRows { _, row throws(FileError) in
      do throws(PNGFault) { try loader.take(row) } catch { throw error.error(.read, path) }
    }
    document.activeImage = loader.image
    self = document
  }

  /// Writes the whole canvas on its paper, where that is shown, as a PNG image into `file`, which is still to be committed.
  /// - Throws: where the disk is full or fails; the file is to be dropped then.
  public func writePNG(to file: AtomicFile) throws(FileError) {
    let writer = try PNGWriter(
      file, width: width, height: height, hasAlpha: hasAlpha,
      density: resolution == Resolution() ? nil : resolution.x)
    var rows = FlattenedRows(columns: 0..<width)
    try writer.writeRows { y, row in rows.copy(y, of: self, to: &row) }
    try writer.finish()
  }

  /// Writes the canvas as a PNG image to `path`, in place of what is there.
  /// - Parameter replacesProtected: whether a write-protected file may be replaced.
  /// - Throws: where that cannot be; a file that was there still is then.
  public func exportPNG(to path: String, replacesProtected: Bool = false) throws(FileError) {
    let file = try AtomicFile(path: path, replacesProtected: replacesProtected)
    try writePNG(to: file)
    try file.commitReplacing()
  }

  /// Writes the canvas as a PNG image into `folder` under the first of `names` that is free.
  /// - Returns: the path that it got.
  /// - Throws: where that cannot be; nothing is left then.
  public func exportPNG(into folder: String, names: some Sequence<String>) throws(FileError) -> String {
    let file = try AtomicFile(path: PathText.join(folder, "Drawing.png"))
    try writePNG(to: file)
    return try file.commit(firstFree: names)
  }
}
