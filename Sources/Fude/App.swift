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

/// The running program: the event loop that carries input to the session and the overlay, and their pixels to the window.
///
/// Its life:
/// 1. `init` connects to the display and makes the window; throws with a sentence where that cannot be.
/// 2. `run` shows the window and goes round: wait, drain everything, handle it, draw what changed once, present it.
/// 3. `run` returns with the exit status when the window is closed, a signal asks for it or the server is gone. Ink that is
///    in no file by then is kept in the state folder, as it has been all the while (`JournalKeeper`).
///
/// One thread, the main one, uses it; workers hand over results through a `Mailbox` and wake the loop.
final class App {
  let options: Arguments.Draw
  let environment: [String: String]
  let connection: Connection
  let window: Window
  let image: SharedImage
  let pump: EventPump
  let devices: PenDevices
  /// What other threads have to say to the user.
  let sentences: Mailbox<String>
  let saver: Saver
  let exporter: Exporter
  let reader: DiskReader
  let pieces: PieceReader
  /// Asks the desktop for files.
  let asker: FileAsker
  let pasts: PastReader
  let refiner: ViewRefiner
  let packer: EditPacker
  let readers: Readers
  let signals: StopSignals
  let overlay: Overlay
  var session: Session {
    didSet {
      // What is on its way is of another drawing.
      refiner.stop()
      (drawnPlacement, isViewNew) = (nil, true)
      session.frameBudget = Session.quickBudget
    }
  }
  /// The hue that the dial has turned the ink's colour to.
  var hue = HueMemory()
  /// What the strokes are measured by, for the status strip.
  var gauge = StrokeGauge()
  /// Watches devices while the pen doctor's page is open, and measures the strokes that are drawn on that.
  var observer: PenObserver?
  var penGauge = StrokeGauge()
  /// What the page quotes.
  lazy var publishedLatency = PublishedLatency.published()
  /// The palettes that there are, and which one is shown.
  var palettes: PaletteLibrary
  var paletteName = PaletteLibrary.standardName
  var decoder = InputDecoder()
  let keeper: SettingsKeeper
  /// Keeps what is drawn.
  let journal: JournalKeeper
  /// What is wrong with that, as it stands on the window.
  var journalMessage: String?
  /// Whether the user closed the drawing, rather than the session or the server that it was open on.
  var isClosedByUser = false
  /// The question that was asked when the program could not end without losing the drawing; nil where it was not asked.
  var quitQuestion: Question?
  /// Where the drawing was written at the end because its journal could not be.
  var rescuedPath: String?
  /// The question whether a file may be replaced, as it was asked last.
  var replaceQuestion: Question?
  /// Keeps what the pen does, for `fude record`.
  var recorder: Recorder?

  /// What drawing is called, for the title and exports.
  var name: String
  /// The file that the drawing is kept in, from the root on; nil where it has none. It is OpenRaster.
  var file: String?
  /// The files that no other window is to have open meanwhile: that one, and those that it is being saved to.
  var claims: [String: Claim] = [:]
  /// Whether this window is the one that is found again where it was left, and where it was at first.
  let ownsPlace: Bool
  var firstPlace: Settings.WindowPlace?
  /// How many windows were opened from this one.
  var windowCount = 0
  /// Which one of all drawings that were open it is.
  var drawing = 0
  /// Whether the canvas still follows the window: it is new, of no size that the user chose, and untouched.
  var followsWindow: Bool
  /// The state of the drawing (`History.state`) that is in a file.
  var savedState = 0
  /// What was said to be undone by a message's button, and the state of the drawing (`History.state`) that it is about.
  var undoOffer: (sentence: String, state: Int)?
  /// What was chosen for the last export, and the folder that its file was chosen in.
  var exportChoice = ExportChoice()
  var exportFolder: String?
  /// What was said of the last export.
  var exportMessage: String?
  /// What goes on between this program and others.
  var exchange = Exchange()
  /// What Fude's own dialog is offered for, or is to open for as soon as no ink is drawn; nil for nothing.
  var offered: FileRequest?
  var awaited: FileRequest?
  /// What is said of the desktop's dialog, and whether that is that it does not come.
  var dialogMessage: String?
  var isDialogSlow = false
  /// The drawings opened or saved lately.
  var recent: RecentFiles
  /// The folder in which a file was chosen last.
  var folder: String?
  var shownTitle = ""
  /// What it was made of.
  var titled: (name: String, isUnsaved: Bool)?
  /// What is said of something that takes long, and since when, seconds.
  var shownProgress: String?
  var progressTime: Double?
  /// Workers that write down what was used lately.
  var helpers: [Worker] = []
  var exitStatus: Int32?
  var isMapped = false
  /// Whether the window has the keyboard.
  var isActive = false
  /// Whether screen readers are to be told of the window, though nothing looks different.
  var isReaderNew = false

