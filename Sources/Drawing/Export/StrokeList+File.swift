import Document
import Files
import Journal
import Storage

extension StrokeList {
  /// Opens a drawing.
  /// - Parameter notes: receives a message for each kind of content that was left out.
  /// - Throws: if the file cannot be read, or its history is damaged.
  public init(_ path: String, notes: inout [String]) throws(FileError) {
    let (document, format) = try Document.open(path, notes: &notes)
    // Opening leaves a damaged history out.
    let isLeftOut = format == .openRaster && document.fileHistory == nil
    let fileHistory = isLeftOut ? try OpenRasterReader(path: path).fileHistory(of: document) : nil
    do throws(PayloadError) {
      if case .failure(let fault) = fileHistory { throw fault }
      try self.init(document)
    } catch { throw Self.damage(error, path) }
  }
}
