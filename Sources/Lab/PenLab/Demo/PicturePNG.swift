import Document
import Files
import Rig

enum PicturePNG {
  /// Writes an image to a file as an opaque PNG.
  /// - Throws: `FileError`; the file is unchanged then.
  static func write(_ image: Image, to file: AtomicFile) throws(FileError) {
    let writer = try PNGWriter(file, width: image.width, height: image.height, hasAlpha: false)
    try writer.writeRows { y, row in
      for (x, pixel) in image.row(y).enumerated() { row[x] = pixel }
    }
    try writer.finish()
    try file.commitReplacing()
  }
}
