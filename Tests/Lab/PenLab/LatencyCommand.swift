import Files
import Rig

/// `penlab latency`: measures the latency of a program's ink and, in the same run, that of the null
/// client, which is the least possible. Only figures of one run compare.
struct LatencyCommand {
  private var width = 1920
  private var height = 1080
  private var hasWindowManager = false
  private var rows = [330, 390, 450]
  private var speed = 800.0
  private var rate = 200.0
  private var keys: [String] = []
  private var hasPrediction = true
  private var isHovering = false
  private var program: [String] = []
  /// The side lengths of a drawing that is saved meanwhile.
  private var saved: (width: Int, height: Int)?

  /// Reads the options; the program and its arguments follow them.
  init(_ arguments: ArraySlice<String>) throws {
    var words = Words(arguments, of: "latency")
    while !words.isEmpty {
      switch try words.next("an option") {
      case "--size": (width, height) = try size(try words.next("the size"))
      case "--wm": hasWindowManager = true
      case "--rows":
        let list = try words.next("the rows")
        rows = try list.split(separator: ",").map { word in
          guard let row = Int(word) else { throw UsageError("latency: \"\(word)\" is no row") }
          return row
        }
        guard !rows.isEmpty else { throw UsageError("latency: --rows names no row") }
      case "--speed": speed = try words.number("the speed")
      case "--rate": rate = try words.number("the rate")
      case "--no-prediction": hasPrediction = false
      case "--hover": isHovering = true
      case "--saving": saved = try size(try words.next("the drawing's size"))
      case "--key": keys.append(try words.next("the key"))
      case let word where word.hasPrefix("--"): throw UsageError("latency: there is no option \"\(word)\"")
      case let word: program = [word] + words.remaining()
      }
    }
  }

  /// Measures and prints.
  func run() throws {
    let bench = try Bench(width: width, height: height, hasWindowManager: hasWindowManager)
    let limit: [LatencyReport]
    do {
      let client = try NullClient(display: bench.server.display, area: bench.screen.area)
      limit = try measure(Self.nullClient, on: bench)
      client.stop()
    }
    guard let path = program.first else { return }
    let folder = try TemporaryFolder()
    let drawing = try saved.map {
      try LargeDrawing(width: $0.width, height: $0.height, free: (width, height), in: folder.path)
    }
    let arguments = (drawing.map { [$0.path] } ?? []) + (hasPrediction ? [] : ["--prediction", "0"])
    let started = try bench.start(path, program.dropFirst() + arguments)
    Standard.output("\(path): \(prediction)\n")
    let window = try bench.screen.wait(for: "a window of \(path)", seconds: 30) { () throws(RigError) -> WindowID? in
      guard started.isRunning else { throw RigError("\(path) ended: \(started.errors)\(started.output)") }
      return bench.screen.windows().first
    }
    if !hasWindowManager { try bench.screen.place(window, bench.screen.area) }
    try bench.screen.focus(window)
    try bench.screen.waitUntilQuiet(for: 0.5)
    for key in keys { try bench.keyboard.tap(key) }
    try bench.screen.waitUntilQuiet(for: 0.5)
    let used = started.processorTime
    let reports = try measure(path, on: bench)
    if let used, let now = started.processorTime {
      Standard.output("\(path): processor time \(((now - used) * 1e3).decimal(0)) ms for \(rows.count) strokes\n")
    }
    let ratios = [0.5, 0.9].map { median(reports, $0) / median(limit, $0) }
    Standard.output("ratio to the null client: p50 \(ratios[0].decimal(2))  p90 \(ratios[1].decimal(2))\n")
    if let drawing { try measure(path, on: bench, while: drawing, beside: reports) }
  }

  /// Measures once more, while the program saves.
  private func measure(
    _ path: String, on bench: Bench, while drawing: LargeDrawing, beside idle: [LatencyReport]
  ) throws {
    let before = drawing.time
    // Remove the earlier ink.
    for _ in rows { try bench.keyboard.tap("ctrl+z") }
    try bench.screen.waitUntilQuiet(for: 0.5)
    let start = ContinuousClock.now
    try bench.keyboard.tap("ctrl+s")
    let reports = try measure("\(path), saving", on: bench)
    guard drawing.time == before else {
      throw RigError("The drawing was saved before all was measured: take a larger one.")
    }
    try bench.screen.wait(for: "the file", seconds: 600) { drawing.time != before }
    let seconds = start.duration(to: .now) / .seconds(1)
    let ratios = [0.5, 0.9, 0.99].map { median(reports, $0) / median(idle, $0) }
    Standard.output(
      "saving (\(seconds.decimal(1)) s) over not saving: p50 \(ratios[0].decimal(2))  p90 \(ratios[1].decimal(2))  "
        + "p99 \(ratios[2].decimal(2))\n")
  }

  private static let nullClient = "null client"

  /// The program's prediction setting, as the end of a sentence.
  private var prediction: String {
    hasPrediction
      ? "prediction as the program has it; ink that is there before the pen counts as 0 ms"
      : "prediction off (--prediction 0); no ink is there before the pen"
  }

  private func measure(_ name: String, on bench: Bench) throws -> [LatencyReport] {
    let meter = try LatencyMeter(pen: bench.pen, display: bench.server.display)
    return try rows.map { row in
      var stroke = LatencyMeter.Stroke(y: row)
      (stroke.start, stroke.end) = (width / 4, width * 3 / 4)
      (stroke.speed, stroke.rate) = (speed, rate)
      stroke.isHovering = isHovering && name != Self.nullClient
      let report = try meter.measure(stroke)
      Standard.output("\(name), row \(row): \(report)\n")
      return report
    }
  }

  private func median(_ reports: [LatencyReport], _ part: Double) -> Double {
    let values = reports.map { $0.percentile(part) }.sorted()
    return values[values.count / 2]
  }
}
