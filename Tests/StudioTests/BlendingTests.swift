import Document
import Geometry
import Input
import MyPaint
import Paint
import Raster
import Testing

@testable import Ink
@testable import Studio

/// Blending while a key or a button is held.
@Suite struct BlendingTests {
  private static let n: UInt32 = 0x6E

  init() throws {
    try #require(MyPaintLibrary.system != nil, "libmypaint is installed (package libmypaint-1.5-1)")
  }

  /// A session without lagging ink.
  private func session() throws -> Session {
    let session = try SessionTests.make()
    session.inkSlice = 1e9
    return session
  }

  private func pen(_ session: Session, _ phase: PointerEvent.Phase, _ x: Double, tool: Tool = .pen) {
    let sample = PenSample(position: Point(x, 150), time: x / 100, pressure: 1, tool: tool)
    _ = session.handle(.pointer(PointerEvent(phase, sample, modifiers: [], source: 7)))
    _ = session.flush()
  }

  /// Draws a line and returns the brush of the last edit. Blending changes nothing on an empty layer.
  private func line(_ session: Session, tool: Tool = .pen) throws -> Brush {
    pen(session, .down, 100, tool: tool)
    for x in stride(from: 120.0, through: 300, by: 20) { pen(session, .drag, x, tool: tool) }
    pen(session, .up(.lifted), 300, tool: tool)
    return try #require(session.document.history.lastStroke).brush
  }

  private func key(_ session: Session, isDown: Bool, isRepeat: Bool = false, _ modifiers: Modifiers = []) {
    let keysym = modifiers.contains(.shift) ? 0x4E : Self.n
    _ = session.handle(
      .key(KeyEvent(keysym: keysym, latin: Self.n, modifiers: modifiers, isDown: isDown, isRepeat: isRepeat)))
  }

  private func outline(_ session: Session) -> CursorOutline {
    session.cursorOutline(for: PenSample(position: Point(100, 150), time: 0))
  }

  /// Fails if a held key does not make the brush a blender, its repetitions or its release with
  /// another modifier are taken for something else, or the brush does not come back.
  @Test func aKeyBlendsWhileItIsHeld() throws {
    let session = try session()
    let brush = session.brush
    #expect(try line(session).paint == nil)
    key(session, isDown: true)
    key(session, isDown: true, isRepeat: true)
    #expect(session.isBlendHeld && session.brush == brush && outline(session).isBlending)
    #expect(outline(session).radius == brush.size / 2)
    for _ in 0..<2 { #expect(try line(session).paint == brush.blender.paint) }
    key(session, isDown: false, [.shift])
    #expect(!session.isBlendHeld && session.brush == brush && !outline(session).isBlending)
    #expect(try line(session).paint == nil)
    #expect(session.document.history.undoCount == 4)
  }

  /// Fails if a stroke changes its kind when the key goes down or up.
  @Test func aStrokeEndsAsItBegan() throws {
    let session = try session()
    pen(session, .down, 100)
    key(session, isDown: true)
    pen(session, .drag, 200)
    #expect(!session.isBlendingNow)
    pen(session, .up(.lifted), 200)
    #expect(session.document.history.lastStroke?.brush.paint == nil)
    pen(session, .down, 100)
    key(session, isDown: false)
    pen(session, .drag, 200)
    #expect(session.isBlendingNow && outline(session).isBlending)
    pen(session, .up(.lifted), 200)
    #expect(session.document.history.lastStroke?.brush.paint != nil)
  }

  /// Fails if a key whose release went to another window is held for ever, or a button is forgotten
  /// with it.
  @Test func focusLostReleasesKeys() throws {
    let session = try session()
    key(session, isDown: true)
    session.focusLost()
    #expect(!session.isBlendHeld)
    session.settings.padButtons[9] = .action(.blend)
    _ = session.handle(.pad(PadEvent(.press(9), hasRing: false, position: .zero)))
    session.focusLost()
    #expect(session.isBlendHeld)
  }

  /// Fails if a button of a pen or a tablet does not blend while it is held, or two of them release
  /// each other.
  @Test func buttonsBlendWhileTheyAreHeld() throws {
    let session = try session()
    _ = try line(session)
    session.settings.penButtons.secondary = .action(.blend)
    session.settings.padButtons[9] = .action(.blend)
    func pad(_ phase: PadEvent.Phase) -> Effects {
      session.handle(.pad(PadEvent(phase, hasRing: false, position: .zero)))
    }
    pen(session, .press(.secondary), 100)
    #expect(try line(session).paint != nil)
    #expect(pad(.press(9)).isEmpty)
    pen(session, .release(.secondary), 100)
    #expect(try line(session).paint != nil)
    #expect(pad(.release(9)).isEmpty)
    #expect(try line(session).paint == nil)
  }

  /// Fails if the eraser's tool or end erases while it blends, or a shape is painted.
  @Test func erasersAndShapesBlend() throws {
    let session = try session()
    _ = try line(session)
    key(session, isDown: true)
    let size = session.eraser.size
    let flipped = try line(session, tool: .eraser)
    #expect(flipped.paint != nil && flipped.size == size && session.document.history.lastStroke?.style.blend == .over)
    _ = session.perform(.eraser)
    pen(session, .down, 100)
    #expect(session.isBlendingNow && !session.isErasingNow)
    pen(session, .up(.lifted), 100)
    _ = session.perform(.line)
    #expect(try line(session).paint != nil)
    key(session, isDown: false)
    #expect(try line(session).paint == nil)
  }

  /// Fails if one of MyPaint's brushes becomes another one's blender.
  @Test func paintingBrushesBlendAsThemselves() throws {
    let session = try session()
    let text = #"{"version": 3, "settings": {"elliptical_dab_ratio": {"base_value": 3, "inputs": {}}}}"#
    _ = try line(session)
    session.brush = Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "flat")
    key(session, isDown: true)
    let brush = try line(session)
    #expect(brush.name == "flat" && brush.paint?.smudges == true && brush.paint == session.brush.paint?.blender)
  }

  /// Fails if a blended stroke takes up no colour of the canvas, counts as drawn with a colour, or is
  /// recorded as one of the brush.
  @Test func theColourDoesNotCount() throws {
    let session = try session()
    _ = session.setColour(0xFF_0000)
    _ = try line(session)
    _ = session.setColour(0x00_00FF)
    var brushes = 0
    session.sampleTap = { _, brush in if brush != nil { brushes += 1 } }
    key(session, isDown: true)
    _ = try line(session)
    #expect(brushes == 0 && session.recentColours == [0xFF_0000])
    let image = SessionTests.pixels(session)
    #expect(image[400, 300] >> 24 > 128 && image[400, 300] >> 16 & 0xFF > 128, "the red is there, moved along the line")
    #expect(image[400, 300] & 0xFF < 8, "no blue")
  }

  /// Fails if the menu's entry, which cannot be held, says nothing, or not the key that there is.
  @Test func theMenuSaysWhatToHold() throws {
    let session = try session()
    #expect(session.perform(.blend).requests == [.message("Hold N while you draw.")])
    session.settings.keys.set([], for: .blend)
    #expect(
      session.perform(.blend).requests == [
        .message("Give “Blend while held” a key or a button, and hold that while you draw.")
      ])
    #expect(!session.isBlendHeld)
  }
}
