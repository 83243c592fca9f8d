import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

@Suite struct TouchMixtureTests {
  /// Fails if random input of pens, mice, fingers and pinches crashes, has two strokes at once,
  /// leaves one open, or moves the canvas during a stroke.
  @Test(arguments: 1...12) func randomSequences(seed: UInt64) {
    var g = RandomSource(seed)
    var d = TouchHarness()
    var time: UInt32 = .max - 50_000
    var open: Int?
    var isHeld = false
    var held = Set<Int>()
    var counts: [String: Int] = [:]
    func check(_ events: [InputEvent]) {
      for event in events {
        switch event {
        case .touch(let touch):
          #expect(open == nil, "the canvas moves below a stroke")
          switch touch {
          case .hold: isHeld = true
          case .move: #expect(isHeld)
          default:
            #expect(isHeld)
            isHeld = false
          }
          counts["touch", default: 0] += 1
        case .pinch(let pinch):
          #expect(open == nil, "a pinch amid a stroke")
          #expect(pinch.scale > 0 && pinch.turn.radians.isFinite)
          counts["pinch", default: 0] += 1
        case .pointer(let pointer):
          #expect(pointer.sample.position.isFinite)
          switch pointer.phase {
          case .down:
            #expect(open == nil && !isHeld, "two things at once")
            open = pointer.source
            counts["down\(pointer.source)", default: 0] += 1
          case .up:
            #expect(open == pointer.source)
            open = nil
          default: #expect(open == nil || open == pointer.source)
          }
        default: Issue.record("out of nowhere")
        }
      }
    }
    for i in 0..<4000 {
      time &+= UInt32(g.isOne(in: 25) ? g.roll(500...900) : g.roll(0...9))
      let (x, y): (Double, Double) = (g.roll(0...900), g.roll(0...700))
      // Rare, since fingers are ignored near a pen.
      let source = g.isOne(in: 12) ? TouchHarness.pen : 60
      switch g.roll(0..<100) {
      case 0..<50:
        let phase: RawTouchEvent.Phase = [.begin, .update, .update, .end][g.roll(0..<4)]
        d.finger(
          phase, g.isOne(in: 40) ? .nan : x, y, at: time, UInt32(g.roll(0...3)),
          values: g.isOne(in: 20) ? [5: g.roll(-100...900)] : [:], onPanel: g.isOne(in: 3))
      case 50..<60:
        d.pinch([.begin, .update, .update, .end][g.roll(0..<4)], g.roll(-1...3), g.roll(-5...5), at: time)
      case 60..<70: d.harness.motion(source, x, y, at: time, buttons: held)
      case 70..<75:
        let button = g.roll(1...3)
        d.harness.press(source, x, y, at: time, button, buttons: held)
        held.insert(button)
      case 75..<90:
        let button = g.roll(1...3)
        d.harness.release(source, x, y, at: time, button)
        held.remove(button)
      case 90 where g.isOne(in: 3):
        d.near(true, at: time)
        if g.isOne(in: 2) { d.harness.press(TouchHarness.pen, x, y, at: time) }
        d.near(false, at: time)
      case 91 where g.isOne(in: 4): d.harness.decoder.windowLost(into: &d.harness.events)
      case 92 where g.isOne(in: 4): d.harness.decoder.deviceRemoved(TouchHarness.screen, into: &d.harness.events)
      case 93: d.harness.decoder.updateDevice(TouchHarness.touchScreen(), into: &d.harness.events)
      case 94: d.harness.decoder.tick(now: Double(i) / 100, into: &d.harness.events)
      case 95: if open == nil, !isHeld { d.harness.decoder.touches.use = TouchUse.allCases[g.roll(0..<3)] }
      default: break
      }
      check(d.harness.take())
    }
    d.harness.decoder.windowLost(into: &d.harness.events)
    check(d.harness.take())
    #expect(open == nil && !isHeld, "the window is lost, and something goes on")
    for key in ["touch", "pinch", "down90", "down60", "down50"] { #expect(counts[key, default: 0] > 3, "\(key)") }
  }
}
