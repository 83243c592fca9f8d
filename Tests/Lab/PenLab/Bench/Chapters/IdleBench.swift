import Rig

/// The activity of the idle program, which should be none.
struct IdleBench {
  private let program: String
  /// The duration of the observation, s.
  private static let duration = 10.0

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    try Painting().play(on: seat.bench.pen, speed: 20)
    try seat.park()
    try seat.bench.screen.settle(sitter.window)
    // Work after a stroke, such as writing the journal, is done by then.
    MonotonicTime.sleep(seconds: 5)
    let (wakeUps, time) = (sitter.program.wakeUps, sitter.program.processorTime)
    MonotonicTime.sleep(seconds: Self.duration)
    let after = (sitter.program.wakeUps, sitter.program.processorTime)
    try seat.leave(sitter)
    let note = "in \(Self.duration.decimal(0)) s"
    return Report.Chapter(
      title: "idle, after the painting",
      rows: [
        Report.Row(
          name: "wake-ups of all threads", value: wakeUps.flatMap { w in after.0.map { Double($0 - w) } }, unit: "",
          digits: 0, target: .atMost(0), note: note),
        Report.Row(
          name: "processor time", value: time.flatMap { t in after.1.map { ($0 - t) * 1e3 } }, unit: "ms", digits: 0,
          target: .atMost(0), note: note),
      ])
  }
}
