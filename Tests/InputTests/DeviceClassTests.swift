import Ink
import Testing

@testable import Input

/// Fails if the order of precedence changes, or a driver's naming is not understood.
@Suite struct DeviceClassTests {
  @Test(
    "each row of the axis table has its class",
    arguments: [
      (Synthetic.wacomStylus(), DeviceClass.stylus), (Synthetic.wacomEraser(), .eraser),
      (Synthetic.wacomCursor(), .cursor), (Synthetic.wacomPad(), .pad), (Synthetic.wacomTouch(), .touch),
      (Synthetic.libinputPen(), .stylus), (Synthetic.libinputEraser(), .eraser), (Synthetic.libinputPad(), .pad),
      (Synthetic.xwaylandStylus(), .stylus), (Synthetic.xwaylandEraser(), .eraser),
      (Synthetic.xwaylandCursor(), .cursor), (Synthetic.xwaylandPad(), .pad), (Synthetic.evdevPen(), .stylus),
      (Synthetic.inputtestPen(), .stylus),
      (Synthetic.mouse(), .mouse), (Synthetic.touchpad(), .mouse), (Synthetic.keyboard(), .keyboard),
    ])
  func rows(device: DeviceDescription, expected: DeviceClass) {
    #expect(DeviceClass(of: device) == expected)
  }

  @Test("a touch class precedes the properties")
  func touchFirst() {
    var device = Synthetic.wacomStylus()
    device.hasTouchClass = true
    #expect(DeviceClass(of: device) == .touch)
  }

  @Test("a touchpad with a touch class moves the pointer and is a mouse")
  func touchpadIsMouse() {
    var device = Synthetic.touchpad()
    device.hasTouchClass = true
    #expect(DeviceClass(of: device) == .mouse)
  }

  @Test("the property precedes the type, the type the name, the name the axes")
  func order() {
    var device = Synthetic.inputtestPen()
    #expect(DeviceClass(of: device) == .stylus)
    device.name = "thing eraser"
    #expect(DeviceClass(of: device) == .eraser)
    device.xi1Type = "CURSOR"
    #expect(DeviceClass(of: device) == .cursor)
    device.wacomToolType = "PAD"
    #expect(DeviceClass(of: device) == .pad)
  }

  @Test(
    "names of wacom, libinput and Xwayland",
    arguments: [
      ("Wacom Bamboo Pen stylus", DeviceClass.stylus), ("Wacom Bamboo Pen eraser", .eraser),
      ("Wacom Bamboo Pen cursor", .cursor), ("Wacom Bamboo Pad pad", .pad), ("Wacom Bamboo Finger touch", .touch),
      ("ELAN9008:00 04F3:29B6 Pen (0)", .stylus), ("ELAN9008:00 04F3:29B6 Eraser (0x1f)", .eraser),
      ("Wacom Intuos4 6x9 Airbrush (0xABC)", .stylus), ("Wacom Intuos4 6x9 Mouse (0xABC)", .cursor),
      ("xwayland-tablet stylus:34", .stylus), ("xwayland-tablet eraser:34", .eraser),
      ("xwayland-tablet-pad:3", .pad), ("xwayland-touch:3", .touch), ("xwayland-pointer:3", .mouse),
      ("xwayland-relative-pointer:3", .mouse), ("Old tablet-pad", .mouse), ("Old Eraser (copy)", .mouse),
      ("Pen", .mouse), ("", .mouse),
      ("Wireless Mouse", .mouse), ("Some Trackpad", .mouse), ("Odd (0x)", .mouse), ("(0)", .mouse),
    ])
  func names(name: String, expected: DeviceClass) {
    #expect(DeviceClass(of: DeviceDescription(id: 5, name: name)) == expected)
  }

  @Test("relative devices called pads or touch are mice")
  func relativeNames() {
    for name in ["Synaptics Touch Pad", "Wireless Touch"] {
      var device = Synthetic.mouse()
      device.name = name
      #expect(DeviceClass(of: device) == .mouse)
    }
  }

  @Test("pressure without a position does not make a pen")
  func pressureAlone() {
    var device = Synthetic.inputtestPen()
    device.axes[0].isAbsolute = false
    #expect(DeviceClass(of: device) == .mouse)
    device = Synthetic.inputtestPen()
    device.axes.removeFirst()
    #expect(DeviceClass(of: device) == .mouse)
    device = Synthetic.inputtestPen()
    device.axes.removeLast()
    #expect(DeviceClass(of: device) == .mouse)
  }

  @Test("the user's override, by name and product, takes precedence")
  func overridden() {
    var decoder = InputDecoder(overrides: [
      DeviceKey(name: "test tablet", product: nil): DeviceOverride(deviceClass: .eraser),
      DeviceKey(name: "Some Optical Mouse", product: 7): DeviceOverride(deviceClass: .pad),
    ])
    var events: [InputEvent] = []
    decoder.setDevices([Synthetic.inputtestPen(50), Synthetic.mouse(60)], into: &events)
    #expect(decoder.deviceClass(of: 50) == .eraser)
    #expect(decoder.deviceClass(of: 60) == .mouse)
    decoder.overrides = [:]
    decoder.setDevices([Synthetic.inputtestPen(50)], into: &events)
    #expect(decoder.deviceClass(of: 50) == .stylus)
    #expect(decoder.deviceClass(of: 60) == nil)
  }

  @Test("an override without a product applies to all devices of that name without their own")
  func wordOnAName() {
    let stylus = Synthetic.wacomStylus()
    let (named, known) = (
      DeviceKey(name: stylus.name, product: nil), DeviceKey(name: stylus.name, product: stylus.product)
    )
    var words = [named: DeviceOverride(deviceClass: .eraser)]
    #expect(words.override(for: stylus)?.deviceClass == .eraser)
    words[known] = DeviceOverride(deviceClass: .cursor)
    #expect(words.override(for: stylus)?.deviceClass == .cursor)
    words = [DeviceKey(name: stylus.name, product: 1): DeviceOverride(deviceClass: .pad)]
    #expect(words.override(for: stylus) == nil)
  }

  @Test("each class has its tool; pads and touches have none")
  func tools() {
    let tools = DeviceClass.allCases.map(\.tool)
    #expect(tools == [.pen, .eraser, .mouse, nil, nil, .mouse, nil])
  }
}
