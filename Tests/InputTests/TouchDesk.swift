import Geometry
import Ink

@testable import Input

/// Fingers, a pen, a mouse and a touchpad, and what comes of them.
struct TouchDesk {
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

  var desk = Desk(Self.touchScreen(), Synthetic.inputtestPen(Self.pen), Synthetic.mouse(), Synthetic.touchpad())

  mutating func finger(
    _ phase: RawTouchEvent.Phase, _ x: Double, _ y: Double, at time: UInt32, _ finger: UInt32 = 1,
    source: Int = Self.screen, values: [Int: Double] = [:], onPanel: Bool = false
  ) {
    desk.decoder.handle(
      RawTouchEvent(
        phase: phase, source: source, finger: finger, time: time, position: Point(x, y), valuators: valuators(values)),
      isOnPanel: onPanel, into: &desk.events)
  }

  mutating func pinch(_ phase: RawPinchEvent.Phase, _ scale: Double, _ turn: Double = 0, at time: UInt32) {
    desk.decoder.handle(
      RawPinchEvent(phase: phase, source: 61, time: time, position: Point(40, 30), scale: scale, turn: turn),
      into: &desk.events)
  }

  mutating func near(_ isNear: Bool, at time: UInt32) {
    if isNear {
      desk.decoder.proximityIn(Self.pen, at: time, into: &desk.events)
    } else {
      desk.decoder.proximityOut(Self.pen, at: time, into: &desk.events)
    }
  }

  /// A finger that moves by 30 px.
  mutating func swipe(at time: UInt32) -> String {
    finger(.begin, 100, 100, at: time)
    finger(.update, 130, 100, at: time + 10)
    finger(.end, 130, 100, at: time + 20)
    return desk.story()
  }
}
