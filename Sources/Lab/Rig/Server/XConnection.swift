import CX11
import Glibc

/// A window, by the number that the server gave it. The number alone says nothing of whether the
/// window still exists.
public struct WindowID: Sendable, Hashable, CustomStringConvertible {
  /// X's number.
  public let number: UInt

  /// The window with X's number `number`.
  public init(_ number: UInt) {
    self.number = number
  }

  /// As X tools write it.
  public var description: String { "0x" + String(number, radix: 16) }
}

/// One connection to an X server. Not to be used from two threads at once.
///
/// Life: 1. opened by `init`; 2. used through `handle`, or `live` where a lost server is no error;
/// 3. should the server go, the call in which that shows returns, and from then on there is no
/// handle: libX11 1.8 keeps its lock on a lost connection, and a further call would wait for it for
/// ever; 4. closed when it is deallocated.
final class XConnection {
  /// The root window.
  let root: Window
  private let display: OpaquePointer
  private var atoms: [String: Atom] = [:]

  init(display name: String) throws(RigError) {
    guard let display = XOpenDisplay(name) else { throw RigError("No X server answers at DISPLAY \(name).") }
    self.display = display
    root = XDefaultRootWindow(display)
    XErrors.add(display)
  }

  deinit {
    if isLost || hasHungUp {
      // Closing a lost connection would wait for ever (see above): give back its descriptor at
      // least.
      close(XConnectionNumber(display))
    } else {
      XCloseDisplay(display)
    }
    XErrors.remove(display)
  }

  /// Whether the server has gone and a call has met that.
  var isLost: Bool { XErrors.isLost(display) }

  /// Xlib's handle; nil once the server has gone.
  var live: OpaquePointer? { isLost ? nil : display }

  /// Xlib's handle. Fails once the server has gone.
  func handle() throws(RigError) -> OpaquePointer {
    guard !isLost else { throw RigError("The X server has gone.") }
    return display
  }

  /// The number of a name, made where the server did not know it; 0 once the server has gone.
  func atom(_ name: String) -> Atom {
    if let atom = atoms[name] { return atom }
    guard let live else { return 0 }
    let atom = XInternAtom(live, name, 0)
    atoms[name] = atom
    return atom
  }

  /// The name of an atom, nil where there is none.
  func name(of atom: Atom) -> String? {
    guard atom != 0, let live, let name = XGetAtomName(live, atom) else { return nil }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// Waits until the server has done all that was asked.
  func synchronize() throws(RigError) {
    XSync(try handle(), 0)
    _ = try handle()
  }

  /// Runs `body`, waits for the server, and fails where the server reported an error meanwhile.
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

  /// The next event that is here; nil where there is none.
  func nextEvent() -> XEvent? {
    guard let live, XPending(live) > 0, !isLost else { return nil }
    var event = XEvent()
    XNextEvent(live, &event)
    return event
  }

  /// The descriptor on which the server's answers come, to poll on.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// Sends what is waiting, and waits until something can be read from the server or the deadline
  /// has passed.
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
