import Glibc
import Rig

/// Measures one drawing program from outside, as its user meets it: on a server and in a home of
/// its own, its window over the whole screen of a desktop with a window manager.
///
/// Life: 1. `init`; 2. `run` starts the program a few times and gives what could be measured.
struct PeerBench {
  let peer: Peer
  /// Strokes at each pace.
  private let strokes: Int
  /// The path for a picture of the result; nil for none.
  private let picture: String?

  /// How often a program is started for its time, after a first start that makes its home and reads
  /// it from the disk.
  private static let starts = 3
  /// For how long nothing must be drawn to count as rest, s.
  private static let quiet = 1.0
  /// How long a program may take for anything, s. Some make a database of their brushes at their
  /// first start.
  private static let timeout = 90.0
  /// The rows of the strokes: between the lines of Xournal++'s page, and each used once, for not
  /// all can undo.
  private static let rows = [220, 290, 375, 443, 510, 579, 647, 715, 783, 850]
  /// Undo and zoom steps that are measured.
  private static let steps = 6

  /// For one program.
  init(_ peer: Peer, strokes: Int, picture: String?) {
    self.peer = peer
    self.strokes = strokes
    self.picture = picture
  }

  /// Measures what can be.
  /// - Parameter white: a white picture of the size of `Peer.canvas`.
  func run(white: String) -> PeerFigures {
    var figures = PeerFigures(name: peer.name)
    if !peer.remark.isEmpty { figures.notes.append("\(peer.name): \(peer.remark).") }
    guard Program.find(peer.command) != nil else {
      figures.notes = [
        "\(peer.name) is not installed (Debian package \(peer.package ?? "-")), so nothing was measured."
      ]
      return figures
    }
    figures.version = version
    do throws(RigError) {
      let home = try TemporaryFolder()
      let arguments = peer.arguments.map { $0 == "PICTURE" ? white : $0 }
      figures.start = try startTime(arguments, home)
      let seat = try BenchScreen(hasWindowManager: true)
      defer { seat.stop() }
      let (program, window) = try open(seat, arguments, home)
      defer { end(program) }
      try prepare(seat, window)
      figures.idle = ProcessFigures.memory(of: program.processID)
      attempt("pen to ink", &figures) { figures throws(RigError) in try latency(seat, &figures) }
      attempt("the painting", &figures) { figures throws(RigError) in try paint(seat, program, &figures) }
      if let picture {
        try seat.bench.screen.image().write(to: "\(picture)/\(peer.command.split(separator: "/").last ?? "").png")
      }
      attempt("undo", &figures) { figures throws(RigError) in figures.undo = try undo(seat) }
      attempt("zoom step", &figures) { figures throws(RigError) in figures.zoom = try zoom(seat) }
    } catch {
      figures.notes.append("\(peer.name) could not be measured: \(error)")
    }
    return figures
  }

  /// Does one part, and notes why where it fails.
  private func attempt(
    _ what: String, _ figures: inout PeerFigures, _ body: (inout PeerFigures) throws(RigError) -> Void
  ) {
    do throws(RigError) { try body(&figures) } catch {
      figures.notes.append("\(peer.name), \(what): \(error)")
    }
  }

  // MARK: its life

  /// As its package says; Fude's as it says itself.
  private var version: String? {
    let asked =
      try? peer.package.map { package throws(RigError) in
        try Program("dpkg-query", ["-W", "-f", "${Version}", package])
      } ?? Program(peer.command, ["--version"])
    guard let asked, (try? asked.waitForExit()) == .exited(0) else { return nil }
    return asked.output.split(whereSeparator: \.isWhitespace).last.map(String.init)
  }

  /// Starts it and waits for its window.
  func open(_ seat: BenchScreen, _ arguments: [String], _ home: TemporaryFolder) throws(RigError) -> (
    Program, WindowID
  ) {
    let screen = seat.bench.screen
    let program = try seat.bench.start(peer.command, arguments, folder: home)
    let window = try screen.wait(for: "a window of \(peer.name)", seconds: Self.timeout) {
      () throws(RigError) -> WindowID? in
      guard program.isRunning else {
        throw RigError("\(peer.name) ended before it showed a window; it said: \(program.errors.suffix(200))")
      }
      return peer.title.isEmpty ? screen.window(processID: program.processID) : screen.window(titled: peer.title)
    }
    return (program, window)
  }

  /// Ends it, whatever it asks.
  func end(_ program: Program) {
    program.signal(SIGTERM)
    if (try? program.waitForExit(seconds: 5)) == nil {
      program.signal(SIGKILL)
      _ = try? program.waitForExit(seconds: 5)
    }
  }

  /// The median of a few starts, ms.
  private func startTime(_ arguments: [String], _ home: TemporaryFolder) throws(RigError) -> Double {
    var times: [Double] = []
    for number in 0...Self.starts {
      let seat = try BenchScreen(hasWindowManager: true)
      defer { seat.stop() }
      let screen = seat.bench.screen
      try screen.waitUntilQuiet(for: 0.3)
      let start = MonotonicTime.now
      let (program, _) = try open(seat, arguments, home)
      let last = try screen.waitUntilQuiet(for: Self.quiet, seconds: Self.timeout)
      if number > 0 { times.append(last.seconds(since: start) * 1e3) }
      end(program)
    }
    return Quantiles(times).median
  }

