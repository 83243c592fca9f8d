import Geometry
import Ink
import Rig

/// 10,000 strokes, all undone and redone: the time of a step, the memory, and whether the picture
/// comes back bit for bit.
struct HistoryBench {
  private let program: String

  private static let strokes = 10_000
  /// The largest possible number of edits, with the new layer. A stroke without effect is no edit;
  /// undoing counts the real number.
  private static let edits = strokes + 1
  /// The number of steps timed one by one at the beginning and the end of each direction. Between
  /// them, one step after each `turn` is timed, so that all brushes are included.
  private static let timed = 50
  /// The keys of the brushes that draw in turn, and after how many strokes another is taken.
  private static let (brushes, turn) = (["b", "shift+b", "p", "m", "a", "shift+p", "e"], 50)

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    try seat.park()
    let blank = try picture(seat, sitter)
    var memory = MemoryWatch(sitter)
    try draw(seat, sitter, &memory)
    try seat.park()
    let drawn = try picture(seat, sitter)
    memory.rest()
    let undo = try undo(seat, sitter, &memory)
    guard try picture(seat, sitter) == blank else {
      throw RigError("\(Self.strokes) strokes undone do not leave the canvas of \(program) as it was.")
    }
    memory.rest()
    let redo = try redo(undo.count, seat, sitter, &memory)
    guard try picture(seat, sitter) == drawn else {
      throw RigError("\(Self.strokes) strokes done again do not give the picture that they gave.")
    }
    memory.rest()
    try seat.leave(sitter)
    let timed = undo.steps + redo.steps
    let steps = Quantiles(timed)
    func row(_ name: String, _ value: Double?, _ unit: String, _ target: Report.Target? = nil) -> Report.Row {
      Report.Row(name: name, value: value, unit: unit, target: target)
    }
    return Report.Chapter(
      title: "\(Self.strokes) strokes, all undone, all done again: the picture is the same bit for bit",
      rows: [
        Report.Row(name: "steps each way", value: Double(undo.count), unit: "", digits: 0),
        row("step, p50", steps.median * 1e3, "ms"), row("step, p99", steps(0.99) * 1e3, "ms", .atMost(5)),
        row("step, max", steps(1) * 1e3, "ms"),
        row("step, when they follow one another", (undo.rest + redo.rest) / 2 * 1e3, "ms"),
        Report.Row(
          name: "memory (PSS) at rest, most", value: memory.atRest, unit: "MiB", digits: 0, target: .atMost(200)),
        Report.Row(
          name: "memory (PSS) at work, most", value: memory.atWork, unit: "MiB", digits: 0, target: .atMost(200)),
      ],
      notes: [
        "\(timed.count) steps were timed one by one: the first and the last \(Self.timed) of each way, and of those between one in \(Self.turn), "
          + "where it can be seen.",
        "Memory is looked at after each \(Self.turn) strokes or steps, and when the hand has rested for \(MemoryWatch.rest) s.",
      ])
  }

  /// The most memory that was seen, MiB.
  private struct MemoryWatch {
    /// How long the hand rests before memory is looked at, s: programs tidy up when it does.
    static let rest = 2.0

    private let program: Int
    private(set) var atRest: Double?
    private(set) var atWork: Double?

    init(_ sitter: BenchScreen.Sitter) { program = sitter.program.processID }

    /// Looks at it after a rest.
    mutating func rest() {
      MonotonicTime.sleep(seconds: Self.rest)
      atRest = Self.more(atRest, ProcessFigures.memory(of: program))
    }

    /// Looks at it at once.
    mutating func work() { atWork = Self.more(atWork, ProcessFigures.memory(of: program)) }

    private static func more(_ a: Double?, _ b: Double?) -> Double? {
      max(a ?? 0, b ?? 0) > 0 ? max(a ?? 0, b ?? 0) : nil
    }
  }

  /// Draws with all brushes on two layers. At most 200 strokes a second, still many times what a
  /// hand makes: the program's workers are measured with what they have to do, not with what no
  /// user can ask of them.
  private func draw(_ seat: BenchScreen, _ sitter: BenchScreen.Sitter, _ memory: inout MemoryWatch) throws(RigError) {
    var course = StrokeCourse(state: 1)
    let free = BenchScreen.free
    for number in 0..<Self.strokes {
      if number == Self.strokes / 2 { try seat.bench.keyboard.tap("Insert") }
      if number.isMultiple(of: Self.turn) {
        MonotonicTime.sleep(seconds: Double(Self.turn) / 200)
        try seat.bench.keyboard.tap(Self.brushes[number / Self.turn % Self.brushes.count])
        try seat.bench.screen.settle(sitter.window, seconds: 60)
        memory.work()
      }
      let samples = course.samples(100, width: Double(free.width), height: Double(free.height))
      try seat.bench.pen.stroke(
        samples.map {
          PenPoint(
            x: Double(free.x) + $0.position.x, y: Double(free.y) + $0.position.y, pressure: $0.pressure)
        }, leaves: false)
    }
    try seat.bench.pen.proximityOut()
    try seat.bench.screen.settle(sitter.window, seconds: 60)
  }

  /// The picture on the screen after everything is drawn.
  private func picture(_ seat: BenchScreen, _ sitter: BenchScreen.Sitter) throws(RigError) -> Image {
    try seat.bench.screen.settle(sitter.window)
    try seat.bench.screen.waitUntilQuiet(for: 0.5)
    return try seat.bench.screen.image(of: BenchScreen.free)
  }

  /// The times of the steps in one direction, s: those timed, the mean of the others, and the
  /// number of all.
  private typealias Way = (steps: [Double], rest: Double, count: Int)

  /// Undoes everything. Throws if many edits are missing.
  private func undo(_ seat: BenchScreen, _ sitter: BenchScreen.Sitter, _ memory: inout MemoryWatch) throws(RigError)
    -> Way
  {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.free)
    var steps: [Double] = []
    for _ in 0..<Self.timed { steps.append(try answer("ctrl+z", seat, meter)) }
    let rest = try follow("ctrl+z", Self.edits - 2 * Self.timed, &steps, seat, sitter, &memory)
    var last: [Double] = []
    while last.count < Self.timed, let time = try? answer("ctrl+z", seat, meter) { last.append(time) }
    guard last.count > Self.timed / 2 else {
      throw RigError("Of \(Self.edits) edits \(Self.timed - last.count) or more cannot be undone.")
    }
    return (steps + last, rest, Self.edits - Self.timed + last.count)
  }

  /// Does so many steps again.
  private func redo(
    _ count: Int, _ seat: BenchScreen, _ sitter: BenchScreen.Sitter, _ memory: inout MemoryWatch
  ) throws(RigError) -> Way {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.free)
    var steps: [Double] = []
    for _ in 0..<Self.timed { steps.append(try answer("ctrl+y", seat, meter)) }
    let rest = try follow("ctrl+y", count - 2 * Self.timed, &steps, seat, sitter, &memory)
    for _ in 0..<Self.timed { steps.append(try answer("ctrl+y", seat, meter)) }
    return (steps, rest, count)
  }

  /// Seconds until a step is shown. Throws if it changes nothing.
  private func answer(_ chord: String, _ seat: BenchScreen, _ meter: ChangeMeter) throws(RigError) -> Double {
    try AnswerBench.answer(to: chord, seat, meter, quiet: 0.05)
  }

  /// Performs many steps at full speed and times one after each `turn`, which is added to `steps`.
  /// Returns the mean time of the others, s.
  private func follow(
    _ chord: String, _ count: Int, _ steps: inout [Double], _ seat: BenchScreen, _ sitter: BenchScreen.Sitter,
    _ memory: inout MemoryWatch
  ) throws(RigError) -> Double {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.free)
    var (duration, followed) = (0.0, 0)
    var start = MonotonicTime.now
    for number in 1...count {
      guard number.isMultiple(of: Self.turn) else {
        try seat.bench.keyboard.tap(chord)
        followed += 1
        continue
      }
      try seat.bench.screen.settle(sitter.window, seconds: 60)
      duration += MonotonicTime.now.seconds(since: start)
      memory.work()
      // A change under covering ink is invisible and cannot be timed.
      if let time = try? answer(chord, seat, meter) { steps.append(time) }
      start = .now
    }
    try seat.bench.screen.settle(sitter.window, seconds: 60)
    return (duration + MonotonicTime.now.seconds(since: start)) / Double(max(1, followed))
  }
}
