import Document
import Geometry
import Glibc
import Ink
import Input
import Raster
import Testing

@testable import Export
@testable import Library
@testable import Studio

@Suite struct SessionTests {
  static func make() throws -> Session {
    let document = try #require(Document(width: 800, height: 600))
    return try #require(Session(document: document, windowWidth: 400, windowHeight: 300))
  }

  static func pointer(
    _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, pressure: Double = 0.8, modifiers: Modifiers = [],
    tool: Tool = .pen
  ) -> InputEvent {
    .pointer(
      PointerEvent(
        phase, PenSample(position: Point(x, y), time: 0, pressure: pressure, tool: tool), modifiers: modifiers))
  }

  static func draw(_ session: Session, from a: Point, to b: Point, tool: Tool = .pen) {
    _ = session.handle(pointer(.down, a.x, a.y, tool: tool))
    for i in 1...10 {
      let p = a.lerp(to: b, Double(i) / 10)
      _ = session.handle(pointer(.drag, p.x, p.y, tool: tool))
      _ = session.flush()
    }
    _ = session.handle(pointer(.up(.lifted), b.x, b.y, tool: tool))
  }

  static func key(_ keysym: UInt32, _ modifiers: Modifiers = [], down: Bool = true) -> InputEvent {
    .key(KeyEvent(keysym: keysym, modifiers: modifiers, isDown: down))
  }

  static func pixels(_ session: Session) -> TileGrid { session.document.layers[0].image }

  static func window(_ session: Session, _ rect: PixelRect? = nil, into old: [UInt32]? = nil) -> [UInt32] {
    var all = old ?? [UInt32](repeating: 0, count: 400 * 300)
    var span = all.mutableSpan
    session.render(
      rect ?? PixelRect(x: 0, y: 0, width: 400, height: 300), surround: 0xFF3A_3B3F, to: &span, stride: 400)
    return all
  }

  /// Fails if ink is not at the pen's position on the canvas.
  @Test func strokeLandsUnderThePen() throws {
    let session = try Self.make()
    Self.draw(session, from: Point(100, 150), to: Point(300, 150))
    // Shown at 50 %: window (200, 150) is canvas (400, 300).
    #expect(Self.pixels(session)[400, 300] >> 24 == 255)
    #expect(Self.pixels(session)[400, 330] == 0)
    #expect(Self.window(session)[150 * 400 + 200] & 0xFF_FFFF == 0x1D1F24)
  }

  /// Fails if a key does not choose its brush, a brush loses its size, or a missing brush is not
  /// reported by name.
  @Test func keysChooseBrushes() throws {
    let document = try #require(Document(width: 800, height: 600))
    let folder = #filePath.replacing("Tests/StudioTests/SessionTests.swift", with: "Resources/brushes")
    let session = try #require(
      Session(document: document, windowWidth: 400, windowHeight: 300, brushes: BrushLibrary(folder: folder)))
    let keys: [(UInt32, Modifiers, String)] = [
      (Key.p, [], "pencil"), (Key.p, .shift, "tilt-pencil"), (Key.m, [], "marker"), (Key.a, [], "airbrush"),
      (Key.b, .shift, "brush-pen"), (Key.b, [], "pen"),
    ]
    for (key, modifiers, name) in keys {
      let effects = session.handle(Self.key(key, modifiers))
      #expect(effects.toolsChanged && effects.damage.isEmpty && effects.requests.isEmpty)
      #expect(session.brush.name == name && !session.isErasing)
    }
    let size = session.brush.size
    _ = session.perform(.larger)
    _ = session.handle(Self.key(Key.m))
    _ = session.handle(Self.key(Key.e))
    #expect(session.isErasing && session.brush.name == "marker")
    _ = session.handle(Self.key(Key.b))
    #expect(!session.isErasing && abs(session.brush.size - size * 1.259921) < 1e-4)

