import Document
import Export
import Files
import Glibc
import Ink
import Language
import Library

/// The file of the command line, and what was read of it before there is a window.
///
/// A file that takes long is read on while the window opens with a new drawing (`isLate`).
struct StartFile {
  /// What the file is, by its name or its head.
  enum Kind {
    case drawing, brush, pack, palette
  }

  /// The path from the root.
  let path: String
  let kind: Kind
  /// The reading of a drawing.
  let started: StartedReading?
  /// The drawing; nil for other files, and while it is read.
  private(set) var content: FileReader.Content?
  private(set) var brush: Brush?
  /// Why the file cannot be opened; nil if it can, or that is not known yet.
  var fault: FileError?

  /// Starts reading a file if it is a drawing.
  init(_ file: String, _ environment: [String: String]) {
    let path = PathText.absolute(file)
    self.path = path
    kind =
      LibraryFile.isBrush(path)
      ? .brush : LibraryFile.isPalette(path) ? .palette : BrushPack.isPack(at: path) ? .pack : .drawing
    started =
      kind == .drawing ? StartedReading { () throws(FileError) in try FileReader.content(of: path, environment) } : nil
  }

  /// Reads the file.
  /// - Parameter time: when a window is to be shown in any case; nil to wait for the end.
  mutating func read(before time: ContinuousClock.Instant?) throws(FileError) {
    switch kind {
    case .drawing: content = if let time { try started?.content(before: time) } else { try started?.content() }
    case .brush: brush = try BrushFile.brush(at: path)
    // Checked here for the exit status; workers read them again to add them.
    case .pack: _ = try BrushPack(at: path)
    case .palette: _ = try PaletteLibrary.palette(at: path)
    }
  }

  /// Whether a drawing is still being read. It is opened as in a window that is open already.
  var isLate: Bool { kind == .drawing && content == nil && fault == nil }

  /// Whether the drawing is saved in this file, as far as is known.
  var isDrawingsFile: Bool { content?.format == .openRaster || isLate && !Saver.isPicture(path) }

  /// The name of the drawing in it; nil where that is not open.
  var drawingName: String? { content == nil ? nil : PathText.stem(of: path) }
}
