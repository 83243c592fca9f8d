import Document
import Geometry
import Ink
import Input
import Paint
import RandomSource
import Raster
import Testing

@testable import Studio

/// Each tool by the pen's actions. The view shows the canvas of 800 x 600 px at 50 %.
@Suite struct ToolTests {
  private func make() throws -> Session { try SessionTests.make() }

  /// Presses at a window position, drags to others and lifts, with the modifiers held throughout.
  @discardableResult
  private func drag(
    _ session: Session, _ places: [Point], modifiers: Modifiers = [], tool: Tool = .pen, lifts: Bool = true
  ) -> Effects {
    var effects = Effects()
    guard let first = places.first, let last = places.last else { return effects }
    func send(_ phase: PointerEvent.Phase, _ p: Point) {
      effects.add(session.handle(SessionTests.pointer(phase, p.x, p.y, modifiers: modifiers, tool: tool)))
    }
    send(.down, first)
    effects.add(session.flush())
    for p in places.dropFirst() {
      send(.drag, p)
      effects.add(session.flush())
    }
    if lifts { send(.up(.lifted), last) }
    return effects
  }

  private func pixel(_ session: Session, _ x: Int, _ y: Int) -> UInt32 { SessionTests.pixels(session)[x, y] }

  // MARK: colours

  /// Fails if colours are not swapped, defaults are not black on paper, or values out of range are
  /// accepted.
  @Test func colours() throws {
    let session = try make()
    #expect(session.colour == 0x1D1F24 && session.background == session.document.paper)
    let effects = session.setColour(0xFF12_3456)
    #expect(effects.toolsChanged && session.colour == 0x123456)
    _ = session.swapColours()
    #expect(session.colour == session.document.paper && session.background == 0x123456)
    _ = session.defaultColours()
    #expect(session.colour == 0x1D1F24 && session.background == session.document.paper)
    for (given, taken) in [(0.5, 0.5), (0.02, 0.02), (-3, 0), (7, 1)] {
      _ = session.setOpacity(given)
      #expect(abs(session.opacity - taken) < 1e-5)
    }
    #expect(session.setOpacity(.nan).isEmpty && session.setSize(.infinity).isEmpty)
    _ = session.setSize(1e6)
    #expect(session.size == Brush.sizes.upperBound)
    _ = session.choose(.eraser)
    _ = session.setSize(33)
    #expect(session.eraser.size == 33 && session.brush.size == Brush.sizes.upperBound)
  }

  /// Fails if a colour becomes recent without ink, is listed twice, or more than 16 are kept.
  @Test func recentColours() throws {
    let session = try make()
    for i in 0..<20 {
      _ = session.setColour(UInt32(i % 18))
      if i == 5 { continue }
      drag(session, [Point(100, 100), Point(120, 100)])
    }
    #expect(session.recentColours == [1, 0, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3])
    _ = session.setColour(0xABCDEF)
    drag(session, [Point(100, 100), Point(120, 100)], tool: .eraser)
    #expect(session.recentColours.first == 1)
    _ = session.choose(.line)
    drag(session, [Point(100, 100), Point(120, 100)])
    #expect(session.recentColours.first == 0xABCDEF)
  }

  /// Fails if the eyedropper picks another colour than is shown, picks before it is lifted, or
  /// draws. Ctrl turns a brush into an eyedropper for one press.
  @Test func eyedropper() throws {
    let session = try make()
    drag(session, [Point(100, 100), Point(200, 100)])
    let steps = session.document.history.undoCount
    _ = session.setColour(0xAA0000)
    drag(session, [Point(50, 50), Point(150, 100)], modifiers: .control, lifts: false)
    #expect(session.pick == ColourPick(place: Point(150, 100), colour: 0x1D1F24, before: 0xAA0000))
    #expect(session.shownColour == 0x1D1F24 && session.colour == 0xAA0000)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 150, 100))
    #expect(session.colour == 0x1D1F24 && session.pick == nil && session.tool == .brush)

    _ = session.choose(.eyedropper)
    drag(session, [Point(50, 50)])
    #expect(session.colour == session.document.paper)
    // Outside the canvas, or after Escape, no colour is picked.
    _ = session.setColour(0x00FF00)
    drag(session, [Point(-20, 50)])
    drag(session, [Point(50, 50)], lifts: false)
    _ = session.handle(SessionTests.key(Key.escape))
    _ = session.handle(SessionTests.pointer(.up(.lifted), 50, 50))
    #expect(session.colour == 0x00FF00 && session.document.history.undoCount == steps)

    let glass = session.canvasPixels(around: Point(150, 100), side: 5)
    #expect(glass.count == 25 && glass[12] == 0xFF1D_1F24)
    #expect(session.canvasPixels(around: Point(-50, -50), side: 3) == [UInt32](repeating: 0, count: 9))
    #expect(session.canvasPixels(around: Point(0, 0), side: 3)[0] == 0)
  }

  // MARK: shapes, fill, hand

