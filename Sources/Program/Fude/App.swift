import Desktop
import Document
import Files
import Geometry
import Glibc
import Ink
import Input
import Language
import Paint
import Panels
import Raster
import Studio
import Threads

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
  /// What the parts share.
  let workplace: Workplace
  let parts: Parts
  /// Records pen samples, for `fude record`.
  let recorder: Recorder?
  var ending: Ending
  var batch = EventBatch()

  /// Connects, opens the file and makes the window, which is not shown yet. A file that takes long is opened later.
  /// - Throws: a `DesktopError` or `FileError` whose description is a message to the user.
  init(_ options: Arguments.Draw, recorder: Recorder?, environment: [String: String]) throws {
    (self.options, self.recorder) = (options, recorder)
    // The language is chosen before there are threads.
    let wakeup = try Wakeup()
    let background = Background(wakeup: wakeup, start: batch.start)
    let keeper = SettingsSync(background, environment: environment)
    if keeper.settings.language != .auto { Language.choose(keeper.settings.language.rawValue) }
    let start = try StartUp(options.file, environment, start: batch.start)
    connection = start.connection
    let journal = try DocumentJournal(environment: environment, wakeup: wakeup)
    window = try Window(
      connection,
      WindowDesk.opened(
        options, keeper.settings, monitors: connection.monitors, isAlone: !connection.isHeld(.place),
        name: start.file?.drawingName ?? OpenDrawing.newName, startup: start.notification))
    let ownsPlace = options.geometry == nil && window.claim(.place)
    image = try SharedImage(window)
    pump = EventPump(window, wakeup: wakeup)
    ending = Ending(signals: StopSignals(wakeup))
    let packer = try EditPacker(environment: environment)
    let first = try StartDrawing(
      options, start.file, window: (window.width, window.height), isRecording: recorder != nil,
      environment: environment)
    let theme = SettingsDesk.theme(
      keeper.settings, DesktopLook(scale: connection.interfaceScale, contrast: connection.highContrast))
    workplace = Workplace(
      environment: environment, background, Overlay(theme: theme, width: window.width, height: window.height), keeper,
      FrameScheduler(width: image.width, height: image.height), first.drawing)
    let saver = Saver(background, environment: environment)
    if let file = first.drawing.file { saver.know(file, start.file?.content?.stamp) }
    parts = Parts(
      workplace, window, connection, journal, saver, packer, wakeup: wakeup, options, ownsPlace: ownsPlace)
    connectParts()
    begin(with: start.file, first.recovery)
  }
}
