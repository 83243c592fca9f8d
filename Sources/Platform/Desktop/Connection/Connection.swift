internal import CX11
import Glibc
import Language

/// The connection to an X server; owns Xlib's `Display`.
///
/// Life cycle:
/// 1. `init` opens it, replaces Xlib's error handlers (which would end the process), interns the
///    atoms in one round trip and queries XInput 2.
/// 2. Windows, images, device queries and the event pump use it and keep it alive.
/// 3. It is closed when the last of them is released. If the server goes first, `isAlive` becomes
///    false for good and every operation does nothing. The event pump then reports
///    `DesktopEvent.serverGone`.
///
/// It belongs to one thread, like everything here except `Wakeup` and `ClipboardOffer`.
public final class Connection {
  /// Xlib's handle. Must not be used when `isAlive` is false.
  let display: OpaquePointer
  let screen: Int32
  let root: XID
  let atoms: AtomTable
  /// XInput 2, or the reason why it is unavailable.
  let input: InputSupport
  /// Errors on this connection.
  let failures: FailureLog
  /// The interface scale as last read; see `readLook`.
  var scale = 1.0
  /// The desktop's high-contrast theme; nil if it uses another theme.
  ///
  /// The event pump updates it and reports `DesktopEvent.contrastChanged`.
  public internal(set) var highContrast: HighContrast?
  /// The window of the XSETTINGS manager; 0 if there is none.
  var settingsManager: XID = 0
  /// The selection that the XSETTINGS manager owns; 0 before the first query.
  var settingsSelection: Atom = 0
  /// Cache of atom names; they never change.
  var knownAtomNames: [Atom: String] = [:]

  /// RandR's monitor support, queried on first use; nil if the server has none.
  private(set) lazy var monitorSupport = MonitorSupport(self)

  /// Opens the display `name` (":0", "host:0.1"), by default that of the environment variable
  /// DISPLAY. Throws if it cannot be reached.
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
    // After an I/O error Xlib allows no further calls, so the handle leaks.
    if !failures.isBroken { XCloseDisplay(display) }
  }

  /// Opens the display `name` for a user that needs neither devices nor settings.
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

  /// Whether Xlib's locks are enabled. Since version 1.8 this is automatic.
  private static let hasThreads = XInitThreads() != 0

  /// Whether the server is still connected.
  public var isAlive: Bool { !failures.isBroken }

  /// The reason why XInput 2.2 is unavailable, as a message; nil if it is available.
  public var xi2Unavailable: String? {
    if case .unavailable(let reason) = input { reason } else { nil }
  }

  /// The scale of the user interface; 1 is 96 dpi and the default. Read from the XSETTINGS value
  /// Xft/DPI, else from the resource Xft.dpi.
  ///
  /// The event pump updates it and reports `DesktopEvent.scaleChanged`.
  public var interfaceScale: Double { scale }

  /// Size of the default screen in px.
  public var screenSize: (width: Int, height: Int) {
    guard isAlive else { return (0, 0) }
    return (Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen)))
  }

  /// Sends buffered requests. Waiting for events does so too.
  public func flush() {
    if isAlive { XFlush(display) }
  }

  /// All requests before this serial were sent, and all events read up to then are in Xlib's queue.
  private(set) var settledRequest: UInt = 0

  /// Sets `settledRequest` to the next request. Call it directly after an Xlib call that sent and
  /// then read, such as XFlush, or XPending with an empty queue.
  func noteSettled() { settledRequest = CX11NextRequest(display) }

  /// Waits until the server has executed all requests sent before.
  public func synchronise() {
    if isAlive { XSync(display, 0) }
  }

  /// Returns the names of existing atoms, with one round trip for those not cached.
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
