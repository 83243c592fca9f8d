import CX11
import Glibc
import Synchronization

/// A window's ID on its server. The window may no longer exist.
public struct WindowID: Sendable, Hashable, CustomStringConvertible {
  /// X's window ID.
  public let number: UInt

  /// Makes an ID from X's number.
  public init(_ number: UInt) {
    self.number = number
  }

  /// The number in hexadecimal, as X tools write it.
  public var description: String { "0x" + String(number, radix: 16) }
}

/// A connection to an X server. Use it from one thread at a time.
///
/// Use `handle`, or `live` if a lost server is no error. Deallocation closes the connection.
///
/// If the server is lost, the call that notices it returns, and there is no handle from then on.
/// libX11 1.8 keeps its lock on a lost connection, so another call would block forever.
final class XConnection {
  let root: Window
  private let display: OpaquePointer
  private var atoms: [String: Atom] = [:]

  /// Held while libXext adds a display to its lists or removes one. It has no lock of its own
  /// there, and tests use several connections on several threads.
  private static let extensionLock = Mutex(())

  init(display name: String) throws(RigError) {
    guard let display = XOpenDisplay(name) else { throw RigError("No X server answers at DISPLAY \(name).") }
    self.display = display
    Self.extensionLock.withLock { _ in
      var (event, error): (Int32, Int32) = (0, 0)
      _ = XSyncQueryExtension(display, &event, &error)
      _ = XShmQueryExtension(display)
    }
    root = XDefaultRootWindow(display)
    XErrors.add(display)
  }

  deinit {
    if isLost || hasHungUp {
      // Closing a lost connection would block forever (see above), so only close its descriptor.
      close(XConnectionNumber(display))
    } else {
      _ = Self.extensionLock.withLock { _ in XCloseDisplay(display) }
    }
    XErrors.remove(display)
  }

  /// Whether the server is gone and a call has noticed it.
  var isLost: Bool { XErrors.isLost(display) }

  var live: OpaquePointer? { isLost ? nil : display }

  /// Xlib's handle. Fails once the server is gone.
  func handle() throws(RigError) -> OpaquePointer {
    guard !isLost else { throw RigError("The connection to the X server was lost.") }
    return display
  }

  /// The atom of a name, created if needed; 0 once the server is gone.
  func atom(_ name: String) -> Atom {
    if let atom = atoms[name] { return atom }
    guard let live else { return 0 }
    let atom = XInternAtom(live, name, 0)
    atoms[name] = atom
    return atom
  }

  /// The name of an atom; nil if there is none.
  func name(of atom: Atom) -> String? {
    guard atom != 0, let live, let name = XGetAtomName(live, atom) else { return nil }
    defer { XFree(name) }
    return String(cString: name)
  }

  func synchronize() throws(RigError) {
    XSync(try handle(), 0)
    _ = try handle()
  }

  /// Runs `body`, waits for the server, and fails if the server reported an error meanwhile.
  func checked<Result>(_ what: @autoclosure () -> String, _ body: (OpaquePointer) -> Result) throws(RigError) -> Result
  {
    try synchronize()
    _ = XErrors.take(display)
    let result = body(display)
    try synchronize()
    if let report = XErrors.take(display) {
      throw RigError("\(what()): the X server answered with error \(report.code) to request \(report.request).")
    }
    return result
  }

  /// Forgets an error that the server has reported or is about to report.
  func forgetErrors() {
    if let live { XSync(live, 0) }
    _ = XErrors.take(display)
  }

  /// Returns the next pending event; nil if there is none.
  func nextEvent() -> XEvent? {
    guard let live, XPending(live) > 0, !isLost else { return nil }
    var event = XEvent()
    XNextEvent(live, &event)
    return event
  }

  /// The connection's file descriptor, for poll.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// Sends buffered requests and waits until the server sends something or the deadline has passed.
  func waitForInput(before deadline: MonotonicTime) {
    guard let live else { return }
    XFlush(live)
    guard !isLost, XEventsQueued(live, QueuedAlready) == 0 else { return }
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&item, 1, Int32(min(deadline.secondsLeft * 1e3, 1e6).rounded(.up)))
  }

  private var hasHungUp: Bool {
    var item = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&item, 1, 0) > 0 && item.revents & Int16(POLLHUP | POLLERR) != 0
  }
}