  /// Window px to be drawn and presented.
  var damage = Region()
  /// Canvas px to be drawn and presented, wherever in the window they are by then.
  var canvasDamage = Region()
  /// Whether the view may have changed since the last frame, and where it was then; nil where the frame's memory shows something else.
  var isViewNew = true
  var drawnPlacement: ViewPlacement?
  /// What is known of the frame's memory, under the panels, and of the window.
  var plain: PlainBlocks
  var events: [DesktopEvent] = []
  var inputs: [InputEvent] = []
  /// Where the pen is over the canvas; nil where it is away or on a panel.
  var hover: PenSample?
  /// Where the pen was lifted last, until it moves away from there.
  var liftPlace: Point?
  /// The outline that was last wanted as a picture of the pointer, and that picture, if it has one.
  var pointerPicture: (shape: CursorShape, scale: Double, picture: PointerPicture?)?
  /// Whether the adornments may have changed.
  var hasNewAdornments = false
  /// Whether the session may have changed in anything that panels show.
  var isStateNew = true
  /// Whether the turn at hand has done no more than move a pointer about or draw on with it: then nothing but the frame follows.
  var isTurnPlain = false
  /// When something is due that no plain turn changes, seconds; nil for never.
  var restDue: Double?
  /// When the events at hand came, seconds of `now`: the loop had just woken.
  var received = 0.0
  let start = ContinuousClock.now

