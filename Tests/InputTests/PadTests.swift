import Geometry
import Testing

@testable import Input

/// Rings, strips and buttons of tablets. Breaks if a ring turns in leaps, twice, or the wrong way, if a button is not told as
/// pressed and released once, or if any of it points or draws.
@Suite struct PadTests {
  @Test("a ring turns by the finger's way: 5 degrees a place on 72 places, over the end as anywhere, both ways")
  func ring() {
    for device in [Synthetic.wacomPad(7), Synthetic.xwaylandPad(7), Synthetic.libinputPad(7)] {
      var desk = Desk(device)
      desk.motion(7, 3, 3, at: 100, [5: 68])
      #expect(desk.take().isEmpty, "the finger is put down")
      for (i, place) in [69.0, 71, 1, 0, 71, 70].enumerated() {
        desk.motion(7, 3, 3, at: UInt32(110 + 10 * i), [5: place])
      }
      #expect(desk.turns() == [5, 10, 10, -5, -5, -5])
    }
  }

  @Test("the second ring turns too, and one that rests beside it nothing")
  func secondRing() {
    var desk = Desk(Synthetic.wacomPad(7))
    desk.motion(7, 3, 3, at: 100, [3: 0, 4: 0, 5: 0, 6: 20])
    desk.motion(7, 3, 3, at: 110, [3: 0, 4: 0, 5: 0, 6: 22])
    #expect(desk.turns() == [10])
  }

  @Test(
    "lifting and putting down turns nothing: not the start of the range that drivers send, nor where the finger lands")
  func lifting() {
    var desk = Desk(Synthetic.wacomPad(7))
    for (time, place) in [
      (100, 30.0), (110, 31), (120, 0), (200, 28), (210, 29), (900, 33), (910, 34), (920, 60), (930, 61),
    ] {
      desk.motion(7, 3, 3, at: UInt32(time), [5: place])
    }
    #expect(desk.turns() == [5, 5, 5, 5])
    // Near the start too.
    for (time, place) in [(2000, 4.0), (2010, 5), (2020, 0), (2030, 5), (2040, 6)] {
      desk.motion(7, 3, 3, at: UInt32(time), [5: place])
    }
    #expect(desk.turns() == [5, 5])
  }

  @Test("the wheel's buttons that wacom sends beside a ring's values do not count; without a ring they are a turn each")
  func wheelButtons() {
    var desk = Desk(Synthetic.wacomPad(7))
    desk.motion(7, 3, 3, at: 100, [5: 10])
    desk.press(7, 3, 3, at: 110, 5, values: [5: 11])
    desk.release(7, 3, 3, at: 110, 5, values: [5: 11])
    desk.motion(7, 3, 3, at: 110, [5: 11])
    #expect(desk.story() == "turn(5)")
    desk = Desk(DeviceDescription(id: 7, name: "Keys pad", xi1Type: "PAD"))
    for button in [4, 5, 6, 7] {
      desk.press(7, 3, 3, at: 110, button)
      desk.release(7, 3, 3, at: 110, button)
    }
    #expect(desk.story() == "turn(-15) turn(15)")
  }

  @Test("a strip from top to bottom is half a turn: libinput counts it, wacom sets one bit of 13")
  func strips() {
    var desk = Desk(Synthetic.libinputPad(7))
    for i in 0...8 { desk.motion(7, 3, 3, at: UInt32(100 + 10 * i), [3: Double(i) * 512]) }
    // The first that is not the range's start puts the finger down.
    #expect(desk.turns() == Array(repeating: 22.5, count: 7))
    desk = Desk(Synthetic.wacomPad(7))
    for i in 0...12 { desk.motion(7, 3, 3, at: UInt32(100 + 10 * i), [3: 0, 4: Double(1 << i)]) }
    #expect(desk.turns() == Array(repeating: 15, count: 12))
    desk.motion(7, 3, 3, at: 300, [3: 0, 4: 0])
    desk.motion(7, 3, 3, at: 310, [3: 0, 4: 2048])
    #expect(desk.turns() == [])
  }

  @Test("buttons are counted without those that X keeps for wheels, told once down and once up")
  func buttons() {
    var desk = Desk(Synthetic.wacomPad(7))
    for button in [1, 2, 3, 8, 20, 21, 0, -3, .max] {
      desk.press(7, 3, 3, at: 100, button)
      desk.release(7, 3, 3, at: 101, button)
      desk.release(7, 3, 3, at: 102, button)
    }
    #expect(desk.story() == "pad+1 pad-1 pad+2 pad-2 pad+3 pad-3 pad+4 pad-4 pad+16 pad-16")
    desk.press(7, 3, 3, at: 110, 2)
    desk.press(7, 3, 3, at: 111, 2)
    #expect(desk.story() == "pad+2 pad-2 pad+2")
    desk.press(7, 3, 3, at: 112, 1, isEmulated: true)
    #expect(desk.take().isEmpty)
  }

  @Test("a button that is held comes up when its device goes or the window does")
  func held() {
    for end in 0..<3 {
      var desk = Desk(Synthetic.libinputPad(7))
      desk.press(7, 3, 3, at: 100, 9)
      desk.decoder.updateDevice(Synthetic.libinputPad(7), into: &desk.events)
      desk.leave(7, at: 101)
      #expect(desk.story() == "pad+5")
      switch end {
      case 0: desk.decoder.deviceRemoved(7, into: &desk.events)
      case 1: desk.decoder.windowLost(into: &desk.events)
      default: desk.leave(2, at: 110, isFromGrab: true)
      }
      desk.release(7, 3, 3, at: 120, 9)
      #expect(desk.story() == "pad-5")
    }
  }

  @Test("while a pen draws its pad's buttons are told, its ring is not, and neither adds a point")
  func duringStroke() {
    var desk = Desk(Synthetic.wacomStylus(5), Synthetic.wacomPad(7))
    desk.motion(7, 3, 3, at: 90, [5: 10])
    desk.press(5, 9, 9, at: 100, values: [2: 9000])
    desk.motion(5, 10, 10, at: 101, buttons: [1], [0: 1])
    desk.motion(7, 10, 10, at: 105, buttons: [1], [5: 12])
    desk.press(7, 10, 10, at: 106, 2, buttons: [1])
    desk.release(7, 10, 10, at: 107, 2)
    desk.motion(5, 11, 11, at: 110, buttons: [1], [0: 2])
    desk.release(5, 11, 11, at: 111)
    // The finger's way meanwhile is over and done with.
    desk.motion(7, 11, 11, at: 120, [5: 13])
    #expect(desk.story() == "down(10,10) pad+2 pad-2 drag(11,11) up.lifted(11,11) turn(5)")
  }

  @Test("garbage turns nothing and is forgotten")
  func garbage() {
    var desk = Desk(Synthetic.wacomPad(7))
    for (i, value) in [10, .nan, 11, .infinity, 12, 1e9, 13, -1e9, 14, 15].enumerated() {
      desk.motion(7, .nan, 3, at: UInt32(100 + i), [5: value, 3: .nan, 4: -.infinity])
    }
    #expect(desk.turns() == [5])
  }

  @Test("which axes are rings and strips is told by label and range, not by number")
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
