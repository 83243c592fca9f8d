import Document
import Geometry
import Ink
import Input
import RandomSource
import Raster
import Storage
import Testing

@testable import Studio

@Suite struct TouchSessionTests {
  private func session(_ set: (inout Settings) -> Void = { _ in }) throws -> Session {
    let session = try SessionTests.make()
    var settings = Settings()
    set(&settings)
    session.apply(settings)
    return session
  }

  private func hold(_ s: Session, _ a: Point, _ b: Point? = nil) { _ = s.handle(.touch(.hold(Grip(a, b)))) }
  @discardableResult private func move(_ s: Session, _ a: Point, _ b: Point? = nil) -> Effects {
    s.handle(.touch(.move(Grip(a, b))))
  }

  private func place(_ g: inout RandomSource) -> Point { Point(g.roll(0...400), g.roll(0...300)) }

  /// Fails if the canvas points under two fingers do not stay under them, in any view and through
  /// changes of fingers. Crisp views may snap.
  @Test(arguments: 1...20) func theCanvasStaysUnderTwoFingers(seed: UInt64) throws {
    var g = RandomSource(seed)
    let s = try session()
    if Bool.random(using: &g) { _ = s.perform(.mirror) }
    _ = s.setRotation(Angle(degrees: g.roll(0...360)))
    for _ in 0..<30 {
      var (a, b) = (place(&g), place(&g))
      hold(s, a, b)
      let before = s.view
      var on = (before.windowToCanvas(a), before.windowToCanvas(b))
      for step in 0..<20 {
        // Small steps and leaps, as batches have them.
        let reach: Double = step % 5 == 0 ? 200 : 9
        let (p, q) = (a, b)
        a = Point(a.x + g.roll(-reach...reach), a.y + g.roll(-reach...reach))
        b = Point(b.x + g.roll(-reach...reach), b.y + g.roll(-reach...reach))
        let zoom = a.distance(to: b) / on.0.distance(to: on.1)
        guard a.distance(to: b) > 5, zoom > 0.06, zoom < 60 else {
          (a, b) = (p, q)
          continue
        }
        if g.isOne(in: 10) {
          hold(s, p, q)
          on = (s.view.windowToCanvas(p), s.view.windowToCanvas(q))
        }
        move(s, a, b)
        let map = s.view.canvasToWindow
        #expect(map(on.0).distance(to: a) < 1e-6 && map(on.1).distance(to: b) < 1e-6)
      }
      #expect(s.view.isMirrored == before.isMirrored)
      _ = s.handle(.touch(.release))
      // Stays where floating-point numbers are precise.
      if s.view.zoom < 0.1 || s.view.zoom > 20 { _ = s.perform(.zoomWhole) }
    }
  }

  /// Fails if touching again moves the canvas, or one finger does not move it.
  @Test func handOver() throws {
    let s = try session()
    hold(s, Point(100, 100))
    move(s, Point(130, 120))
    let moved = s.view
    hold(s, Point(130, 120), Point(230, 120))
    hold(s, Point(230, 120), Point(60, 70))
    hold(s, Point(60, 70))
    #expect(s.view == moved)
    let place = s.view.windowToCanvas(Point(60, 70))
    move(s, Point(160, 171))
    #expect(s.view.canvasToWindow(place) == Point(160, 171))
    #expect(s.view.zoom == moved.zoom && s.view.rotation == .zero)
  }

  /// Fails if two fingers that only move the canvas change its rotation or zoom at all; it would be
  /// resampled.
  @Test func movingKeepsTheCanvasCrisp() throws {
    let s = try session()
    hold(s, Point(100.3, 100.7), Point(200.9, 133.1))
    for i in 1...50 {
      let d = Vector(Double(i) * 0.37, Double(i) * -0.61)
      move(s, Point(100.3, 100.7) + d, Point(200.9, 133.1) + d)
    }
    #expect(s.view.zoom == 0.5 && s.view.rotation == .zero)
  }

  /// Fails if fingers that exceed the zoom limits and return do not find the same canvas points, or
  /// the canvas slips.
  @Test func limitsOfZoom() throws {
    let s = try session()
    let (a, b) = (Point(150, 150), Point(250, 150))
    hold(s, a, b)
    let start = s.view
    let on = (start.windowToCanvas(a), start.windowToCanvas(b))
    move(s, Point(-9000, 150), Point(9400, 150))
    #expect(s.view.zoom == View.zooms.upperBound)
    #expect(s.view.canvasToWindow(on.0.lerp(to: on.1, 0.5)).distance(to: Point(200, 150)) < 1e-6)
    move(s, Point(200, 150), Point(200.5, 150))
    move(s, a, b)
    #expect(s.view.canvasToWindow(on.0).distance(to: a) < 1e-6 && s.view.canvasToWindow(on.1).distance(to: b) < 1e-6)
    for garbage in [Point(.nan, 5), Point(.infinity, 5), Point(1e300, 5)] { move(s, garbage, b) }
    #expect(s.view.center.isFinite && s.view.zoom.isFinite && s.view.rotation.radians.isFinite)
  }

