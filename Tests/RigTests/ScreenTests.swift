import Glibc
import Rig
import Testing

/// A screen shows what is there and acts as a window manager.
@Suite(.serialized) struct ScreenTests {
  private let bench: Bench
  private let client: NullClient

  init() throws {
    bench = try Bench(width: 1280, height: 800)
    client = try NullClient(display: bench.server.display, area: Area(x: 100, y: 50, width: 1000, height: 600))
  }

  /// Fails if windows are found only with a window manager.
  @Test func aWindowIsFoundAndDescribed() throws {
    #expect(bench.screen.window(titled: NullClient.title) == client.window)
    #expect(bench.screen.window(class: NullClient.title) == client.window)
    #expect(bench.screen.window(titled: "no such") == nil)
    #expect(bench.screen.title(of: client.window) == NullClient.title)
    #expect(bench.screen.atoms("WM_PROTOCOLS", of: client.window) == ["WM_DELETE_WINDOW", "_NET_WM_PING"])
    #expect(bench.screen.sizeHints(of: client.window) == nil)
    #expect(try bench.screen.geometry(of: client.window) == Area(x: 100, y: 50, width: 1000, height: 600))
    try bench.screen.place(client.window, Area(x: 10, y: 20, width: 300, height: 200))
    #expect(try bench.screen.geometry(of: client.window) == Area(x: 10, y: 20, width: 300, height: 200))
    #expect(throws: RigError.self) { try bench.screen.geometry(of: WindowID(1)) }
  }

  /// Fails if closing a window does more than ask its program.
  @Test func aWindowIsAskedToClose() throws {
    try bench.screen.ping(client.window)
    try bench.screen.close(client.window)
    try bench.screen.wait(for: "the client to end") { client.hasEnded }
    // Its thread has ended. The server notices the closed connection a moment later.
    try bench.screen.wait(for: "the window to go") { !bench.screen.isViewable(client.window) }
    #expect(throws: RigError.self) { try bench.screen.ping(client.window, seconds: 0.05) }
  }

  /// Fails if the lost connection of a client ends the test process.
  @Test func killingAClientEndsOnlyThatClient() throws {
    try bench.screen.killClient(of: client.window)
    try bench.screen.wait(for: "the client to end") { client.hasEnded }
    try bench.screen.wait(for: "the window to go") { !bench.screen.isViewable(client.window) }
    #expect(throws: RigError.self) { try bench.screen.ping(client.window, seconds: 0.05) }
    #expect(kill(pid_t(bench.server.processID), 0) == 0, "the server still runs")
  }

  /// Fails if updates are counted wrongly. The null client draws exactly one line per motion.
  @Test func pixelsPutAreCounted() throws {
    let meter = try DamageMeter(bench.screen, window: client.window)
    try bench.pen.stroke(PenPoint.line(from: PenPoint(x: 300, y: 400), to: PenPoint(x: 400, y: 400), count: 10))
    try bench.screen.settle(client.window)
    let reading = try meter.take()
    #expect(reading.areas.count == 10)
    // The server reports the bounding box of a line, which may be one pixel wider than the ink.
    let ink = Area(x: 200 - 4, y: 350 - 4, width: 108, height: 8)
    #expect(reading.bounds.contains(ink) && ink.expanded(by: 1).contains(reading.bounds))
    #expect(10 * 18 * 8...10 * 19 * 9 ~= reading.pixelCount)
    #expect(try meter.take().areas.isEmpty)
  }

  /// Fails if the error after a timeout does not say what was waited for.
  @Test func waitingInVainSaysWhatFor() throws {
    #expect(throws: RigError("Waited 0.05 s in vain for rain.")) {
      try bench.screen.wait(for: "rain", seconds: 0.05) { false }
    }
  }

  /// Fails if the end of the server ends the test process, which is Xlib's default.
  @Test func aKilledServerIsAnError() throws {
    kill(pid_t(bench.server.processID), SIGKILL)
    #expect(throws: RigError.self) {
      try bench.screen.wait(for: "the end", until: { false })
    }
    #expect(bench.screen.isLost)
    #expect(throws: RigError.self) { try bench.pen.stroke([PenPoint(x: 1, y: 1)]) }
    #expect(bench.screen.windows().isEmpty)
  }

  /// Fails if the window manager of the tests does not manage windows.
  @Test(.enabled(if: WindowManager.isInstalled)) func openboxManagesWindows() throws {
    let manager = try WindowManager(bench.screen)
    #expect(bench.screen.isManaged(client.window))
    let later = try NullClient(display: bench.server.display, area: Area(x: 0, y: 0, width: 50, height: 40))
    try bench.screen.wait(for: "the second window to be managed") { bench.screen.isManaged(later.window) }
    #expect(Set(bench.screen.windows()) == [client.window, later.window])
    try bench.screen.place(client.window, Area(x: 200, y: 100, width: 320, height: 240))
    try bench.screen.ping(client.window)
    try manager.stop()
  }

  /// Fails if settling does not wait for a slow window manager, which still holds back a press and
  /// later events.
  @Test(.enabled(if: WindowManager.isInstalled)) func settlingWaitsForTheManager() throws {
    let manager = try WindowManager(bench.screen)
    defer { manager.signal(SIGCONT) }
    for _ in 0..<3 {
      client.forgetEvents()
      manager.signal(SIGSTOP)
      let place = try bench.screen.geometry(of: client.window)
      try bench.pen.tap(x: Double(place.x + 50), y: Double(place.y + 60))
      #expect(!client.events.contains { $0.kind == .press })
      let alarm = try Program(
        "sh", ["-c", "sleep 0.1; kill -CONT \(manager.processID)"], display: bench.server.display)
      try bench.screen.settle(client.window)
      #expect(client.events.count { $0.kind == .press } == 1 && client.events.last?.kind == .release)
      #expect(try alarm.waitForExit() == .exited(0))
    }
  }
}
