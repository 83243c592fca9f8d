import Geometry
import Ink

@testable import Input

/// Descriptions of the drivers' devices, one for each row of the axis table of pens and pads.
enum Synthetic {
  static func wacomStylus(_ id: Int = 10) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pen stylus", vendor: 0x056a, product: 0x0357, wacomToolType: "STYLUS",
      isToolNear: true, xi1Type: "STYLUS", buttonCount: 9, axes: wacomAxes + [wheel, relHoriz, relVert])
  }

  static func wacomEraser(_ id: Int = 11) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pen eraser", vendor: 0x056a, product: 0x0357, wacomToolType: "ERASER",
      isToolNear: true, xi1Type: "ERASER", buttonCount: 9, axes: wacomAxes)
  }

  static func wacomCursor(_ id: Int = 12) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pen cursor", wacomToolType: "CURSOR", isToolNear: true, xi1Type: "CURSOR",
      axes: [
        absX(44704), absY(27940), AxisDescription(number: 3, label: "Abs Rotary Z", min: -900, max: 899, resolution: 1),
        AxisDescription(number: 4, label: "Abs Throttle", min: -1023, max: 1023, resolution: 1),
      ])
  }

  static func wacomPad(_ id: Int = 13) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pad pad", wacomToolType: "PAD", isToolNear: false, xi1Type: "PAD",
      axes: [
        AxisDescription(number: 3, label: "", min: 0, max: 4096),
        AxisDescription(number: 4, label: "", min: 0, max: 4096),
        AxisDescription(number: 5, label: "Abs Wheel", min: 0, max: 71),
        AxisDescription(number: 6, label: "", min: 0, max: 71),
      ])
  }

  static func wacomTouch(_ id: Int = 14) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Finger touch", wacomToolType: "TOUCH", xi1Type: "TOUCH", hasTouchClass: true,
      axes: [absX(4096), absY(4096), pressure(number: 2, max: 65536)])
  }

  static func libinputPen(_ id: Int = 20) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pen Pen (0x8d200ae1)", vendor: 0x056a, product: 0x0357, xi1Type: "STYLUS",
      axes: libinputAxes)
  }

  static func libinputEraser(_ id: Int = 21) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pen Eraser (0x8d200ae1)", xi1Type: "ERASER", axes: libinputAxes)
  }

  static func libinputPad(_ id: Int = 22) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Wacom Intuos Pro M Pad", xi1Type: "PAD",
      axes: [
        absX(16_777_215), absY(16_777_215), pressure(number: 2, max: 16_777_215),
        AxisDescription(number: 3, label: "", max: 4096), AxisDescription(number: 4, label: "", max: 4096),
        AxisDescription(number: 5, label: "Abs Wheel", max: 71), AxisDescription(number: 6, label: "", max: 71),
      ])
  }

  static func xwaylandStylus(_ id: Int = 30) -> DeviceDescription {
    DeviceDescription(id: id, name: "xwayland-tablet stylus:12", xi1Type: "TABLET", axes: xwaylandAxes)
  }

  static func xwaylandEraser(_ id: Int = 31) -> DeviceDescription {
    DeviceDescription(id: id, name: "xwayland-tablet eraser:12", xi1Type: "TABLET", axes: xwaylandAxes)
  }

  static func xwaylandCursor(_ id: Int = 32) -> DeviceDescription {
    DeviceDescription(id: id, name: "xwayland-tablet cursor:12", xi1Type: "TABLET", axes: xwaylandAxes)
  }

  /// Xwayland's pad has labels for X and Y only, and a pressure that is never sent.
  static func xwaylandPad(_ id: Int = 33) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "xwayland-tablet-pad:12", xi1Type: "TABLET", buttonCount: 13,
      axes: [
        absX(100), absY(100), AxisDescription(number: 2, label: "", max: 2048),
        AxisDescription(number: 3, label: "", max: 2048), AxisDescription(number: 4, label: "", max: 2048),
        AxisDescription(number: 5, label: "", max: 71), AxisDescription(number: 6, label: "", max: 71),
      ])
  }

  /// evdev keeps the kernel's order and units: pressure is the sixth valuator; 3 and 4 are missing.
  static func evdevPen(_ id: Int = 40) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "HID 256c:006d", xi1Type: "TABLET",
      axes: [
        absX(50800), absY(31750), AxisDescription(number: 2, label: "Abs Distance", max: 63),
        pressure(number: 5, max: 8191),
        AxisDescription(number: 7, label: "Abs Tilt X", min: -60, max: 60, resolution: 57000),
        AxisDescription(number: 9, label: "Abs Tilt Y", min: -60, max: 60, resolution: 57000),
      ])
  }

  static func inputtestPen(_ id: Int = 50) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "test tablet", xi1Type: "TABLET",
      axes: [
        absX(65535), absY(65535),
        AxisDescription(number: 2, label: "Rel Horiz Scroll", scrollIncrement: 120, scrollsSideways: true),
        AxisDescription(number: 3, label: "Rel Vert Scroll", scrollIncrement: 120), pressure(number: 4, max: 1000),
      ])
  }

  static func mouse(_ id: Int = 60, horizontal: Bool = true) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Some Optical Mouse", xi1Type: "MOUSE", buttonCount: 9,
      axes: [
        AxisDescription(number: 0, label: "Rel X", isAbsolute: false),
        AxisDescription(number: 1, label: "Rel Y", isAbsolute: false),
        AxisDescription(number: 3, label: "Rel Vert Scroll", isAbsolute: false, scrollIncrement: 15),
      ]
        + (horizontal
          ? [
            AxisDescription(
              number: 2, label: "Rel Horiz Scroll", isAbsolute: false, scrollIncrement: 15, scrollsSideways: true)
          ] : []))
  }

  static func touchpad(_ id: Int = 61) -> DeviceDescription {
    var device = mouse(id)
    device.name = "Some Touch Pad"
    device.xi1Type = "TOUCHPAD"
    return device
  }

  static func keyboard(_ id: Int = 70) -> DeviceDescription {
    DeviceDescription(id: id, name: "Some Keyboard", use: .slaveKeyboard, xi1Type: "KEYBOARD")
  }

  static var all: [DeviceDescription] {
    [
      wacomStylus(), wacomEraser(), wacomCursor(), wacomPad(), wacomTouch(), libinputPen(), libinputEraser(),
      libinputPad(), xwaylandStylus(), xwaylandEraser(), xwaylandCursor(), xwaylandPad(), evdevPen(), inputtestPen(),
      mouse(),
      touchpad(), keyboard(),
    ]
  }

  static func absX(_ max: Double) -> AxisDescription { AxisDescription(number: 0, label: "Abs X", max: max) }
  static func absY(_ max: Double) -> AxisDescription { AxisDescription(number: 1, label: "Abs Y", max: max) }
  static func pressure(number: Int, max: Double) -> AxisDescription {
    AxisDescription(number: number, label: "Abs Pressure", max: max)
  }
  static func tilt(_ number: Int, _ label: String, _ min: Double, _ max: Double, _ resolution: Int) -> AxisDescription {
    AxisDescription(number: number, label: label, min: min, max: max, resolution: resolution)
  }
  static let wheel = AxisDescription(number: 5, label: "Abs Wheel", min: -900, max: 899, resolution: 1)
  static let relHoriz = AxisDescription(
    number: 6, label: "Rel Horiz Scroll", isAbsolute: false, scrollIncrement: 1, scrollsSideways: true)
  static let relVert = AxisDescription(
    number: 7, label: "Rel Vert Scroll", isAbsolute: false, scrollIncrement: 1)
  static var wacomAxes: [AxisDescription] {
    [
      absX(44704), absY(27940), pressure(number: 2, max: 65536), tilt(3, "Abs Tilt X", -64, 63, 57),
      tilt(4, "Abs Tilt Y", -64, 63, 57),
    ]
  }
  static var libinputAxes: [AxisDescription] {
    [
      absX(16_777_215), absY(16_777_215), pressure(number: 2, max: 2047), tilt(3, "Abs Tilt X", -64, 64, 0),
      tilt(4, "Abs Tilt Y", -64, 64, 0), AxisDescription(number: 5, label: "Abs Rotary Z", min: -180, max: 180),
    ]
  }
  static var xwaylandAxes: [AxisDescription] {
    [
      absX(262143), absY(262143), pressure(number: 2, max: 65535), tilt(3, "Abs Tilt X", -64, 63, 57),
      tilt(4, "Abs Tilt Y", -64, 63, 57), wheel,
    ]
  }
}