  /// Fails if a setting of two fingers is ignored, on the screen or on a touchpad.
  @Test func settingsOfTwoFingers() throws {
    for use in Settings.TwoFingerUse.allCases {
      let s = try session { $0.twoFingers = use }
      hold(s, Point(100, 100), Point(200, 100))
      move(s, Point(100, 100), Point(100, 300))
      #expect(abs(s.view.zoom - (use == .none ? 0.5 : 1)) < 1e-9)
      #expect(abs(s.view.rotation.degrees - (use == .turn ? 90 : 0)) < 1e-9)
      let p = try session { $0.twoFingers = use }
      _ = p.handle(.pinch(PinchEvent(.begin, at: Point(200, 150))))
      _ = p.handle(.pinch(PinchEvent(.change, at: Point(200, 150), scale: 2, turn: Angle(degrees: 30))))
      #expect(abs(p.view.zoom - (use == .none ? 0.5 : 1)) < 1e-9)
      #expect(abs(p.view.rotation.degrees - (use == .turn ? 30 : 0)) < 1e-9)
    }
  }

  /// Fails if a cancelled touch or a tap leaves the canvas moved.
  @Test func unusedKeysAreReturned() throws {
    let s = try session()
    SessionTests.draw(s, from: Point(100, 150), to: Point(300, 150))
    let before = s.view
    for end in [TouchEvent.cancel, .tap(fingers: 2), .tap(fingers: 3)] {
      hold(s, Point(100, 100))
      move(s, Point(103, 101))
      hold(s, Point(103, 101), Point(200, 100))
      move(s, Point(103, 101), Point(205, 99))
      #expect(s.view != before)
      let effects = s.handle(.touch(end))
      #expect(s.view == before && effects.viewChanged)
    }
    #expect(s.document.history.undoCount == 1, "undone and redone")
    hold(s, Point(100, 100))
    move(s, Point(150, 101))
    _ = s.handle(.touch(.release))
    #expect(s.view != before)
  }

