import Document
import Rig
import Storage
import Studio

/// The latency of Fude's ink beside that of the null client, which only draws a line per event: by
/// zoom, rotation, canvas and report rate. Strokes alternate, so that disturbances of the machine
/// affect all alike.
struct LatencyBench {
  /// The measured cases.
  struct Plan {
    var canvases = [(width: 3840, height: 2160), (width: 16384, height: 16384)]
    var views = BenchView.allCases
    var paces = BenchPace.allCases
    /// Strokes of each program in each case.
    var strokes = 5
  }

  /// The program that draws.
  private enum Hand: String, CaseIterable {
    case null = "null client"
    case fude = "Fude"
    case late = "Fude, no predicted ink"

    var arguments: [String] { self == .late ? ["--prediction", "0"] : [] }
  }

  /// A canvas, its view and the pen's pace.
  private struct Case {
    var canvas: (width: Int, height: Int)
    var view: BenchView
    var pace: BenchPace
    var figures: [Hand: LatencyFigures] = [:]
    var name: String { "\(canvas.width)x\(canvas.height), \(view.name), \(pace.name)" }
  }

  /// The largest ratio to the null client; there are no targets for other zooms.
  private static let targets: [(share: Double, target: Report.Target)] = [(0.5, .atMost(1.3)), (0.99, .atMost(2))]

  private let program: String
  private let plan: Plan

  /// A chapter for an executable.
  init(program: String, plan: Plan) {
    self.program = program
    self.plan = plan
  }

  /// Measures.
  /// - Parameter note: told of each case when it is done.
  func chapter(_ note: (String) -> Void = { _ in }) throws(RigError) -> Report.Chapter {
    var cases: [Case] = []
    for canvas in plan.canvases {
      let seat = try BenchScreen()
      defer { seat.stop() }
      var sitters: [Hand: BenchScreen.Sitter] = [:]
      for hand in Hand.allCases where hand != .null {
        sitters[hand] = try seat.open(program, canvas: canvas, hand.arguments)
      }
      for view in plan.views {
        for (_, sitter) in sitters {
          try seat.take(sitter)
          try view.set(seat, sitter)
        }
        for pace in plan.paces {
          var one = Case(canvas: canvas, view: view, pace: pace)
          try measure(&one, seat, sitters)
          note(Self.text(one))
          cases.append(one)
        }
      }
      for (_, sitter) in sitters { try seat.leave(sitter) }
    }
    return chapter(cases)
  }

  /// Where the strokes go: rows of the screen, one after the other.
  private static func stroke(_ index: Int, _ pace: BenchPace) -> LatencyMeter.Stroke {
    let free = BenchScreen.free
    var stroke = LatencyMeter.Stroke(y: free.y + 60 + (index * 137) % (free.height - 120))
    (stroke.start, stroke.end) = (free.x + 40, free.right - 80)
    (stroke.speed, stroke.rate) = (pace.speed, pace.rate)
    stroke.timeout = 0.3
    return stroke
  }

  /// Measures a stroke. Throws if the ink does not end near the pen, since then other changes were
  /// measured.
  private func report(_ meter: LatencyMeter, _ stroke: LatencyMeter.Stroke, _ name: String) throws(RigError)
    -> LatencyReport
  {
    let report = try meter.measure(stroke)
    guard -16...60 ~= report.reach else {
      throw RigError("The ink of \(name) ends \(report.reach.decimal(0)) px beyond the pen, so it is not measured.")
    }
    return report
  }

  private func measure(_ one: inout Case, _ seat: BenchScreen, _ sitters: [Hand: BenchScreen.Sitter]) throws(RigError) {
    let meter = try LatencyMeter(pen: seat.bench.pen, display: seat.bench.server.display)
    for index in 0..<plan.strokes {
      let stroke = Self.stroke(index, one.pace)
      for hand in Hand.allCases {
        guard let sitter = sitters[hand] else {
          let client = try NullClient(display: seat.bench.server.display, area: seat.bench.screen.area, liesAbove: true)
          defer { client.stop() }
          one.figures[hand, default: LatencyFigures()].add(try report(meter, stroke, hand.rawValue))
          continue
        }
        try seat.take(sitter)
        one.figures[hand, default: LatencyFigures()].add(
          try report(meter, stroke, "\(hand.rawValue), \(one.name)"))
        try seat.keys(["ctrl+z"], sitter)
      }
    }
  }

