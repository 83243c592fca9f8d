import Geometry
import Ink
import Paint
import Rig

/// The time from an event to the first changed pixel with brushes of MyPaint in Fude, without
/// predicted ink, beside the null client. Strokes of both alternate.
///
/// The front of such ink is uneven, so that "pen to ink" as of Fude's own pens cannot be measured.
struct PaintLatencyBench {
  /// The figures of a brush.
  struct Figures {
    var name: String
    /// From event to change, s.
    var latency: [Double] = []
    /// The brush's own time for a sample, s: median and p99.
    var own: (p50: Double, p99: Double) = (0, 0)
    /// Positions after which nothing changed any more.
    var unanswered = 0
    var changesPerPosition = 0.0
    var settling = 0.0

    var p50: Double { Quantiles(latency)(0.5) }
    var p99: Double { Quantiles(latency)(0.99) }
    /// Whether the brush itself takes less than the limits.
    var isQuick: Bool { own.p50 < PaintLatencyBench.limits.p50 && own.p99 < PaintLatencyBench.limits.p99 }
  }

  /// The longest times beyond the null client's, s, for brushes that themselves take less.
  static let limits = (p50: 0.002, p99: 0.005)
  /// The strokes with each brush.
  private static let strokes = 3
  private static let pace = BenchPace.usual
  private static let pressure = 0.6
  /// The height of the part of the screen that is read, px.
  private static let height = 64

  private let program: String
  private let count: Int
  private let filler: CoverageFiller

  /// A chapter for an executable.
  /// - Parameter count: the number of brushes.
  init(program: String, count: Int, filler: CoverageFiller) {
    (self.program, self.count, self.filler) = (program, count, filler)
  }

  /// Measures.
  /// - Parameter note: receives each brush when it is measured.
  func chapter(_ note: (String) -> Void = { _ in }) throws(RigError) -> Report.Chapter {
    if let absence = PaintBrush.absence {
      return Report.Chapter(
        title: Self.title, rows: [Report.Row(name: "brushes of MyPaint", value: nil, unit: "ms", note: absence)])
    }
    let seat = try BenchScreen()
    defer { seat.stop() }
    let folder = try TemporaryFolder()
    var (all, null, notes): ([Figures], [Double], [String]) = ([], [], [])
    for brush in PaintBrush.atPen(count: count) {
      do throws(RigError) {
        null += try nullClient(seat).latencies
        let figures = try measure(brush, seat, folder)
        all.append(figures)
        note(Self.text(figures))
      } catch {
        notes.append("\(brush.name): \(error)")
      }
    }
    return Self.chapter(all, null: null, notes: notes)
  }

  private static func row(_ index: Int) -> Int {
    BenchScreen.free.y + 60 + (index * 137) % (BenchScreen.free.height - 120)
  }

  /// Draws a stroke along a row of the screen.
  private func stroke(_ index: Int, _ seat: BenchScreen, longestSilence: Int = 0) throws(RigError) -> ChangeLatency {
    let free = BenchScreen.free
    let y = Self.row(index)
    let meter = try ChangeMeter(
      display: seat.bench.server.display,
      area: Area(x: free.x, y: y - Self.height / 2, width: free.width, height: Self.height))
    let (start, end) = (Double(free.x + 60), Double(free.right - 60))
    let way = PenPoint.line(
      from: PenPoint(x: start, y: Double(y), pressure: Self.pressure),
      to: PenPoint(x: end, y: Double(y), pressure: Self.pressure),
      count: Int((end - start) / Self.pace.speed * Self.pace.rate))
    let motion = try meter.motion(of: seat.bench.pen, way, rate: Self.pace.rate)
    return ChangeLatency(sent: motion.sent, changes: motion.changes, longestSilence: longestSilence)
  }

  private func nullClient(_ seat: BenchScreen) throws(RigError) -> ChangeLatency {
    let client = try NullClient(display: seat.bench.server.display, area: seat.bench.screen.area, liesAbove: true)
    defer { client.stop() }
    try seat.bench.screen.waitUntilQuiet(for: 0.2)
    return try stroke(0, seat)
  }

