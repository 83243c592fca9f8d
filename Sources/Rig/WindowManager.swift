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
    // EWMH: a compliant window manager names a child window of its own in this property of the root.
    try screen.wait(for: "openbox to announce itself") { () throws(RigError) in
      guard program.isRunning else { throw RigError("openbox ended: \(program.errors)") }
      return screen.numbers("_NET_SUPPORTING_WM_CHECK", of: screen.root) != nil
    }
    try Self.waitUntilManaging(screen)
  }

  /// Shows a window until it is managed. openbox announces itself, and has the right to say which windows are shown,
  /// before it listens: a window of that moment is never seen.
  private static func waitUntilManaging(_ screen: Screen) throws(RigError) {
    let connection = screen.connection
    let probe = try connection.checked("Cannot make a window") {
      XCreateSimpleWindow($0, connection.root, 0, 0, 10, 10, 0, 0, 0)
    }
    let deadline = MonotonicTime.after(seconds: 20)
    while true {
      try connection.checked("Cannot show a window") { _ = XMapWindow($0, probe) }
      do {
        try screen.wait(for: "openbox to manage windows", seconds: 0.25) { screen.isViewable(WindowID(probe)) }
        break
      } catch {
        if deadline.hasPassed || screen.isLost { throw error }
      }
    }
    try connection.checked("Cannot remove a window") { _ = XDestroyWindow($0, probe) }
    try screen.wait(for: "openbox to let go of a window") {
      !(screen.numbers("_NET_CLIENT_LIST", of: screen.root) ?? []).contains(Int(bitPattern: probe))
    }
  }

  /// Ends it and waits for that.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