/// A decoder and its events, with short functions for tests. Times in ms.
struct DecoderHarness {
  var decoder = InputDecoder()
  var events: [InputEvent] = []

  init(_ devices: DeviceDescription...) { decoder.setDevices(devices, into: &events) }

  mutating func send(_ raw: RawPointerEvent) { decoder.handle(raw, into: &events) }

  mutating func motion(
    _ source: Int, _ x: Double, _ y: Double, at time: UInt32, buttons: Set<Int> = [], _ values: [Int: Double] = [:],
    isEmulated: Bool = false
  ) {
    send(
      RawPointerEvent(
        kind: .motion, source: source, time: time, position: Point(x, y), buttons: mask(buttons),
        isEmulated: isEmulated, valuators: valuators(values)))
  }

  mutating func press(
    _ source: Int, _ x: Double, _ y: Double, at time: UInt32, _ button: Int = 1, buttons: Set<Int> = [],
    values: [Int: Double] = [:], isEmulated: Bool = false
  ) {
    send(
      RawPointerEvent(
        kind: .buttonPress, source: source, button: button, time: time, position: Point(x, y), buttons: mask(buttons),
        isEmulated: isEmulated, valuators: valuators(values)))
  }

  mutating func release(
    _ source: Int, _ x: Double, _ y: Double, at time: UInt32, _ button: Int = 1, values: [Int: Double] = [:]
  ) {
    send(
      RawPointerEvent(
        kind: .buttonRelease, source: source, button: button, time: time, position: Point(x, y),
        buttons: mask([button]), valuators: valuators(values)))
  }

