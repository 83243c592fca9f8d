/// A desktop of a given kind with virtual input devices.
///
/// The devices and the visible pixels belong to `bench`. Programs run on `display`. With Wayland
/// that is another X server: the desktop is a window on the bench, and input passes through its
/// compositor.
public final class DesktopBench {
  private let compositor: Compositor?
  /// The screen on which programs run: their windows, properties and pixels.
  public let inside: Screen
  private let wayland: XwaylandServer?
  /// The input devices, and the screen that the user sees.
  public let bench: Bench

  /// The value of DISPLAY for programs.
  public var display: String { inside.display }

  /// Starts a desktop with a screen of `width` x `height` px.
  public init(_ kind: DesktopKind, width: Int = 1024, height: Int = 768) throws(RigError) {
    let bench = try Bench(width: width, height: height, hasWindowManager: kind == .managed || kind == .composited)
    self.bench = bench
    compositor = kind == .composited ? try Compositor(bench.screen) : nil
    if kind == .wayland {
      let server = try XwaylandServer(width: width, height: height, on: bench.server.display)
      wayland = server
      // Wait for its window and its first picture.
      _ = try bench.screen.wait(for: "weston's window") { bench.screen.windows().first }
      try bench.screen.waitUntilQuiet(for: 0.3)
      inside = try Screen(display: server.display)
      // Moving the pointer into a corner makes weston's position agree with the server's.
      try bench.mouse.move(x: 512, y: 384)
      try bench.mouse.move(x: 0, y: 0)
      try bench.screen.waitUntilQuiet(for: 0.1)
    } else {
      wayland = nil
      inside = bench.screen
    }
  }

  /// Converts a position on the programs' screen to the bench's screen, px.
  public func place(_ x: Double, _ y: Double) throws(RigError) -> (x: Double, y: Double) {
    guard wayland != nil, let window = bench.screen.windows().first else { return (x, y) }
    let frame = try bench.screen.geometry(of: window)
    return (x + Double(frame.x), y + Double(frame.y))
  }
}
