internal import CX11
import Glibc
import Language

/// The connection to an X server; it owns Xlib's `Display`.
///
/// 1. `init` opens it, replaces Xlib's error handlers, which would end the process, interns the
///   atoms in one round trip and negotiates XInput 2.
/// 2. Windows, images, device queries and the event pump use it and keep it alive.
/// 3. It is closed with its last user. If the server goes first, `isAlive` becomes false for good,
///   every operation does nothing, and the event pump reports `DesktopEvent.serverGone`.
///
/// One thread uses a connection.
public final class Connection {
  /// Xlib's handle. It must not be used if `isAlive` is false.
  let display: OpaquePointer
  /// Number of the default screen.
  let screen: Int32
  /// The default screen's root window.
  let root: XID
  /// The interned atoms.
  let atoms: AtomTable
  /// XInput 2, or the reason why it is missing.
  let input: InputSupport
  /// The errors of this connection.
  let failures: FailureLog
  /// The scale of the user's interface, as last read; see `readLook`.
  var scale = 1.0
  /// The desktop's high-contrast theme; nil for a usual theme. `DesktopEvent.contrastChanged`
  /// reports changes.
  public internal(set) var highContrast: HighContrast?
  /// The window of the XSETTINGS manager; 0 if there is none.
  var settingsManager: XID = 0
  /// The selection of the XSETTINGS manager; 0 before the first lookup.
  var settingsSelection: Atom = 0
  /// Cached names of atoms. They never change.
  var knownAtomNames: [Atom: String] = [:]

  /// The server's monitors, requested at the first use; nil without RandR 1.5.
  private(set) lazy var monitorSupport = MonitorSupport(self)

  /// Opens a display by its name (":0", "host:0.1"), or that of the environment variable DISPLAY.
  /// Throws if it cannot be reached.
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
    // After an I/O error no further call of Xlib is allowed; the process's end frees the handle.
    if !failures.isBroken { XCloseDisplay(display) }
  }

  /// Opens a display by its name, for use without devices and settings.
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

  /// Whether several threads may use a connection each. Xlib locks its shared data then; since 1.8
  /// it does so by default.
  private static let hasThreads = XInitThreads() != 0

  /// Whether the connection is intact.
  public var isAlive: Bool { !failures.isBroken }

  /// The message why this server has no XInput 2.2; nil if it has.
  public var xi2Unavailable: String? {
    if case .unavailable(let reason) = input { reason } else { nil }
  }

  /// The scale of the interface: the desktop's dpi / 96 (XSETTINGS' Xft/DPI, else the resource
  /// Xft.dpi), 1 if the user has set none. `DesktopEvent.scaleChanged` reports changes.
  public var interfaceScale: Double { scale }

  /// Size of the default screen, px.
  public var screenSize: (width: Int, height: Int) {
    guard isAlive else { return (0, 0) }
    return (Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen)))
  }

  /// Sends buffered requests. Waiting for events does that, too.
  public func flush() {
    if isAlive { XFlush(display) }
  }

  /// The serial of the first request that may be unsent, or whose reply may have brought unseen
  /// events.
  private(set) var settledRequest: UInt = 0

  /// Notes that all requests so far are sent and all events are queued: after a call of Xlib that
  /// sent and then read, as XFlush, or XPending with an empty queue.
  func noteSettled() { settledRequest = CX11NextRequest(display) }

  /// Waits until the server has executed all earlier requests.
  public func synchronise() {
    if isAlive { XSync(display, 0) }
  }

  /// The names of atoms, in one round trip for unknown ones. `None` and invalid atoms have none.
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
