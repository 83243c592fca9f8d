import Geometry
import Testing

@testable import Input

/// Fails if an axis is found by number instead of label, or scaled by an assumed range.
@Suite struct AxisTests {
  @Test("pressure is scaled by each device's own range")
  func pressureRanges() throws {
    for (device, half) in [
      (Synthetic.libinputPen(), 1023.5), (Synthetic.xwaylandEraser(), 32767.5), (Synthetic.evdevPen(), 4095.5),
      (Synthetic.inputtestPen(), 500),
    ] {
      let axis = try #require(AxisTable(device, as: DeviceClass(of: device)).pressure)
      #expect(axis.pressure(of: half) == 0.5)
      #expect(axis.pressure(of: 0) == 0)
      #expect(axis.pressure(of: half * 2) == 1)
    }
  }

  @Test("a range that does not start at 0")
  func shiftedRange() throws {
    var device = Synthetic.inputtestPen()
    device.axes[4].min = -100
    device.axes[4].max = 300
    #expect(AxisTable(device, as: .stylus).pressure?.pressure(of: 0) == 0.25)
  }

  @Test("wacom's press threshold: 1.3 % is 0, the maximum 1, between them (p - t) / (1 - t); others have none")
  func threshold() throws {
    let wacom = DeviceProfile(Synthetic.wacomStylus(), nil)
    #expect(wacom.pressThreshold == 0.013)
    #expect(DeviceProfile(Synthetic.libinputPen(), nil).pressThreshold == 0)
    #expect(DeviceProfile(Synthetic.xwaylandStylus(), nil).pressThreshold == 0)
    #expect(DeviceProfile(Synthetic.inputtestPen(), nil).pressThreshold == 0)
    let table = AxisTable(Synthetic.wacomStylus(), as: .stylus, pressThreshold: wacom.pressThreshold)
    let axis = try #require(table.pressure)
    #expect(axis.pressure(of: 65536) == 1)
    #expect(axis.pressure(of: 500) == 0)
    #expect(isNear(try #require(axis.pressure(of: 0.013 * 65536)), 0))
    // (0.5 - 0.013) / 0.987
    #expect(isNear(try #require(axis.pressure(of: 32768)), 0.493_414_387_031_408_3, 1e-12))
  }

  @Test("an unreasonable threshold from the settings counts as none")
  func badThreshold() {
    for value in [1, 2, -0.5, .nan, .infinity] {
      #expect(DeviceProfile(Synthetic.wacomStylus(), DeviceOverride(pressThreshold: value)).pressThreshold == 0)
    }
  }

  @Test("pressure out of range is clamped, garbage is refused")
  func pressureGarbage() throws {
    let axis = try #require(AxisTable(Synthetic.inputtestPen(), as: .stylus).pressure)
    #expect(axis.pressure(of: 1001) == 1)
    #expect(axis.pressure(of: -3) == 0)
    for raw in [Double.nan, .infinity, -.infinity, 4_294_967_295, -4_294_967_295, 2001, -1001] {
      #expect(axis.pressure(of: raw) == nil)
    }
  }

  @Test("an unknown range: no pressure axis, so the pressure is constant")
  func unknownRange() {
    for (low, high) in [(0.0, 0.0), (5, -5), (.nan, 100), (0, .infinity)] {
      var device = Synthetic.inputtestPen()
      device.axes[4].min = low
      device.axes[4].max = high
      #expect(AxisTable(device, as: .stylus).pressure == nil)
    }
  }

  @Test("tilt: degrees where X says 57 or nothing, radians = value * 1000 / resolution for evdev")
  func tiltUnits() throws {
    for device in [Synthetic.wacomStylus(), Synthetic.libinputPen(), Synthetic.xwaylandStylus()] {
      let axis = try #require(AxisTable(device, as: .stylus).tiltX)
      #expect(isNear(try #require(axis.tilt(of: 45)).radians, .pi / 4))
    }
    let evdev = try #require(AxisTable(Synthetic.evdevPen(), as: .stylus).tiltY)
    #expect(evdev.number == 9)
    // 57 units are one radian.
    #expect(isNear(try #require(evdev.tilt(of: 57)).radians, 1))
    #expect(isNear(try #require(evdev.tilt(of: -28.5)).radians, -0.5))
  }

