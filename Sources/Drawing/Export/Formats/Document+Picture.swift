import Document
import Files
import Language
import Pictures
import Raster

extension PictureDecoder {
  /// The largest file that is read, bytes.
  static let mostOfFile = 1 << 30

  /// Reads a picture file, which must be of the codec's format.
  init(path: String, _ codec: PictureCodec) throws(FileError) {
    let bytes = try InputFile.bytes(of: path, limit: Self.mostOfFile)
    do throws(PNGFault) { try self.init(bytes, codec) } catch { throw error.error(.read, path) }
  }
}

extension Document {
  /// Opens a JPEG or WebP picture as a drawing of its size with one layer.
  init(pictureAt path: String, _ codec: PictureCodec, notes: inout [String]) throws(FileError) {
    let picture = try PictureDecoder(path: path, codec)
    try self.init(of: picture.image, picture.resolution, path: path)
    if let note = picture.note { notes.append(note) }
  }
}
