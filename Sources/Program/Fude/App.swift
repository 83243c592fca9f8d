import Desktop
import Document
import Files
import Geometry
import Glibc
import Ink
import Input
import Language
import Paint
import Raster
import Studio
import Threads
import Widgets

/// The running program. It connects input to the session and the overlay, and their pixels to the
/// window. Its parts own their state; `App` wires them.
///
/// 1. `init` connects to the display and makes the window. It throws an error with a message.
/// 2. `run` shows the window and runs the event loop: wait, drain all events, handle them, draw the
///   changes once, present them.
/// 3. `run` returns the exit status after the window is closed, a signal arrives or the server is
///   gone. The journal (`DocumentJournal`) then holds all ink.
///
/// Used by the main thread only. Results of workers arrive through `Background`.
final class App {
  let options: Arguments.Draw
  let connection: Connection
  let window: Window
  let image: SharedImage
  let pump: EventPump
  let devices: PenDevices
  /// What the parts below share.
  let workplace: Workplace
  var remembering = Remembering()
  /// Writes the journal of the open drawing.
  let journal: DocumentJournal
  /// Records pen samples, for `fude record`.
  let recorder: Recorder?
  let workers: Workers
  let refiner: ViewRefiner
  var decoder = InputDecoder()
  let exports: ExportDesk
  let progress: ProgressDesk
  let files: FileDesk
  let clipboard: ClipboardDesk
  let references: ReferenceDesk
  let screenColour: ScreenColourDesk
  let readers: ScreenReaderDesk
  var windowState: WindowState
  let marks: CanvasMarks
  let changes: ChangeDesk
  var penMeter = PenMeter()
  let palettes: PaletteDesk
  let brushes: BrushDesk
  let brushEditor: BrushEditor
  var ending: Ending
  var batch = EventBatch()

