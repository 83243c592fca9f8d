import Document
import Export
import Files
import Geometry
import Language
import Pictures

extension Commands {
  /// The greatest memory that a small picture takes, bytes.
  private static let mostMemory = 256 << 20
  /// The greatest time of the processor that it takes, s.
  private static let mostSeconds = 2

  /// Writes a small PNG of a drawing or picture. File managers ask for it by themselves, so that there is none of a
  /// file that would take much memory or time.
  /// - Throws: `FileError` with the message.
  static func thumbnail(_ request: ThumbnailRequest) throws {
    StopSignals.ignoreWriteSignals()
    let slow = FileError(.read, request.source, fault: translated("a small picture of it would take too long"))
    CommandSignals.setSlowMessage("\(slow)")
    ProcessLimits.set(bytes: mostMemory, seconds: mostSeconds)
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
    let small = FilePreview(of: path, side: side, filler: filler).picture
    // A smaller one may be of a drawing that is larger.
    if let small, max(small.width, small.height) >= side { return small }
    if let merged = FilePreview.merged(path, side: side) { return merged }
    var notes: [String] = []
    let document: Document
    do throws(FileError) { document = try Document.open(path, notes: &notes).document } catch {
      if let small { return small }
      throw error
    }
    let most = min(side, max(document.frame.width, document.frame.height))
    var maker = MiniatureMaker()
    return maker.make(of: document.picture, most: (most, most))
  }
}
