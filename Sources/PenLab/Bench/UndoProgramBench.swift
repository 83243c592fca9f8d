import Geometry
import Glibc
import Ink
import Rig

/// The long way back in the whole program, on a virtual X server: its memory with thousands of strokes, drawn with all its brushes on
/// two layers of a canvas of 3840x2160 px, and how long all of them take to undo and to redo by keys.
struct UndoProgramBench {
  private let program: String
  private let strokes: Int

  /// What is drawn with, in turn: the keys of brushes.
  private static let brushes = ["b", "shift+b", "p", "m", "a", "shift+p", "e"]
  /// After how many strokes another brush is taken.
  private static let turn = 50
  /// How long they take at least, s: 200 strokes or keys a second are still many times what a hand or a held key makes. The
  /// program's workers are measured with what they have to do, not with what no user can ask of them.
  private static let turnTime = 0.25

  /// With the executable to start.
  init(program: String, strokes: Int) { (self.program, self.strokes) = (program, strokes) }

  func rows() throws -> [Report.Row] {
    let bench = try Bench(hasWindowManager: WindowManager.isInstalled)
    defer { bench.stop() }
    let fude = try bench.start(program, ["--canvas", "3840x2160", "--fullscreen"])
    let window = try bench.screen.waitForWindow(of: fude)
    try bench.screen.settle(window)
    let frame = try bench.screen.geometry(of: window)
    let idle = Self.settledMemory(of: fude)
    var course = StrokeCourse(state: 1)
    for index in 0..<strokes {
      if index == strokes / 2 { try bench.keyboard.tap("ctrl+shift+n") }
      if index.isMultiple(of: Self.turn) {
        MonotonicTime.sleep(seconds: Self.turnTime)
        try bench.keyboard.tap(Self.brushes[index / Self.turn % Self.brushes.count])
        try bench.screen.settle(window, seconds: 60)
      }
      // All of the canvas is seen, but for what panels lie over.
      let samples = course.samples(100, width: 3840, height: 2160)
      let points = samples.map { sample in
        PenPoint(
          x: Double(frame.x) + 120 + sample.position.x / 3840 * Double(frame.width - 400),
          y: Double(frame.y) + 80 + sample.position.y / 2160 * Double(frame.height - 160), pressure: sample.pressure)
      }
      try bench.pen.stroke(points, leaves: false)
    }
    try bench.pen.proximityOut()
    try bench.screen.settle(window, seconds: 60)
    let picture = Self.middle(try bench.screen.image(of: window))
    let drawn = Self.settledMemory(of: fude)
    func go(_ chord: String) throws -> Double {
      var seconds = 0.0
      for first in stride(from: 0, through: strokes, by: Self.turn) {
        seconds += try Stopwatch.time { () throws(RigError) in
          for _ in first..<min(first + Self.turn, strokes + 1) { try bench.keyboard.tap(chord) }
          try bench.screen.settle(window, seconds: 60)
        }
        MonotonicTime.sleep(seconds: Self.turnTime)
      }
      return seconds
    }
    let back = try go("ctrl+z")
    let undone = Self.settledMemory(of: fude)
    let isBlank = Set(Self.middle(try bench.screen.image(of: window)).pixels).count == 1
    let forth = try go("ctrl+y")
    let redone = Self.settledMemory(of: fude)
    let isSame = Self.middle(try bench.screen.image(of: window)) == picture
    fude.signal(SIGKILL)
    _ = try fude.waitForExit()
    func row(_ name: String, _ memory: Double?, note: String = "") -> Report.Row {
      Report.Row(name: name, value: memory, unit: "MiB", digits: 0, note: note)
    }
    return [
      row("program: memory idle (PSS)", idle), row("program: memory with \(strokes) strokes", drawn),
      row("program: memory with all undone", undone, note: isBlank ? "" : "the canvas is not blank"),
      row("program: memory with all done again", redone, note: isSame ? "" : "the picture is not as it was"),
      Report.Row(name: "program: undo by keys, each", value: back / Double(strokes) * 1e3, unit: "ms"),
      Report.Row(name: "program: redo by keys, each", value: forth / Double(strokes) * 1e3, unit: "ms"),
    ]
  }

  /// What no panel lies over.
  private static func middle(_ image: Image) -> Image {
    image.cropped(to: Area(x: image.width / 4, y: image.height / 4, width: image.width / 2, height: image.height / 2))
  }

  /// The same once the program's workers have done what they were asked for: when it stays the same for a second.
  private static func settledMemory(of fude: Program) -> Double? {
    var last = memory(of: fude)
    for _ in 0..<60 {
      MonotonicTime.sleep(seconds: 1)
      let now = memory(of: fude)
      if abs((now ?? 0) - (last ?? 0)) < 0.2 { return now }
      last = now
    }
    return last
  }

  private static func memory(of fude: Program) -> Double? {
    let text = Machine.value(of: "Pss", in: "/proc/\(fude.processID)/smaps_rollup")
    return text?.split(separator: " ").first.flatMap { Double($0) }.map { $0 / 1024 }
  }
}
