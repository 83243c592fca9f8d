import Desktop
import Document
import Files
import Geometry
import Input
import Language
import Raster
import Studio
import Widgets

/// Applying and storing settings.
extension App {
  /// Whether the window starts full screen.
  static func startsFullScreen(_ options: Arguments.Draw, _ settings: Settings) -> Bool {
    options.geometry == nil && settings.windowState == .fullScreen
  }

  /// The theme for a scale; the user's scale comes before the desktop's.
  static func theme(_ settings: Settings, scale: Double, contrast: HighContrast?) -> Theme {
    Theme(
      colours: .init(settings, desktop: contrast.map { $0 == .dark ? .dark : .light }), scale: settings.scale ?? scale,
      textScale: settings.textScale)
  }

  func theme(_ settings: Settings, scale: Double) -> Theme {
    Self.theme(settings, scale: scale, contrast: connection.highContrast)
  }

  /// Applies the settings that were read, and reports errors in them.
  func useSettings() {
    session.restore(keeper.settings)
    decoder.overrides = keeper.settings.devices
    workers.packer.store.limits = keeper.settings.history.store
    if !keeper.settings.showsPanels { _ = overlay.showPanels(false) }
    keeper.noteSize(width: window.width, height: window.height, isNormal: true)
    for sentence in keeper.messages + keeper.notes { say(sentence) }
    if let first = keeper.messages.first {
      let others = keeper.messages.count - 1
      show(
        message: others > 0
          ? translated(
            "Settings: {fault}, and {count} more", other: "Settings: {fault}, and {count} more", count: others,
            ["fault": first]) : translated("Settings: {fault}", ["fault": first]))
    }
  }

  /// Applies changed settings.
  func applySettings() {
    remembering.fault = nil
    session.apply(keeper.settings)
    workers.packer.store.limits = keeper.settings.history.store
    if decoder.overrides != keeper.settings.devices {
      decoder.overrides = keeper.settings.devices
      queryDevices()
    }
    let theme = theme(keeper.settings, scale: connection.interfaceScale)
    overlay.resize(width: window.width, height: window.height, theme: theme)
  }

  /// Shows or hides the navigator; says so if the window has no room for it.
  func toggleNavigator() {
    if !session.settings.showsNavigator, !overlay.arePanelsShown {
      for effect in overlay.showPanels(true).effects { carryOut(effect) }
    }
    changeSettings { $0.showsNavigator.toggle() }
    frame.mark(.panels)
    showState()
    if session.settings.showsNavigator, !overlay.isNavigatorShown {
      say(translated("The window is too small for the navigator. It appears when the window is larger."))
    }
  }

  /// Changes to the next guide of the ink, and says which it is.
  func chooseNextGuide() {
    let all = StrokeAids.Guide.allCases
    let now = all.firstIndex(of: keeper.settings.aids.guide) ?? 0
    changeSettings { $0.aids.guide = all[(now + 1) % all.count] }
    let aids = keeper.settings.aids
    let text =
      switch aids.guide {
      case .brush: translated("Stabiliser: from the brush.")
      case .rope: translated("Stabiliser: rope, {length} px.", ["length": Int(aids.rope)])
      case .average:
        translated("Stabiliser: average, {time} ms.", ["time": Int(aids.average)])
      }
    show(message: text)
  }

  /// Reports why settings could not be written; once, although each change of a colour tries again.
  func take(_ fault: FileError) {
    guard "\(fault)" != remembering.fault else { return }
    remembering.fault = "\(fault)"
    show(message: "\(fault)")
    say("\(fault)")
  }

  /// Seconds from a change of the brush, a colour, the view or the window to its storing. Half of
  /// what a process that is killed may lose, since a worker still has to write it.
  static let rememberingPause = 0.1

  /// Stores the brush, the colours and the window soon after they changed. Called at the end of
  /// iterations outside of the fast path.
  func noteRemembered() {
    let state = session.remembered
    // What differs at the start, such as a brush whose file is missing, is no change of the user.
    let stored = remembering.stored ?? state
    remembering.stored = stored
    let isMoved = windowState.isMoved && frame.isMapped
    guard state != stored || isMoved else { return remembering.deadline = nil }
    let deadline = remembering.deadline ?? batch.received + Self.rememberingPause
    remembering.deadline = deadline
    guard batch.received >= deadline else { return }
    (remembering.stored, remembering.deadline, windowState.isMoved) = (state, nil, false)
    var all = keeper.settings
    if state == stored { keepWindow(in: &all) } else { all = rememberedState }
    keeper.change { $0 = all }
  }

  /// Settings, brush, colours and window. Values of the command line are not stored. Panels that were
  /// hidden in this window are shown at the next start, but those that the settings file hides stay
  /// hidden until they are shown once.
  private var rememberedState: Settings {
    var all = session.remembered
    all.showsPanels = keeper.settings.showsPanels || overlay.arePanelsShown
    keepWindow(in: &all)
    return all
  }

  /// Stores them before the program ends.
  func keepSettings() {
    let all = rememberedState
    do throws(FileError) { try keeper.keep(all) } catch { say("\(error)") }
  }
}

/// What was stored of the state that the next start returns to.
struct Remembering {
  /// The brush, the colours and the settings; nil before the first look.
  var stored: Settings?
  /// When a change is stored, seconds since the program's start; nil if there is none.
  var deadline: Double?
  /// The last reported error.
  var fault: String?
}
