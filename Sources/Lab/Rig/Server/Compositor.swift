import Glibc

/// picom, a compositor: windows are drawn beside the screen, and it puts them together.
///
/// Life: 1. `init` starts it and returns when it has taken over; 2. ends with its server, or when its owner goes.
public final class Compositor {
  private let program: Program

  /// Whether it is installed.
  public static var isInstalled: Bool { Program.find("picom") != nil }

  /// Starts it on the server that `screen` looks at. Fails where it is not installed.
  public init(_ screen: Screen) throws(RigError) {
    guard Self.isInstalled else { throw RigError("picom is not installed (Debian package picom).") }
    // No shadows, no fading: what is to be seen is what programs draw.
    program = try Program("picom", ["--backend", "xrender", "--config", "/dev/null"], display: screen.display)
    try screen.wait(for: "picom to take over") { () throws(RigError) in
      guard program.isRunning else { throw RigError("picom ended: \(program.errors)") }
      return screen.hasCompositor
    }
  }

  /// Ends it and waits for that.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