  mutating func enter(_ source: Int, _ x: Double = 0, _ y: Double = 0, at time: UInt32) {
    send(RawPointerEvent(kind: .enter, source: source, time: time, position: Point(x, y)))
  }

  mutating func leave(_ source: Int, at time: UInt32, isFromGrab: Bool = false) {
    send(
      RawPointerEvent(kind: .leave, source: source, time: time, position: Point(-1, 5), isFromGrab: isFromGrab))
  }

  mutating func take() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  /// The pointer events so far in short: "down(3,4)".
  mutating func story() -> String { take().map(brief).joined(separator: " ") }

  mutating func samples() -> [PenSample] {
    take().compactMap { if case .pointer(let event) = $0 { event.sample } else { nil } }
  }

  /// Removes and returns the turns of rings so far, degrees.
  mutating func turns() -> [Double] {
    take().compactMap {
      guard case .pad(let event) = $0, case .turn(let angle) = event.phase else { return nil }
      return (angle.degrees * 1e6).rounded() / 1e6
    }
  }

  mutating func scrolling() -> [ScrollEvent] {
    take().compactMap { if case .scroll(let event) = $0 { event } else { nil } }
  }
}

func mask(_ buttons: Set<Int>) -> UInt32 { buttons.reduce(0) { (0..<32).contains($1) ? $0 | 1 << UInt32($1) : $0 } }

func valuators(_ values: [Int: Double]) -> Valuators {
  var result = Valuators()
  for (number, value) in values { result[number] = value }
  return result
}

func brief(_ event: InputEvent) -> String {
  func number(_ v: Double) -> String { v == v.rounded() ? String(Int(v)) : String(v) }
  switch event {
  case .scroll(let scroll): return "scroll(\(number(scroll.dx)),\(number(scroll.dy)))"
  case .key: return "key"
  case .pad(let pad):
    switch pad.phase {
    case .press(let number): return "pad+\(number)"
    case .release(let number): return "pad-\(number)"
    case .turn(let angle): return "turn(\(number((angle.degrees * 1e6).rounded() / 1e6)))"
    }
  case .text(let text): return "text(\(text))"
  case .touch(let touch): return brief(touch)
  case .pinch(let pinch): return "pinch.\(pinch.phase)(\(number(pinch.scale)),\(number(pinch.turn.degrees.rounded())))"
  case .pointer(let pointer):
    let place = "(\(number(pointer.sample.position.x)),\(number(pointer.sample.position.y)))"
    switch pointer.phase {
    case .hover: return "hover" + place
    case .down: return "down" + place
    case .drag: return "drag" + place
    case .up(let end): return "up.\(end)" + place
    case .press(let button): return "press.\(button)"
    case .release(let button): return "release.\(button)"
    case .left: return "left"
    }
  }
}

func brief(_ touch: TouchEvent) -> String {
  func places(_ grip: Grip) -> String {
    ([grip.first] + (grip.second.map { [$0] } ?? [])).map { "(\(Int($0.x)),\(Int($0.y)))" }.joined()
  }
  switch touch {
  case .hold(let grip): return "hold" + places(grip)
  case .move(let grip): return "move" + places(grip)
  case .release: return "let-go"
  case .cancel: return "cancel"
  case .tap(let fingers): return "tap\(fingers)"
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }
