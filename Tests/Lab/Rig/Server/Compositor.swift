import Glibc

/// The compositor picom. `init` returns when it is running. It ends with its server or on
/// deallocation.
public final class Compositor {
  private let program: Program

  /// Whether the program is installed.
  public static var isInstalled: Bool { Program.find("picom") != nil }

  /// Starts it on the server of `screen`. Fails if it is not installed.
  public init(_ screen: Screen) throws(RigError) {
    guard Self.isInstalled else { throw RigError("picom is not installed (Debian package picom).") }
    // No shadows and no fading, so the screen shows exactly what programs draw.
    program = try Program("picom", ["--backend", "xrender", "--config", "/dev/null"], display: screen.display)
    try screen.wait(for: "picom to take over") { () throws(RigError) in
      guard program.isRunning else { throw RigError("picom ended: \(program.errors)") }
      return screen.hasCompositor
    }
  }

  /// Ends the process and waits for its end.
  public func stop() throws(RigError) {
    program.signal(SIGTERM)
    try program.waitForExit()
  }
}
