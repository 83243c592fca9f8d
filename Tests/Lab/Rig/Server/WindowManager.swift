import CX11
import Glibc

/// The window manager openbox, with its own configuration.
///
/// `init` returns when it manages windows. From then on `Screen.settle` also waits for it. It ends
/// with its server or on deallocation.
public final class WindowManager {
  private let program: Program
  private let screen: Screen
  private let probe: ProbeWindow

  /// The process ID.
  public var processID: Int { program.processID }

  /// Whether the program is installed.
  public static var isInstalled: Bool { Program.find("openbox") != nil }

  /// Starts it on the server of `screen`. Fails if it is not installed.
  public init(_ screen: Screen) throws(RigError) {
    guard Self.isInstalled else { throw RigError("openbox is not installed (Debian package openbox).") }
    self.screen = screen
    program = try Program("openbox", ["--sm-disable"], display: screen.display)
    // openbox announces itself before it is ready and ignores windows that are mapped in between.
    // So map a window repeatedly until it is managed.
    probe = try ProbeWindow(screen)
    var next = MonotonicTime.now
    try screen.wait(for: "openbox to manage windows") { () throws(RigError) in
      guard program.isRunning else { throw RigError("openbox ended: \(program.errors)") }
      if screen.isManaged(probe.window) { return true }
      if next.hasPassed {
        try probe.showAgain()
        next = .after(seconds: 0.1)
      }
      return false
    }
    try probe.hide()
    try screen.wait(for: "openbox to let a window go") { !screen.isManaged(probe.window) }
    screen.windowManager = self
  }

  /// Waits until the window manager has handled all events sent so far. Does nothing if it has
  /// ended.
  ///
  /// The manager receives each press on a window before the window's program. Until the manager has
  /// the press replayed (XAllowEvents(3), ReplayPointer), the server holds pointer events back, so
  /// tests must wait for the manager.
  ///
  /// The manager handles events in order. Its reply to _NET_REQUEST_FRAME_EXTENTS (EWMH) shows that
  /// it has handled all earlier ones.
  func settle() throws(RigError) {
    guard program.isRunning else { return }
    let answer = "_NET_FRAME_EXTENTS"
    try probe.deleteProperty(answer)
    try screen.sendToManager("_NET_REQUEST_FRAME_EXTENTS", about: probe.window, (0, 0, 0, 0, 0))
    try screen.wait(for: "openbox to answer") { !program.isRunning || screen.numbers(answer, of: probe.window) != nil }
  }

  /// A small window with which `settle` asks the window manager; destroyed with its owner.
  private final class ProbeWindow {
    let window: WindowID
    private let screen: Screen

    init(_ screen: Screen) throws(RigError) {
      self.screen = screen
      window = try screen.connection.checked("Cannot make a window") { handle in
        let window = XCreateSimpleWindow(handle, screen.root.number, 0, 0, 8, 8, 0, 0, 0)
        // A change of the property wakes `Screen.wait`.
        XSelectInput(handle, window, PropertyChangeMask)
        return WindowID(window)
      }
    }

    deinit {
      if let handle = screen.connection.live { XDestroyWindow(handle, window.number) }
    }

    func deleteProperty(_ property: String) throws(RigError) {
      let name = screen.connection.atom(property)
      try screen.connection.checked("Cannot delete a property") { _ = XDeleteProperty($0, window.number, name) }
    }

    func showAgain() throws(RigError) {
      try hide()
      try screen.connection.checked("Cannot show a window") { _ = XMapWindow($0, window.number) }
    }

    func hide() throws(RigError) {
      try screen.connection.checked("Cannot hide a window") {
        _ = XWithdrawWindow($0, window.number, XDefaultScreen($0))
      }
    }
  }

  /// Sends a signal to the process (SIGSTOP, SIGCONT ...). Does nothing if it has ended.
  public func signal(_ number: Int32) { program.signal(number) }

  /// Ends the process and waits for its end.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