  /// Fails if a shape is misplaced, its preview stays, Shift or Escape are ignored, or it is not
  /// one edit.
  @Test func figures() throws {
    let session = try make()
    _ = session.choose(.line)
    drag(session, [Point(50, 50), Point(300, 250), Point(200, 52)], modifiers: .shift)
    // Level, at canvas y = 100.
    #expect(pixel(session, 250, 100) >> 24 == 255 && pixel(session, 350, 300) == 0)
    #expect(session.document.history.undoCount == 1)
    _ = session.choose(.rectangle)
    drag(session, [Point(50, 100), Point(150, 200)])
    #expect(pixel(session, 100, 300) >> 24 == 255 && pixel(session, 300, 400) >> 24 == 255)
    #expect(pixel(session, 200, 300) == 0)
    _ = session.choose(.ellipse)
    drag(session, [Point(200, 100), Point(300, 200)], lifts: false)
    #expect(pixel(session, 500, 200) >> 24 == 255)
    // Shift pressed and released while the pen rests counts.
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(pixel(session, 500, 200) == 0)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 300, 200))
    #expect(session.document.history.undoCount == 2)
    drag(session, [Point(200, 100), Point(300, 120)], lifts: false)
    _ = session.handle(SessionTests.key(0xFFE1))
    _ = session.flush()
    #expect(pixel(session, 500, 400) >> 24 == 255)
    _ = session.handle(SessionTests.key(0xFFE1, .shift, down: false))
    _ = session.flush()
    #expect(pixel(session, 500, 400) == 0 && pixel(session, 500, 240) >> 24 == 255)
    _ = session.perform(.undo)
    #expect(pixel(session, 500, 240) == 0 && session.document.history.redoCount == 1)
  }

  /// Fails if a fill is misplaced, ignores the settings, or gives no message outside the selection.
  @Test func fill() throws {
    let session = try make()
    _ = session.choose(.fill)
    _ = session.setColour(0x118833)
    let effects = drag(session, [Point(100, 100)])
    #expect(effects.panelsChanged && pixel(session, 3, 3) == 0xFF11_8833)
    #expect(session.recentColours == [0x118833])
    _ = session.choose(.selectRectangle)
    drag(session, [Point(100, 100), Point(200, 200)])
    _ = session.choose(.fill)
    _ = session.setColour(0x884411)
    let outside = drag(session, [Point(20, 20)])
    #expect(outside.requests.count == 1 && pixel(session, 3, 3) == 0xFF11_8833)
    drag(session, [Point(150, 150)])
    #expect(pixel(session, 300, 300) == 0xFF88_4411 && pixel(session, 199, 199) == 0xFF11_8833)
    #expect(pixel(session, 200, 200) == 0xFF88_4411 && pixel(session, 400, 300) == 0xFF11_8833)
  }

  /// Fails if the hand tool draws, or does not move, zoom and rotate the view.
  @Test func hand() throws {
    let session = try make()
    _ = session.choose(.hand)
    let place = session.view.windowToCanvas(Point(100, 100))
    drag(session, [Point(100, 100), Point(130, 90)])
    #expect(session.view.canvasToWindow(place).distance(to: Point(130, 90)) < 1)
    drag(session, [Point(100, 200), Point(100, 100)], modifiers: .control)
    #expect(session.view.zoom == 1)
    drag(session, [Point(300, 150), Point(200, 250)], modifiers: .shift)
    #expect(abs(session.view.rotation.degrees - 90) < 1e-6)
    #expect(session.document.history.undoCount == 0)
  }

  /// Fails if the pen's eraser end does not erase with any tool.
  @Test(arguments: CanvasTool.all) func theEraserEndErases(tool: CanvasTool) throws {
    let session = try make()
    drag(session, [Point(100, 150), Point(300, 150)])
    _ = session.choose(tool)
    drag(session, [Point(200, 100), Point(200, 200)], tool: .eraser)
    #expect(pixel(session, 400, 300) == 0 && pixel(session, 300, 300) >> 24 == 255)
    #expect(session.tool == tool && session.document.history.undoCount == 2)
  }

  /// Fails if a drag with Shift leaves ink, the size does not follow the pen, or the outline moves.
  @Test func resizingOnTheCanvas() throws {
    let session = try make()
    let size = session.brush.size
    drag(session, [Point(100, 100), Point(130, 180)], modifiers: .shift, lifts: false)
    // 30 window px are 60 canvas px of radius.
    #expect(abs(session.brush.size - (size + 120)) < 1e-9 && session.isResizingBrush)
    let outline = session.cursorOutline(for: PenSample(position: Point(130, 180), time: 0))
    #expect(outline.center == session.view.windowToCanvas(Point(100, 100)))
    #expect(outline.radius == session.brush.size / 2 && outline.tool == .brush)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(session.brush.size == size)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 130, 180))
    drag(session, [Point(100, 100), Point(-1000, 100)], modifiers: .shift)
    #expect(session.brush.size == Brush.sizes.lowerBound)
    #expect(session.document.history.undoCount == 0 && SessionTests.pixels(session).tileCount == 0)
  }

  /// Fails if the cursor's outline differs from the brush tip.
  @Test func cursorOutlines() throws {
    let session = try make()
    let pen = PenSample(position: Point(200, 150), time: 0)
    #expect(session.cursorOutline(for: pen).radius == 6)
    var flipped = pen
    flipped.tool = .eraser
    #expect(session.cursorOutline(for: flipped).tool == .eraser && session.cursorOutline(for: flipped).radius == 20)
    _ = session.choose(.fill)
    #expect(
      session.cursorOutline(for: pen)
        == CursorOutline(
          tool: .fill, center: Point(400, 300), radius: 0, thickness: 1, direction: .zero))
    _ = session.choose(.brush)
    session.brush.tip = .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 30), followsAzimuth: false))
    let nib = session.cursorOutline(for: pen)
    #expect(nib.thickness == 0.3 && abs(nib.direction.degrees - 30) < 1e-9)
  }

  /// Fails if the right button draws or does not open the palette.
  @Test func rightButton() throws {
    let session = try make()
    func mouse(_ phase: PointerEvent.Phase) -> Effects {
      session.handle(SessionTests.pointer(phase, 70, 80, tool: .mouse))
    }
    #expect(mouse(.press(.secondary)) == Effects(.popUp(Point(70, 80))))
    #expect(mouse(.release(.secondary)).isEmpty)
    #expect(session.document.history.undoCount == 0)
  }

  /// Fails if the session's symmetry does not reach strokes and shapes.
  @Test func symmetry() throws {
    let session = try make()
    session.toolSettings.symmetry = Symmetry(.mirror(vertical: true, horizontal: false))
    drag(session, [Point(50, 100), Point(100, 100)])
    #expect(pixel(session, 150, 200) >> 24 == 255 && pixel(session, 650, 200) >> 24 == 255)
    _ = session.setSymmetryCenter(Point(150, 150))
    _ = session.choose(.line)
    drag(session, [Point(50, 200), Point(100, 200)])
    #expect(pixel(session, 150, 400) >> 24 == 255 && pixel(session, 450, 400) >> 24 == 255)
    #expect(session.document.history.undoCount == 2)
    session.toolSettings.symmetry.kind = .radial(count: 5, isMirrored: true)
    _ = session.toggleSymmetry()
    #expect(!session.toolSettings.symmetry.isActive)
    _ = session.toggleSymmetry()
    #expect(session.toolSettings.symmetry.kind == .radial(count: 5, isMirrored: true))
  }

  // MARK: everything

  /// Fails if random tools, drags, keys and actions leave a window unlike the document, an edit
  /// without inverse, or an unfinished gesture.
  @Test func randomUse() throws {
    for seed in RandomSource.seeds(5) {
      var rng = RandomSource(seed)
      let session = try make()
      var shown = SessionTests.window(session)
      func look(_ effects: Effects, _ what: String) {
        if effects.viewChanged { shown = SessionTests.window(session) }
        for rect in session.windowDamage(of: effects.damage).rects {
          shown = SessionTests.window(session, rect, into: shown)
        }
        if shown != SessionTests.window(session) { Issue.record("seed \(seed): \(what) damaged more than it told") }
      }
      for _ in 0..<25 {
        let tool = CanvasTool.all[rng.roll(0..<CanvasTool.all.count)]
        if tool != .hand { look(session.choose(tool), "choosing \(tool)") }
        let modifiers: Modifiers = [[], [], .shift, .alt, [.shift, .alt]][rng.roll(0..<5)]
        let places = (0..<rng.roll(1...5)).map { _ in Point(rng.roll(20...380), rng.roll(20...280)) }
        look(drag(session, places, modifiers: modifiers), "\(tool) with \(modifiers)")
        let action = rng.roll(0..<12)
        switch action {
        case 0: look(session.perform(.undo), "undo")
        case 1: look(session.perform(.redo), "redo")
        case 2: look(session.cut(), "cut")
        case 3: look(session.paste(), "paste")
        case 4: look(session.delete(), "delete")
        case 5: look(session.selectAll(), "select all")
        case 6: look(session.deselect(), "deselect")
        case 7: look(session.copy(), "copy")
        case 8: look(session.handle(SessionTests.key(Key.escape)), "Escape")
        case 9: look(session.handle(SessionTests.key(0xFF0D)), "Enter")
        default: break
        }
      }
      look(session.settle(), "settling")
      let end = SessionTests.pixels(session)
      let redone = session.document.history.redoCount
      while session.document.history.undoCount > 0 { look(session.perform(.undo), "undo") }
      #expect(SessionTests.pixels(session).tileCount == 0 && session.document.selection == nil)
      while session.document.history.redoCount > redone { look(session.perform(.redo), "redo") }
      #expect(SessionTests.pixels(session) == end, "seed \(seed)")
    }
  }
}
