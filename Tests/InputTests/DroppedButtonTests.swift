import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

/// Presses and releases that the server drops after a window manager has held a press.
@Suite struct DroppedButtonTests {
  /// A server with one pen (5) on a screen of 800x600 px, whose window is at its corner. It handles
  /// buttons as Xorg's UpdateDeviceState does.
  private struct Server {
    private struct Queued {
      let event: RawPointerEvent
      let raw: RawButtonEvent?
    }

    private(set) var sent: [(raw: RawButtonEvent?, event: RawPointerEvent?)] = []
    private var queue: [Queued] = []
    private var isFrozen = false
    private var hasContact = false
    private var isMasterDown = false
    private var position = Point.zero
    private(set) var drops = 0

    /// The pen moves, touches or lifts. The window manager grabs a press while `stalls`.
    mutating func act(_ kind: RawPointerEvent.Kind, _ p: Point, _ pressure: Double, at time: UInt32, stalls: Bool) {
      position = p
      if kind != .motion { hasContact = kind == .buttonPress }
      let values = valuators([0: p.x / 800 * 65536, 1: p.y / 600 * 65536, 4: pressure])
      let event = RawPointerEvent(
        kind: kind, source: 5, button: kind == .motion ? 0 : 1, time: time, position: p,
        screen: ScreenPlace(position: p, width: 800, height: 600), valuators: values)
      let raw =
        kind == .motion
        ? nil : RawButtonEvent(source: 5, button: 1, isPress: kind == .buttonPress, time: time, valuators: values)
      if isFrozen { return queue.append(Queued(event: event, raw: raw)) }
      if stalls, kind == .buttonPress, !isMasterDown {
        isFrozen = true
        // The raw event of the press that freezes is delivered at once.
        sent.append((raw, nil))
        return queue.append(Queued(event: event, raw: nil))
      }
      process(Queued(event: event, raw: raw))
    }

    /// The window manager answers.
    mutating func thaw() {
      isFrozen = false
      for queued in queue { process(queued) }
      queue = []
    }

    private mutating func process(_ queued: Queued) {
      if let raw = queued.raw { sent.append((raw, nil)) }
      var event = queued.event
      event.position = position
      event.screen?.position = position
      event.buttons = isMasterDown ? 2 : 0
      switch event.kind {
      case .buttonPress:
        guard !isMasterDown else { return drops += 1 }
        isMasterDown = true
      case .buttonRelease:
        guard isMasterDown, !hasContact else { return drops += 1 }
        isMasterDown = false
      default: break
      }
      sent.append((nil, event))
    }
  }

  /// The positions of each stroke that arrived; nil if an event does not belong to a stroke.
  private func strokes(_ server: Server, _ device: DeviceDescription) -> [[Point]] {
    var harness = DecoderHarness(device)
    for (raw, event) in server.sent {
      if let raw { harness.decoder.handle(raw) }
      if let event { harness.send(event) }
    }
    var strokes: [[Point]] = []
    for case .pointer(let event) in harness.take() {
      let p = Point(event.sample.position.x.rounded(), event.sample.position.y.rounded())
      switch event.phase {
      case .down: strokes.append([p])
      case .drag: strokes[strokes.count - 1].append(p)
      default: break
      }
    }
    return strokes
  }

