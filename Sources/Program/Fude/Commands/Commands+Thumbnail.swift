import Document
import Files
import Language

extension Commands {
  /// Writes a small PNG of a drawing or picture.
  /// - Throws: `FileError` with the message.
  static func thumbnail(_ request: ThumbnailRequest) throws {
    StopSignals.ignoreWriteSignals()
    let picture = try miniature(of: request.source, side: request.size)
    let file = try AtomicFile(path: request.target)
    let writer = try PNGWriter(file, width: picture.width, height: picture.height, hasAlpha: false)
    try writer.writeRows { y, row in
      for x in 0..<picture.width { row[x] = picture.pixels[y * picture.width + x] }
    }
    try writer.finish()
    try file.commitReplacing()
  }

  private static func miniature(of path: String, side: Int) throws(FileError) -> Miniature {
    let filler = try filler(path)
    if let small = FilePreview(of: path, side: side, filler: filler).picture, isLargeEnough(small, side: side) {
      return small
    }
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    var maker = MiniatureMaker()
    return maker.make(of: document, most: (side, side))
  }

  /// Whether a picture need not be made from the drawing itself. One that is stored in a drawing has at most
  /// 256 px a side.
  private static func isLargeEnough(_ picture: Miniature, side: Int) -> Bool {
    max(picture.width, picture.height) >= side || max(picture.width, picture.height) < 256
  }
}
