import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Raster
import Studio
import TestSupport
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct PenDoctorTests {
  private static let pen = DeviceDescription(
    id: 9, name: "Tablet Pen stylus", vendor: 0x056a, product: 0x0357, wacomToolType: "STYLUS", isToolNear: true,
    axes: [
      AxisDescription(number: 0, label: "Abs X", max: 44704, resolution: 200_000),
      AxisDescription(number: 1, label: "Abs Y", max: 27940, resolution: 200_000),
      AxisDescription(number: 2, label: "Abs Pressure", max: 65536),
      AxisDescription(number: 3, label: "Abs Tilt X", min: -64, max: 63, resolution: 57),
      AxisDescription(number: 4, label: "Abs Tilt Y", min: -64, max: 63, resolution: 57),
      AxisDescription(number: 5, label: "Abs Wheel", min: -900, max: 899),
    ])

  /// A window with the page open, and the observer of the pen, as in the program.
  private final class Fixture {
    let screen: Screen
    var observer = PenObserver([pen], overrides: [:])
    var time: UInt32 = 1000
    var settings = Settings()

    init(_ width: Int = 1024, _ height: Int = 700, scale: Double = 1, colours: Theme.Colours = .dark) throws {
      screen = try Screen(width, height, scale: scale)
      _ = screen.resize(width: width, height: height, theme: Theme(colours: colours, scale: scale))
      screen.overlay.showPenDoctor()
      show()
    }

    var page: PenDoctorPage? { screen.overlay.popups.last as? PenDoctorPage }
    func widget<W: Widget>(_ type: W.Type) throws -> W {
      func all(_ widget: Widget) -> [W] { ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap(all) }
      let page = try #require(page)
      return try #require(all(page).first)
    }

    func button(_ title: String) throws -> Button {
      func all(_ widget: Widget) -> [Button] {
        ((widget as? Button).map { [$0] } ?? []) + widget.children.flatMap(all)
      }
      let page = try #require(page)
      return try #require(all(page).first { $0.face == .text(title) })
    }

    /// Shows the observer's readings, as the program does.
    @discardableResult
    func show() -> PixelRect {
      var state = screen.overlay.context.state
      state.pen = screen.overlay.penField == nil ? nil : observer.readings(presentTime: nil)
      state.settings = settings
      state.publishedLatency = PublishedLatency(ink: 0.49, nullClient: 0.2, machine: "a processor", cores: 2)
      return screen.dirtied { screen.overlay.show(state) }
    }

    /// Passes a report of the pen to the page.
    func report(_ phase: PointerEvent.Phase, _ p: Point, pressure: Double, tilt: (Double, Double) = (0, 0)) {
      var values = Valuators()
      (values[0], values[1], values[2]) = (p.x, p.y, 65536 * (0.013 + 0.987 * pressure))
      (values[3], values[4]) = (tilt.0, tilt.1)
      time += 5
      let field = screen.overlay.penField ?? .empty
      prepare()
      observer.take(
        RawPointerEvent(kind: .motion, source: pen.id, time: time, position: p, valuators: values),
        isInField: Rect(field).contains(p))
      let event = PointerEvent(
        phase, PenSample(position: p, time: Double(time) / 1000, pressure: pressure), source: pen.id)
      observer.take(event)
      carryOut(screen.overlay.handle(.pointer(event)).effects)
    }

    /// Prepares the observer before each event, as the program does.
    func prepare() { observer.isHeld = screen.overlay.isFittingPressure }

    func stroke(from a: Point, to b: Point, pressure: Double) {
      for k in 0...20 {
        let p = a.lerp(to: b, Double(k) / 20)
        report(
          k == 0 ? .down : .drag, p, pressure: pressure * min(1, Double(min(k, 20 - k)) / 4 + 0.1), tilt: (30, -20))
        if k % 7 == 0 { show() }
      }
      report(.up(.lifted), b, pressure: 0)
      show()
    }

    func carryOut(_ effects: [Overlay.Effect]) {
      for case .changeSettings(let new) in effects {
        settings = new
        observer.setDevices([pen], overrides: new.devices)
      }
      if !effects.isEmpty { show() }
    }

    var inField: (Point, Point) {
      let r = Rect(screen.overlay.penField ?? .empty)
      return (Point(r.minX + 30, r.minY + 30), Point(r.maxX - 30, r.maxY - 30))
    }

    var response: PressureResponse? { settings.devices[DeviceKey(pen)]?.pressureResponse }
  }

  /// Fails if the page does not fit the smallest supported window, or its field is not found.
  @Test(arguments: [(1024, 700, 1.0), (1920, 1080, 1), (1024, 700, 2), (700, 600, 1), (1024, 700, 1.5)])
  func thePageFits(_ width: Int, _ height: Int, _ scale: Double) throws {
    let fixture = try Fixture(width, height, scale: scale)
    let page = try #require(fixture.page)
    #expect(fixture.screen.bounds.contains(page.frame))
    let field = try #require(fixture.screen.overlay.penField)
    #expect(page.frame.minX <= field.minX && field.maxX <= page.frame.maxX && field.width >= Int(200 * scale))
    #expect(field.height >= Int(120 * scale))
    // Parts must not overlap.
    let body = try fixture.widget(PenDoctorBody.self)
    let parts = body.children.filter { !$0.frame.isEmpty }
    for (i, a) in parts.enumerated() {
      for b in parts[(i + 1)...] { #expect(!a.frame.intersects(b.frame), "\(type(of: a)) and \(type(of: b))") }
      #expect(body.frame.contains(a.frame), "\(type(of: a)) \(a.frame) in \(body.frame)")
    }
  }

  /// Fails if the page, opened before anything is known of a pen, has no room for all facts later.
  @Test func thereIsRoomForAllFacts() throws {
    let facts = try Fixture().widget(FactList.self)
    #expect(facts.facts.count > 9)
    let room = facts.size(within: 400).height
    facts.facts = []
    #expect(facts.size(within: 400).height == room)
  }

  /// Fails if a value is missing or wrong.
  @Test func valuesAreShown() throws {
    let fixture = try Fixture()
    let (a, b) = fixture.inField
    fixture.stroke(from: a, to: b, pressure: 0.6)
    fixture.report(.hover, b, pressure: 0, tilt: (45, 0))
    fixture.show()
    let facts = Dictionary(try fixture.widget(FactList.self).facts.map { ($0.name, $0.value) }) { a, _ in a }
    #expect(facts["Device"] == "Tablet Pen stylus")
    #expect(facts["Detected as"] == "stylus" && facts["Recognised by"] == "wacom's property, STYLUS")
    #expect(facts["Report rate"] == "200 Hz, every 5 ms" && facts["Jitter"] == "0 ms")
    #expect(facts["Driver"] == "unknown, USB 056a:0357" && facts["Pen is"] == "near")
    #expect(facts["Pressure"] == "0.000", "\(facts["Pressure"] ?? "")")
    let axes = try fixture.widget(AxisList.self).axes
    #expect(axes.count == 6 && axes[3].value == 45 && axes[3].meaning == "45.0°" && axes[5].value == nil)
    #expect(try fixture.widget(PenField.self).strokeCount == 1)
    fixture.observer.proximity(Self.pen.id, isNear: false)
    fixture.show()
    #expect(try fixture.widget(FactList.self).facts.contains { $0.value == "away" })
  }

  /// Fails if a report redraws the whole page, or a changed part is not redrawn.
  @Test(arguments: [1.0, 2])
  func onlyChangesAreRepainted(_ scale: Double) throws {
    let fixture = try Fixture(Int(1024 * scale), Int(700 * scale), scale: scale)
    let (a, b) = fixture.inField
    try fixture.screen.repaint(fixture.screen.bounds)
    for k in 0...12 {
      fixture.report(
        k == 0 ? .down : .drag, a.lerp(to: b, Double(k) / 12), pressure: Double(k) / 12, tilt: (Double(k), 3))
      let hoverDirt = fixture.screen.overlay.takeDamage()
      try fixture.screen.repaint(hoverDirt.bounds)
      let dirty = fixture.show()
      try fixture.screen.repaint(dirty)
      let uncached = try fixture.screen.whole(isUncached: true)
      // Cairo's antialiasing differs with the clip.
      let differing = try Golden.differences(fixture.screen.shown, uncached, 16)
      #expect(differing.isEmpty, "report \(k): \(differing.count) px")
    }
    #expect(fixture.show().isEmpty)
  }

  /// Fails if pens cost time while the page is closed.
  @Test func theClosedPageWatchesNoPens() throws {
    let fixture = try Fixture()
    let (a, _) = fixture.inField
    _ = fixture.screen.key(KeyCode.escape)
    #expect(fixture.screen.overlay.penField == nil && fixture.page == nil)
    fixture.show()
    fixture.report(.hover, a, pressure: 0)
    _ = fixture.screen.overlay.takeDamage()
    #expect(fixture.show().isEmpty)
    #expect(fixture.screen.overlay.context.state.pen == nil)
  }

  /// Fails if a handle cannot be dragged by the pen, has an effect before its release, is not
  /// restored by Escape, or changes another device.
  @Test func handlesAreDragged() throws {
    let fixture = try Fixture()
    let editor = try fixture.widget(CurveEditor<PressureResponse>.self)
    let (from, to) = (editor.place(of: Point(1 / 3.0, 1 / 3.0)), editor.place(of: Point(0.2, 0.6)))
    fixture.report(.down, from, pressure: 0.4)
    fixture.report(.drag, to, pressure: 0.4)
    #expect(fixture.response == nil && editor.shown.handles[1].distance(to: Point(0.2, 0.6)) < 0.01)
    #expect(try fixture.widget(PenField.self).response == editor.shown, "strokes follow while it is dragged")
    fixture.report(.up(.lifted), to, pressure: 0)
    let response = try #require(fixture.response)
    #expect(response.handles[1].distance(to: Point(0.2, 0.6)) < 0.01)
    #expect(fixture.settings.devices.count == 1 && editor.curve == response)

    fixture.report(.down, to, pressure: 0.4)
    fixture.report(.drag, from, pressure: 0.4)
    _ = fixture.screen.key(KeyCode.escape)
    fixture.report(.up(.lifted), from, pressure: 0)
    #expect(fixture.response == response && editor.shown == response && fixture.page != nil)

    fixture.carryOut(fixture.screen.click(try fixture.button("Reset"), at: 9))
    #expect(fixture.response == nil && editor.shown == .identity && fixture.settings.devices.isEmpty)
  }

  /// Fails if the curve cannot be set by keys.
  @Test func handlesAreMovedByKeys() throws {
    let fixture = try Fixture()
    // From the focused button back to the last handle, and to the one before.
    for _ in 0..<2 { _ = fixture.screen.key(KeyCode.backTab, .shift) }
    #expect(fixture.screen.overlay.focused?.label == "Handle 3 of the pressure curve")
    fixture.carryOut(fixture.screen.key(KeyCode.up, .shift).effects)
    fixture.carryOut(fixture.screen.key(KeyCode.left).effects)
    let handle = try #require(fixture.response?.handles[2])
    #expect(abs(handle.x - 0.657) < 0.0011 && abs(handle.y - 0.767) < 0.0011)
    // It stops at its neighbour.
    for _ in 0..<20 { fixture.carryOut(fixture.screen.key(KeyCode.up, .shift).effects) }
    #expect(fixture.response?.handles[2].y == 1)
  }

  /// Fails if ten strokes do not give a curve, the curve applies before it is accepted, or strokes
  /// outside of the field count.
  @Test func tenStrokesMakeACurve() throws {
    let fixture = try Fixture()
    let (a, b) = fixture.inField
    fixture.stroke(from: a, to: b, pressure: 0.9)
    fixture.carryOut(fixture.screen.click(try fixture.button("Fit from ten strokes"), at: 1))
    #expect(try fixture.widget(PenField.self).strokeCount == 0)
    let graph = Rect(try fixture.widget(PressureGraph.self).frame)
    fixture.stroke(from: graph.center, to: Point(graph.maxX - 9, graph.center.y), pressure: 1)
    for k in 0..<10 {
      #expect(fixture.response == nil)
      fixture.stroke(from: Point(a.x, a.y + Double(k) * 12), to: Point(b.x, a.y + Double(k) * 12), pressure: 0.3)
    }
    let editor = try fixture.widget(CurveEditor<PressureResponse>.self)
    #expect(editor.shown(0.27) > 0.4 && fixture.response == nil, "\(editor.shown.handles)")
    let proposed = editor.shown
    fixture.carryOut(fixture.screen.click(try fixture.button("Use this curve"), at: 3))
    #expect(fixture.response == proposed)
    #expect(try fixture.button("Fit from ten strokes").isEnabled && fixture.button("Reset").isEnabled)

    fixture.carryOut(fixture.screen.click(try fixture.button("Fit from ten strokes"), at: 5))
    fixture.carryOut(fixture.screen.click(try fixture.button("Stop"), at: 7))
    #expect(fixture.response == proposed)
  }

  /// Fails if a curve set for all devices of a name cannot be changed here because the device has
  /// an entry. Also fails if the entry's other settings are lost.
  @Test func aCurveOfANameIsRemoved() throws {
    let name = DeviceKey(name: Self.pen.name, product: nil)
    let curve = try #require(PressureResponse([.zero, Point(0.2, 0.5), Point(0.4, 0.8), Point(0.5, 1)]))
    for word in [DeviceOverride(pressureResponse: curve), DeviceOverride(contactButton: 2, pressureResponse: curve)] {
      let fixture = try Fixture()
      let editor = try fixture.widget(CurveEditor<PressureResponse>.self)
      func set(_ devices: [DeviceKey: DeviceOverride]) {
        fixture.settings.devices = devices
        fixture.observer.setDevices([Self.pen], overrides: fixture.settings.devices)
        fixture.show()
      }
      set([name: word])
      #expect(editor.shown == curve)
      fixture.carryOut(fixture.screen.click(try fixture.button("Reset"), at: 1))
      #expect(editor.shown == .identity && fixture.settings.devices[name]?.contactButton == word.contactButton)
      // Where both have a curve, both are removed.
      set([name: word, DeviceKey(Self.pen): DeviceOverride(pressureResponse: curve)])
      fixture.carryOut(fixture.screen.click(try fixture.button("Reset"), at: 3))
      #expect(editor.shown == .identity)
      set([name: word])
      fixture.report(.down, editor.place(of: curve.handles[1]), pressure: 0.4)
      fixture.report(.drag, editor.place(of: Point(0.3, 0.6)), pressure: 0.4)
      fixture.report(.up(.lifted), editor.place(of: Point(0.3, 0.6)), pressure: 0)
      let changed = try #require(fixture.settings.devices[name]?.pressureResponse)
      #expect(changed.handles[1].distance(to: Point(0.3, 0.6)) < 0.01)
      #expect(Array(fixture.settings.devices.keys) == [name])
    }
  }

  /// Fails if moving a mouse over the field discards collected strokes.
  @Test func aFitOutlastsOtherDevices() throws {
    let fixture = try Fixture()
    let mouse = DeviceDescription(id: 3, name: "Mouse")
    fixture.observer.setDevices([Self.pen, mouse], overrides: [:])
    let (a, b) = fixture.inField
    fixture.carryOut(fixture.screen.click(try fixture.button("Fit from ten strokes"), at: 1))
    func move(_ kind: RawPointerEvent.Kind) {
      fixture.prepare()
      fixture.observer.take(
        RawPointerEvent(kind: kind, source: 3, button: kind == .motion ? 0 : 1, time: fixture.time, position: a),
        isInField: true)
      fixture.show()
    }
    for k in 0..<9 {
      fixture.stroke(from: Point(a.x, a.y + Double(k) * 12), to: Point(b.x, a.y + Double(k) * 12), pressure: 0.3)
      move(.motion)
    }
    #expect(try fixture.widget(FactList.self).facts.contains { $0.value == "Tablet Pen stylus" })
    fixture.stroke(from: a, to: b, pressure: 0.3)
    #expect(try fixture.button("Use this curve").isEnabled)
    // Pressing with another device selects that device.
    move(.buttonPress)
    #expect(try !fixture.button("Fit from ten strokes").isEnabled)
    #expect(try fixture.widget(FactList.self).facts.contains { $0.value == "Mouse" })
  }

  /// Fails if a device without pressure, or no device, can have a curve or breaks the page.
  @Test func devicesWithoutPressure() throws {
    let fixture = try Fixture()
    fixture.observer.setDevices([DeviceDescription(id: 3, name: "Mouse")], overrides: [:])
    fixture.show()
    #expect(try !fixture.widget(CurveEditor<PressureResponse>.self).isEnabled && !fixture.button("Reset").isEnabled)
    #expect(try !fixture.button("Fit from ten strokes").isEnabled)
    fixture.observer.setDevices([], overrides: [:])
    fixture.show()
    #expect(try fixture.widget(FactList.self).facts == [.init("Device", "no pointing device")])
  }

  /// Fails if the report cannot be copied.
  @Test func theReportIsCopied() throws {
    let fixture = try Fixture()
    #expect(fixture.screen.click(try fixture.button("Copy report")) == [.copyPenReport])
  }
}
