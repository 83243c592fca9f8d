import Document
import Files
import Pictures

/// How files of a format are read.
struct FormatReader: Sendable {
  /// Whether a file is one picture: the drawing has one layer and no history.
  let isPicture: Bool
  /// Opens a file as a drawing. The texts are messages about what was replaced or left out.
  let open: @Sendable (String, inout [String]) throws(FileError) -> Document
  /// Decodes pictures in memory; nil for formats that are read otherwise.
  var codec: PictureCodec?
  /// Reads the size of a file without its pixels; nil for formats that are described otherwise.
  var head: (@Sendable (String) throws(FileError) -> PictureHead)?

  init(
    isPicture: Bool, head: (@Sendable (String) throws(FileError) -> PictureHead)? = nil,
    open: @escaping @Sendable (String, inout [String]) throws(FileError) -> Document
  ) {
    (self.isPicture, self.open, self.head) = (isPicture, open, head)
  }

  /// Reads pictures that a codec decodes as a whole.
  init(_ codec: PictureCodec) {
    self.init(isPicture: true) { path throws(FileError) in
      try PictureHead(of: path, codec)
    } open: { path, notes throws(FileError) in
      try Document(pictureAt: path, codec, notes: &notes)
    }
    self.codec = codec
  }
}
