import Desktop
import Document
import Export
import Files
import Language
import Library
import Paint
import Storage
import Studio

/// The drawing that the window opens with: that of the file, the one that an earlier process did not close, or a new
/// one.
struct StartDrawing {
  let drawing: OpenDrawing
  /// What was found of drawings that were not closed.
  let recovery: DrawingStore.Recovery

  /// - Parameters:
  ///   - file: the file of the command line; nil for none.
  ///   - window: the size of the window, px.
  ///   - isRecording: whether samples are recorded, which begins with an empty canvas.
  /// - Throws: a message if there is no memory for a canvas.
  init(
    _ options: Arguments.Draw, _ file: StartFile?, window: (width: Int, height: Int), isRecording: Bool,
    environment: [String: String]
  ) throws(DesktopError) {
    // A file that was asked for is shown; an unsaved drawing stays under Open recent.
    let opens = !options.isNew && (file == nil || file?.fault != nil && file?.kind == .drawing)
    let path = file.flatMap { $0.kind == .drawing ? $0.path : nil }
    recovery = isRecording ? DrawingStore.Recovery() : Self.recover(environment, opens: opens, insteadOf: path)
    let content = file?.content
    let document =
      content?.document ?? recovery.opened?.replay.document
      ?? DrawingDesk.document(options.canvas, window.width, window.height)
    guard let document,
      let session = Session(
        document: document, windowWidth: window.width, windowHeight: window.height,
        brushes: BrushLibrary(environment: environment), papers: PaperLibrary(environment: environment))
    else { throw DesktopError(translated("there is not enough memory for a canvas")) }
    drawing = OpenDrawing(
      session, name: file?.drawingName ?? OpenDrawing.newName, file: content?.format == .openRaster ? path : nil)
    drawing.followsWindow = content == nil && options.canvas == nil && recovery.opened == nil
  }

  private static func recover(
    _ environment: [String: String], opens: Bool, insteadOf path: String?
  ) -> DrawingStore.Recovery {
    guard let store = try? DrawingStore(environment: environment), let filler = CoverageFiller() else {
      return DrawingStore.Recovery()
    }
    return store.recover(opens: opens, insteadOf: path, filler: filler)
  }
}
