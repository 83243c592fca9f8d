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

  /// A drawing that is a picture: of its size, with one layer.
  /// - Parameters:
  ///   - resolution: that of the picture; nil if it has none.
  ///   - path: the file, for the message.
  /// - Throws: if the picture is too large for a canvas.
  init(of image: TileGrid, _ resolution: Resolution?, path: String) throws(FileError) {
    guard var document = Document(width: image.width, height: image.height) else {
      throw FileError(.read, path, fault: Self.tooLarge(width: image.width, height: image.height))
    }
    if let resolution { document.resolution = resolution }
    document.activeImage = image
    self = document
  }

  /// The message about a picture of a size that no canvas has.
  static func tooLarge(width: Int, height: Int) -> String {
    translated("it is {width} x {height} px large, too large for a canvas", ["width": width, "height": height])
  }
}
