import Desktop
import Document
import Files
import Geometry
import Input
import Language
import Raster
import Studio
import Widgets

/// Settings: put in force at the start and when they change, kept at the end.
extension App {
  /// Whether the window was left full screen, and the command line does not say where it is to be.
  static func startsFullScreen(_ options: Arguments.Draw, _ settings: Settings) -> Bool {
    options.geometry == nil && settings.windowState == .fullScreen
  }

  /// How the interface looks at the desktop's scale, or the user's.
  static func theme(_ settings: Settings, scale: Double, contrast: HighContrast?) -> Theme {
    Theme(
      colours: .init(settings, desktop: contrast.map { $0 == .dark ? .dark : .light }), scale: settings.scale ?? scale,
      textScale: settings.textScale)
  }

  func theme(_ settings: Settings, scale: Double) -> Theme {
    Self.theme(settings, scale: scale, contrast: connection.highContrast)
  }

  /// Puts the settings in force that were read, and says what is wrong with them.
  func useSettings() {
    session.restore(keeper.settings)
    decoder.overrides = keeper.settings.devices
    if !keeper.settings.showsPanels { _ = overlay.showPanels(false) }
    keeper.noteSize(width: window.width, height: window.height, isNormal: true)
    for sentence in keeper.sentences + keeper.notes { say(sentence) }
    if let first = keeper.sentences.first {
      let others = keeper.sentences.count - 1
      show(
        message: others > 0
          ? translated(
            "Settings: {fault}, and {count} more", other: "Settings: {fault}, and {count} more", count: others,
            ["fault": first]) : translated("Settings: {fault}", ["fault": first]))
    }
  }

  /// Changes settings: they are in force at once, and written to their file.
  func changeSettings(_ body: (inout Settings) -> Void) {
    keeper.change(body)
    session.apply(keeper.settings)
    if decoder.overrides != keeper.settings.devices {
      decoder.overrides = keeper.settings.devices
      queryDevices()
    }
    let theme = theme(keeper.settings, scale: connection.interfaceScale)
    overlay.resize(width: window.width, height: window.height, theme: theme)
  }

  /// Says why settings could not be written.
  func takeSettingsFault() {
    guard let fault = keeper.takeFault() else { return }
    show(message: "\(fault)")
    say("\(fault)")
  }

  /// Keeps the settings, the brush, the colour, and how the window was left. What the command line asked for is for this
  /// time only.
  func keepSettings() {
    var all = session.remembered
    all.showsPanels = overlay.arePanelsShown
    keepWindow(in: &all)
    do throws(FileError) { try keeper.keep(all) } catch { say("\(error)") }
  }
}
