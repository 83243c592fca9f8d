import Document
import Geometry
import Ink
import Input
import Paint
import Raster
import Studio
import TestSupport
import Testing

@testable import Widgets

/// The page on which a pen is tried.
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

  /// A window with the page open, and what watches the pen, as the program does it.
  private final class Scene {
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

    /// The program's turn.
    @discardableResult
    func show() -> PixelRect {
      var state = screen.overlay.context.state
      state.pen = screen.overlay.penField == nil ? nil : observer.readings(presentTime: nil)
      state.settings = settings
      state.publishedLatency = PublishedLatency(ink: 0.49, nullClient: 0.2, machine: "a processor, 2 cores")
      return screen.dirtied { screen.overlay.show(state) }
    }

    /// A report of the pen: how it reaches the page.
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

    /// What the program tells the observer before each event.
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

  /// Would break if the page did not fit the smallest window that Fude is made for, or its field could not be found.
  @Test(arguments: [(1024, 700, 1.0), (1920, 1080, 1), (1024, 700, 2), (700, 600, 1), (1024, 700, 1.5)])
  func thePageFits(_ width: Int, _ height: Int, _ scale: Double) throws {
    let scene = try Scene(width, height, scale: scale)
    let page = try #require(scene.page)
    #expect(scene.screen.bounds.contains(page.frame))
    let field = try #require(scene.screen.overlay.penField)
    #expect(page.frame.minX <= field.minX && field.maxX <= page.frame.maxX && field.width >= Int(200 * scale))
    #expect(field.height >= Int(120 * scale))
    // What lies below each other does not lie on each other.
    let body = try scene.widget(PenDoctorBody.self)
    let parts = body.children.filter { !$0.frame.isEmpty }
    for (i, a) in parts.enumerated() {
      for b in parts[(i + 1)...] { #expect(!a.frame.intersects(b.frame), "\(type(of: a)) and \(type(of: b))") }
      #expect(body.frame.contains(a.frame), "\(type(of: a)) \(a.frame) in \(body.frame)")
    }
  }

  /// Would break if the page, which opens before anything is known of a pen, had no room for what is said of one then.
  @Test func thereIsRoomForAllFacts() throws {
    let facts = try Scene().widget(FactList.self)
    #expect(facts.facts.count > 9)
    let room = facts.size(within: 400).height
    facts.facts = []
    #expect(facts.size(within: 400).height == room)
  }

  /// Would break if a value were not shown, or shown wrong.
  @Test func valuesAreShown() throws {
    let scene = try Scene()
    let (a, b) = scene.inField
    scene.stroke(from: a, to: b, pressure: 0.6)
    scene.report(.hover, b, pressure: 0, tilt: (45, 0))
    scene.show()
    let facts = Dictionary(try scene.widget(FactList.self).facts.map { ($0.name, $0.value) }) { a, _ in a }
    #expect(facts["Device"] == "Tablet Pen stylus")
    #expect(facts["Taken for"] == "stylus" && facts["Told by"] == "wacom's property, STYLUS")
    #expect(facts["Reports"] == "200 Hz, every 5 ms" && facts["Jitter"] == "0 ms")
    #expect(facts["Driver"] == "not told, USB 056a:0357" && facts["Pen is"] == "near")
    #expect(facts["Pressure"] == "0.000", "\(facts["Pressure"] ?? "")")
    let axes = try scene.widget(AxisList.self).axes
    #expect(axes.count == 6 && axes[3].value == 45 && axes[3].meaning == "45.0°" && axes[5].value == nil)
    #expect(try scene.widget(PenField.self).strokeCount == 1)
    scene.observer.proximity(Self.pen.id, isNear: false)
    scene.show()
    #expect(try scene.widget(FactList.self).facts.contains { $0.value == "away" })
  }

  /// Would break if a report repainted the whole page, or what it changes were not repainted: then the page would show what was.
  @Test(arguments: [1.0, 2])
  func onlyWhatChangesIsRepainted(_ scale: Double) throws {
    let scene = try Scene(Int(1024 * scale), Int(700 * scale), scale: scale)
    let (a, b) = scene.inField
    try scene.screen.repaint(scene.screen.bounds)
    for k in 0...12 {
      scene.report(
        k == 0 ? .down : .drag, a.lerp(to: b, Double(k) / 12), pressure: Double(k) / 12, tilt: (Double(k), 3))
      let hoverDirt = scene.screen.overlay.takeDamage()
      try scene.screen.repaint(hoverDirt.bounds)
      let dirty = scene.show()
      try scene.screen.repaint(dirty)
      let afresh = try scene.screen.whole(isAfresh: true)
      // The drawing library rounds the edge of a shape otherwise where it is cut elsewhere.
      let differing = try Golden.differences(scene.screen.shown, afresh, 16)
      #expect(differing.isEmpty, "report \(k): \(differing.count) px")
    }
    // Nothing new: nothing to draw.
    #expect(scene.show().isEmpty)
  }

  /// Would break if pens cost anything with the page closed, or it went on watching.
  @Test func closedItCostsNothing() throws {
    let scene = try Scene()
    let (a, _) = scene.inField
    _ = scene.screen.key(KeyCode.escape)
    #expect(scene.screen.overlay.penField == nil && scene.page == nil)
    scene.show()
    scene.report(.hover, a, pressure: 0)
    _ = scene.screen.overlay.takeDamage()
    #expect(scene.show().isEmpty)
    #expect(scene.screen.overlay.context.state.pen == nil)
  }

  /// Would break if a handle could not be dragged by the pen, counted before it is let go, stayed where Escape took it back from,
  /// or was kept for another device.
  @Test func handlesAreDragged() throws {
    let scene = try Scene()
    let editor = try scene.widget(CurveEditor.self)
    let (from, to) = (editor.place(of: Point(1 / 3.0, 1 / 3.0)), editor.place(of: Point(0.2, 0.6)))
    scene.report(.down, from, pressure: 0.4)
    scene.report(.drag, to, pressure: 0.4)
    #expect(scene.response == nil && editor.shown.handles[1].distance(to: Point(0.2, 0.6)) < 0.01)
    #expect(try scene.widget(PenField.self).response == editor.shown, "strokes follow while it is dragged")
    scene.report(.up(.lifted), to, pressure: 0)
    let response = try #require(scene.response)
    #expect(response.handles[1].distance(to: Point(0.2, 0.6)) < 0.01)
    #expect(scene.settings.devices.count == 1 && editor.response == response)

    scene.report(.down, to, pressure: 0.4)
    scene.report(.drag, from, pressure: 0.4)
    _ = scene.screen.key(KeyCode.escape)
    scene.report(.up(.lifted), from, pressure: 0)
    #expect(scene.response == response && editor.shown == response && scene.page != nil)

    scene.carryOut(scene.screen.click(try scene.button("Reset"), at: 9))
    #expect(scene.response == nil && editor.shown == .identity && scene.settings.devices.isEmpty)
  }

  /// Would break if the curve could not be set without a pointer.
  @Test func handlesAreMovedByKeys() throws {
    let scene = try Scene()
    // From the button that has the focus first back to the last handle, and to the one before.
    for _ in 0..<2 { _ = scene.screen.key(KeyCode.backTab, .shift) }
    #expect(scene.screen.overlay.focused?.label == "Handle 3 of the pressure curve")
    scene.carryOut(scene.screen.key(KeyCode.up, .shift).effects)
    scene.carryOut(scene.screen.key(KeyCode.left).effects)
    let handle = try #require(scene.response?.handles[2])
    #expect(abs(handle.x - 0.657) < 0.0011 && abs(handle.y - 0.767) < 0.0011)
    // Against its neighbour it stops.
    for _ in 0..<20 { scene.carryOut(scene.screen.key(KeyCode.up, .shift).effects) }
    #expect(scene.response?.handles[2].y == 1)
  }

  /// Would break if ten strokes did not lead to a curve, it counted before it was accepted, or strokes elsewhere on the page
  /// counted.
  @Test func tenStrokesMakeACurve() throws {
    let scene = try Scene()
    let (a, b) = scene.inField
    scene.stroke(from: a, to: b, pressure: 0.9)
    scene.carryOut(scene.screen.click(try scene.button("Fit from ten strokes"), at: 1))
    #expect(try scene.widget(PenField.self).strokeCount == 0)
    let graph = Rect(try scene.widget(PressureGraph.self).frame)
    scene.stroke(from: graph.center, to: Point(graph.maxX - 9, graph.center.y), pressure: 1)
    for k in 0..<10 {
      #expect(scene.response == nil)
      scene.stroke(from: Point(a.x, a.y + Double(k) * 12), to: Point(b.x, a.y + Double(k) * 12), pressure: 0.3)
    }
    let editor = try scene.widget(CurveEditor.self)
    #expect(editor.shown(0.27) > 0.4 && scene.response == nil, "\(editor.shown.handles)")
    let proposed = editor.shown
    scene.carryOut(scene.screen.click(try scene.button("Use this curve"), at: 3))
    #expect(scene.response == proposed)
    #expect(try scene.button("Fit from ten strokes").isEnabled && scene.button("Reset").isEnabled)

    scene.carryOut(scene.screen.click(try scene.button("Fit from ten strokes"), at: 5))
    scene.carryOut(scene.screen.click(try scene.button("Stop"), at: 7))
    #expect(scene.response == proposed)
  }

  /// Would break if a curve that the settings file gives to all devices of a name could not be taken back or changed here, as what
  /// is written for the one device then hides it or says nothing; or if what else is said there went with it.
  @Test func aCurveOfANameIsTakenBack() throws {
    let name = DeviceKey(name: Self.pen.name, product: nil)
    let curve = try #require(PressureResponse([.zero, Point(0.2, 0.5), Point(0.4, 0.8), Point(0.5, 1)]))
    for word in [DeviceOverride(pressureResponse: curve), DeviceOverride(contactButton: 2, pressureResponse: curve)] {
      let scene = try Scene()
      let editor = try scene.widget(CurveEditor.self)
      func set(_ devices: [DeviceKey: DeviceOverride]) {
        scene.settings.devices = devices
        scene.observer.setDevices([Self.pen], overrides: scene.settings.devices)
        scene.show()
      }
      set([name: word])
      #expect(editor.shown == curve)
      scene.carryOut(scene.screen.click(try scene.button("Reset"), at: 1))
      #expect(editor.shown == .identity && scene.settings.devices[name]?.contactButton == word.contactButton)
      // Where both have one, both go.
      set([name: word, DeviceKey(Self.pen): DeviceOverride(pressureResponse: curve)])
      scene.carryOut(scene.screen.click(try scene.button("Reset"), at: 3))
      #expect(editor.shown == .identity)
      set([name: word])
      scene.report(.down, editor.place(of: curve.handles[1]), pressure: 0.4)
      scene.report(.drag, editor.place(of: Point(0.3, 0.6)), pressure: 0.4)
      scene.report(.up(.lifted), editor.place(of: Point(0.3, 0.6)), pressure: 0)
      let changed = try #require(scene.settings.devices[name]?.pressureResponse)
      #expect(changed.handles[1].distance(to: Point(0.3, 0.6)) < 0.01)
      #expect(Array(scene.settings.devices.keys) == [name])
    }
  }

  /// Would break if ten strokes had to be drawn anew because a mouse was moved over the field meanwhile.
  @Test func aFitOutlastsOtherDevices() throws {
    let scene = try Scene()
    let mouse = DeviceDescription(id: 3, name: "Mouse")
    scene.observer.setDevices([Self.pen, mouse], overrides: [:])
    let (a, b) = scene.inField
    scene.carryOut(scene.screen.click(try scene.button("Fit from ten strokes"), at: 1))
    func move(_ kind: RawPointerEvent.Kind) {
      scene.prepare()
      scene.observer.take(
        RawPointerEvent(kind: kind, source: 3, button: kind == .motion ? 0 : 1, time: scene.time, position: a),
        isInField: true)
      scene.show()
    }
    for k in 0..<9 {
      scene.stroke(from: Point(a.x, a.y + Double(k) * 12), to: Point(b.x, a.y + Double(k) * 12), pressure: 0.3)
      move(.motion)
    }
    #expect(try scene.widget(FactList.self).facts.contains { $0.value == "Tablet Pen stylus" })
    scene.stroke(from: a, to: b, pressure: 0.3)
    #expect(try scene.button("Use this curve").isEnabled)
    // Another that is pressed there is meant.
    move(.buttonPress)
    #expect(try !scene.button("Fit from ten strokes").isEnabled)
    #expect(try scene.widget(FactList.self).facts.contains { $0.value == "Mouse" })
  }

  /// Would break if a device without pressure, or none at all, could be given a curve, or broke the page.
  @Test func devicesWithoutPressure() throws {
    let scene = try Scene()
    scene.observer.setDevices([DeviceDescription(id: 3, name: "Mouse")], overrides: [:])
    scene.show()
    #expect(try !scene.widget(CurveEditor.self).isEnabled && !scene.button("Reset").isEnabled)
    #expect(try !scene.button("Fit from ten strokes").isEnabled)
    scene.observer.setDevices([], overrides: [:])
    scene.show()
    #expect(try scene.widget(FactList.self).facts == [.init("Device", "none that points")])
  }

  /// Would break if the report could not be asked for.
  @Test func theReportIsCopied() throws {
    let scene = try Scene()
    #expect(scene.screen.click(try scene.button("Copy report")) == [.copyPenReport])
  }
}