  private func measure(_ brush: PaintBrush, _ seat: BenchScreen, _ folder: TemporaryFolder) throws(RigError) -> Figures
  {
    try folder.write(brush.text, to: "brush.myb")
    let sitter = try seat.open(program, canvas: (3840, 2160), [folder.path + "/brush.myb", "--prediction", "0"])
    var figures = Figures(name: brush.name)
    let cost = try PaintCost(brush.ink, Self.samples, strokes: Self.strokes, filler: filler)
    figures.own = (cost.median, cost.p99)
    do throws(RigError) {
      try seat.park()
      try seat.keys(["5", "1"], sitter)
      var strokes: [ChangeLatency] = []
      for index in 0..<Self.strokes {
        strokes.append(try stroke(index, seat, longestSilence: cost.longestSilence))
        try seat.keys(["ctrl+z"], sitter)
      }
      figures.latency = strokes.flatMap(\.latencies)
      figures.unanswered = strokes.reduce(0) { $0 + $1.unanswered }
      figures.changesPerPosition = Quantiles(strokes.map(\.changesPerPosition)).median
      figures.settling = Quantiles(strokes.map(\.settling)).median
    } catch {
      try seat.leave(sitter)
      throw error
    }
    try seat.leave(sitter)
    guard figures.latency.count > 50 else { throw RigError("nothing was painted where the pen went") }
    return figures
  }

  /// The same stroke without a program.
  private static var samples: [PenSample] {
    (0..<200).map { i in
      PenSample(
        position: Point(500 + Double(i) * pace.speed / pace.rate, 500), time: Double(i) / pace.rate, pressure: pressure)
    }
  }

  // MARK: the table

  static let title = "from event to first changed pixel, brushes of MyPaint"

  private static func text(_ one: Figures) -> String {
    let parts = [one.p50, one.p99, one.own.p50, one.own.p99, one.settling].map { ($0 * 1e3).decimal(2) }
    return "\(one.name): \(parts.joined(separator: " ")), \(one.changesPerPosition.decimal(2)) changes a position"
  }

  /// The chapter of the figures of all brushes and of the null client's strokes.
  static func chapter(_ all: [Figures], null: [Double], notes: [String] = []) -> Report.Chapter {
    let (none50, none99) = (Quantiles(null)(0.5), Quantiles(null)(0.99))
    func row(_ name: String, _ seconds: Double, _ limit: Double?) -> Report.Row {
      Report.Row(
        name: name, value: seconds.isFinite ? seconds * 1e3 : nil, unit: "ms",
        target: limit.map { .atMost($0 * 1e3) })
    }
    var rows = [row("null client: p50", none50, nil), row("null client: p99", none99, nil)]
    for one in all {
      let (p50, p99) = (one.isQuick ? limits.p50 : nil, one.isQuick ? limits.p99 : nil)
      rows += [
        row("\(one.name): p50 beyond the null client", one.p50 - none50, p50),
        row("\(one.name): p99 beyond the null client", one.p99 - none99, p99),
        row("\(one.name): the brush itself, p50", one.own.p50, nil),
        row("\(one.name): the brush itself, p99", one.own.p99, nil),
      ]
    }
    let quick = all.filter(\.isQuick)
    let together = Quantiles(quick.flatMap(\.latency))
    rows += [
      row("all brushes that take less than the limits: p50 beyond", together(0.5) - none50, limits.p50),
      row("all brushes that take less than the limits: p99 beyond", together(0.99) - none99, limits.p99),
    ]
    let met = quick.count { $0.p50 - none50 <= limits.p50 && $0.p99 - none99 <= limits.p99 }
    let worst = all.sorted { $0.p99 > $1.p99 }.prefix(3).map {
      "\($0.name) (\((($0.p99 - none99) * 1e3).decimal(2)) ms)"
    }
    let slow = all.filter { !$0.isQuick }.map(\.name)
    let unanswered = all.filter { $0.unanswered > 0 }.map {
      "\($0.name): nothing changed after \($0.unanswered) positions."
    }
    let slowest = slow.isEmpty ? [] : ["Slower by themselves: \(slow.joined(separator: ", "))."]
    let explanations = [
      "\(all.count) brushes without slow tracking or offset, radius \(PaintBrush.radius.decimal(0)) px, window at 100 %, "
        + "\(pace.name), \(pace.speed.decimal(0)) px/s, --prediction 0; \(strokes) strokes each, one of the null client before.",
      "Each position of the pen that paints is timed to the first change of pixels after it. Limits apply to brushes that "
        + "themselves take less than those for a sample.",
      "\(met) of \(quick.count) such brushes meet both limits. Largest p99 beyond the null client: "
        + "\(worst.joined(separator: ", ")).",
    ]
    return Report.Chapter(title: title, rows: rows, notes: explanations + slowest + unanswered + notes)
  }
}
