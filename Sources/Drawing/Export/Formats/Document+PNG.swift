import Document
import Files
import Geometry
import Language
import Pictures
import Raster

extension Document {
  /// Opens a PNG image as a drawing of its size with one layer. An image of 16 bits a channel makes deep tiles
  /// where 8 bits do not hold the pixels. It is turned as its Exif data say.
  /// - Throws: if the file is unreadable, damaged, not a PNG image, or too large for a canvas.
  public init(pngAt path: String) throws(FileError) {
    var notes: [String] = []
    try self.init(pngAt: path, notes: &notes)
  }

  /// Opens a PNG image like `init(pngAt:)`.
  /// - Parameter notes: receives a message if the colours may be wrong.
  public init(pngAt path: String, notes: inout [String]) throws(FileError) {
    let reader = try PNGReader(path: path)
    if let note = reader.useProfile() { notes.append(note) }
    guard Self.isAllowed(width: reader.width, height: reader.height) else {
      throw FileError(.read, path, fault: Self.tooLarge(width: reader.width, height: reader.height))
    }
    try self.init(of: try reader.uprightImage(), reader.uprightDensity, path: path)
  }

  /// Writes the whole canvas, with the paper if it is visible, as a PNG image into `file`. The
  /// caller commits the file.
  /// - Throws: if the disk is full or fails. The caller must discard the file then.
  public func writePNG(to file: AtomicFile) throws(FileError) {
    let writer = try PNGWriter(
      file, width: width, height: height, hasAlpha: hasAlpha,
      density: resolution == Resolution() ? nil : resolution.x)
    if hasDeepAlpha {
      var rows = DeepRows(columns: 0..<width)
      var row = [DeepPixel](repeating: .clear, count: width)
      for y in 0..<height {
        var span = row.mutableSpan
        rows.copy(y, of: self, to: &span)
        try writer.write(rounding: row.span)
      }
      return try writer.finish()
    }
    var rows = ComposedRows(columns: 0..<width)
    try writer.writeRows { y, row in rows.copy(y, of: self, to: &row) }
    try writer.finish()
  }

  /// Whether the composited drawing can have translucent pixels of 16 bits a channel. Their straight colours are
  /// lost if the premultiplied ones are rounded to 8 bits.
  var hasDeepAlpha: Bool { hasAlpha && layers.contains { $0.isVisible && $0.image.hasDeepTiles } }

  /// Writes the canvas as a PNG image to `path` and replaces an existing file.
  /// - Parameter replacesProtected: whether a write-protected file may be replaced.
  /// - Throws: if the file cannot be written. An existing file stays unchanged then.
  public func exportPNG(to path: String, replacesProtected: Bool = false) throws(FileError) {
    let file = try AtomicFile(path: path, replacesProtected: replacesProtected)
    try picture.writePNG(to: file)
    try file.commitReplacing()
  }

  /// Writes the canvas as a PNG image into `folder` under the first free name of `names`.
  /// - Returns: the path of the file.
  /// - Throws: if the file cannot be written. No file remains then.
  public func exportPNG(into folder: String, names: some Sequence<String>) throws(FileError) -> String {
    let file = try AtomicFile(path: PathText.join(folder, "Drawing.png"))
    try picture.writePNG(to: file)
    return try file.commit(firstFree: names)
  }
}
