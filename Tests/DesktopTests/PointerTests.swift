import Geometry
import Input
import Rig
import Testing

@testable import Desktop

@Suite("Pointers on a real server", .serialized)
struct PointerTests {
  /// Fails if the queue is not emptied, valuators are shifted, positions are rounded, or slave
  /// devices deliver events twice.
  @Test("Every sample of a fast stroke arrives once, in order, with its pressure and its place")
  func stroke() throws {
    let stage = try Stage()
    let pen = try stage.penID()
    let count = 2000
    let points = PenPoint.line(
      from: PenPoint(x: 100.25, y: 300, pressure: 0.1), to: PenPoint(x: 700.25, y: 500, pressure: 0.9), count: count)
    try stage.bench.pen.stroke(points)
    try stage.collect("the pen's leaving") { if case .proximity(pen, false, _) = $0 { true } else { false } }

    let events = stage.pointerEvents.filter {
      $0.source == pen && ($0.kind == .buttonPress || $0.buttons != 0)
    }
    #expect(events.first?.kind == .buttonPress && events.first?.button == 1 && events.first?.buttons == 0)
    #expect(events.last?.kind == .buttonRelease && events.last?.button == 1 && events.last?.buttons == 1 << 1)
    let drawn = events.filter { $0.kind == .motion }
    #expect(drawn.count == count)
    #expect(drawn.allSatisfy { $0.buttons == 1 << 1 && !$0.isEmulated && $0.valuators.mask == 0b1_0011 })
    let errors = zip(drawn, points.dropFirst()).map { event, point in
      (
        max(abs(event.position.x - point.x), abs(event.position.y - point.y)),
        abs((event.valuators[4] ?? -1) - point.pressure * 1000)
      )
    }
    let farthest = try #require(errors.map(\.0).max())
    #expect(farthest < 0.05)
    #expect(try #require(errors.map(\.1).max()) < 0.01)
    #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $1.time &- $0.time < 1 << 31 })
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  @Test("An axis that the device did not send is missing from the event, and a button may come without any")
  func missingAxes() throws {
    let stage = try Stage()
    let pen = stage.bench.pen
    try pen.hover(x: 100, y: 100)
    try pen.move(x: 100, y: 100, pressure: 0.5)
    try pen.press(withValues: false)
    try pen.move(x: 110, y: 100, pressure: nil)
    try pen.release(withValues: false)
    try pen.proximityOut()
    let id = try stage.penID()
    try stage.collect("the pen's leaving") { if case .proximity(id, false, _) = $0 { true } else { false } }
    let events = stage.pointerEvents.filter { $0.source == id }
    let moved = try #require(events.first { $0.kind == .motion && $0.buttons != 0 })
    #expect(moved.valuators[0] != nil && moved.valuators[4] == nil)
    let press = try #require(events.first { $0.kind == .buttonPress })
    #expect(press.valuators.mask == 0 && press.position.x.rounded() == 100)
  }

  @Test("Proximity comes before the first motion and after the last")
  func proximity() throws {
    let stage = try Stage()
    let id = try stage.penID()
    try stage.bench.pen.tap(x: 200, y: 200)
    try stage.collect("the pen's leaving") { if case .proximity(id, false, _) = $0 { true } else { false } }
    let kinds = stage.events.compactMap { event -> String? in
      switch event {
      case .proximity(id, let isNear, _): isNear ? "near" : "away"
      case .pointer(let event) where event.source == id && event.kind == .buttonPress: "press"
      case .pointer(let event) where event.source == id && event.kind == .buttonRelease: "release"
      default: nil
      }
    }
    #expect(kinds == ["near", "press", "release", "away"])
  }

  @Test("The device that drives the pointer is told when it changes, and with keys held as they are")
  func switching() throws {
    let stage = try Stage()
    let mouse = try #require(
      PenDevices(stage.connection).all().first { $0.name == stage.bench.mouse.device.name })
    try stage.bench.pen.hover(x: 300, y: 300)
    try stage.bench.keyboard.holding("Shift_L") { () throws(RigError) in
      try stage.bench.mouse.move(by: 5, 0)
      try stage.bench.mouse.click(2)
      try stage.bench.mouse.device.synchronize()
    }
    try stage.collect("the click") { if case .pointer(let e) = $0 { e.kind == .buttonRelease } else { false } }
    #expect(
      stage.events.contains { if case .deviceSwitched(let id) = $0 { id == mouse.id } else { false } })
    let press = try #require(stage.pointerEvents.first { $0.kind == .buttonPress })
    #expect(press.source == mouse.id && press.button == 2 && press.modifiers == .shift)
  }

  @Test("Fingers are not taken for a mouse")
  func touch() throws {
    let stage = try Stage()
    try stage.bench.mouse.click(x: 10, y: 10)
    try stage.collect("the click") { if case .pointer(let e) = $0 { e.kind == .buttonRelease } else { false } }
    stage.forget()
    let x = 400.0 / 1920 * 65535
    let y = 300.0 / 1080 * 65535
    try stage.bench.touch.device.touch(0, .begin, [(0, x), (1, y)])
    try stage.bench.touch.device.touch(0, .update, [(0, x + 900), (1, y)])
    try stage.bench.touch.device.touch(0, .end, [(0, x + 900), (1, y)])
    try stage.bench.touch.device.synchronize()
    try stage.bench.mouse.click(x: 20, y: 20)
    try stage.collect("the click") { if case .pointer(let e) = $0 { e.kind == .buttonRelease } else { false } }
    let presses = stage.pointerEvents.filter { $0.kind == .buttonPress }
    #expect(presses.count == 1 && presses[0].position.distance(to: Point(20, 20)) < 3)
  }

  @Test("Without XInput 2 the core pointer draws: source 0, buttons told, no valuators")
  func corePointer() throws {
    let stage = try Stage(coreOnly: true)
    try stage.bench.pen.stroke(PenPoint.line(from: PenPoint(x: 100, y: 100), to: PenPoint(x: 150, y: 100), count: 5))
    try stage.collect("the release") { if case .pointer(let e) = $0 { e.kind == .buttonRelease } else { false } }
    let events = stage.pointerEvents
    #expect(events.allSatisfy { $0.source == 0 && $0.valuators.mask == 0 })
    let drawn = events.filter { $0.kind == .motion && $0.buttons == 1 << 1 }
    #expect(drawn.map(\.position.x) == [110, 120, 130, 140, 150])
    #expect(events.contains { $0.kind == .buttonPress && $0.button == 1 && $0.position.x == 100 })
  }
}