    // Choosing the current brush changes nothing.
    #expect(session.handle(Self.key(Key.b)).isEmpty)
    let bare = try Self.make()
    let sentence = "there is no brush \"pencil\": no folder of brushes was found"
    #expect(bare.handle(Self.key(Key.p)) == Effects(.message(sentence)))
    #expect(bare.brush.name == "pen")
  }

  /// Fails if hovering leaves ink or an edit to undo.
  @Test func hoverDrawsNothing() throws {
    let session = try Self.make()
    for i in 0..<20 { _ = session.handle(Self.pointer(.hover, Double(100 + i * 5), 100)) }
    #expect(session.flush().damage.isEmpty)
    #expect(Self.pixels(session).tileCount == 0)
    #expect(session.document.history.undoCount == 0)
  }

  /// Fails if the reported damage misses a window pixel that a full repaint would change.
  @Test func damageCoversEveryChange() throws {
    let session = try Self.make()
    _ = session.setRotation(Angle(degrees: 30))
    var shown = Self.window(session)
    var events = [Self.pointer(.down, 120, 100)]
    for i in 1...30 {
      let (x, y) = (Double(120 + i * 5), Double(100 + i * i % 37))
      events.append(Self.pointer(.drag, x, y, pressure: Double(i) / 30))
    }
    events.append(Self.pointer(.up(.lifted), 270, 120))
    events += [Self.key(0x7A, .control), Self.key(0x79, .control), Self.key(0xFFFF)]
    for event in events {
      var effects = session.handle(event)
      effects.add(session.flush())
      for rect in session.windowDamage(of: effects.damage).rects { shown = Self.window(session, rect, into: shown) }
      #expect(shown == Self.window(session))
    }
  }

  /// Fails if a stroke is repainted although the pen has not moved; the program would never sleep.
  @Test func flushWithoutNewsDrawsNothing() throws {
    let session = try Self.make()
    _ = session.handle(Self.pointer(.down, 100, 100))
    _ = session.handle(Self.pointer(.drag, 120, 100))
    #expect(!session.flush().damage.isEmpty)
    #expect(session.flush().isEmpty)
    _ = session.handle(Self.pointer(.drag, 140, 100))
    #expect(!session.flush().damage.isEmpty)
  }

  /// Fails if the eraser end of the pen draws.
  @Test func eraserEndErases() throws {
    let session = try Self.make()
    Self.draw(session, from: Point(100, 150), to: Point(300, 150))
    Self.draw(session, from: Point(200, 100), to: Point(200, 200), tool: .eraser)
    #expect(Self.pixels(session)[400, 300] == 0)
    #expect(Self.pixels(session)[300, 300] >> 24 == 255)
  }

  /// Fails if undo during a stroke loses the stroke, or changes earlier pixels.
  @Test func undoDuringAStrokeKeepsItForRedo() throws {
    let session = try Self.make()
    Self.draw(session, from: Point(50, 50), to: Point(350, 50))
    let before = Self.pixels(session)
    _ = session.handle(Self.pointer(.down, 100, 200))
    _ = session.handle(Self.pointer(.drag, 200, 200))
    _ = session.flush()
    _ = session.handle(Self.key(0x7A, .control))
    #expect(Self.pixels(session).showsSame(as: before))
    // The pen is still down; its movement until it is lifted belongs to no stroke.
    _ = session.handle(Self.pointer(.drag, 300, 200))
    _ = session.handle(Self.pointer(.up(.lifted), 300, 200))
    #expect(Self.pixels(session).showsSame(as: before))
    _ = session.handle(Self.key(0x79, .control))
    #expect(Self.pixels(session)[300, 400] >> 24 == 255)
  }

  /// Fails if a middle drag or Space with a drag draws, or does not move the canvas with the
  /// pointer.
  @Test func panning() throws {
    let session = try Self.make()
    let place = session.view.windowToCanvas(Point(100, 100))
    _ = session.handle(Self.pointer(.press(.middle), 100, 100))
    _ = session.handle(Self.pointer(.hover, 130, 90))
    _ = session.handle(Self.pointer(.release(.middle), 130, 90))
    #expect(session.view.canvasToWindow(place).distance(to: Point(130, 90)) < 1)
    _ = session.handle(Self.key(Key.space))
    _ = session.handle(Self.pointer(.down, 130, 90))
    _ = session.handle(Self.pointer(.drag, 100, 100))
    _ = session.handle(Self.pointer(.up(.lifted), 100, 100))
    _ = session.handle(Self.key(Key.space, down: false))
    #expect(session.view.canvasToWindow(place).distance(to: Point(100, 100)) < 1)
    #expect(session.document.history.undoCount == 0)
    Self.draw(session, from: Point(100, 100), to: Point(200, 100))
    #expect(session.document.history.undoCount == 1)
  }

  /// Fails if the wheel does not zoom at the pointer, Ctrl+wheel not pan vertically, or Shift+wheel
  /// not horizontally.
  @Test func wheel() throws {
    let session = try Self.make()
    let p = Point(100, 80)
    let place = session.view.windowToCanvas(p)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: -3, position: p)))
    #expect(session.view.zoom == 1)
    #expect(session.view.canvasToWindow(place).distance(to: p) < 1)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: 1, position: p, modifiers: .control)))
    #expect(session.view.canvasToWindow(place).distance(to: Point(100, 0)) < 1)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: 1, position: p, modifiers: .shift)))
    #expect(session.view.canvasToWindow(place).distance(to: Point(20, 0)) < 1)
    _ = session.handle(.scroll(ScrollEvent(dx: -1, dy: 0, position: p)))
    #expect(session.view.canvasToWindow(place).distance(to: Point(100, 0)) < 1)
    #expect(session.view.zoom == 1)
  }

  /// Fails if a touchpad with Ctrl zooms in steps instead of by the fraction, or if the wheel of a
  /// mouse no longer snaps to steps.
  @Test func touchpadsZoomSmoothly() throws {
    let session = try Self.make()
    let p = Point(100, 80)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: -0.25, position: p, modifiers: .control, isSmooth: true)))
    let start = session.view.zoom
    let place = session.view.windowToCanvas(p)
    for _ in 0..<5 {
      let before = session.view.zoom
      // A whole notch of fingers is no step of a wheel.
      _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: -1, position: p, modifiers: .control, isSmooth: true)))
      #expect(abs(session.view.zoom / before - exp2(1 / View.stepsPerDoubling)) < 1e-6)
    }
    #expect(abs(session.view.zoom / start - exp2(5 / View.stepsPerDoubling)) < 1e-5)
    #expect(session.view.canvasToWindow(place).distance(to: p) < 1)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: -1, position: p)))
    let step = log2(session.view.zoom) * View.stepsPerDoubling
    #expect(abs(step - step.rounded()) < 1e-9)
  }

  /// Fails if arrow keys do not move the canvas, move it in the wrong direction, or move it when
  /// they have another meaning.
  @Test func arrowsMoveTheView() throws {
    let session = try Self.make()
    let p = Point(100, 80)
    let place = session.view.windowToCanvas(p)
    let (width, height) = (Double(session.view.windowWidth), Double(session.view.windowHeight))
    func press(_ keysym: UInt32, _ modifiers: Modifiers = []) -> Point {
      _ = session.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers)))
      return session.view.canvasToWindow(place)
    }
    #expect(press(0xFF53).distance(to: Point(p.x - width / 10, p.y)) < 1)
    #expect(press(0xFF51).distance(to: p) < 1)
    #expect(press(0xFF54, .shift).distance(to: Point(p.x, p.y - height / 2)) < 1)
    #expect(press(0xFF52, .shift).distance(to: p) < 1)
    #expect(press(0xFF51, .control).distance(to: p) < 1)
  }

  /// Fails if azimuth does not rotate with the canvas: rotated by 90 degrees, a pen tilted right is
  /// tilted up on the canvas.
  @Test func azimuthTurnsWithTheCanvas() throws {
    let session = try Self.make()
    _ = session.setRotation(Angle(degrees: 90))
    var seen: [PenSample] = []
    session.sampleTap = { sample, _ in seen.append(sample) }
    let leaning = PenSample(
      position: Point(200, 150), time: 0, altitude: Angle(degrees: 45), azimuth: .zero)
    _ = session.handle(.pointer(PointerEvent(.hover, leaning)))
    #expect(abs((try #require(seen.last)).azimuth.degrees - -90) < 1e-9)
  }
}
