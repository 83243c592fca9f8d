import Glibc

/// The X server for X programs on a Wayland desktop: weston, and Xwayland, which weston starts for
/// the first client.
///
/// Weston runs without screen and input devices, or as a window on another X server, with that
/// server's mouse and keyboard.
///
/// It ends like an `XServer`.
public final class XwaylandServer {
  /// The value of DISPLAY for its programs.
  public let display: String
  private let folder: TemporaryFolder
  private let guardian: ChildProcess
  private let lifeline: FileDescriptor
  private var isStopped = false

  /// Whether the programs are installed (Debian packages weston, xwayland).
  public static var isInstalled: Bool { Program.find("weston") != nil && Program.find("Xwayland") != nil }

  /// Starts weston with a screen of `width` by `height` px.
  /// - Parameter outer: the display for weston's window; nil for no screen.
  public init(width: Int = 800, height: Int = 600, on outer: String? = nil) throws(RigError) {
    guard let weston = Program.find("weston"), Program.find("Xwayland") != nil else {
      throw RigError("weston or Xwayland is not installed (Debian packages weston, xwayland).")
    }
    folder = try TemporaryFolder()
    let path = folder.path
    let (ours, theirs) = try FileDescriptor.pair()
    lifeline = ours
    let output = try FileDescriptor.open(path + "/output", flags: O_WRONLY | O_CREAT | O_APPEND)
    var environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": path, "RIG_FOLDER": path, "XDG_RUNTIME_DIR": path,
    ]
    environment["DISPLAY"] = outer
    guardian = try ChildProcess(
      path: "/bin/sh",
      arguments: ["-c", XServer.guardScript, "rig-server", weston, "--xwayland"]
        + (outer == nil ? ["--backend=headless-backend.so"] : ["--backend=x11-backend.so", "--use-pixman"])
        + ["--no-config", "--socket=rig", "--idle-time=0", "--width=\(width)", "--height=\(height)"],
      environment: environment, descriptors: [theirs, output, output])
    theirs.close()

    let deadline = MonotonicTime.after(seconds: 20)
    while true {
      let log = textOfFile(path + "/output") ?? ""
      if let number = Self.displayNumber(in: log) {
        display = ":\(number)"
        return
      }
      guard guardian.poll() == nil, !deadline.hasPassed else {
        XServer.end(guardian, lifeline)
        let words = log.split(separator: "\n").suffix(3).joined(separator: " / ")
        throw RigError("weston did not start an X server; it said: \(words)")
      }
      MonotonicTime.sleep(seconds: 0.005)
    }
  }

  deinit { stop() }

  /// Ends weston and waits until it has ended. A second call does nothing.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    XServer.end(guardian, lifeline)
    folder.remove()
  }

  private static func displayNumber(in log: String) -> Int? {
    let mark = "xserver listening on display :"
    for line in log.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let end = line.firstRange(of: mark)?.upperBound { return Int(line[end...]) }
    }
    return nil
  }
}
