import Geometry
import Ink

@testable import Input

/// A decoder with a touch screen, a pen, a mouse and a touchpad.
struct TouchHarness {
  static let screen = 90
  static let pen = 50

  static func touchScreen(_ id: Int = screen) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Some Touchscreen", xi1Type: "TOUCHSCREEN", hasTouchClass: true,
      axes: [
        AxisDescription(number: 0, label: "Abs MT Position X", max: 4000, resolution: 20_000),
        AxisDescription(number: 1, label: "Abs MT Position Y", max: 3000, resolution: 20_000),
        AxisDescription(number: 5, label: "Abs MT Touch Major", max: 4000),
      ])
  }

  var harness = DecoderHarness(
    Self.touchScreen(), Synthetic.inputtestPen(Self.pen), Synthetic.mouse(), Synthetic.touchpad())

  mutating func finger(
    _ phase: RawTouchEvent.Phase, _ x: Double, _ y: Double, at time: UInt32, _ finger: UInt32 = 1,
    source: Int = Self.screen, values: [Int: Double] = [:], onPanel: Bool = false
  ) {
    harness.decoder.handle(
      RawTouchEvent(
        phase: phase, source: source, finger: finger, time: time, position: Point(x, y), valuators: valuators(values)),
      isOnPanel: onPanel, into: &harness.events)
  }

  mutating func pinch(_ phase: RawPinchEvent.Phase, _ scale: Double, _ turn: Double = 0, at time: UInt32) {
    harness.decoder.handle(
      RawPinchEvent(phase: phase, source: 61, time: time, position: Point(40, 30), scale: scale, turn: turn),
      into: &harness.events)
  }

  mutating func near(_ isNear: Bool, at time: UInt32) {
    if isNear {
      harness.decoder.proximityIn(Self.pen, at: time, into: &harness.events)
    } else {
      harness.decoder.proximityOut(Self.pen, at: time, into: &harness.events)
    }
  }

  /// A finger that moves by 30 px.
  mutating func swipe(at time: UInt32) -> String {
    finger(.begin, 100, 100, at: time)
    finger(.update, 130, 100, at: time + 10)
    finger(.end, 130, 100, at: time + 20)
    return harness.story()
  }
}
