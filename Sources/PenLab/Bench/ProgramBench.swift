import Geometry
import Ink
import Rig
import Studio

/// The program as its users meet it, on a virtual X server: start, memory, processor time.
struct ProgramBench {
  private let program: String
  private let recording: Recording

  /// Samples of the recording a second.
  private static let rate = 1000.0
  /// How often the program is started.
  private static let starts = 7

  /// With the executable to start and what is to be drawn.
  init(program: String, recording: Recording) {
    self.program = program
    self.recording = recording
  }

  /// Everything there is to say of it.
  func rows() throws(RigError) -> [Report.Row] {
    let bench = try Bench(hasWindowManager: WindowManager.isInstalled)
    defer { bench.stop() }
    var (shown, ready): ([Double], [Double]) = ([], [])
    for i in 0...Self.starts {
      let start = MonotonicTime.now
      let fude = try bench.start(program)
      let window = try bench.screen.waitForWindow(of: fude)
      let mapped = MonotonicTime.now.seconds(since: start)
      try bench.screen.settle(window)
      let settled = MonotonicTime.now.seconds(since: start)
      // The first start reads the program from the disk.
      if i > 0 {
        shown.append(mapped)
        ready.append(settled)
      }
      try end(fude, window, bench)
    }
    return [
      Report.Row(name: "start to window", value: Quantiles(shown).median * 1e3, unit: "ms", digits: 0),
      Report.Row(
        name: "start to window drawn and answering", value: Quantiles(ready).median * 1e3, unit: "ms", digits: 0),
    ] + (try drawing(bench))
  }

  /// Memory before and after the recording is drawn, and what drawing it costs.
  private func drawing(_ bench: Bench) throws(RigError) -> [Report.Row] {
    let fude = try bench.start(
      program, ["--canvas", "\(recording.width)x\(recording.height)", "--fullscreen"])
    let window = try bench.screen.waitForWindow(of: fude)
    try bench.screen.settle(window)
    let idle = Self.memory(of: fude)
    let before = fude.processorTime
    let frame = try bench.screen.geometry(of: window)
    let map =
      View(
        canvasWidth: recording.width, canvasHeight: recording.height, windowWidth: frame.width,
        windowHeight: frame.height
      ).canvasToWindow
    var count = 0
    for stroke in recording.strokes {
      let points = stroke.samples.map { sample in
        let place = map(sample.position)
        return PenPoint(
          x: Double(frame.x) + place.x, y: Double(frame.y) + place.y, pressure: sample.pressure)
      }
      count += points.count
      try bench.pen.stroke(points, rate: Self.rate)
    }
    try bench.screen.settle(window)
    let after = fude.processorTime
    let full = Self.memory(of: fude)
    try end(fude, window, bench)
    let drawing = "canvas \(recording.width)x\(recording.height), window \(frame.width)x\(frame.height)"
    let time = before.flatMap { before in after.map { $0 - before } }
    return [
      Report.Row(name: "memory idle (PSS)", value: idle, unit: "MiB", digits: 1, note: drawing),
      Report.Row(name: "memory with the recording drawn (PSS)", value: full, unit: "MiB", digits: 1),
      Report.Row(
        name: "processor time to draw the recording", value: time, unit: "s",
        note: "\(recording.strokes.count) strokes, \(count) samples, \(Self.rate.decimal(0)) a second, 12 px pen"),
    ]
  }

  private func end(_ fude: Program, _ window: WindowID, _ bench: Bench) throws(RigError) {
    try bench.screen.close(window)
    let status = try fude.waitForExit()
    guard status == .exited(0) else {
      throw RigError("\(program) ended with \(status) when its window was closed; it said: \(fude.errors)")
    }
  }

  /// The memory that a process has to itself and its share of what it has in common with others, MiB; nil where the
  /// system does not tell.
  private static func memory(of fude: Program) -> Double? {
    let text = Machine.value(of: "Pss", in: "/proc/\(fude.processID)/smaps_rollup")
    guard let word = text?.split(separator: " ").first, let kilobytes = Double(word) else { return nil }
    return kilobytes / 1024
  }
}
