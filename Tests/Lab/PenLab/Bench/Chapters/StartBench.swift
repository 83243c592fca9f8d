import Rig

/// The time from the program's start to a complete window, on a desktop with a window manager.
struct StartBench {
  private let program: String

  /// How often it is started; a start before these reads it from the disk.
  static let starts = 10
  /// For how long nothing must be drawn to count as rest, s.
  private static let quiet = 0.3

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen(hasWindowManager: true)
    defer { seat.stop() }
    let (bench, screen) = (seat.bench, seat.bench.screen)
    var (shown, answering, rest): ([Double], [Double], [Double]) = ([], [], [])
    for i in 0...Self.starts {
      try screen.waitUntilQuiet(for: Self.quiet)
      let start = MonotonicTime.now
      let fude = try bench.start(program)
      let window = try screen.waitForWindow(of: fude)
      let mapped = MonotonicTime.now.seconds(since: start)
      try screen.settle(window)
      let settled = MonotonicTime.now.seconds(since: start)
      let last = try screen.waitUntilQuiet(for: Self.quiet).seconds(since: start)
      if i > 0 {
        shown.append(mapped)
        answering.append(settled)
        rest.append(last)
      }
      try screen.close(window)
      let status = try fude.waitForExit()
      guard status == .exited(0) else {
        throw RigError("\(program) ended with \(status) when its window was closed; it said: \(fude.errors)")
      }
    }
    func row(_ name: String, _ value: Double, _ target: Report.Target? = nil) -> Report.Row {
      Report.Row(name: name, value: value * 1e3, unit: "ms", digits: 0, target: target)
    }
    return Report.Chapter(
      title: "start, warm, median of \(Self.starts)",
      rows: [
        row("to the window", Quantiles(shown).median),
        row("to the window drawn and answering", Quantiles(answering).median),
        row("to the last change on the screen", Quantiles(rest).median, .atMost(80)),
        row("to the last change on the screen, slowest", Quantiles(rest)(1)),
      ])
  }
}
