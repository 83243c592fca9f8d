import Document

/// What the command line understands and nothing draws yet. It is refused in words, here and nowhere else: nobody shall get
/// a picture other than what was asked for.
struct Unrendered: Error, Hashable, Sendable, CustomStringConvertible {
  /// What cannot be done yet, as it stands after the program's name.
  var description: String

  /// What of an export is not drawn yet; nil where all is.
  init?(_ request: ExportRequest) {
    let wish: String? =
      if request.format != .png {
        request.format.rawValue.uppercased() + " files"
      } else if request.fineness != .scale(1) {
        "other sizes than the canvas's"
      } else if request.layer != nil {
        "single layers"
      } else if request.isTransparent {
        "drawings without their paper"
      } else if request.isCropped {
        "drawings cut to what is drawn"
      } else {
        nil
      }
    guard let wish else { return nil }
    description = "cannot write \(FileError.printable(request.target)): \(wish) cannot be exported yet"
  }

  /// Frames are not drawn yet.
  init(_ request: FramesRequest) {
    description = "cannot write to \(FileError.printable(request.folder)): frames of a time-lapse cannot be drawn yet"
  }

  /// Drawings are not drawn again from their history yet; nil for what is no drawing, or cannot be read.
  init?(historyOf path: String) {
    guard (try? Document.format(of: path)) == .openRaster else { return nil }
    description = "cannot read \(FileError.printable(path)): the history of a drawing cannot be replayed yet"
  }
}
