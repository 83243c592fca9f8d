/// What desktops are made of, as far as a window notices.
public enum Surroundings: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// An X server and nothing else.
  case bare
  /// With openbox, a window manager.
  case managed
  /// With openbox and picom, a compositor.
  case composited
  /// A Wayland desktop, weston, and Xwayland in it.
  case wayland

  /// In words.
  public var description: String {
    switch self {
    case .bare: "no window manager"
    case .managed: "openbox"
    case .composited: "openbox and picom"
    case .wayland: "weston and Xwayland"
    }
  }

  /// Whether what it needs is installed.
  public var isInstalled: Bool {
    switch self {
    case .bare: true
    case .managed: WindowManager.isInstalled
    case .composited: WindowManager.isInstalled && Compositor.isInstalled
    case .wayland: XwaylandServer.isInstalled
    }
  }
}

/// A desktop of a kind, with hands and an eye on it.
///
/// The hands, and what a user sees, are those of its bench; programs are started on `display`, which on a Wayland desktop is
/// another X server: that desktop is a window on the bench, and what the hands do takes the way through its compositor.
///
/// Life: as that of a `Bench`.
public final class DesktopBench {
  private let compositor: Compositor?
  /// The eye among the programs: it finds windows, their properties and what they have drawn.
  public let inside: Screen
  private let wayland: XwaylandServer?
  /// Hands, and the eye on what is shown in the end.
  public let bench: Bench

  /// What DISPLAY is for programs.
  public var display: String { inside.display }

  /// Starts a desktop whose screen is so many px.
  public init(_ kind: Surroundings, width: Int = 1024, height: Int = 768) throws(RigError) {
    let bench = try Bench(width: width, height: height, hasWindowManager: kind == .managed || kind == .composited)
    self.bench = bench
    compositor = kind == .composited ? try Compositor(bench.screen) : nil
    if kind == .wayland {
      let server = try XwaylandServer(width: width, height: height, on: bench.server.display)
      wayland = server
      // Its own window, and in it what it shows at first.
      _ = try bench.screen.wait(for: "weston's window") { bench.screen.windows().first }
      try bench.screen.waitUntilQuiet(for: 0.3)
      inside = try Screen(display: server.display)
      // It counts on from where it believes the pointer to be: in a corner that is where it is.
      try bench.mouse.move(x: 512, y: 384)
      try bench.mouse.move(x: 0, y: 0)
      try bench.screen.waitUntilQuiet(for: 0.1)
    } else {
      wayland = nil
      inside = bench.screen
    }
  }

  /// Where a place among the programs is on the bench's screen, px.
  public func place(_ x: Double, _ y: Double) throws(RigError) -> (x: Double, y: Double) {
    guard wayland != nil, let window = bench.screen.windows().first else { return (x, y) }
    let frame = try bench.screen.geometry(of: window)
    return (x + Double(frame.x), y + Double(frame.y))
  }
}