  /// Connects, opens the file and makes the window, which is not shown yet. A file that takes long is opened later.
  /// - Throws: a `DesktopError` or `FileError` whose description is a message to the user.
  init(_ options: Arguments.Draw, recorder: Recorder?, environment: [String: String]) throws {
    self.options = options
    self.recorder = recorder
    // The language is chosen before there are threads.
    let wakeup = try Wakeup()
    let background = Background(wakeup: wakeup, start: batch.start)
    let keeper = SettingsSync(background, environment: environment)
    let settings = keeper.settings
    if settings.language != .auto { Language.choose(settings.language.rawValue) }
    // The file is read first, so that no window appears for a file that soon turns out to be
    // unreadable. A program that the desktop has started shows the error in its window, because
    // standard error is not seen.
    let startup = StartupNotification.take()
    let file = options.file.map { PathText.absolute($0) }
    let brushPath = file.flatMap { FolderListing.isBrush($0) ? $0 : nil }
    let packPath = file.flatMap { brushPath == nil && BrushPack.isPack(at: $0) ? $0 : nil }
    let palettePath = file.flatMap { FolderListing.isPalette($0) ? $0 : nil }
    let path = brushPath == nil && packPath == nil && palettePath == nil ? file : nil
    let store = try? DrawingStore(environment: environment)
    let started = path.map { path in
      StartedReading { () throws(FileError) in try FileReader.content(of: path, environment) }
    }
    let display = Result { () throws(DesktopError) in try Connection() }
    var (opened, brush, fault) = (FileReader.Content?.none, Brush?.none, FileError?.none)
    if file != nil {
      do throws(FileError) {
        switch display {
        case .success: opened = try started?.content(before: batch.start + StartedReading.patience)
        // No window will open, and the message about the file comes before that about the display.
        case .failure: opened = try started?.content()
        }
        if let brushPath { brush = try BrushFile.brush(at: brushPath) }
        // Checked here for the exit status; a worker adds the brushes.
        if let packPath { _ = try BrushPack(at: packPath) }
        if let palettePath { _ = try PaletteLibrary.palette(at: palettePath) }
      } catch {
        let isLaunched = startup != nil || StartupNotification.isLaunched(environment: environment)
        guard isLaunched, isatty(STDERR_FILENO) == 0 else {
          if let startup, let connection = try? display.get() { startup.complete(on: connection) }
          throw error
        }
        fault = error
      }
    }
    connection = try display.get()
    // Whether the file is still being read. The window opens with a new drawing then, and the file
    // is opened as in a window that is open already.
    let isLate = path != nil && opened == nil && fault == nil
    if let path, opened?.format == .openRaster || isLate && !Saver.isPicture(path),
      Self.claims(on: path).contains(where: { [connection] in connection.showHolder(of: $0, for: startup) })
    {
      startup?.complete(on: connection)
      throw OpenElsewhere(path: path)
    }
    journal = try DocumentJournal(environment: environment, wakeup: wakeup)
    var (size, place) = Self.windowFrame(settings, monitors: connection.monitors)
    // Two windows at the same place would look like one.
    if options.geometry != nil || (place != nil && connection.isHeld(.place)) { place = nil }
    let name = opened == nil ? OpenDrawing.newName : options.file.map { PathText.stem(of: $0) } ?? OpenDrawing.newName
    window = try Window(
      connection,
      Window.Options(
        title: translated(
          "{drawing} - Fude",
          ["drawing": OpenDrawing.shown(name)]), width: size.width, height: size.height, geometry: options.geometry,
        place: place, startup: startup, icons: Self.icons(),
        isFullScreen: options.isFullscreen || Self.startsFullScreen(options, settings),
        isMaximised: options.geometry == nil && settings.windowState == .maximised))
    windowState = WindowState(ownsPlace: options.geometry == nil && window.claim(.place))
    image = try SharedImage(window)
    pump = EventPump(window, wakeup: wakeup)
    workers = try Workers(background, environment: environment)
    devices = PenDevices(connection)
    ending = Ending(signals: StopSignals(wakeup))
    let overlay = Overlay(
      theme: Self.theme(settings, scale: connection.interfaceScale, contrast: connection.highContrast),
      width: window.width, height: window.height)
    // A file that was asked for is shown; an unsaved drawing stays under Open recent. A recording
    // starts with an empty canvas.
    let isAddition = brushPath != nil || packPath != nil || palettePath != nil
    let takesUp = opened == nil && !isLate && !isAddition && !options.isNew
    let recovery =
      recorder == nil ? Self.recover(from: store, opens: takesUp, insteadOf: path) : DrawingStore.Recovery()
    let document =
      opened?.document ?? recovery.opened?.replay.document
      ?? Self.newDocument(options.canvas, window.width, window.height)
    guard let document,
      let session = Session(
        document: document, windowWidth: window.width, windowHeight: window.height,
        brushes: BrushLibrary(environment: environment), papers: PaperLibrary(environment: environment))
    else { throw DesktopError(translated("there is not enough memory for a canvas")) }
    let drawing = OpenDrawing(session, name: name, file: opened?.format == .openRaster ? path : nil)
    drawing.followsWindow = opened == nil && options.canvas == nil && recovery.opened == nil
    if let file = drawing.file { workers.saver.know(file, opened?.stamp) }
    workplace = Workplace(
      environment: environment, background, overlay, keeper,
      FrameScheduler(width: image.width, height: image.height), drawing)
    palettes = PaletteDesk(workplace)
    files = FileDesk(workplace, window: window.number)
    exports = ExportDesk(workplace, files, workers.saver)
    progress = ProgressDesk(workplace)
    if opened?.taken == nil, !isLate { files.folder = path.map { PathText.folder(of: $0) } }
    brushes = BrushDesk(workplace, files)
    brushEditor = BrushEditor(workplace, files, brushes)
    refiner = ViewRefiner(workplace)
    marks = CanvasMarks(workplace, window)
    changes = ChangeDesk(workplace)
    clipboard = ClipboardDesk(workplace, window, opensPictures: options.canvas == nil)
    references = ReferenceDesk(workplace, files, clipboard)
    screenColour = ScreenColourDesk(workplace, window)
    readers = ScreenReaderDesk(workplace, window, wakeup: wakeup)
    workplace.onRequests = { [unowned self] in carryOut($0) }
    workplace.onEffect = { [unowned self] in carryOut($0) }
    workplace.showState = { [unowned self] in showState() }
    workplace.onSettings = { [unowned self] in applySettings() }
    progress.tasks = { [unowned self] in tasks }
    keeper.onFault = { [unowned self] in take($0) }
    brushes.recall()
    useSettings()
    if let brushPath, let brush { brushes.use(brush, at: brushPath) }
    if let fault = session.paperFault {
      say("\(fault)")
      show(message: Session.sentence(paper: fault))
    }
    brushes.begin()
    if let packPath, fault == nil { brushes.addPack(packPath) }
    if let palettePath, fault == nil { palettes.add(palettePath) }
    begin(opened?.taken, recovery, from: opened?.origin)
    if let work = opened?.work { carryOut(session.resume(work)) }
    beginWork()
    followFile()
    for fault in session.brushes.faults { say(fault) }
    if let absence = ShippedFiles.absence {
      say(absence)
      show(message: absence)
    }
    if let reason = pump.xi2Unavailable { say(translated("pens have no pressure: {reason}", ["reason": reason])) }
    followOptions()
    tapSamples()
    queryDevices()
    workplace.tell(opened?.notes ?? [])
    if let fault {
      say("\(fault)")
      show(message: fault.sentence)
    } else if isLate, let path {
      readDrawing(path, takingOver: started)
    } else if let path, opened?.taken == nil {
      files.remember(path)
    }
  }

  /// A new canvas, of the given size or of twice the window's size.
  static func newDocument(_ size: CanvasSize?, _ width: Int, _ height: Int) -> Document? {
    let side = Document.largestSide
    return Document(width: size?.width ?? min(2 * width, side), height: size?.height ?? min(2 * height, side))
  }

  /// Applies the options of the command line to a new session.
  func followOptions() {
    if let ms = options.prediction { session.predictionHorizon = ms / 1000 }
    if let strength = options.smoothing { session.smoothing = strength }
  }

  /// The program's icon in every size.
  static func icons() -> [WindowIcon] {
    AppIcon.sizes.compactMap { size in
      AppIcon.pixels(size: size).flatMap { WindowIcon(width: size, height: size, pixels: $0) }
    }
  }
}
