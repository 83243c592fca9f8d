import Document
import Export
import Files
import Geometry
import Language
import Library
import Pages
import Panels
import Raster
import Storage
import Studio
import Toolkit

/// Opening, replacing, saving and closing the drawing of a window.
final class DrawingDesk: Part {
  let place: Workplace
  let files: FileDesk
  let journal: JournalDesk
  let changes: ChangeDesk
  let exports: ExportDesk
  let claims: FileClaims
  let saver: Saver
  private let reader: FileReader
  /// The size of new drawings by the command line; nil for one that follows the window's.
  private let canvas: CanvasSize?
  /// Opens a file that is no drawing: brushes or a palette. Set by the program.
  var onOther: (String) -> Void = { _ in }
  /// Drops what is on its way for the open drawing, because another one is opened. Set by the program.
  var onLeave: () -> Void = {}
  /// Prepares a session that has begun. Set by the program.
  var onSession: () -> Void = {}
  /// The question asked because ending would lose the drawing; nil where it was not asked.
  var endingQuestion: Question?
  /// Where the drawing was written at the end because its journal could not be.
  var rescuedPath: String?

  init(
    _ place: Workplace, _ files: FileDesk, _ journal: JournalDesk, _ changes: ChangeDesk, _ exports: ExportDesk,
    _ claims: FileClaims, canvas: CanvasSize?
  ) {
    (self.place, self.files, self.journal, self.changes) = (place, files, journal, changes)
    (self.exports, self.claims, self.canvas) = (exports, claims, canvas)
    saver = journal.saver
    reader = FileReader(place.background, environment: place.environment)
  }

  var session: Session { place.session }
  var drawing: OpenDrawing { place.drawing }

  /// The drawing that is being read, as a message; nil for none.
  var readingTask: LongTask? { reader.task }

  func follow() { writeWaitingFiles() }

  // MARK: Another drawing

  /// Replaces the open drawing if nothing is lost by that. Otherwise shows a message, changes
  /// nothing and returns false.
  private func use(_ document: Document, name: String, file: String?, content: FileReader.Content? = nil) -> Bool {
    finishChange()
    // A file being written may be the only copy.
    saver.finish()
    place.carryOut(session.settle())
    guard
      let fresh = Session(
        document: document, windowWidth: session.view.windowWidth, windowHeight: session.view.windowHeight,
        brushes: session.brushes, papers: session.papers)
    else {
      place.show(message: translated("There is not enough memory for another drawing."))
      return false
    }
    guard journal.leave() else { return false }
    files.leave()
    onLeave()
    place.withdrawUndo()
    place.withdrawLastOffer()
    // That question was about the previous drawing.
    if let question = drawing.replaceQuestion, place.overlay.isAsking(question) { place.overlay.closePopups() }
    fresh.adoptState(of: session)
    let opened = OpenDrawing(fresh, name: name, file: file, number: drawing.number + 1)
    opened.journalMessage = drawing.journalMessage
    place.drawing = opened
    begin(content?.taken, from: content?.origin, at: content?.work)
    followFile()
    place.frame.mark(.adornments)
    place.frame.damage.add(PixelRect(x: 0, y: 0, width: fresh.view.windowWidth, height: fresh.view.windowHeight))
    return true
  }

  /// Begins with the open drawing: its journal and its view. `followFile` claims its file.
  /// - Parameters:
  ///   - taken: the kept drawing that was opened; nil for a new one, or that of a file.
  ///   - origin: the file that was opened; nil for none.
  ///   - work: the view to return to; nil for the usual one.
  func begin(_ taken: DrawingStore.Opened?, from origin: FileOrigin?, at work: ViewMemory?) {
    onSession()
    if let taken { journal.takeUp(taken) } else { journal.begin(from: origin) }
    if let work { place.carryOut(session.resume(work)) }
    journal.beginWork()
  }