  // MARK: the table

  private static let ratios = ["p50", "p99"]

  private func chapter(_ cases: [Case]) -> Report.Chapter {
    var table = TextTable(
      ["from pen to ink on the screen, ms", "p50", "p90", "p99", "max", "p50 ratio", "p99 ratio", "target"])
    var rows: [Report.Row] = []
    for one in cases {
      table.add([one.name])
      for hand in Hand.allCases {
        guard let figures = one.figures[hand] else { continue }
        let ratios = Self.ratios(of: hand, in: one)
        let judged = ratios.compactMap { row in row.target.flatMap { t in row.value.map { t.isMet(by: $0) } } }
        table.add(
          ["  " + hand.rawValue] + figures.cells + ratios.map { $0.value?.decimal(2) ?? "-" }
            + (judged.isEmpty ? [] : [judged.allSatisfy { $0 } ? "met" : "not met"]))
        rows += figures.rows("\(one.name), \(hand.rawValue)") + ratios
      }
    }
    return Report.Chapter(
      title: "from pen to ink", rows: rows, table: table,
      notes: [
        "Each position of the pen is timed from its sending until the front of the ink is there on the screen, the brush's own "
          + "reach taken off. \(plan.strokes) strokes each, in turn; p50, p90 and p99 are medians over the strokes, max is of all.",
        "Ink that is there before the pen counts as 0 ms: Fude as it comes draws up to 8 ms ahead where the way is certain. "
          + "Without that (--prediction 0) ink only follows, which is what compares with the null client.",
        "Target: p50 at most 1.3 times, p99 at most 2 times the null client's, at 50 and 100 %, also turned.",
        "200 Hz: 800 px/s; 1000 Hz: 2000 px/s. Zoom and turn were read off a line of ink on the screen.",
      ])
  }

  /// The ratios to the null client's p50 and p99.
  private static func ratios(of hand: Hand, in one: Case) -> [Report.Row] {
    guard hand != .null, let figures = one.figures[hand], let null = one.figures[.null] else { return [] }
    return zip(ratios, targets).map { name, item in
      Report.Row(
        name: "\(one.name), \(hand.rawValue): \(name) over the null client's",
        value: figures.ratio(item.share, to: null), unit: "", digits: 2,
        target: one.view == .large ? nil : item.target)
    }
  }

  /// The figures for the pen doctor: at 100 %, 200 Hz, the smallest canvas, without predicted ink,
  /// which is what the pen doctor measures. nil if not measured.
  static func published(_ report: Report) -> PublishedLatency? {
    let rows = report.chapters.flatMap(\.rows)
    func value(_ hand: Hand) -> Double? {
      rows.first { $0.name.contains("\(BenchView.actual.name), \(BenchPace.usual.name), \(hand.rawValue): p50") }?.value
    }
    func fact(_ name: String) -> String? { report.facts.first { $0.name == name }?.value }
    guard let ink = value(.late), let null = value(.null), let processor = fact("processor"),
      let cores = fact("cores").flatMap({ Int($0) })
    else { return nil }
    return PublishedLatency(
      ink: (ink * 100).rounded() / 100, nullClient: (null * 100).rounded() / 100,
      machine: processor, cores: cores)
  }

  /// A case in a line.
  private static func text(_ one: Case) -> String {
    let parts = Hand.allCases.compactMap { hand in
      one.figures[hand].map { "\(hand.rawValue) \($0.cells.joined(separator: " "))" }
    }
    return "\(one.name): \(parts.joined(separator: "; "))"
  }
}
