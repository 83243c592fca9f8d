import Geometry
import Input
import Rig
import Testing

@testable import Desktop

@Suite("Fingers on a real server", .serialized)
struct TouchTests {
  /// Fails if a finger is missing, doubled or also sent as a pointer, or if positions are rounded
  /// or swapped.
  @Test("Each finger is reported once, with fractions of a pixel")
  func fingers() throws {
    let stage = try Stage()
    let frame = try stage.bench.screen.geometry(of: stage.id)
    func path(_ x: Double, _ dx: Double) -> [(x: Double, y: Double)] {
      (0..<20).map { (x + Double($0) * dx + Double(frame.x), 300.25 + Double(frame.y)) }
    }
    try stage.bench.touch.drag([path(100, 7.5), path(500, -3.25), path(300, 1)])
    try stage.collect("the last finger's lifting") {
      if case .touch(let e) = $0 { e.phase == .end && isAt(e, 319) } else { false }
    }
    let touches = stage.events.compactMap { if case .touch(let event) = $0 { event } else { nil } }
    let id = try #require(PenDevices(stage.connection).all().first { $0.name == stage.bench.touch.device.name }).id
    #expect(touches.allSatisfy { $0.source == id && abs($0.position.y - 300.25) < 0.05 })
    let fingers = Dictionary(grouping: touches, by: \.finger)
    #expect(fingers.count == 3)
    for (start, step) in [(100.0, 7.5), (500.0, -3.25), (300.0, 1.0)] {
      let own = try #require(fingers.values.first { abs($0[0].position.x - start) < 0.5 })
      #expect(own.first?.phase == .begin && own.last?.phase == .end)
      let moved = own.filter { $0.phase != .end }.map(\.position.x)
      #expect(moved.count == 20)
      #expect(moved.indices.allSatisfy { abs(moved[$0] - (start + Double($0) * step)) < 0.05 })
    }
    // The server moves its pointer there and marks that as emulated.
    #expect(
      stage.pointerEvents.allSatisfy { $0.source != id || $0.kind == .enter || $0.kind == .motion && $0.isEmulated })
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  private func isAt(_ e: RawTouchEvent, _ x: Double) -> Bool { abs(e.position.x - x) < 0.5 }

  /// Fails if gestures are not selected, scale or angle come from a wrong field, or the position is
  /// on the screen instead of in the window.
  @Test("A pinch is reported with scale, angle and position")
  func pinch() throws {
    var configuration = XServer.Configuration()
    configuration.devices.append(.touchpad)
    let bench = try Bench(configuration)
    let touchpad = VirtualTouchpad(device: try InputTestDevice(.touchpad, of: bench.server))
    let stage = try Stage(on: bench)
    let frame = try bench.screen.geometry(of: stage.id)
    try bench.mouse.move(x: Double(frame.x) + 120, y: Double(frame.y) + 90)
    try touchpad.pinch(scale: 2, turn: 40, steps: 4)
    try stage.collect("its end") { if case .pinch(let e) = $0 { e.phase == .end } else { false } }
    let pinches = stage.events.compactMap { if case .pinch(let event) = $0 { event } else { nil } }
    #expect(pinches.map(\.phase) == [.begin, .update, .update, .update, .update, .end])
    #expect(zip(pinches.dropFirst(), [1.25, 1.5, 1.75, 2, 2]).allSatisfy { abs($0.scale - $1) < 1e-4 })
    #expect(pinches[1...4].allSatisfy { abs($0.turn - 10) < 1e-4 })
    #expect(pinches.allSatisfy { $0.position.distance(to: Point(120, 90)) < 1 })
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  /// Fails if an old server is asked for gestures, or a new one is not.
  @Test("Gestures are selected only on servers that support them")
  func versions() {
    func has(_ major: Int, _ minor: Int) -> Bool {
      InputSupport.judge(opcode: 131, version: (major, minor)).hasGestures
    }
    #expect(!has(2, 0) && !has(2, 2) && !has(2, 3) && has(2, 4) && has(2, 5) && has(3, 0))
    #expect(!InputSupport.judge(opcode: 131, version: nil).hasGestures)
  }

  /// Fails if proximity is reported without its time, which later touches are compared with.
  @Test("Proximity has the server's time")
  func proximityTime() throws {
    let stage = try Stage()
    try stage.bench.pen.tap(x: 200, y: 200)
    try stage.collect("the pen's leaving") { if case .proximity(_, false, _) = $0 { true } else { false } }
    let press = try #require(stage.pointerEvents.first { $0.kind == .buttonPress })
    for case .proximity(_, let isNear, let time) in stage.events {
      let since = Int32(bitPattern: time &- press.time)
      #expect(isNear ? (-10_000...0).contains(since) : (0...10_000).contains(since))
    }
  }
}