  /// Fails if a tap that undoes does not say what was undone and offer to redo it, or one that undoes nothing does.
  @Test func tapsSayWhatTheyUndid() throws {
    let s = try session()
    SessionTests.draw(s, from: Point(100, 150), to: Point(300, 150))
    #expect(
      s.handle(.touch(.tap(fingers: 2))).requests
        == [.redoable("Two fingers tapped the canvas: a stroke was undone.")])
    #expect(!s.handle(.touch(.tap(fingers: 2))).requests.contains { if case .redoable = $0 { true } else { false } })
    #expect(s.handle(.touch(.tap(fingers: 3))).requests.isEmpty)
    _ = s.perform(.selectAll)
    #expect(
      s.handle(.touch(.tap(fingers: 2))).requests
        == [.redoable("Two fingers tapped the canvas: a change of the selection was undone.")])
  }

  /// Fails if taps do not undo and redo, or ignore their setting.
  @Test func taps() throws {
    for use in Settings.TapUse.allCases {
      let s = try session { $0.fingerTaps = use }
      SessionTests.draw(s, from: Point(100, 150), to: Point(300, 150))
      hold(s, Point(100, 100), Point(200, 100))
      #expect(s.handle(.touch(.tap(fingers: 2))).panelsChanged == (use == .undo))
      #expect(s.document.history.undoCount == (use == .undo ? 0 : 1))
      _ = s.handle(.touch(.tap(fingers: 3)))
      #expect(s.document.history.undoCount == 1)
    }
  }

  /// Fails if fingers or a pinch move the canvas during a stroke or drag, or that leaps afterwards.
  @Test func aStrokeIsNeverDisturbed() throws {
    for tool in [CanvasTool.brush, .line, .selectLasso, .hand] {
      let s = try session()
      _ = s.choose(tool)
      hold(s, Point(100, 100))
      _ = s.handle(SessionTests.pointer(.down, 50, 50))
      _ = s.handle(SessionTests.pointer(.drag, 60, 60))
      let before = s.view
      #expect(move(s, Point(200, 200)).isEmpty)
      hold(s, Point(100, 100), Point(200, 100))
      move(s, Point(100, 200), Point(220, 100))
      _ = s.handle(.pinch(PinchEvent(.begin, at: Point(9, 9))))
      _ = s.handle(.pinch(PinchEvent(.change, at: Point(9, 9), scale: 3)))
      _ = s.handle(.touch(.tap(fingers: 2)))
      #expect(s.view == before)
      _ = s.handle(SessionTests.pointer(.up(.lifted), 60, 60))
      let after = s.view
      move(s, Point(300, 200))
      #expect(s.view == after)
    }
  }

  /// Fails if a palm's mark stays, or a finger's cancelled stroke disappears.
  @Test func aPalmsMarkGoes() throws {
    let drawn = try session()
    SessionTests.draw(drawn, from: Point(100, 150), to: Point(300, 150))
    for phase in [PointerEvent.Phase.down, .drag, .up(.overruled)] {
      _ = drawn.handle(SessionTests.pointer(phase, -5000, 150, tool: .touch))
    }
    #expect(drawn.document.history.undoCount == 1, "what was drawn before stays")
    for end in [StrokeEnd.overruled, .lifted, .deviceRemoved, .windowLost, .releaseLost] {
      let s = try session()
      _ = s.handle(SessionTests.pointer(.down, 100, 150, tool: .touch))
      _ = s.handle(SessionTests.pointer(.drag, 300, 150, tool: .touch))
      _ = s.flush()
      _ = s.handle(SessionTests.pointer(.up(end), 300, 150, tool: .touch))
      #expect((SessionTests.pixels(s)[400, 300] == 0) == (end == .overruled))
      #expect(s.document.history.undoCount == (end == .overruled ? 0 : 1))
    }
  }

  /// Fails if fingers revert a view change made by a wheel or a resize meanwhile.
  @Test func othersMayChangeTheView() throws {
    let s = try session()
    hold(s, Point(100, 100), Point(200, 100))
    move(s, Point(100, 100), Point(220, 100))
    _ = s.handle(.scroll(ScrollEvent(dx: 0, dy: -3, position: Point(100, 100))))
    _ = s.resize(width: 500, height: 300)
    let zoom = s.view.zoom
    let place = s.view.windowToCanvas(Point(220, 100))
    move(s, Point(110, 100), Point(230, 100))
    #expect(abs(s.view.zoom - zoom) < 1e-9)
    #expect(s.view.canvasToWindow(place).distance(to: Point(230, 100)) < 1e-6)
    _ = s.handle(.touch(.cancel))
    #expect(s.view.windowWidth == 500)
  }

  /// Fails if a pinch ignores the pointer or the fingers' factor, does not return from beyond the
  /// limits, or rotates while only zooming.
  @Test func pinches() throws {
    let s = try session()
    let pointer = Point(70, 210)
    let under = s.view.windowToCanvas(pointer)
    func pinch(_ phase: PinchEvent.Phase, _ scale: Double = 1, _ turn: Double = 0) -> Effects {
      s.handle(.pinch(PinchEvent(phase, at: pointer, scale: scale, turn: Angle(degrees: turn))))
    }
    #expect(pinch(.begin).isEmpty)
    #expect(pinch(.change, 1.3, 1.9).viewChanged)
    #expect(abs(s.view.zoom - 0.65) < 1e-9 && s.view.rotation == .zero)
    #expect(pinch(.change, 1e6).viewChanged && s.view.zoom == View.zooms.upperBound)
    #expect(pinch(.change, 1.4, -2).viewChanged)
    #expect(abs(s.view.zoom - 0.7) < 1e-9 && s.view.rotation == .zero)
    // It rotates without a leap, and completely from 6 degrees on.
    var last = 0.0
    for tenth in 20...100 {
      _ = pinch(.change, 1.4, Double(tenth) / 10)
      #expect(s.view.rotation.degrees - last >= 0 && s.view.rotation.degrees - last < 0.3)
      last = s.view.rotation.degrees
    }
    #expect(abs(last - 10) < 1e-9)
    #expect(s.view.canvasToWindow(under).distance(to: pointer) < 1e-6)
    #expect(pinch(.change, 1.4, 10).isEmpty, "nothing new")
    _ = pinch(.end, 1.4, 10)
    _ = pinch(.begin)
    _ = pinch(.change, 0.5)
    #expect(abs(s.view.zoom - 0.35) < 1e-9 && abs(s.view.rotation.degrees - 10) < 1e-9)
  }

  /// Fails if a key of the settings file changes by writing and reading.
  @Test func settingsAreKept() throws {
    var settings = Settings()
    (settings.touch, settings.twoFingers, settings.fingerTaps) = (.draw, .zoom, .none)
    let fields = SettingsField.all(in: settings, Settings())
    for (key, value) in [("touch", "draw"), ("two-fingers", "zoom"), ("finger-taps", "none")] {
      let field = try #require(fields.first { $0.name == key })
      #expect(field.write(settings) == value)
      var read = Settings()
      #expect(field.read(value, &read) && !field.read("both", &read))
      #expect(field.write(read) == value)
    }
  }
}
