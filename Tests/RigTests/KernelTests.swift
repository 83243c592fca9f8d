import Rig
import Testing

/// Simulated kernel devices reach X through the real drivers.
@Suite(.serialized) struct KernelTests {
  private func bench(_ driver: TabletDriver) throws -> Bench {
    try Bench(.tablet(driver, width: 1200, height: 900))
  }

  /// Fails if a driver's kernel queries are not answered, or if a report is lost, doubled or
  /// misplaced.
  @Test(arguments: TabletDriver.allCases) func aStrokeComesAsItsDriverTellsIt(_ driver: TabletDriver) throws {
    let bench = try bench(driver)
    let client = try NullClient(display: bench.server.display, area: Area(x: 100, y: 50, width: 1000, height: 800))
    let tablet = try #require(bench.tablet)
    for (end, name) in [(KernelPen.End.tip, ["stylus", "Pen"]), (.eraser, ["eraser", "Eraser"])] {
      let line = PenPoint.line(from: PenPoint(x: 300, y: 250, pressure: 1), to: PenPoint(x: 500, y: 250), count: 40)
      try bench.enterProximity(end, at: line[0])
      try bench.screen.ping(client.window)
      client.forgetEvents()
      try tablet.stroke(line, with: end)
      try bench.screen.ping(client.window)
      let events = client.events
      #expect(events.allSatisfy { event in name.contains { event.device.contains("Pro M Pen \($0)") } })
      #expect(events.filter { $0.kind != .motion }.map(\.kind) == [.press, .release])
      let press = try #require(events.first { $0.kind == .press })
      #expect(abs(press.x - 200) < 0.1 && abs(press.y - 200) < 0.1 && press.detail == 1)
      let drawn = events.filter { $0.kind == .motion && $0.pressure ?? 0 > 0 }
      #expect(drawn.count >= 40)
      #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0.x <= $1.x && $0.pressure ?? 0 >= $1.pressure ?? 0 })
      // Both drivers average over four reports.
      #expect(abs((drawn.last?.x ?? 0) - 400) < 10)
    }
  }

  /// Fails if unchanged values are reported, which the kernel never does.
  @Test(arguments: TabletDriver.allCases) func unchangedTreesAreNotSent(_ driver: TabletDriver) throws {
    let bench = try bench(driver)
    let client = try NullClient(display: bench.server.display, area: Area(x: 100, y: 50, width: 1000, height: 800))
    let tablet = try #require(bench.tablet)
    let point = PenPoint(x: 300, y: 250, pressure: 0.5)
    try bench.enterProximity(at: point)
    try tablet.move(to: point)
    try tablet.synchronize()
    try bench.screen.ping(client.window)
    client.forgetEvents()
    for _ in 0..<10 { try tablet.move(to: point) }
    try tablet.synchronize()
    try bench.screen.ping(client.window)
    #expect(client.events.isEmpty)
  }

  /// Fails if X does not notice that a device is plugged in or unplugged, also while drawing.
  @Test(arguments: TabletDriver.allCases) func aTabletComesAndGoes(_ driver: TabletDriver) throws {
    let bench = try bench(driver)
    let tablet = try #require(bench.tablet)
    func names() -> [String] { bench.screen.deviceNames.filter { $0.hasPrefix(tablet.device.description.name) } }
    #expect(names() == driver.names(of: tablet.device.description))
    for _ in 0..<3 {
      try bench.enterProximity(at: PenPoint(x: 300, y: 300))
      try tablet.move(to: PenPoint(x: 300, y: 300, pressure: 1))
      try bench.unplugTablet()
      #expect(names().isEmpty)
      #expect(throws: RigError("The device \"Wacom Intuos Pro M Pen\" is not plugged in.")) {
        try tablet.move(to: PenPoint(x: 310, y: 300))
      }
      try bench.plugInTablet()
      #expect(names() == driver.names(of: tablet.device.description))
    }
  }

  /// Fails if a server without a tablet driver gets a tablet.
  @Test func aServerWithoutADriverHasNoTablet() throws {
    let bench = try Bench(width: 640, height: 480)
    #expect(bench.tablet == nil)
    #expect(throws: RigError.self) { try KernelDevice(.intuosPro, of: bench.server) }
  }

  /// Fails if penlab cannot control a tablet from standard input.
  @Test func penlabPlaysATablet() throws {
    let penlab = try #require(Program.built("penlab"), "penlab is built with the tests")
    let program = try Program(penlab, ["server", "--size", "640x480", "--driver", "wacom"], input: .sent)
    program.send(
      """
      tablet stroke 100 100 200 100 20 1000 0.2 0.8 0 0 30 40
      tablet erase 100 100 200 100 20 1000
      tablet in tip 50 50
      tablet press middle
      tablet unplug
      tablet at 50 50 1
      output

      """)
    program.closeInput()
    #expect(try program.waitForExit() == .exited(0))
    let answers = program.output.split(separator: "\n").dropFirst(2)
    #expect(
      answers == [
        "ok", "ok", "ok", "error: tablet: a pen has a lower and an upper button, no \"middle\".", "ok",
        "error: The device \"Wacom Intuos Pro M Pen\" is not plugged in.", "error: output: no program was run.",
      ])
  }
}
