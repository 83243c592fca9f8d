import Desktop
import Files
import Geometry
import Glibc
import Language
import Studio
import Threads

/// Several windows. Each is a process of its own with its own journal, so neither a crash nor long
/// work of one affects another. A claim keeps two windows from opening the same file.
extension App {
  // MARK: Files that are open elsewhere

  /// The claims on a file: on its place, where a save puts another file, and on the file that is
  /// there now, to which hard links may lead.
  static func claims(on path: String) -> [Claim] {
    func resolved(_ path: String) -> String? {
      guard let real = realpath(PathText.system(path), nil) else { return nil }
      defer { free(real) }
      return PathText.text(ofSystem: real)
    }
    // The file may not exist yet, and its folder may be a link.
    let place = resolved(path) ?? resolved(PathText.folder(of: path)).map { $0 + "/" + PathText.name(of: path) } ?? path
    let file = FileIdentity(path).map { Claim(device: $0.device, number: $0.number, generation: $0.generation) }
    return [Claim(file: PathText.bytes(of: place))] + [file].compactMap { $0 }
  }

  /// The claim by which another window has the drawing in a file open; nil if none has.
  func claimElsewhere(on path: String) -> Claim? {
    guard windowState.claims[path] == nil, !Saver.isPicture(path) else { return nil }
    return Self.claims(on: path).first { window.isHeldElsewhere($0) }
  }

  /// Claims a file that the drawing is to be saved to. Returns false where another window has it
  /// open.
  func claimFile(_ path: String) -> Bool {
    if windowState.claims[path] != nil || Saver.isPicture(path) { return true }
    let claims = Self.claims(on: path)
    if claims.contains(where: { window.isHeldElsewhere($0) }) { return false }
    // Without a server there is no other window.
    let held = claims.filter { window.claim($0) }
    if !held.isEmpty { windowState.claims[path] = held }
    return true
  }

  /// Claims the drawing's file and releases all others. Where another window has it open, which
  /// happens after a crash only, the drawing has no file any more and saving asks for one.
  func followFile() {
    let wanted = [drawing.file, workers.saver.path(of: drawing.number), drawing.waitingPath].compactMap { $0 }
    for path in windowState.claims.keys where !wanted.contains(path) { hold([], on: path) }
    guard let file = drawing.file else { return }
    if windowState.claims[file] != nil {
      // A save has put another file in its place.
      return hold(Self.claims(on: file).filter { window.claim($0) }, on: file)
    }
    if claimFile(file) { return }
    show(
      message: translated(
        "{file} is open in another window. This one is to be saved under another name.",
        ["file": FileError.printable(PathText.name(of: file))]))
    drawing.file = nil
  }

  /// Replaces the claims on a path, which this window holds, and releases the previous ones.
  private func hold(_ claims: [Claim], on path: String) {
    let previous = windowState.claims[path] ?? []
    windowState.claims[path] = claims.isEmpty ? nil : claims
    // Another path may lead to the same file.
    let held = Set(windowState.claims.values.joined())
    for claim in previous where !held.contains(claim) { window.release(claim) }
  }

  // MARK: Another window

  /// Opens a window with an empty drawing beside this one. It starts with this window's brush,
  /// colours and settings, which it reads from the file.
  func openWindow() {
    windowState.openedCount += 1
    // Tells the desktop when the user asked, so that the new window gets the keyboard.
    let start = StartupNotification(startedBy: getpid(), number: windowState.openedCount, time: window.inputTime)
    let remembered = session.remembered
    keeper.change { $0 = remembered }
    keeper.whenWritten { [weak self] in self?.launchWindow(start) }
  }

  private func launchWindow(_ start: StartupNotification?) {
    let variable = start.map { "\(StartupNotification.variable)=\($0.id)" }
    let begin = ContinuousClock.now
    let run = background.run(isWaiting: true) { _, send in
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
      show(message: sentence)
    }
    if !run.isRunning {
      show(message: translated("The new window could not be opened: the system cannot start another thread."))
    }
  }

  // MARK: Where the window is

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
    guard let place = settings.windowPlace else { return (size, nil) }
    let frame = WindowPlacement.reachable(
      PixelRect(x: place.x, y: place.y, width: size.width, height: size.height), on: monitors)
    return ((frame.width, frame.height), (frame.minX, frame.minY))
  }

  /// Notes the first place of the window, to know later whether the user moved it.
  func notePlace() {
    if windowState.ownsPlace, windowState.firstPlace == nil { windowState.firstPlace = place }
  }

  private var place: Settings.WindowPlace? {
    window.frame.flatMap { Settings.WindowPlace(x: $0.minX, y: $0.minY) }
  }

  /// Stores the window's size, place and state. Values of the command line are not stored.
  func keepWindow(in all: inout Settings) {
    guard options.geometry == nil, !options.isFullscreen, connection.isAlive else { return }
    all.windowState = window.isFullScreen ? .fullScreen : window.isMaximised ? .maximised : .normal
    let monitors = connection.monitors
    let size = keeper.normalSize(
      width: window.width, height: window.height, isNormal: all.windowState == .normal)
    let standard = Self.windowFrame(Settings(), monitors: monitors).size
    // The standard size is not stored.
    if all.windowSize != nil || size != Settings.WindowSize(width: standard.width, height: standard.height) {
      all.windowSize = size
    }
    guard windowState.ownsPlace, let frame = window.frame else { return }
    if all.windowState == .normal {
      if all.windowPlace != nil || place != windowState.firstPlace { all.windowPlace = place }
    } else if monitors.count > 1, let monitor = WindowPlacement.nearest(to: frame, of: monitors) {
      // The window is to fill the same monitor at the next start.
      let isThere = all.windowPlace.map { monitor.contains(x: $0.x, y: $0.y) } ?? false
      if !isThere { all.windowPlace = Settings.WindowPlace(x: monitor.minX, y: monitor.minY) }
    }
  }
}

/// The file is open in another window, which was raised.
struct OpenElsewhere: Error, CustomStringConvertible {
  var path: String
  /// The message after the program's name.
  var description: String { translated("{path} is open in another window", ["path": FileError.printable(path)]) }
  /// The message as a sentence of its own.
  var sentence: String {
    translated("{file} is open in another window.", ["file": FileError.printable(PathText.name(of: path))])
  }
}
