import Document
import Files
import Geometry
import Language
import Panels
import Studio
import Toolkit

extension Overlay {
  /// Opens the command palette.
  public func showCommands() {
    closePopups()
    open(CommandPalette(context)) { overlay, width, height in
      PixelRect(x: (overlay.size.width - width) / 2, y: overlay.size.height / 10, width: width, height: height)
    }
  }

  /// Opens the page of all keys.
  public func showKeys() {
    closePopups()
    openCentred(KeysPage(context))
  }

  /// Opens the pen doctor's page.
  public func showPenDoctor() {
    closePopups()
    openCentred(PenDoctorPage(context))
  }

  /// The field for trying a pen on that page, window px; nil while it is closed. The program
  /// watches pens while it is open.
  public var penField: PixelRect? { popups.lazy.compactMap { ($0 as? PenDoctorPage)?.field }.first }

  /// Whether that page collects strokes or shows a fitted curve, so that the current device must
  /// stay selected.
  public var isFittingPressure: Bool { popups.contains { ($0 as? PenDoctorPage)?.isFitting ?? false } }

  /// Opens the page of settings.
  public func showSettings() { showSettings(.drawing) }

  /// Opens the page of settings at a part, perhaps with the focus on one of its rows.
  func showSettings(_ part: SettingsPage.Part, row: Int? = nil) {
    closePopups()
    let page = SettingsPage(context, part)
    openCentred(page)
    if let row { page.focus(row: row) }
  }

  /// Whether the page of the last steps and of macros is open.
  public var areMacrosShown: Bool { macroPage != nil }

  private var macroPage: MacroPage? { popups.lazy.compactMap { $0 as? MacroPage }.first }

  /// Opens the page of the last steps and of macros.
  /// - Parameter steps: oldest first.
  public func showMacros(of steps: [StepItem]) {
    closePopups()
    openCentred(MacroPage(context, steps))
  }

  /// Shows the picture of a step on that page, if it is open.
  public func show(pictureOfStep index: Int, _ picture: LayerThumbnail) {
    macroPage?.steps.show(picture, of: index)
  }
}