  /// Makes an untouched canvas twice as large as a resized window.
  /// - Parameters:
  ///   - width: the width of the window, px.
  ///   - height: its height, px.
  func followWindow(width: Int, height: Int) {
    guard drawing.followsWindow, drawing.isUntouched, !saver.isBusy,
      let document = Self.document(nil, width, height),
      let fresh = Session(
        document: document, windowWidth: width, windowHeight: height, brushes: session.brushes,
        papers: session.papers)
    else { return }
    fresh.restore(session.remembered)
    _ = fresh.apply(session.toolSettings)
    _ = fresh.choose(session.tool)
    place.session = fresh
    journal.begin()
    onSession()
  }

  // MARK: New drawings

  /// A new canvas, of the given size or of twice the window's size, px.
  static func document(_ size: CanvasSize?, _ width: Int, _ height: Int) -> Document? {
    let side = Document.largestSide
    return Document(width: size?.width ?? min(2 * width, side), height: size?.height ?? min(2 * height, side))
  }

  /// Replaces the drawing by an empty one.
  func newDrawing() {
    guard let document = Self.document(canvas, session.view.windowWidth, session.view.windowHeight) else {
      return place.show(message: translated("There is not enough memory for another drawing."))
    }
    if use(document, name: OpenDrawing.newName, file: nil) { drawing.followsWindow = canvas == nil }
  }

  /// Replaces the drawing by an empty one as chosen on the page for it, and remembers the choice.
  func newDrawing(_ new: NewDrawing) {
    guard let document = Document(new) else {
      return place.show(message: translated("There is not enough memory for another drawing."))
    }
    if use(document, name: OpenDrawing.newName, file: nil) { place.changeSettings { $0.lastNew = new } }
  }

  /// Shows the page for a new drawing.
  func showNew() {
    let side = Document.largestSide
    // The page offers an endless canvas anyway.
    let canvas = canvas == .endless ? nil : canvas
    let standard = NewDrawing(
      width: canvas?.width ?? min(2 * session.view.windowWidth, side),
      height: canvas?.height ?? min(2 * session.view.windowHeight, side))
    place.overlay.showNew(standard: standard, last: session.settings.lastNew)
  }

  /// Replaces the drawing by an empty one. If it is empty, the program ends.
  func closeDrawing() {
    if drawing.isUntouched, !saver.isBusy { place.carryOut([.perform(.quit)]) } else { newDrawing() }
  }

  // MARK: Opening

  /// Opens a file; a worker reads it while drawing goes on. A palette is added to the others, a
  /// brush is drawn with, and those of a pack are added to the user's.
  func open(_ path: String) {
    if LibraryFile.isPalette(path) || LibraryFile.isBrush(path) || LibraryFile.isForeignBrush(path) {
      place.overlay.closeFileDialog()
      return onOther(path)
    }
    if let claim = claims.elsewhere(on: path) {
      place.overlay.closeFileDialog()
      claims.showHolder(of: claim)
      return place.show(message: OpenElsewhere(path: path).sentence)
    }
    read(path)
  }

  /// Starts reading a drawing, or takes over the reading that the program started with.
  func read(_ path: String, takingOver started: StartedReading? = nil) {
    reader.open(path, takingOver: started) { [self] in take($0) }
  }

  private func take(_ read: FileReader.Drawing) {
    files.note(read.recent)
    switch read.outcome {
    case .failure where read.isBrushPack:
      place.overlay.closeFileDialog()
      onOther(read.path)
    case .failure(let error): files.report(error)
    case .success(let content):
      place.overlay.closeFileDialog()
      // A picture is no drawing's file: saving asks for a name.
      let file = content.format == .openRaster ? read.path : nil
      if let file { saver.know(file, content.stamp) }
      guard use(content.document, name: PathText.stem(of: read.path), file: file, content: content) else {
        return files.note(reader.putBack(read))
      }
      if content.taken == nil { files.folder = PathText.folder(of: read.path) }
      place.tell(content.notes)
    }
  }

  /// Asks which file to open.
  func chooseOpening() { files.ask(files.request(.open)) { [self] path, _ in open(path) } }
}
