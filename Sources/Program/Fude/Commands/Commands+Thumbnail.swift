import Document
import Files
import Geometry
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
    // A smaller one may be of a drawing that is larger.
    if let small = FilePreview(of: path, side: side, filler: filler).picture, max(small.width, small.height) >= side {
      return small
    }
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    let most = min(side, max(document.frame.width, document.frame.height))
    var maker = MiniatureMaker()
    return maker.make(of: document, most: (most, most))
  }
}
