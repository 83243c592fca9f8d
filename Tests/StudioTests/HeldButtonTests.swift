import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Studio

/// The buttons of pens and tablets. Fails if one ignores its setting, acts after its release, or
/// draws.
@Suite("Buttons of pens and tablets") struct HeldButtonTests {
  private func pen(
    _ session: Session, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double = 150, tool: Tool = .pen
  ) -> Effects {
    var effects = session.handle(
      .pointer(
        PointerEvent(
          phase, PenSample(position: Point(x, y), time: 0, pressure: 1, tool: tool), modifiers: [], source: 7)))
    effects.add(session.flush())
    return effects
  }

  private func pad(_ session: Session, _ phase: PadEvent.Phase, hasRing: Bool = false) -> Effects {
    session.handle(.pad(PadEvent(phase, hasRing: hasRing, position: Point(200, 150))))
  }

  private func line(_ session: Session, tool: Tool = .pen) {
    for x in stride(from: 100.0, through: 300, by: 20) { _ = pen(session, x == 100 ? .down : .drag, x, tool: tool) }
    _ = pen(session, .up(.lifted), 300, tool: tool)
  }

  private func ink(_ session: Session) -> Bool { SessionTests.pixels(session)[400, 300] >> 24 == 255 }

  /// Fails if the pen's side buttons do not pan and pick colours by default, or share the mouse's
  /// settings.
  @Test func thePensSideButtonsPanAndPick() throws {
    let session = try SessionTests.make()
    line(session)
    let drawn = session.document.history.undoCount
    _ = session.setColour(0xFF_0000)
    #expect(pen(session, .press(.secondary), 200).requests == [])
    _ = pen(session, .release(.secondary), 200)
    #expect(session.colour == Session.standardInk, "the colour of the line under it")

    let center = session.view.center
    _ = pen(session, .press(.middle), 200)
    #expect(pen(session, .hover, 240).viewChanged)
    _ = pen(session, .release(.middle), 240)
    #expect(abs(session.view.center.x - center.x) > 10)
    #expect(session.document.history.undoCount == drawn)
    // A mouse's right button has another default.
    #expect(pen(session, .press(.secondary), 200, tool: .mouse).requests == [.popUp(Point(200, 150))])
  }

  /// Fails if a touch while a button pans ends the panning, so that the next touch draws. Covers
  /// pens, and a mouse whose wheel is held during left clicks.
  @Test(arguments: [Tool.pen, .mouse]) func touchesWhileAButtonMovesTheCanvasDrawNothing(_ tool: Tool) throws {
    let session = try SessionTests.make()
    _ = pen(session, .press(.middle), 100, tool: tool)
    for _ in 0..<2 {
      let center = session.view.center
      line(session, tool: tool)
      #expect(session.view.center != center)
      #expect(pen(session, .hover, 100, tool: tool).viewChanged, "the button is held still")
    }
    _ = pen(session, .release(.middle), 100, tool: tool)
    #expect(!pen(session, .hover, 200, tool: tool).viewChanged)
    #expect(session.document.history.undoCount == 0)
  }

  /// Fails if a held button does not make the pen erase with any tool, or erases after its release.
  @Test func aButtonErasesWhileItIsHeld() throws {
    let session = try SessionTests.make()
    session.settings.penButtons.secondary = .erase
    line(session)
    #expect(ink(session))
    _ = session.choose(.fill)
    var brushes: [Bool] = []
    session.sampleTap = { _, brush in if let brush { brushes.append(brush.isEraser) } }
    _ = pen(session, .press(.secondary), 100)
    #expect(session.cursorOutline(for: PenSample(position: Point(100, 150), time: 0)).tool == .eraser)
    line(session)
    #expect(!ink(session) && !brushes.isEmpty && brushes.allSatisfy { $0 })
    _ = pen(session, .release(.secondary), 100)
    #expect(!session.isEraserHeld && session.tool == .fill)
    #expect(session.cursorOutline(for: PenSample(position: Point(100, 150), time: 0)).tool == .fill)
  }

  /// Fails if a stroke changes its kind when the button goes down or up.
  @Test func aStrokeEndsAsItBegan() throws {
    let session = try SessionTests.make()
    session.settings.penButtons.secondary = .erase
    var brushes: [Bool] = []
    session.sampleTap = { _, brush in if let brush { brushes.append(brush.isEraser) } }
    _ = pen(session, .down, 100)
    _ = pen(session, .press(.secondary), 100)
    for x in stride(from: 120.0, through: 300, by: 20) { _ = pen(session, .drag, x) }
    _ = pen(session, .up(.lifted), 300)
    #expect(ink(session) && brushes.count == 11 && !brushes.contains(true))
    // The next stroke erases, even if the button goes up meanwhile.
    brushes = []
    _ = pen(session, .down, 100)
    _ = pen(session, .release(.secondary), 100)
    for x in stride(from: 120.0, through: 300, by: 20) { _ = pen(session, .drag, x) }
    _ = pen(session, .up(.lifted), 300)
    #expect(!ink(session) && !brushes.contains(false))
    line(session)
    #expect(ink(session))
  }

  /// Fails if a tablet's buttons ignore their settings or the ring, or a ring or button draws.
  @Test func aTabletsButtons() throws {
    let session = try SessionTests.make()
    line(session)
    let drawn = session.document.history.undoCount
    #expect(pad(session, .turn(Angle(degrees: 20))).isEmpty)
    for phase in [PadEvent.Phase.press(1), .press(2)] { #expect(pad(session, phase).panelsChanged) }
    #expect(ink(session), "undone and done again")
    #expect(pad(session, .press(4)).requests == [.popUp(Point(200, 150))])
    #expect(pad(session, .press(5)).isEmpty && pad(session, .press(16)).isEmpty)
    #expect(pad(session, .press(1), hasRing: true).requests == [.program(.nextDialMode)])
    #expect(pad(session, .press(2), hasRing: true).panelsChanged && !ink(session))
    _ = pad(session, .press(3), hasRing: true)
    session.settings.padButtons[1] = .action(.export)
    for hasRing in [false, true] { #expect(pad(session, .press(1), hasRing: hasRing).requests == [.program(.export)]) }
    #expect(session.document.history.undoCount == drawn)
  }

  /// Fails if a tablet's button held to pan lets the pen draw or works after its release, or one
  /// held to erase does not erase.
  @Test func aTabletsHeldButtons() throws {
    let session = try SessionTests.make()
    _ = pad(session, .press(3))
    let center = session.view.center
    line(session)
    #expect(!ink(session) && session.view.center != center && session.document.history.undoCount == 0)
    _ = pad(session, .release(3))
    _ = session.perform(.zoomWhole)
    line(session)
    #expect(ink(session))
    session.settings.padButtons[9] = .erase
    _ = pad(session, .press(9))
    line(session)
    #expect(!ink(session))
    _ = pad(session, .release(9))
    line(session)
    #expect(ink(session))
  }

  /// Fails if undo by a tablet's button during a stroke loses the pen, or the stroke cannot be
  /// redone.
  @Test func undoAmidAStroke() throws {
    let session = try SessionTests.make()
    _ = pen(session, .down, 100)
    for x in stride(from: 120.0, through: 300, by: 20) { _ = pen(session, .drag, x) }
    _ = pad(session, .press(1))
    #expect(!ink(session) && !session.isDrawing)
    _ = pen(session, .drag, 310)
    _ = pen(session, .up(.lifted), 310)
    _ = pad(session, .release(1))
    #expect(!ink(session) && session.perform(.redo).panelsChanged && ink(session))
  }
}
