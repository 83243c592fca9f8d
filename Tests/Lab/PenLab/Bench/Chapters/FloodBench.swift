import Glibc
import Rig

/// A pen with 10,000 reports a second for 10 s: the time after the last report until the ink is
/// complete, beside the null client.
struct FloodBench {
  private let program: String
  private static let (rate, duration) = (10_000.0, 10.0)

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    var rows: [Report.Row] = []
    let client = try NullClient(display: seat.bench.server.display, area: seat.bench.screen.area, liesAbove: true)
    rows += try flood("null client", client.window, seat, target: nil)
    client.stop()
    try seat.take(sitter)
    rows += try flood("Fude", sitter.window, seat, target: .atMost(100))
    try seat.leave(sitter)
    return Report.Chapter(
      title: "pen that reports \(Self.rate.decimal(0)) times a second for \(Self.duration.decimal(0)) s", rows: rows)
  }

  /// Round and round in a slowly turning figure; at the end, and only there, to the right of it.
  static var way: [PenPoint] {
    let count = Int(rate * duration)
    let leaving = count / 50
    let (x, y) = (880.0, 500.0)
    func place(_ t: Double) -> PenPoint {
      PenPoint(
        x: x + 300 * sin(2 * .pi * t * 1.3), y: y + 260 * sin(2 * .pi * t * 0.9 + 0.4), pressure: 0.5)
    }
    let round = (0..<count - leaving).map { place(Double($0) / rate) }
    guard let last = round.last else { return [] }
    let end = PenPoint(x: 1340, y: 500, pressure: 0.5)
    return round + PenPoint.line(from: last, to: end, count: leaving - 1)
  }

  private func flood(_ name: String, _ window: WindowID, _ seat: BenchScreen, target: Report.Target?) throws(RigError)
    -> [Report.Row]
  {
    let way = Self.way
    let end = Area(x: 1300, y: 480, width: 60, height: 40)
    let meter = try ChangeMeter(display: seat.bench.server.display, area: end)
    // Only changes at the end of the ink count. Later changes of panels, such as thumbnails, are no
    // ink.
    let motion = try meter.motion(of: seat.bench.pen, way, rate: Self.rate, quiet: 0.5)
    let shown = try seat.bench.screen.image(of: end)
    // A program that is far behind may draw nothing for a while. But programs read their events in
    // order, so a program that answers a ping has drawn everything before.
    try seat.bench.screen.settle(window, seconds: 120)
    let last = try seat.bench.screen.waitUntilQuiet(for: 0.5)
    let isLate = try seat.bench.screen.image(of: end) != shown
    let settling =
      isLate ? last.seconds(since: motion.begin.advanced(bySeconds: motion.lifted)) : motion.settling
    try seat.park()
    try seat.bench.screen.settle(window)
    let image = try seat.bench.screen.image()
    let places = way.enumerated().filter { $0.offset.isMultiple(of: 50) }.map(\.element)
    let inked = places.count { Image.luma(image[Int($0.x), Int($0.y)]) < 128 }
    return [
      Report.Row(
        name: "\(name): from the lifting to the last change of the ink", value: settling * 1e3, unit: "ms",
        digits: 1, target: target),
      Report.Row(
        name: "\(name): of the way, with ink", value: Double(inked) / Double(places.count) * 100, unit: "%", digits: 1,
        target: target == nil ? nil : .atLeast(100)),
      Report.Row(
        name: "\(name): positions that were sent a second", value: Double(motion.sent.count) / motion.lifted, unit: "",
        digits: 0),
    ]
  }
}
