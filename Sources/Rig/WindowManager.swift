import CX11
import Glibc

/// openbox, a small window manager, running on a server, with a configuration that does not depend on the user's.
///
/// Life: 1. `init` starts it and returns when it manages windows; 2. ends with its server, or when its owner goes.
public final class WindowManager {
  private let program: Program

  /// Whether it is installed.
  public static var isInstalled: Bool { Program.find("openbox") != nil }

  /// Starts it on the server that `screen` looks at. Fails where it is not installed.
  public init(_ screen: Screen) throws(RigError) {
    guard Self.isInstalled else { throw RigError("openbox is not installed (Debian package openbox).") }
    program = try Program("openbox", ["--sm-disable"], display: screen.display)
    // It announces itself before it is ready, and forgets windows that are mapped in between. So show it one of ours,
    // again and again, until it takes it.
    let probe = try ProbeWindow(screen)
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
  }

  /// A small window, destroyed with its owner.
  private final class ProbeWindow {
    let window: WindowID
    private let screen: Screen

    init(_ screen: Screen) throws(RigError) {
      self.screen = screen
      window = try screen.connection.checked("Cannot make a window") { handle in
        WindowID(XCreateSimpleWindow(handle, screen.root.number, 0, 0, 8, 8, 0, 0, 0))
      }
    }

    deinit {
      if let handle = screen.connection.live { XDestroyWindow(handle, window.number) }
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

  /// Ends it and waits for that.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