  /// Lets the window fill the screen and the pen draw lines.
  func prepare(_ seat: BenchScreen, _ window: WindowID) throws(RigError) {
    let screen = seat.bench.screen
    try screen.waitUntilQuiet(for: Self.quiet, seconds: Self.timeout)
    try perform(peer.before, seat)
    try screen.fillScreen(with: window)
    try screen.focus(window)
    try screen.waitUntilQuiet(for: Self.quiet, seconds: Self.timeout)
    try perform(peer.after, seat)
    try seat.park()
    try screen.waitUntilQuiet(for: Self.quiet, seconds: Self.timeout)
  }

  private func perform(_ steps: [Peer.Step], _ seat: BenchScreen) throws(RigError) {
    let screen = seat.bench.screen
    for step in steps {
      switch step {
      case .move(let x, let y): try seat.bench.mouse.move(x: x, y: y)
      case .click(let x, let y):
        // Some take a click only where they have seen the pointer come.
        try seat.bench.mouse.move(x: x - 2, y: y - 2)
        try screen.waitUntilQuiet(for: 0.3)
        try seat.bench.mouse.click(x: x, y: y)
      case .key(let key): try seat.bench.keyboard.tap(key)
      case .close(let title):
        guard let window = screen.window(titled: title) else { continue }
        try screen.close(window)
        try screen.wait(for: "\(title) to close") { !screen.isViewable(window) }
      }
      try screen.waitUntilQuiet(for: 0.2)
    }
  }

  // MARK: measuring

  private func latency(_ seat: BenchScreen, _ figures: inout PeerFigures) throws(RigError) {
    let display = seat.bench.server.display
    let meter = try LatencyMeter(pen: seat.bench.pen, display: display, threshold: peer.threshold, gap: peer.gap)
    for (number, pace) in BenchPace.allCases.enumerated() {
      var (own, null) = (LatencyFigures(), LatencyFigures())
      for index in 0..<strokes {
        var stroke = LatencyMeter.Stroke(y: Self.rows[(number * Self.rows.count / 2 + index) % Self.rows.count])
        (stroke.start, stroke.end) = (520, 1360)
        (stroke.speed, stroke.rate) = (pace.speed, pace.rate)
        // Slow programs are still drawing when the pen has long gone.
        stroke.timeout = 3
        let client = try NullClient(display: display, area: seat.bench.screen.area, liesAbove: true)
        null.add(try meter.measure(stroke))
        client.stop()
        try seat.bench.screen.waitUntilQuiet(for: 0.5)
        let report = try meter.measure(stroke)
        guard -16...80 ~= report.reach else {
          throw RigError("ink ends \(report.reach.decimal(0)) px beyond the pen, so it was not followed.")
        }
        own.add(report)
        try seat.bench.keyboard.tap("ctrl+z")
        try seat.park()
        try seat.bench.screen.waitUntilQuiet(for: 0.5)
      }
      (figures.latency[pace], figures.null[pace]) = (own, null)
      if own.neverReached > 0 {
        figures.notes.append(
          "\(peer.name), \(pace.name): of \(strokes) strokes, \(own.neverReached) positions never had ink within "
            + "3 s; the figures are of the others.")
      }
    }
  }

  func paint(_ seat: BenchScreen, _ program: Program, _ figures: inout PeerFigures) throws(RigError) {
    func times() -> (own: Double?, server: Double?) {
      (
        ProcessFigures.processorTime(of: program.processID),
        ProcessFigures.processorTime(of: seat.bench.server.processID)
      )
    }
    let before = times()
    try Painting().play(on: seat.bench.pen)
    try seat.bench.screen.waitUntilQuiet(for: Self.quiet, seconds: Self.timeout)
    let after = times()
    figures.full = ProcessFigures.memory(of: program.processID)
    if let a = after.own, let b = before.own { figures.cost = a - b }
    if let a = after.server, let b = before.server { figures.serverCost = a - b }
    try seat.park()
  }

  private func undo(_ seat: BenchScreen) throws(RigError) -> Double {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: Painting.area)
    var all: [Double] = []
    for _ in 0..<Self.steps { all.append(try AnswerBench.answer(to: "ctrl+z", seat, meter, quiet: 0.5)) }
    return Quantiles(all).median * 1e3
  }

  private func zoom(_ seat: BenchScreen) throws(RigError) -> Double {
    try seat.bench.mouse.move(x: 900, y: 600)
    try seat.bench.screen.waitUntilQuiet(for: 0.5)
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.watched)
    func steps() throws(RigError) -> [Double] {
      var all: [Double] = []
      for number in 0..<Self.steps {
        all.append(try AnswerBench.answer(to: number < Self.steps / 2 ? .up : .down, seat, meter, quiet: 0.5))
      }
      return all
    }
    guard let key = peer.zoomKey else { return Quantiles(try steps()).median * 1e3 }
    return Quantiles(try seat.bench.keyboard.holding(key) { () throws(RigError) in try steps() }).median * 1e3
  }
}