  @Test("tilt out of range is clamped to the range and to 89 degrees, garbage is refused, an unknown range is fine")
  func tiltGarbage() throws {
    let axis = try #require(AxisTable(Synthetic.wacomStylus(), as: .stylus).tiltX)
    #expect(isNear(try #require(axis.tilt(of: 90)).degrees, 63))
    #expect(axis.tilt(of: .nan) == nil)
    #expect(axis.tilt(of: 1e9) == nil)
    let free = TiltAxis(AxisDescription(number: 3, label: "Abs Tilt X"))
    #expect(isNear(try #require(free.tilt(of: 30)).degrees, 30))
    #expect(isNear(try #require(free.tilt(of: 4000)).degrees, 89))
    #expect(free.tilt(of: .infinity) == nil)
  }

  @Test("rotation: value / 5 - 90 degrees on wacom and Xwayland, none on libinput, an airbrush's wheel or a pad's ring")
  func rotation() throws {
    let axis = try #require(AxisTable(Synthetic.xwaylandStylus(), as: .stylus).rotation)
    #expect(isNear(try #require(axis.rotation(of: 450)).degrees, 0))
    #expect(isNear(try #require(axis.rotation(of: 0)).degrees, -90))
    #expect(isNear(try #require(axis.rotation(of: 899)).degrees, 89.8))
    // -270 degrees is a quarter turn clockwise.
    #expect(isNear(try #require(axis.rotation(of: -900)).degrees, 90))
    #expect(AxisTable(Synthetic.libinputPen(), as: .stylus).rotation == nil)
    #expect(AxisTable(Synthetic.wacomPad(), as: .pad).rotation == nil)
    #expect(RotationAxis(AxisDescription(number: 5, label: "Abs Wheel", min: 0, max: 1023)) == nil)
  }

  @Test("only pens have pressure: not the touch, the pad or the puck")
  func notPens() {
    for device in [Synthetic.wacomTouch(), Synthetic.libinputPad(), Synthetic.xwaylandCursor()] {
      #expect(AxisTable(device, as: DeviceClass(of: device)).pressure == nil)
    }
  }

  @Test("invalid valuator numbers and increments are ignored")
  func impossible() {
    let device = DeviceDescription(
      id: 9, name: "odd",
      axes: [
        AxisDescription(number: 36, label: "Abs Pressure", max: 10),
        AxisDescription(number: -1, label: "Abs Tilt X"),
        AxisDescription(number: 2, label: "", scrollIncrement: 0),
        AxisDescription(number: 3, label: "", scrollIncrement: .nan),
        AxisDescription(number: 4, label: "", scrollIncrement: -2, scrollsSideways: true),
      ])
    let table = AxisTable(device, as: .stylus)
    #expect(table.pressure == nil && table.tiltX == nil && table.verticalScroll == nil)
    #expect(table.horizontalScroll?.increment == -2)
    #expect(table.scrollMask == 0b11100)
  }
}

/// Fails if the signs, the order of the arguments, or the hold near upright change.
@Suite struct AttitudeTests {
  private func attitude(_ x: Double, _ y: Double) -> Attitude {
    var attitude = Attitude()
    attitude.update(tiltX: Angle(degrees: x), tiltY: Angle(degrees: y))
    return attitude
  }

  @Test(
    "altitude and azimuth of known tilts",
    arguments: [
      (0.0, 0.0, 90.0, 0.0), (45, 0, 45, 0), (-45, 0, 45, 180), (0, 45, 45, 90), (0, -45, 45, -90), (60, 0, 30, 0),
      // 45 degrees both ways: the tangent of the tilt is sqrt 2, the altitude atan(1 / sqrt 2) =
      // 35.264 degrees.
      (45, 45, 35.264_389_682_754_654, 45), (-45, 45, 35.264_389_682_754_654, 135),
    ])
  func knownAttitudes(x: Double, y: Double, altitude: Double, azimuth: Double) {
    let attitude = attitude(x, y)
    #expect(isNear(attitude.altitude.degrees, altitude, 1e-9))
    #expect(isNear(attitude.azimuth.degrees, azimuth, 1e-9))
  }

  @Test("below 3 degrees the azimuth is held until it leans by 5 again; the altitude follows")
  func hold() {
    var attitude = attitude(0, 30)
    attitude.update(tiltX: Angle(degrees: 4), tiltY: .zero)
    #expect(isNear(attitude.azimuth.degrees, 0))
    attitude.update(tiltX: .zero, tiltY: Angle(degrees: 30))
    attitude.update(tiltX: Angle(degrees: -2), tiltY: .zero)
    #expect(isNear(attitude.azimuth.degrees, 90))
    #expect(isNear(attitude.altitude.degrees, 88))
    attitude.update(tiltX: Angle(degrees: -4), tiltY: .zero)
    #expect(isNear(attitude.azimuth.degrees, 90))
    attitude.update(tiltX: Angle(degrees: -6), tiltY: .zero)
    #expect(isNear(attitude.azimuth.degrees, 180))
  }
}
