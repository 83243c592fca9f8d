import Rig
import Testing

/// Events of the virtual devices arrive like those of real devices.
@Suite(.serialized) struct DeviceTests {
  private let bench: Bench
  private let client: NullClient

  init() throws {
    bench = try Bench()
    client = try NullClient(display: bench.server.display, area: Area(x: 100, y: 50, width: 1000, height: 800))
  }

  /// Fails if positions are off by a fraction of a pixel, or if pressure does not reach XI2.
  @Test func thePenSendsPositionAndPressure() throws {
    let points = [
      PenPoint(x: 300.25, y: 200.5, pressure: 0.2), PenPoint(x: 400.75, y: 260.125, pressure: 0.6),
      PenPoint(x: 500, y: 300, pressure: 1),
    ]
    try bench.pen.stroke(points)
    try bench.screen.ping(client.window)

    let events = client.events.filter { $0.device == "Test Pen stylus" }
    let drawn = try #require(events.firstIndex { $0.kind == .press })
    let lifted = try #require(events.firstIndex { $0.kind == .release })
    let motions = events[drawn..<lifted].filter { $0.kind == .motion }
    #expect(motions.count == 2)
    for (event, point) in zip([events[drawn]] + motions, points) {
      #expect(abs(event.x - (point.x - 100)) < 0.001 && abs(event.y - (point.y - 50)) < 0.001)
      #expect(abs((event.pressure ?? -1) - point.pressure * 1000) < 0.001)
    }
    #expect(events[..<drawn].allSatisfy { $0.kind == .motion })
  }

  /// Fails if the pen draws nothing, or if the screen is read back at another position.
  @Test func aStrokeIsSeen() throws {
    let before = try bench.screen.image(of: client.window)
    #expect(before.count { $0 != 0xffffff } == 0)
    try bench.pen.stroke(
      PenPoint.line(from: PenPoint(x: 300, y: 400), to: PenPoint(x: 700, y: 400), count: 40))
    try bench.screen.settle(client.window)
    let after = try bench.screen.image(of: client.window)
    let half = NullClient.lineWidth / 2
    let ink = after.difference(from: before)
    #expect(ink.bounds == Area(x: 200 - half, y: 350 - half, width: 400 + 2 * half, height: 2 * half))
    #expect(after.runs(inColumn: 400) { $0 == 0 } == [350 - half..<350 + half])
    #expect(after[400, 350] == 0 && after[400, 360] == 0xffffff)
    #expect(try bench.screen.pixel(x: 500, y: 400) == 0)
  }

  /// Fails if a single pen event also sends others.
  @Test func thePensPrimitivesAreAloneAvailable() throws {
    try bench.pen.proximityIn(x: 300, y: 300)
    try bench.pen.move(x: 300, y: 300, pressure: nil)
    try bench.pen.press(pressure: 0.5, withValues: false)
    try bench.pen.move(x: 310, y: 300, pressure: 0.5)
    try bench.pen.proximityOut()  // Without a release.
    try bench.pen.synchronize()
    try bench.screen.ping(client.window)
    #expect(client.events.map(\.kind).filter { $0 != .motion } == [.press])
    #expect(client.events.first { $0.kind == .press }?.pressure == nil)
  }

  /// Fails if the mouse is accelerated, or if programs do not recognise its wheel events.
  @Test func theMouseMovesAndTurnsItsWheel() throws {
    try bench.mouse.move(x: 640, y: 360)
    let place = try bench.screen.pointerPosition()
    #expect(abs(place.x - 640) < 0.01 && abs(place.y - 360) < 0.01)
    client.forgetEvents()

    try bench.mouse.wheel(.up, clicks: 2)
    try bench.mouse.wheel(.down)
    try bench.mouse.click(3)
    try bench.screen.ping(client.window)
    #expect(client.events.filter { $0.kind == .press }.map(\.detail) == [4, 4, 5, 3])

    client.forgetEvents()
    try bench.mouse.scroll(0, 0.5)
    try bench.mouse.scroll(0, 0.25)
    try bench.screen.ping(client.window)
    let turned = client.events.compactMap(\.verticalScroll)
    #expect(turned.count == 2 && turned[1] - turned[0] == 30)
  }

