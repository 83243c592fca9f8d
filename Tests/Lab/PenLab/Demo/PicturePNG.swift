import Document
import Files
import Pictures
import Rig

/// Pictures of a screen into files.
enum PicturePNG {
  /// Writes an image as an opaque PNG and puts it in its place.
  /// - Throws: `FileError`; nothing is changed then.
  static func write(_ image: Image, to file: AtomicFile) throws(FileError) {
    let writer = try PNGWriter(file, width: image.width, height: image.height, hasAlpha: false)
    try writer.writeRows { y, row in
      for (x, pixel) in image.row(y).enumerated() { row[x] = pixel }
    }
    try writer.finish()
    try file.commitReplacing()
  }
}
