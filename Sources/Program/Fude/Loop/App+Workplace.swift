import Panels
import Studio

/// What the program's parts share, by shorter names.
extension App {
  var environment: [String: String] { workplace.environment }
  var background: Background { workplace.background }
  var bus: String? { workplace.bus }
  var overlay: Overlay { workplace.overlay }
  var keeper: SettingsSync { workplace.keeper }
  var drawing: OpenDrawing { workplace.drawing }
  var session: Session {
    get { workplace.session }
    set { workplace.session = newValue }
  }
  var frame: FrameScheduler {
    _read { yield workplace.frame }
    _modify { yield &workplace.frame }
  }

  /// Seconds since the program's start.
  var now: Double { workplace.now }

  func carryOut(_ effects: Effects) { workplace.carryOut(effects) }
  func say(_ sentence: String) { workplace.say(sentence) }
  func tell(_ notes: [String]) { workplace.tell(notes) }
  func show(message: String) { workplace.show(message: message) }
  func changeSettings(_ body: (inout Settings) -> Void) { workplace.changeSettings(body) }
}
