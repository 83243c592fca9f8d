import Document
import Files
import Language
import Panels
import Portal
import Raster
import Studio

/// What the parts of the program share: the open drawing, the panels around it, the settings,
/// other threads, and messages to the user.
///
/// A part, such as `PaletteDesk`, gets it in `init`, with the other parts that it needs, and owns its own state.
///
/// Used by the main thread only.
final class Workplace {
  let environment: [String: String]
  let background: Background
  let overlay: Overlay
  let keeper: SettingsSync
  var frame: FrameScheduler
  /// The open drawing. What was on its way for the one before is dropped.
  var drawing: OpenDrawing {
    didSet {
      oldValue.end()
      beginSession()
    }
  }
  /// Whether the program is ending. A message on the window is not read then.
  var isEnding = false
  /// Carries out what a session asks of the program, and what an input on the overlay asks for. Set by the program.
  var onRequests: ([Effects.Request]) -> Void = { _ in }
  var onEffect: (Overlay.Effect) -> Void = { _ in }
  /// Shows the session's state on the panels at once. Set by the program.
  var showState: () -> Void = {}
  /// Applies settings that were changed. Set by the program.
  var onSettings: () -> Void = {}

  init(
    environment: [String: String], _ background: Background, _ overlay: Overlay, _ keeper: SettingsSync,
    _ frame: FrameScheduler, _ drawing: OpenDrawing
  ) {
    (self.environment, self.background, self.overlay) = (environment, background, overlay)
    (self.keeper, self.frame, self.drawing) = (keeper, frame, drawing)
    beginSession()
  }

  /// The session of the open drawing.
  var session: Session {
    get { drawing.session }
    set {
      drawing.session = newValue
      beginSession()
    }
  }

  private func beginSession() {
    frame.forgetFrame()
    session.frameBudget = Session.quickBudget
  }

  /// The address of the session's bus; nil where there is none.
  var bus: String? { SessionBus.address(environment: environment, isThere: FileFacts.exists) }

  /// Seconds since the program's start.
  var now: Double { background.now }
  /// When the loop woke for the events that are being handled, seconds since the program's start.
  var received = 0.0

  /// Carries out what the session asks for.
  func carryOut(_ effects: Effects) {
    if effects.isEmpty { return }
    frame.mark([.panels, .state])
    if effects.viewChanged || effects.adornmentsChanged || effects.toolsChanged { frame.mark(.adornments) }
    if effects.viewChanged { frame.mark(.view) }
    if effects.canvasChanged { frame.forgetFrame() }
    frame.canvasDamage.add(effects.damage)
    if !effects.requests.isEmpty { onRequests(effects.requests) }
  }

  /// Carries out what an input on the overlay asks for.
  func carryOut(_ effects: [Overlay.Effect]) { for effect in effects { onEffect(effect) } }

  /// Changes settings. They apply at once and are written to their file.
  func changeSettings(_ body: (inout Settings) -> Void) {
    keeper.change(body)
    onSettings()
  }

  // MARK: Messages

  /// Writes a message to standard error.
  func say(_ sentence: String) { Standard.error("fude: \(sentence)\n") }

  /// Shows a message on the window for a while.
  func show(message: String) { overlay.say(message, now: now) }

  /// Shows a message with a button.
  func show(message: String, _ action: MessageAction) { overlay.say(message, action: action, now: now) }

  /// Shows a sentence without a full stop, which begins with a small letter on standard error.
  func complain(_ sentence: String) {
    say(sentence)
    show(message: translated("{sentence}.", ["sentence": sentence.capitalisedAtStart]))
  }

  /// Shows notes on content of a file that Fude reads differently from other programs.
  func tell(_ notes: [String]) {
    for note in notes { say(note) }
    if !notes.isEmpty { show(message: notes.joined(separator: " ")) }
  }

  /// Whether a file has to wait for a change of strokes. Then it is written later, and a message says so.
  func waits(_ file: WaitingFile, named name: String) -> Bool {
    guard session.strokesWillChange else { return false }
    drawing.wait(for: file)
    show(message: translated("{file} is written as soon as the strokes are changed.", ["file": name]))
    return true
  }

  /// Says what became of a file, on the window and on standard error.
  func report(_ error: FileError) {
    say("\(error)")
    show(message: error.sentence)
  }
}
