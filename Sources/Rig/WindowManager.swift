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
    try screen.wait(for: "openbox to manage windows") { () throws(RigError) in
      guard program.isRunning else { throw RigError("openbox ended: \(program.errors)") }
      return screen.numbers("_NET_SUPPORTING_WM_CHECK", of: screen.root) != nil
    }
  }

  /// Ends it and waits for that.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