  /// Fails if strokes are joined, lost, or begin or end elsewhere, wherever in them the window
  /// manager answers, however often it stalls.
  @Test(arguments: RandomSource.seeds(400)) func strokesStayApart(_ seed: Int) {
    var rng = RandomSource(seed)
    var server = Server()
    var drawn: [[Point]] = []
    var time: UInt32 = rng.isOne(in: 8) ? UInt32.max - 300 : 1000
    var thawTime: UInt32?
    func step(_ rng: inout RandomSource) { time &+= UInt32(rng.roll(1...30)) }
    // The axes and the pointer agree once before.
    server.act(.motion, Point(10, 10), 0, at: time, stalls: false)
    for number in 0..<rng.roll(2...9) {
      let (x, y) = (Double(20 * rng.roll(1...5)), Double(40 + 50 * number))
      step(&rng)
      if rng.isOne(in: 2) { server.act(.motion, Point(x, y), 0, at: time, stalls: false) }
      server.act(.motion, Point(x, y), 500, at: time, stalls: false)
      let stalls = thawTime == nil && rng.isOne(in: 2)
      server.act(.buttonPress, Point(x, y), 500, at: time, stalls: stalls)
      if stalls { thawTime = time &+ UInt32(rng.roll(0...1500)) }
      var points = [Point(x, y)]
      for i in 1...rng.roll(2...12) {
        step(&rng)
        if let end = thawTime, Int32(bitPattern: time &- end) >= 0 {
          server.thaw()
          thawTime = nil
        }
        points.append(Point(x + 20 * Double(i), y))
        server.act(.motion, points[i], 500, at: time, stalls: false)
      }
      drawn.append(points)
      server.act(.buttonRelease, points[points.count - 1], 0, at: time, stalls: false)
      for _ in 0..<rng.roll(0...3) {
        step(&rng)
        server.act(.motion, Point(Double(rng.roll(0...700)), Double(rng.roll(0...500))), 0, at: time, stalls: false)
      }
    }
    server.thaw()
    #expect(strokes(server, Synthetic.inputtestPen(5)) == drawn, "\(server.drops) dropped")
  }

  /// Fails if the simulated server drops nothing, so that `strokesStayApart` shows nothing.
  @Test func theServerDropsButtons() {
    var server = Server()
    for (i, y) in [100.0, 200].enumerated() {
      let time = UInt32(100 + 50 * i)
      server.act(.motion, Point(100, y), 500, at: time, stalls: false)
      server.act(.buttonPress, Point(100, y), 500, at: time, stalls: true)
      server.act(.motion, Point(150, y), 500, at: time + 10, stalls: false)
      if i == 1 { server.thaw() }
      server.act(.buttonRelease, Point(150, y), 0, at: time + 20, stalls: false)
    }
    #expect(server.drops == 2)
  }

  /// Fails if clicks on other windows begin or end a stroke, or if memory grows with them.
  @Test func otherWindowsArePassedOver() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    func click(_ source: Int, at time: UInt32) {
      harness.decoder.handle(RawButtonEvent(source: source, button: 1, isPress: true, time: time))
      harness.decoder.handle(RawButtonEvent(source: source, button: 1, isPress: false, time: time + 5))
    }
    for i in 0..<1000 { click(i.isMultiple(of: 2) ? 5 : 6, at: UInt32(100 + 10 * i)) }
    harness.motion(5, 10, 10, at: 20_000, [0: 1, 4: 0])
    #expect(harness.story() == "hover(10,10)")
    harness.press(5, 10, 10, at: 20_010)
    harness.motion(5, 20, 10, at: 20_020, buttons: [1], [0: 2, 4: 500])
    // Another device's click does not end the pen's stroke.
    click(6, at: 20_021)
    harness.motion(5, 30, 10, at: 20_040, buttons: [1], [0: 3, 4: 500])
    harness.release(5, 30, 10, at: 20_050)
    #expect(harness.story() == "down(20,10) drag(30,10) up.lifted(30,10)")
  }

  /// Fails if a side button whose release was dropped stays held.
  @Test func aSideButtonIsReleased() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 4: 0])
    harness.press(5, 10, 10, at: 110, 2)
    harness.decoder.handle(RawButtonEvent(source: 5, button: 2, isPress: false, time: 120))
    harness.motion(5, 20, 10, at: 130, buttons: [2], [0: 2, 4: 0])
    #expect(harness.story() == "hover(10,10) press.middle release.middle hover(20,10)")
  }
}