  /// Connects, opens the file and makes the window, unseen as yet.
  /// - Throws: a `DesktopError` or `FileError` whose description is the sentence to say.
  init(_ options: Arguments.Draw, recorder: Recorder?, environment: [String: String]) throws {
    self.options = options
    self.environment = environment
    self.recorder = recorder
    // The file is read first: where it is wrong, no window flashes up. But nobody reads what a program says that a desktop has
    // started, so there the window says it.
    let startup = StartupNotification.take()
    let path = options.file.map { PathText.absolute($0) }
    let store = try? DrawingStore(environment: environment)
    var (opened, fault) = (DiskReader.Content?.none, FileError?.none)
    if let path {
      do throws(FileError) { opened = try DiskReader.content(of: path, store: store) } catch {
        let isLaunched = startup != nil || StartupNotification.isLaunched(environment: environment)
        guard isLaunched, isatty(STDERR_FILENO) == 0 else {
          if let startup, let connection = try? Connection() { startup.complete(on: connection) }
          throw error
        }
        fault = error
      }
    }
    connection = try Connection()
    if let path, opened?.format == .openRaster, connection.showHolder(of: Self.claim(on: path), for: startup) {
      startup?.complete(on: connection)
      throw OpenElsewhere(path: path)
    }
    let wakeup = try Wakeup()
    keeper = SettingsKeeper(environment: environment, wakeup: wakeup)
    journal = try JournalKeeper(environment: environment, wakeup: wakeup)
    let settings = keeper.settings
    if settings.language != .auto { Language.choose(settings.language.rawValue) }
    var (size, place) = Self.windowFrame(settings, monitors: connection.monitors)
    // Two windows in one place would look like one.
    if options.geometry != nil || (place != nil && connection.isHeld(.place)) { place = nil }
    name = opened == nil ? Self.newName : options.file.map { PathText.stem(of: $0) } ?? Self.newName
    file = opened?.format == .openRaster ? path : nil
    folder = opened?.taken == nil ? path.map { PathText.folder(of: $0) } : nil
    recent = RecentFiles.kept(environment: environment)
    window = try Window(
      connection,
      Window.Options(
        title: translated(
          "{drawing} - Fude",
          [
            "drawing": name == Self.newName
              ? translated("Drawing", context: "name of a new drawing") : FileError.printable(name)
          ]), width: size.width, height: size.height, geometry: options.geometry,
        place: place, startup: startup, icons: Self.icons(),
        isFullScreen: options.isFullscreen || Self.startsFullScreen(options, settings),
        isMaximised: options.geometry == nil && settings.windowState == .maximised))
    ownsPlace = options.geometry == nil && window.claim(.place)
    image = try SharedImage(window)
    plain = PlainBlocks(width: image.width, height: image.height)
    pump = EventPump(window, wakeup: wakeup)
    sentences = Mailbox(wakeup: wakeup)
    saver = Saver(environment: environment, wakeup: wakeup)
    exporter = Exporter(environment: environment, wakeup: wakeup)
    reader = DiskReader(environment: environment, wakeup: wakeup)
    pieces = PieceReader(wakeup: wakeup)
    asker = FileAsker(wakeup: wakeup)
    pasts = PastReader(wakeup: wakeup)
    refiner = ViewRefiner(wakeup: wakeup)
    packer = try EditPacker(environment: environment)
    readers = Readers(wakeup: wakeup)
    devices = PenDevices(connection)
    signals = StopSignals(wakeup)
    overlay = Overlay(
      theme: Self.theme(settings, scale: connection.interfaceScale, contrast: connection.highContrast),
      width: window.width, height: window.height)
    // What was asked for is shown, what was lost waits under Open recent; a recording begins with an empty canvas.
    let takesUp = opened == nil && !options.isNew
    let recovery =
      recorder == nil ? Self.recover(from: store, opens: takesUp, insteadOf: path) : DrawingStore.Recovery()
    if let file { saver.know(file, opened?.stamp) }
    followsWindow = opened == nil && options.canvas == nil && recovery.opened == nil
    let document =
      opened?.document ?? recovery.opened?.replay.document
      ?? Self.newDocument(options.canvas, window.width, window.height)
    guard let document,
      let session = Session(
        document: document, windowWidth: window.width, windowHeight: window.height,
        brushes: BrushLibrary(folder: BrushLibrary.systemFolder()))
    else { throw DesktopError(translated("there is no memory for a canvas")) }
    self.session = session
    session.frameBudget = Session.quickBudget
    palettes = PaletteLibrary(folders: PaletteLibrary.folders(environment: environment))
    useSettings()
    restorePalette()
    begin(opened?.taken, recovery)
    followFile()
    for fault in session.brushes.faults + palettes.faults { say(fault) }
    if let reason = pump.xi2Unavailable { say(translated("pens have no pressure: {reason}", ["reason": reason])) }
    followOptions()
    tapSamples()
    queryDevices()
    tell(opened?.notes ?? [])
    if let fault {
      say("\(fault)")
      show(message: Self.sentence(fault))
    } else if let path, opened?.taken == nil {
      remember(path)
    }
  }

  /// A new canvas: of the size asked for, or twice the window each way.
  static func newDocument(_ size: CanvasSize?, _ width: Int, _ height: Int) -> Document? {
    let side = Document.largestSide
    return Document(width: size?.width ?? min(2 * width, side), height: size?.height ?? min(2 * height, side))
  }

  /// Has the session, a new one, draw as the command line asks.
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

  /// Says a sentence on standard error.
  func say(_ sentence: String) { Standard.error("fude: \(sentence)\n") }

  /// Seconds since the program started.
  var now: Double { start.duration(to: .now) / .seconds(1) }
}
