import Rig

/// The frame rate while the dial rotates the canvas, and its evenness.
struct DialBench {
  private let program: String

  /// How often the pen on the dial reports, Hz; for how long it turns it, s; and how far, in turns.
  private static let (rate, duration, turns) = (240.0, 4.0, 1.5)

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    try Painting().play(on: seat.bench.pen, speed: 10)
    var rows: [Report.Row] = []
    for view in [BenchView.half, .actual] {
      try seat.keys(["5", "1"] + view.keys, sitter)
      try seat.park()
      rows += try turn(view, seat, sitter)
    }
    try seat.leave(sitter)
    return Report.Chapter(
      title: "dial turned by a pen at \(Self.rate.decimal(0)) Hz, window 1920x1080, canvas 3840x2160", rows: rows,
      notes: [
        "Frames are counted by a row of pixels across the painting, read off the screen: while nothing but paper turns past it, none is."
      ])
  }

  private func turn(_ view: BenchView, _ seat: BenchScreen, _ sitter: BenchScreen.Sitter) throws(RigError) -> [Report
    .Row]
  {
    let area = BenchScreen.watched
    let meter = try ChangeMeter(
      display: seat.bench.server.display,
      area: Area(x: area.x, y: BenchScreen.size.height / 2 - 60, width: area.width, height: 1))
    // The dial is in the lower right corner of a window at 96 dpi (Panels: Overlay). The pen drags
    // its rim at the left.
    let (x, y) = (Double(BenchScreen.size.width) - 116, Double(BenchScreen.size.height) - 124)
    let way = PenPoint.circle(
      x: x, y: y, radius: 62, from: .pi, turns: Self.turns, count: Int(Self.rate * Self.duration), pressure: 0.4)
    let before = ProcessFigures.processorTime(of: sitter.program.processID)
    let motion = try meter.motion(of: seat.bench.pen, way, rate: Self.rate)
    let after = ProcessFigures.processorTime(of: sitter.program.processID)
    guard motion.changes.count > 10 else {
      throw RigError("The canvas of \(program) did not turn while the pen turned the dial.")
    }
    let intervals = Quantiles(motion.intervals)
    let cost = before.flatMap { before in after.map { ($0 - before) / Double(motion.changes.count) } }
    return [
      Report.Row(
        name: "\(view.name): frames a second", value: motion.changesPerSecond, unit: "", digits: 0,
        target: .atLeast(60)),
      Report.Row(name: "\(view.name): from frame to frame, p50", value: intervals.median * 1e3, unit: "ms"),
      Report.Row(name: "\(view.name): from frame to frame, p99", value: intervals(0.99) * 1e3, unit: "ms"),
      Report.Row(name: "\(view.name): from frame to frame, max", value: intervals(1) * 1e3, unit: "ms"),
      Report.Row(
        name: "\(view.name): from the pen's lifting to the last change", value: motion.settling * 1e3, unit: "ms"),
      Report.Row(name: "\(view.name): processor time of a frame", value: cost.map { $0 * 1e3 }, unit: "ms"),
    ]
  }
}
