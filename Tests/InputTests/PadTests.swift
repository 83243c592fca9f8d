import Geometry
import Testing

@testable import Input

/// Rings, strips and buttons of tablets. Fails if a ring jumps, turns twice or the wrong way, or
/// one of them points or draws. A button is pressed and released once.
@Suite struct PadTests {
  @Test("a ring turns with the finger: 5 degrees for each of 72 positions, across the end too, both ways")
  func ring() {
    for device in [Synthetic.wacomPad(7), Synthetic.xwaylandPad(7), Synthetic.libinputPad(7)] {
      var harness = DecoderHarness(device)
      harness.motion(7, 3, 3, at: 100, [5: 68])
      #expect(harness.take().isEmpty, "the finger is put down")
      for (i, place) in [69.0, 71, 1, 0, 71, 70].enumerated() {
        harness.motion(7, 3, 3, at: UInt32(110 + 10 * i), [5: place])
      }
      #expect(harness.turns() == [5, 10, 10, -5, -5, -5])
    }
  }

  @Test("the second ring turns too; a resting one beside it does not")
  func secondRing() {
    var harness = DecoderHarness(Synthetic.wacomPad(7))
    harness.motion(7, 3, 3, at: 100, [3: 0, 4: 0, 5: 0, 6: 20])
    harness.motion(7, 3, 3, at: 110, [3: 0, 4: 0, 5: 0, 6: 22])
    #expect(harness.turns() == [10])
  }

  @Test(
    "lifting and landing do not turn: neither the range's start nor the position where the finger lands")
  func lifting() {
    var harness = DecoderHarness(Synthetic.wacomPad(7))
    for (time, place) in [
      (100, 30.0), (110, 31), (120, 0), (200, 28), (210, 29), (900, 33), (910, 34), (920, 60), (930, 61),
    ] {
      harness.motion(7, 3, 3, at: UInt32(time), [5: place])
    }
    #expect(harness.turns() == [5, 5, 5, 5])
    // The same near the start.
    for (time, place) in [(2000, 4.0), (2010, 5), (2020, 0), (2030, 5), (2040, 6)] {
      harness.motion(7, 3, 3, at: UInt32(time), [5: place])
    }
    #expect(harness.turns() == [5, 5])
  }

  @Test("the wheel's buttons that wacom sends beside a ring's values do not count; without a ring they are a turn each")
  func wheelButtons() {
    var harness = DecoderHarness(Synthetic.wacomPad(7))
    harness.motion(7, 3, 3, at: 100, [5: 10])
    harness.press(7, 3, 3, at: 110, 5, values: [5: 11])
    harness.release(7, 3, 3, at: 110, 5, values: [5: 11])
    harness.motion(7, 3, 3, at: 110, [5: 11])
    #expect(harness.story() == "turn(5)")
    harness = DecoderHarness(DeviceDescription(id: 7, name: "Keys pad", xi1Type: "PAD"))
    for button in [4, 5, 6, 7] {
      harness.press(7, 3, 3, at: 110, button)
      harness.release(7, 3, 3, at: 110, button)
    }
    #expect(harness.story() == "turn(-15) turn(15)")
  }

  @Test("a strip from top to bottom is half a turn: libinput counts it, wacom sets one bit of 13")
  func strips() {
    var harness = DecoderHarness(Synthetic.libinputPad(7))
    for i in 0...8 { harness.motion(7, 3, 3, at: UInt32(100 + 10 * i), [3: Double(i) * 512]) }
    // The first value other than the range's start puts the finger down.
    #expect(harness.turns() == Array(repeating: 22.5, count: 7))
    harness = DecoderHarness(Synthetic.wacomPad(7))
    for i in 0...12 { harness.motion(7, 3, 3, at: UInt32(100 + 10 * i), [3: 0, 4: Double(1 << i)]) }
    #expect(harness.turns() == Array(repeating: 15, count: 12))
    harness.motion(7, 3, 3, at: 300, [3: 0, 4: 0])
    harness.motion(7, 3, 3, at: 310, [3: 0, 4: 2048])
    #expect(harness.turns() == [])
  }

