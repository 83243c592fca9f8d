import Desktop
import Document
import Files
import Geometry
import Input
import Language
import Panels
import Raster
import Studio
import Toolkit

/// Applying and storing settings, and what the next start returns to: brush, colours, window.
final class SettingsDesk: Part {
  private let place: Workplace
  private let windows: any WindowMemory
  private let desktop: () -> DesktopLook
  private let packer: EditPacker
  private var remembering = Remembering()
  /// Applies the settings of pens. Set by the program.
  var onDevices: ([DeviceKey: DeviceOverride]) -> Void = { _ in }

  /// - Parameter desktop: says what the desktop wants now.
  init(
    _ place: Workplace, _ windows: any WindowMemory, _ packer: EditPacker, desktop: @escaping () -> DesktopLook
  ) {
    (self.place, self.windows, self.packer, self.desktop) = (place, windows, packer, desktop)
    place.keeper.onFault = { [unowned self] in report($0) }
  }

  /// The theme; the user's scale comes before the desktop's.
  static func theme(_ settings: Settings, _ desktop: DesktopLook) -> Theme {
    Theme(
      colours: .init(settings, desktop: desktop.contrast.map { $0 == .dark ? .dark : .light }),
      scale: settings.scale ?? desktop.scale, textScale: settings.textScale)
  }

  /// Applies the theme for the desktop's present look.
  /// - Parameter scale: the desktop's new scale; nil for the present one.
  func applyTheme(scale: Double? = nil) {
    var look = desktop()
    if let scale { look.scale = scale }
    let view = place.session.view
    place.overlay.resize(
      width: view.windowWidth, height: view.windowHeight, theme: Self.theme(place.keeper.settings, look))
  }

  /// Applies the settings that were read, and reports errors in them.
  func begin() {
    place.session.restore(place.keeper.settings)
    packer.store.limits = place.keeper.settings.history.store
    if !place.keeper.settings.showsPanels { _ = place.overlay.showPanels(false) }
    let view = place.session.view
    place.keeper.noteSize(width: view.windowWidth, height: view.windowHeight, isNormal: true)
    for sentence in place.keeper.messages + place.keeper.notes { place.say(sentence) }
    if let first = place.keeper.messages.first {
      let others = place.keeper.messages.count - 1
      place.show(
        message: others > 0
          ? translated(
            "Settings: {fault}, and {count} more", other: "Settings: {fault}, and {count} more", count: others,
            ["fault": first]) : translated("Settings: {fault}", ["fault": first]))
    }
  }

  /// Applies changed settings.
  func apply() {
    remembering.fault = nil
    place.session.apply(place.keeper.settings)
    packer.store.limits = place.keeper.settings.history.store
    onDevices(place.keeper.settings.devices)
    applyTheme()
  }

  /// Shows or hides the navigator; says so if the window has no room for it.
  func toggleNavigator() {
    if !place.session.settings.showsNavigator, !place.overlay.arePanelsShown {
      place.carryOut(place.overlay.showPanels(true).effects)
    }
    place.changeSettings { $0.showsNavigator.toggle() }
    place.frame.mark(.panels)
    place.showState()
    if place.session.settings.showsNavigator, !place.overlay.isNavigatorShown {
      place.show(
        message: translated("The window is too small for the navigator. It appears when the window is larger."))
    }
  }

  /// Changes to the next stabiliser of the ink, and says which it is.
  func chooseNextStabiliser() {
    let all = StrokeAids.StabiliserKind.allCases
    let now = all.firstIndex(of: place.keeper.settings.aids.stabiliser) ?? 0
    place.changeSettings { $0.aids.stabiliser = all[(now + 1) % all.count] }
    let aids = place.keeper.settings.aids
    let text =
      switch aids.stabiliser {
      case .brush: translated("Stabiliser: from the brush.")
      case .rope: translated("Stabiliser: rope, {length} px.", ["length": Int(aids.rope)])
      case .average:
        translated("Stabiliser: average, {time} ms.", ["time": Int(aids.average)])
      }
    place.show(message: text)
  }

  /// Reports why settings could not be written; once, although each change of a colour tries again.
  func report(_ fault: FileError) {
    guard "\(fault)" != remembering.fault else { return }
    remembering.fault = "\(fault)"
    place.show(message: "\(fault)")
    place.say("\(fault)")
  }

  /// Seconds from a change of the brush, a colour, the view or the window to its storing. Half of
  /// what a process that is killed may lose, since a worker still has to write it.
  private static let pause = 0.1

  /// When the loop must wake to store what has changed, seconds since the program's start; nil for never.
  var deadline: Double? { remembering.deadline }

  /// Stores the brush, the colours and the window soon after they changed.
  func follow() {
    let state = place.session.remembered
    // What differs at the start, such as a brush whose file is missing, is no change of the user.
    let stored = remembering.stored ?? state
    remembering.stored = stored
    let isMoved = windows.isMoved && place.frame.isMapped
    guard state != stored || isMoved else { return remembering.deadline = nil }
    let deadline = remembering.deadline ?? place.received + Self.pause
    remembering.deadline = deadline
    guard place.received >= deadline else { return }
    (remembering.stored, remembering.deadline, windows.isMoved) = (state, nil, false)
    var all = place.keeper.settings
    if state == stored { windows.keepWindow(in: &all) } else { all = rememberedState }
    place.keeper.change { $0 = all }
  }

  /// Settings, brush, colours and window. Values of the command line are not stored. Panels that were
  /// hidden in this window are shown at the next start, but those that the settings file hides stay
  /// hidden until they are shown once.
  private var rememberedState: Settings {
    var all = place.session.remembered
    all.showsPanels = place.keeper.settings.showsPanels || place.overlay.arePanelsShown
    windows.keepWindow(in: &all)
    return all
  }

  /// Stores them before the program ends.
  func finish() {
    let all = rememberedState
    do throws(FileError) { try place.keeper.keep(all) } catch { place.say("\(error)") }
  }
}
