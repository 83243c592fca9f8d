import Glibc
import Rig

/// Runs a line of commands on a bench.
struct CommandInterpreter {
  let bench: Bench
  private var programs: [Program] = []

  static let help = """
    pen stroke X0 Y0 X1 Y1 STEPS RATE [PRESSURE0 [PRESSURE1]]   screen px, points per second, pressure 0...1
    pen path FILE              lines "MILLISECONDS X Y PRESSURE"; "-" lifts
    pen painting               the 30 strokes that `penlab bench` times programs with
    pen hover X Y | pen tap X Y [PRESSURE] | pen leave
    mouse move X Y | mouse click BUTTON X Y | mouse drag BUTTON X0 Y0 X1 Y1
    mouse wheel CLICKS [ctrl|shift|alt]    up is positive
    touch drag X0 Y0 X1 Y1
    key NAME...                ctrl+z, Escape, [
    shot FILE.png|FILE.ppm     the screen
    windows                    lists them
    place WIDTH HEIGHT [X Y]   the topmost window
    focus                      gives the topmost window the keyboard
    run PROGRAM ARGUMENT...    waits for its window
    close                      asks the topmost window to close; waits for the program where it is one of ours
    output                     what the last program wrote
    wait MILLISECONDS | quiet MILLISECONDS
    """

  /// An interpreter for a bench.
  init(_ bench: Bench) {
    self.bench = bench
  }

  /// Runs a command and returns the answer.
  mutating func obey(_ words: [String]) throws -> String {
    var rest = Words(words.dropFirst(), of: words[0])
    switch words[0] {
    case "help": return bench.tablet == nil ? Self.help : Self.help + "\n" + Self.tabletHelp
    case "pen": try pen(&rest)
    case "tablet": try tablet(&rest)
    case "mouse": try mouse(&rest)
    case "touch":
      guard try rest.next("what to do") == "drag" else { throw UsageError("touch: it can drag.") }
      let (start, end) = (try point(&rest), try point(&rest))
      try bench.touch.drag([(0...20).map { between(start, end, Double($0) / 20) }])
    case "key":
      repeat { try bench.keyboard.tap(try rest.next("a key")) } while !rest.isEmpty
    case "shot": try bench.screen.image().write(to: try rest.next("the file"))
    case "windows": return windows()
    case "place":
      let window = try topmost()
      let now = try bench.screen.geometry(of: window)
      let width = try rest.integer("the width", within: 1...32767)
      let height = try rest.integer("the height", within: 1...32767)
      let x = rest.isEmpty ? now.x : try rest.integer("x", within: -32768...32767)
      let y = rest.isEmpty ? now.y : try rest.integer("y", within: -32768...32767)
      try bench.screen.place(window, Area(x: x, y: y, width: width, height: height))
    case "focus": try bench.screen.focus(try topmost())
    case "fill": try bench.screen.fillScreen(with: try topmost())
    case "run": return try run(&rest)
    case "close": return try close()
    case "output":
      guard let program = programs.last else { throw UsageError("output: no program was run.") }
      return program.output + program.errors
    case "wait": MonotonicTime.sleep(seconds: try rest.number("the time") / 1e3)
    case "quiet": try bench.screen.waitUntilQuiet(for: try rest.number("the time") / 1e3)
    case let word: throw UsageError("there is no \"\(word)\"; \"help\" lists what there is.")
    }
    try rest.end()
    return "ok"
  }

  private func pen(_ rest: inout Words) throws {
    switch try rest.next("what to do") {
    case "stroke":
      let (start, end) = (try point(&rest), try point(&rest))
      let steps = try rest.integer("the number of steps", within: 1...1_000_000)
      let rate = try rest.number("the rate")
      guard rate > 0 else { throw UsageError("pen: the rate must be above 0.") }
      let first = try rest.number("the pressure", otherwise: 0.5)
      let last = try rest.number("the pressure at the end", otherwise: first)
      let line = PenPoint.line(
        from: PenPoint(x: start.x, y: start.y, pressure: first), to: PenPoint(x: end.x, y: end.y, pressure: last),
        count: steps)
      try bench.pen.stroke(line, rate: rate)
    case "path": try PenRecording(path: try rest.next("the file")).play(on: bench.pen)
    case "painting": try Painting().play(on: bench.pen)
    case "hover":
      let place = try point(&rest)
      try bench.pen.hover(x: place.x, y: place.y)
    case "tap":
      let place = try point(&rest)
      try bench.pen.tap(x: place.x, y: place.y, pressure: try rest.number("the pressure", otherwise: 0.5))
    case "leave":
      try bench.pen.proximityOut()
      try bench.pen.synchronize()
    case let word: throw UsageError("pen: it cannot \"\(word)\".")
    }
  }

  private func mouse(_ rest: inout Words) throws {
    switch try rest.next("what to do") {
    case "move":
      let place = try point(&rest)
      try bench.mouse.move(x: place.x, y: place.y)
    case "click":
      let button = try rest.integer("the button", within: 1...10)
      let place = try point(&rest)
      try bench.mouse.click(button, x: place.x, y: place.y)
    case "drag":
      let button = try rest.integer("the button", within: 1...10)
      let (start, end) = (try point(&rest), try point(&rest))
      try bench.mouse.drag(button, from: start, to: end, rate: 200)
    case "wheel":
      let clicks = try rest.integer("the number of clicks", within: -1000...1000)
      let (mouse, way) = (bench.mouse, clicks > 0 ? VirtualMouse.Wheel.up : .down)
      if rest.isEmpty {
        try mouse.wheel(way, clicks: abs(clicks))
      } else {
        try bench.keyboard.holding(try rest.next("a key")) { () throws(RigError) in
          try mouse.wheel(way, clicks: abs(clicks))
        }
      }
    case let word: throw UsageError("mouse: it cannot \"\(word)\".")
    }
  }

  private func point(_ rest: inout Words) throws -> (x: Double, y: Double) {
    (try rest.number("x"), try rest.number("y"))
  }

  private func between(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ t: Double) -> (x: Double, y: Double)
  {
    (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
  }

  private func topmost() throws -> WindowID {
    guard let window = bench.screen.windows().first else { throw UsageError("no window is shown.") }
    return window
  }

  private func windows() -> String {
    let lines = bench.screen.windows().map { window in
      let area = (try? bench.screen.geometry(of: window)).map { "\($0)" } ?? "gone"
      return "\(window) \(area) \(bench.screen.title(of: window) ?? "")"
    }
    return lines.isEmpty ? "none" : lines.joined(separator: "\n")
  }

  private mutating func run(_ rest: inout Words) throws -> String {
    let path = try rest.next("the program")
    let before = Set(bench.screen.windows())
    let program = try bench.start(path, rest.remaining())
    programs.append(program)
    let window = try bench.screen.wait(for: "a window of \(path)") { () throws(RigError) -> WindowID? in
      guard program.isRunning else { throw RigError("\(path) ended: \(program.errors)\(program.output)") }
      return bench.screen.windows().first { !before.contains($0) }
    }
    return "\(window) process \(program.processID)"
  }

  private func close() throws -> String {
    let window = try topmost()
    let program = programs.first { $0.processID == bench.screen.processID(of: window) }
    try bench.screen.close(window)
    if let program { return "ended with \(try program.waitForExit())" }
    try bench.screen.wait(for: "window \(window) to go") { !bench.screen.isViewable(window) }
    return "ok"
  }
}