  /// Fails if a drag does not end at its end position.
  @Test func theMouseDrags() throws {
    try bench.mouse.drag(from: (300, 300), to: (420, 390), steps: 7)
    try bench.screen.ping(client.window)
    let events = client.events
    let press = try #require(events.first { $0.kind == .press })
    let release = try #require(events.first { $0.kind == .release })
    #expect(abs(press.x - 200) < 0.01 && abs(press.y - 250) < 0.01)
    #expect(abs(release.x - 320) < 0.01 && abs(release.y - 340) < 0.01)
  }

  /// Fails if names do not find their keys, or if held keys stay pressed.
  @Test func theKeyboardTypesByName() throws {
    try bench.screen.focus(client.window)
    try bench.keyboard.tap("ctrl+shift+z")
    try bench.keyboard.tap("[")
    try bench.keyboard.tap("+")
    try bench.keyboard.holding("space") { () throws(RigError) in try bench.keyboard.tap("Tab") }
    try bench.screen.ping(client.window)
    func code(_ name: String) throws -> Int {
      let keysym = try #require(bench.screen.keysym(named: name))
      return try #require(bench.screen.key(for: keysym)).code
    }
    let (ctrl, shift, z) = (try code("Control_L"), try code("Shift_L"), try code("z"))
    let (bracket, plus) = (try code("bracketleft"), try code("plus"))
    let (space, tab) = (try code("space"), try code("Tab"))
    let seen = client.events.filter { $0.kind == .keyPress || $0.kind == .keyRelease }
    let signed = seen.map { $0.kind == .keyPress ? $0.detail : -$0.detail }
    #expect(
      signed == [
        ctrl, shift, z, -z, -shift, -ctrl, bracket, -bracket, shift, plus, -plus, -shift, space, tab, -tab, -space,
      ])
    #expect(throws: RigError("There is no key \"nonsense\".")) { try bench.keyboard.tap("ctrl+nonsense") }
  }

  /// Fails if a touch arrives as another kind of event.
  @Test func fingersTouch() throws {
    try bench.touch.drag([[(300, 300), (310, 300), (320, 300)], [(500, 300), (490, 300), (480, 300)]])
    try bench.screen.ping(client.window)
    let touches = client.events.filter { $0.device == "Test Touch" && !$0.isEmulated }
    #expect(touches.filter { $0.kind == .touchBegin }.map { $0.x.rounded() } == [200, 400])
    #expect(touches.filter { $0.kind == .touchEnd }.map { $0.x.rounded() } == [220, 380])
    #expect(Set(touches.map(\.detail)).count == 2)
  }

  /// Fails if a pen cannot be unplugged in the middle of a stroke, or does not come back.
  @Test func aPenIsUnpluggedAndPluggedIn() throws {
    try bench.pen.proximityIn(x: 300, y: 300)
    try bench.pen.move(x: 300, y: 300)
    try bench.pen.press(pressure: 0.5)
    try bench.pen.synchronize()
    try bench.unplug(bench.pen.device)
    #expect(throws: RigError.self) {
      // The first message after the disconnection may still fit into the socket's buffer.
      for _ in 0..<100 { try bench.pen.move(x: 310, y: 300) }
    }
    try bench.plugIn(bench.pen.device)
    client.forgetEvents()
    try bench.pen.stroke([PenPoint(x: 400, y: 300), PenPoint(x: 420, y: 300)])
    try bench.screen.ping(client.window)
    #expect(client.events.contains { $0.kind == .press && $0.device == "Test Pen stylus" })
  }
}
