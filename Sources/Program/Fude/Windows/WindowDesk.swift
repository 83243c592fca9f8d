import Desktop
import Files
import Geometry
import Glibc
import Language
import Panels
import Raster
import Studio
import Threads

/// The window: its title, where it is and was, and other windows that are opened from it.
final class WindowDesk: Part, WindowMemory {
  private let place: Workplace
  private let window: Window
  private let connection: Connection
  /// Whether the size and state are remembered for the next start: the command line gave none.
  private let isRemembered: Bool
  /// Whether the place is remembered for the next start.
  private let ownsPlace: Bool
  /// Where it was shown at first, to know whether the user has moved it.
  private var firstPlace: Settings.WindowPlace?
  /// Whether its place, size or state may have changed since they were stored.
  var isMoved = false
  /// How many windows were opened from this one.
  private var openedCount = 0
  /// Whether it has the keyboard.
  var isActive = false
  /// The title as shown.
  private(set) var title = ""
  /// What the title was made of.
  private var titled: (name: String, isUnsaved: Bool)?

  /// - Parameters:
  ///   - isRemembered: whether the size and state are remembered for the next start.
  ///   - ownsPlace: whether the place is.
  init(_ place: Workplace, _ window: Window, _ connection: Connection, isRemembered: Bool, ownsPlace: Bool) {
    (self.place, self.window, self.connection) = (place, window, connection)
    (self.isRemembered, self.ownsPlace) = (isRemembered, ownsPlace)
  }

  /// Shows the drawing's name in the title, with a dot where it is unsaved.
  func followPanels() {
    // Compared first, because translating the title in each iteration would be slow.
    let state = (place.drawing.name, place.drawing.isUnsaved)
    if let titled, titled == state { return }
    titled = state
    let title =
      (place.drawing.isUnsaved ? "\u{2022} " : "")
      + translated("{drawing} - Fude", ["drawing": place.drawing.shownName])
    guard title != self.title else { return }
    self.title = title
    window.setTitle(title)
  }

  // MARK: Another window

  /// Opens a window with an empty drawing beside this one. It starts with this window's brush,
  /// colours and settings, which it reads from the file.
  func openWindow() {
    openedCount += 1
    // Tells the desktop when the user asked, so that the new window gets the keyboard.
    let start = StartupNotification(startedBy: getpid(), number: openedCount, time: window.inputTime)
    let remembered = place.session.remembered
    place.keeper.change { $0 = remembered }
    place.keeper.whenWritten { [weak self] in self?.launchWindow(start) }
  }

  private func launchWindow(_ start: StartupNotification?) {
    let variable = start.map { "\(StartupNotification.variable)=\($0.id)" }
    let begin = ContinuousClock.now
    let run = place.background.run(isWaiting: true) { _, send in
      // The running program, even where another version was installed meanwhile.
      let outcome = ProgramLauncher.run("/proc/self/exe", ["fude", "--new"], variable: variable)
      switch outcome {
      case .ended(0): break
      case .ended:
        // After some seconds the new window reports its errors itself.
        if ContinuousClock.now - begin < .seconds(5) {
          send(translated("The new window could not be opened."))
        }
      case .missing: send(translated("The new window could not be opened: the program is gone."))
      case .failed(let fault):
        send(translated("The new window could not be opened: {fault}.", ["fault": fault]))
      }
    } receive: { [self] (sentence: String) in
      place.show(message: sentence)
    }
    if !run.isRunning {
      place.show(message: translated("The new window could not be opened: the system cannot start another thread."))
    }
  }

  // MARK: Where the window is

  /// The window to open.
  /// - Parameters:
  ///   - isAlone: whether no other window of the program is at its place. Two at the same place would look like one.
  ///   - name: that of the drawing.
  static func opened(
    _ options: Arguments.Draw, _ settings: Settings, monitors: [PixelRect], isAlone: Bool, name: String,
    startup: StartupNotification?
  ) -> Window.Options {
    let (size, place) = windowFrame(settings, monitors: monitors)
    return Window.Options(
      title: translated("{drawing} - Fude", ["drawing": OpenDrawing.shown(name)]), width: size.width,
      height: size.height, geometry: options.geometry, place: options.geometry == nil && isAlone ? place : nil,
      startup: startup, icons: icons(),
      isFullScreen: options.isFullscreen || options.geometry == nil && settings.windowState == .fullScreen,
      isMaximised: options.geometry == nil && settings.windowState == .maximised)
  }

  /// The program's icon in every size.
  private static func icons() -> [WindowIcon] {
    AppIcon.sizes.compactMap { size in
      AppIcon.pixels(size: size).flatMap { WindowIcon(width: size, height: size, pixels: $0) }
    }
  }

  /// The size and place of a window, px, where the command line gives none: as it was left, as far
  /// as the monitors allow, else nearly the main monitor's size, placed by the window manager.
  static func windowFrame(
    _ settings: Settings, monitors: [PixelRect]
  ) -> (size: (width: Int, height: Int), place: (x: Int, y: Int)?) {
    let main = monitors.first ?? PixelRect(x: 0, y: 0, width: 1440, height: 900)
    let standard = (width: min(1440, main.width * 9 / 10), height: min(900, main.height * 9 / 10))
    let largest = monitors.reduce((width: 0, height: 0)) { (max($0.width, $1.width), max($0.height, $1.height)) }
    let size =
      settings.windowSize.map { (width: min($0.width, largest.width), height: min($0.height, largest.height)) }
      ?? standard
    guard let spot = settings.windowPlace else { return (size, nil) }
    let frame = WindowPlacement.reachable(
      PixelRect(x: spot.x, y: spot.y, width: size.width, height: size.height), on: monitors)
    return ((frame.width, frame.height), (frame.minX, frame.minY))
  }

  /// Notes the first place of the window, to know later whether the user moved it.
  func notePlace() {
    if ownsPlace, firstPlace == nil { firstPlace = spot }
  }

  private var spot: Settings.WindowPlace? {
    window.frame.flatMap { Settings.WindowPlace(x: $0.minX, y: $0.minY) }
  }

  /// Stores the window's size, place and state. Values of the command line are not stored.
  func keepWindow(in all: inout Settings) {
    guard isRemembered, connection.isAlive else { return }
    all.windowState = window.isFullScreen ? .fullScreen : window.isMaximised ? .maximised : .normal
    let monitors = connection.monitors
    let size = place.keeper.normalSize(
      width: window.width, height: window.height, isNormal: all.windowState == .normal)
    let standard = Self.windowFrame(Settings(), monitors: monitors).size
    // The standard size is not stored.
    if all.windowSize != nil || size != Settings.WindowSize(width: standard.width, height: standard.height) {
      all.windowSize = size
    }
    guard ownsPlace, let frame = window.frame else { return }
    if all.windowState == .normal {
      if all.windowPlace != nil || spot != firstPlace { all.windowPlace = spot }
    } else if monitors.count > 1, let monitor = WindowPlacement.nearest(to: frame, of: monitors) {
      // The window is to fill the same monitor at the next start.
      let isThere = all.windowPlace.map { monitor.contains(x: $0.x, y: $0.y) } ?? false
      if !isThere { all.windowPlace = Settings.WindowPlace(x: monitor.minX, y: monitor.minY) }
    }
  }
}
