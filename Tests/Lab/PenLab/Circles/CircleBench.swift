import Glibc
import Rig

/// Fast circles of few samples, drawn with the virtual pen and measured on the window's pixels.
///
/// A pen that goes round in 50 ms sends 10 samples at 200 Hz, 100 px apart; the program draws the
/// ink between them. Default smoothing, zoom 100 %, default brush.
struct CircleBench {
  private let program: String

  /// What the figures are of.
  static let title = "circle of radius 160 on the screen, zoom 100 %, default strength"
  /// Samples a turn.
  static let counts = [10, 16, 32]

  /// Samples a second.
  private static let rate = 200.0
  /// The number of turns. The end overlaps the beginning.
  private static let turns = 1.25
  private static let pressure = 0.6
  private static let radius = 160.0
  /// The screen and the window on it, px.
  private static let screen = (width: 1024, height: 768)
  private static let window = Area(x: 40, y: 30, width: 900, height: 680)
  /// The circle's centre in the window, px, far from its panels, at no round place.
  private static let center = (x: 250.3, y: 260.7)
  /// How far the server may put the pen from where it was sent, px; it keeps places to 1/65536.
  private static let tolerance = 0.001

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures all circles.
  func rows() throws(RigError) -> [Report.Row] {
    let bench = try Bench(width: Self.screen.width, height: Self.screen.height)
    defer { bench.stop() }
    let sent = try sentFaults(bench)
    let (w, h) = (Self.window.width, Self.window.height)
    // No panels, and nothing that the program shows under the pen.
    let home = try TemporaryFolder()
    try home.write("panels = hidden\ncursor = cross\n", to: "config/fude/settings")
    let fude = try bench.start(
      program, ["--geometry", "\(w)x\(h)+\(Self.window.x)+\(Self.window.y)", "--canvas", "\(w)x\(h)"], folder: home)
    let window = try bench.screen.waitForWindow(of: fude)
    try bench.screen.settle(window)
    guard try bench.screen.geometry(of: window) == Self.window else {
      throw RigError("The window of \(program) is not where it was asked to be, at \(Self.window).")
    }
    // Without a window manager the window needs the keyboard explicitly.
    try bench.screen.focus(window)
    try bench.keyboard.tap("1")
    try bench.screen.settle(window)
    let blank = try bench.screen.image(of: window)
    var rows: [Report.Row] = []
    for (count, fault) in zip(Self.counts, sent) {
      try bench.pen.stroke(Self.points(count), rate: Self.rate)
      try bench.screen.settle(window)
      rows += Self.rows(try trace(try bench.screen.image(of: window), blank), count: count, fault: fault)
      try bench.keyboard.tap("ctrl+z")
      try bench.screen.settle(window)
      guard try bench.screen.image(of: window) == blank else {
        throw RigError("Ctrl+Z did not take a circle off the window of \(program).")
      }
    }
    try bench.screen.close(window)
    let status = try fude.waitForExit()
    guard status == .exited(0) else {
      throw RigError("\(program) ended with \(status) when its window was closed; it said: \(fude.errors)")
    }
    return rows
  }

  /// Where the pen is sent, screen px.
  private static func points(_ count: Int) -> [PenPoint] {
    PenPoint.circle(
      x: Double(window.x) + center.x, y: Double(window.y) + center.y, radius: radius, turns: turns,
      count: Int((Double(count) * turns).rounded(.up)), pressure: pressure)
  }

  /// The largest distance of an event's position from the sent position for each circle, px. The
  /// server scales a device's axis to the screen by its own rules, so a client records the events
  /// of the same strokes. Throws if a position is off, since the ink would be compared with a wrong
  /// circle.
  private func sentFaults(_ bench: Bench) throws(RigError) -> [Double] {
    let client = try NullClient(display: bench.server.display, area: bench.screen.area)
    defer { client.stop() }
    return try Self.counts.map { count throws(RigError) in
      client.forgetEvents()
      let points = Self.points(count)
      try bench.pen.stroke(points, rate: Self.rate)
      try bench.screen.ping(client.window)
      let events = client.events.filter { $0.device == bench.pen.device.name }
      let (press, release) = (events.firstIndex { $0.kind == .press }, events.firstIndex { $0.kind == .release })
      guard let press, let release, press < release else { throw RigError("The pen's stroke did not arrive as one.") }
      let told = events[press..<release]
      guard told.count == points.count else {
        throw RigError("The pen was sent to \(points.count) places, but \(told.count) arrived.")
      }
      let worst = zip(told, points).map { event, point in hypot(event.x - point.x, event.y - point.y) }.max() ?? 0
      guard worst <= Self.tolerance else {
        throw RigError("The server puts the pen up to \(worst) px from where it was sent.")
      }
      return worst
    }
  }

  private func trace(_ image: Image, _ blank: Image) throws(RigError) -> RingTrace {
    let circle = RingTrace.Circle(x: Self.center.x, y: Self.center.y, radius: Self.radius)
    let around = Int(Self.radius + RingTrace.reach) + 2
    let square = Area(
      x: Int(circle.x) - around, y: Int(circle.y) - around, width: 2 * around + 1, height: 2 * around + 1)
    guard Set(blank.cropped(to: square).pixels).count == 1 else {
      throw RigError("Something lies in the window of \(program) where the circle is to be drawn, at \(square).")
    }
    let ground = Image.luma(blank[Int(circle.x), Int(circle.y)])
    let ink = image.cropped(to: square).pixels.lazy.map(Image.luma).min()
    guard let ink, ink < ground - 100 else { throw RigError("No dark ink was seen in the window of \(program).") }
    return RingTrace(image, circle, ground: ground, ink: ink)
  }

  private static func rows(_ trace: RingTrace, count: Int, fault: Double) -> [Report.Row] {
    let name = "\(count) samples a turn"
    let note =
      "rays without ink \(trace.missing) of \(RingTrace.rays); the server's places within \(fault.decimal(5)) px"
    return [
      Report.Row(
        name: "\(name): rms of the middle of the ink", value: trace.rootMeanSquare, unit: "px", digits: 3, note: note),
      Report.Row(name: "\(name): bias, outwards", value: trace.bias, unit: "px", digits: 3),
      Report.Row(name: "\(name): max", value: trace.largest, unit: "px", digits: 3),
    ]
  }
}
