import Files
import Language
import Raster

extension PictureDecoder {
  /// The largest file that is read, bytes.
  static let mostOfFile = 1 << 30

  /// Reads a picture file, which must be of this format.
  init(path: String, _ format: Format) throws(FileError) {
    let bytes = try InputFile.bytes(of: path, limit: Self.mostOfFile)
    do throws(PNGFault) { try self.init(bytes, format) } catch { throw error.error(.read, path) }
  }
}

extension Document {
  /// Opens a JPEG or WebP picture as a drawing of its size with one layer.
  init(pictureAt path: String, _ format: PictureDecoder.Format, notes: inout [String]) throws(FileError) {
    let picture = try PictureDecoder(path: path, format)
    let (width, height) = (picture.image.width, picture.image.height)
    guard var document = Document(width: width, height: height) else {
      throw FileError(
        .read, path,
        fault: translated(
          "it is {width} x {height} px large, too large for a canvas", ["width": width, "height": height]))
    }
    if let resolution = picture.resolution { document.resolution = resolution }
    if let note = picture.note { notes.append(note) }
    document.activeImage = picture.image
    self = document
  }
}