  @Test("buttons are numbered without those reserved for wheels; each press has one release")
  func buttons() {
    var harness = DecoderHarness(Synthetic.wacomPad(7))
    for button in [1, 2, 3, 8, 20, 21, 0, -3, .max] {
      harness.press(7, 3, 3, at: 100, button)
      harness.release(7, 3, 3, at: 101, button)
      harness.release(7, 3, 3, at: 102, button)
    }
    #expect(harness.story() == "pad+1 pad-1 pad+2 pad-2 pad+3 pad-3 pad+4 pad-4 pad+16 pad-16")
    harness.press(7, 3, 3, at: 110, 2)
    harness.press(7, 3, 3, at: 111, 2)
    #expect(harness.story() == "pad+2 pad-2 pad+2")
    harness.press(7, 3, 3, at: 112, 1, isEmulated: true)
    #expect(harness.take().isEmpty)
  }

  @Test("a held button is released when its device or the window disappears")
  func held() {
    for end in 0..<3 {
      var harness = DecoderHarness(Synthetic.libinputPad(7))
      harness.press(7, 3, 3, at: 100, 9)
      harness.decoder.updateDevice(Synthetic.libinputPad(7), into: &harness.events)
      harness.leave(7, at: 101)
      #expect(harness.story() == "pad+5")
      switch end {
      case 0: harness.decoder.deviceRemoved(7, into: &harness.events)
      case 1: harness.decoder.windowLost(into: &harness.events)
      default: harness.leave(2, at: 110, isFromGrab: true)
      }
      harness.release(7, 3, 3, at: 120, 9)
      #expect(harness.story() == "pad-5")
    }
  }

  @Test("during a stroke the pad's buttons are reported, its ring is not, and neither adds a point")
  func duringStroke() {
    var harness = DecoderHarness(Synthetic.wacomStylus(5), Synthetic.wacomPad(7))
    harness.motion(7, 3, 3, at: 90, [5: 10])
    harness.press(5, 9, 9, at: 100, values: [2: 9000])
    harness.motion(5, 10, 10, at: 101, buttons: [1], [0: 1])
    harness.motion(7, 10, 10, at: 105, buttons: [1], [5: 12])
    harness.press(7, 10, 10, at: 106, 2, buttons: [1])
    harness.release(7, 10, 10, at: 107, 2)
    harness.motion(5, 11, 11, at: 110, buttons: [1], [0: 2])
    harness.release(5, 11, 11, at: 111)
    // The movement in between is not reported later.
    harness.motion(7, 11, 11, at: 120, [5: 13])
    #expect(harness.story() == "down(10,10) pad+2 pad-2 drag(11,11) up.lifted(11,11) turn(5)")
  }

  @Test("garbage turns nothing and is forgotten")
  func garbage() {
    var harness = DecoderHarness(Synthetic.wacomPad(7))
    for (i, value) in [10, .nan, 11, .infinity, 12, 1e9, 13, -1e9, 14, 15].enumerated() {
      harness.motion(7, .nan, 3, at: UInt32(100 + i), [5: value, 3: .nan, 4: -.infinity])
    }
    #expect(harness.turns() == [5])
  }

  @Test("rings and strips are recognised by label and range, not by number")
  func axes() {
    func shapes(_ device: DeviceDescription) -> [Int: PadAxis.Shape] {
      Dictionary(uniqueKeysWithValues: AxisTable(device, as: .pad).padAxes.map { ($0.number, $0.shape) })
    }
    #expect(shapes(Synthetic.wacomPad()) == [3: .bits, 4: .bits, 5: .ring, 6: .ring])
    #expect(shapes(Synthetic.libinputPad()) == [3: .strip, 4: .strip, 5: .ring, 6: .ring])
    // 2 is the pressure that Xwayland never sends.
    #expect(shapes(Synthetic.xwaylandPad()) == [2: .strip, 3: .strip, 4: .strip, 5: .ring, 6: .ring])
    var moved = Synthetic.wacomPad()
    moved.axes = [
      AxisDescription(number: 9, label: "Abs Wheel", max: 1023), AxisDescription(number: 2, label: "", max: 0),
    ]
    #expect(shapes(moved) == [9: .ring])
  }
}
