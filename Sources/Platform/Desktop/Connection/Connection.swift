internal import CX11
import Glibc
import Language

/// The connection to an X server: the one owner of Xlib's `Display`.
///
/// Its life:
/// 1. `init` opens it, replaces Xlib's handlers (which would end the process), interns the atoms in one round trip and
///    asks for XInput 2 once.
/// 2. Windows, images, device queries and the event pump work through it and keep it alive.
/// 3. Either the last of them goes and it is closed, or the server goes first: then `isAlive` turns false for good,
///    every operation does nothing, and the event pump reports `DesktopEvent.serverGone`.
///
/// It belongs to one thread, as everything here but `Wakeup` does.
public final class Connection {
  /// Xlib's handle. Not to be used where `isAlive` is false.
  let display: OpaquePointer
  /// Number of the default screen.
  let screen: Int32
  /// The default screen's root window.
  let root: XID
  /// The atoms that this module speaks of.
  let atoms: AtomTable
  /// XInput 2, or why there is none.
  let input: InputSupport
  /// What went wrong on this connection.
  let failures: FailureLog
  /// The scale of the user's interface, as last read; see `readLook`.
  var scale = 1.0
  /// Whether the desktop's theme is one of high contrast; nil where it is not. Follows changes, which
  /// `DesktopEvent.contrastChanged` announces.
  public internal(set) var highContrast: HighContrast?
  /// The window of the program that tells of the desktop's settings; 0 where there is none.
  var settingsManager: XID = 0
  /// What that program owns; 0 before the first question.
  var settingsSelection: Atom = 0
  /// Names of atoms that were asked for, kept because they never change.
  var knownAtomNames: [Atom: String] = [:]

  /// What the server tells of monitors, asked for when that is needed first; nil where it tells nothing.
  private(set) lazy var monitorSupport = MonitorSupport(self)

  /// Opens the display that `name` names (":0", "host:0.1"), or the one that the environment variable DISPLAY names.
  /// Throws where it cannot be reached.
  public init(display name: String? = nil) throws(DesktopError) {
    let environment = getenv("DISPLAY").map { String(cString: $0) }
    let wanted = name ?? environment ?? ""
    guard !wanted.isEmpty else {
      throw DesktopError(translated("there is no X display to show a window on: DISPLAY is not set"))
    }
    guard Self.hasThreads, let display = XOpenDisplay(wanted) else {
      throw DesktopError(
        name == nil
          ? translated("cannot reach the X display \"{display}\" that DISPLAY names", ["display": wanted])
          : translated("cannot reach the X display \"{display}\"", ["display": wanted]))
    }
    self.display = display
    failures = FailureLog.install(on: display)
    screen = XDefaultScreen(display)
    root = XDefaultRootWindow(display)
    atoms = AtomTable(interning: AtomName.allCases, on: display)
    input = InputSupport.ask(display, failures)
    findSettingsManager()
    (scale, highContrast) = readLook()
  }

  deinit {
    // After an I/O error Xlib allows no further call; the handle is left to the end of the process then.
    if !failures.isBroken { XCloseDisplay(display) }
  }

  /// Opens a display for what needs neither devices nor settings, by its name.
  init(plain name: String) throws(DesktopError) {
    guard Self.hasThreads, let display = XOpenDisplay(name) else {
      throw DesktopError(translated("cannot reach the X display \"{display}\"", ["display": name]))
    }
    self.display = display
    failures = FailureLog.install(on: display)
    screen = XDefaultScreen(display)
    root = XDefaultRootWindow(display)
    atoms = AtomTable(interning: AtomName.allCases, on: display)
    input = .unavailable(reason: "not asked for")
  }

  /// Whether connections may be used by several threads, each by one. Xlib has locks of its own for what they share; since 1.8
  /// it makes them unasked.
  private static let hasThreads = XInitThreads() != 0

  /// Whether the server is still there.
  public var isAlive: Bool { !failures.isBroken }

  /// Why there is no XInput 2.2 on this server, as a sentence; nil where there is.
  public var xi2Unavailable: String? {
    if case .unavailable(let reason) = input { reason } else { nil }
  }

  /// How much larger than at 96 dpi things are to be drawn: the desktop's dpi / 96 (XSETTINGS' Xft/DPI, else the resource
  /// Xft.dpi), 1 where the user has set none. Follows changes, which `DesktopEvent.scaleChanged` announces.
  public var interfaceScale: Double { scale }

  /// Size of the default screen, px.
  public var screenSize: (width: Int, height: Int) {
    guard isAlive else { return (0, 0) }
    return (Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen)))
  }

  /// Sends what Xlib still buffers. Waiting for events does that too.
  public func flush() {
    if isAlive { XFlush(display) }
  }

  /// The number of the first request that Xlib may not have sent yet, or whose answer may have brought events that nobody looked for: when this
  /// was noted all before it was sent, and what had come was in Xlib's queue.
  private(set) var settledRequest: UInt = 0

  /// Remembers that this is so for all requests there were: right after a call of Xlib's that did send and then read, as XFlush does, and XPending
  /// where no event was in the queue.
  func noteSettled() { settledRequest = CX11NextRequest(display) }

  /// Waits until the server has carried out every request sent before.
  public func synchronise() {
    if isAlive { XSync(display, 0) }
  }

  /// The names of `wanted` (`None` and atoms that do not exist have none), in one round trip for those not yet known.
  func names(of wanted: some Sequence<Atom>) -> [Atom: String] {
    let asked = Set(wanted).filter { $0 != 0 }
    var unknown = asked.filter { knownAtomNames[$0] == nil }
    if !unknown.isEmpty, isAlive {
      var atoms = Array(unknown)
      var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
      _ = trapping(synchronising: false) { XGetAtomNames(display, &atoms, Int32(atoms.count), &names) }
      for (atom, name) in zip(atoms, names) {
        guard let name else { continue }
        knownAtomNames[atom] = String(cString: name)
        unknown.remove(atom)
        XFree(name)
      }
    }
    return knownAtomNames.filter { asked.contains($0.key) }
  }
}
