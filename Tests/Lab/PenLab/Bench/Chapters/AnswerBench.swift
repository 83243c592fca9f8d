import Rig

/// The response time to keys and the wheel: from sending the event to the last change on the
/// screen, with the painting drawn.
struct AnswerBench {
  private let program: String

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    try seat.bench.pen.stroke(Self.mark)
    try Painting().play(on: seat.bench.pen, speed: 10)
    try seat.park()
    try seat.bench.screen.settle(sitter.window)
    let undo = try answers(to: ["ctrl+z", "ctrl+y"], count: Painting.strokes, seat)
    var rows = Self.rows("undo or redo of a stroke, 50 %", undo, .atMost(2))
    for view in [BenchView.half, .actual, .turned] {
      try Self.show(view, seat, sitter)
      rows += Self.rows("pan step, \(view.name)", try pans(seat), .atMost(3))
    }
    for view in [BenchView.half, .turned] {
      try Self.show(view, seat, sitter)
      let name = view.degrees == 0 ? "" : ", turned by 30 degrees"
      rows += Self.rows("wheel zoom step, between 50 and 400 %\(name)", try zooms(seat, from: view), .atMost(5))
    }
    try seat.leave(sitter)
    return Report.Chapter(
      title: "from a key or the wheel to the last change on the screen, window 1920x1080, canvas 3840x2160", rows: rows)
  }

  /// A line through the middle of the canvas, so that every step of the wheel changes visible ink.
  private static let mark: [PenPoint] = {
    let (x, y) = (Double(BenchScreen.size.width) / 2, Double(BenchScreen.size.height) / 2)
    return PenPoint.line(
      from: PenPoint(x: x - 60, y: y - 30, pressure: 0.5), to: PenPoint(x: x + 60, y: y + 30, pressure: 0.5), count: 30)
  }()

  private static func show(_ view: BenchView, _ seat: BenchScreen, _ sitter: BenchScreen.Sitter) throws(RigError) {
    try seat.keys(["5", "0", "1"] + view.keys, sitter)
    // Where the wheel turns: the canvas zooms about it.
    try seat.bench.mouse.move(x: Double(BenchScreen.size.width) / 2, y: Double(BenchScreen.size.height) / 2)
    try seat.bench.screen.settle(sitter.window)
  }

  /// Each key so many times, one after the other.
  private func answers(to chords: [String], count: Int, _ seat: BenchScreen) throws(RigError) -> Quantiles {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: Painting.area)
    var all: [Double] = []
    for chord in chords {
      for _ in 0..<count { all.append(try Self.answer(to: chord, seat, meter)) }
    }
    return Quantiles(all)
  }

  /// Seconds until what a key does is shown. Keys that are held with it are pressed before.
  static func answer(to chord: String, _ seat: BenchScreen, _ meter: ChangeMeter, quiet: Double = 0.15) throws(RigError)
    -> Double
  {
    let keyboard = seat.bench.keyboard
    var codes: [Int] = []
    for word in chord.split(separator: "+") { codes.append(try keyboard.code(of: String(word))) }
    guard let key = codes.popLast() else { throw RigError("\"\(chord)\" names no key.") }
    for code in codes { try keyboard.press(code: code) }
    try keyboard.synchronize()
    try seat.bench.screen.waitUntilQuiet(for: 0.02)
    let response = try meter.response(quiet: quiet) { () throws(RigError) in
      try keyboard.press(code: key)
      try keyboard.release(code: key)
    }
    for code in codes.reversed() { try keyboard.release(code: code) }
    try keyboard.synchronize()
    guard let response else { throw RigError("\(chord) changed nothing on the screen.") }
    return response.last
  }

  /// Seconds until a notch of the wheel is shown.
  static func answer(to wheel: VirtualMouse.Wheel, _ seat: BenchScreen, _ meter: ChangeMeter, quiet: Double = 0.15)
    throws(RigError) -> Double
  {
    let mouse = seat.bench.mouse
    let response = try meter.response(quiet: quiet) { () throws(RigError) in
      try mouse.press(wheel.rawValue)
      try mouse.release(wheel.rawValue)
    }
    guard let response else { throw RigError("The wheel changed nothing on the screen.") }
    return response.last
  }

  private func pans(_ seat: BenchScreen) throws(RigError) -> Quantiles {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.watched)
    return try seat.bench.keyboard.holding("ctrl") { () throws(RigError) in
      var all: [Double] = []
      for wheel in [VirtualMouse.Wheel.down, .up, .up, .down] {
        for _ in 0..<5 { all.append(try Self.answer(to: wheel, seat, meter)) }
      }
      return Quantiles(all)
    }
  }

  private func zooms(_ seat: BenchScreen, from view: BenchView) throws(RigError) -> Quantiles {
    let meter = try ChangeMeter(display: seat.bench.server.display, area: BenchScreen.watched)
    var all: [Double] = []
    // From 50 or 100 % to 400 % and back, three steps a doubling.
    let steps = view == .half ? 9 : 6
    for wheel in [VirtualMouse.Wheel.up, .down, .up, .down] {
      for _ in 0..<steps { all.append(try Self.answer(to: wheel, seat, meter)) }
    }
    return Quantiles(all)
  }

  private static func rows(_ name: String, _ times: Quantiles, _ target: Report.Target) -> [Report.Row] {
    [
      Report.Row(name: "\(name): p50", value: times.median * 1e3, unit: "ms", target: target),
      Report.Row(name: "\(name): p90", value: times(0.9) * 1e3, unit: "ms"),
      Report.Row(name: "\(name): max", value: times(1) * 1e3, unit: "ms"),
    ]
  }
}
