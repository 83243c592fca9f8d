import Document
import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Studio

@Suite struct ToolSettingsTests {
  /// Fails if settings are ignored, values out of range are accepted, or an unchanged value is
  /// reported as a change.
  @Test func apply() throws {
    let session = try SessionTests.make()
    #expect(session.apply(session.toolSettings).isEmpty)
    var new = ToolSettings()
    new.filling.tolerance = 900
    new.filling.gap = -4
    new.picksMerged = false
    let effects = session.apply(new)
    #expect(effects.toolsChanged && !effects.adornmentsChanged)
    #expect(session.toolSettings.filling == FillSettings(tolerance: 255, gap: 0) && !session.toolSettings.picksMerged)
    new.symmetry.kind = .radial(count: 99, isMirrored: true)
    #expect(session.apply(new).adornmentsChanged)
    #expect(session.toolSettings.symmetry.kind == .radial(count: 32, isMirrored: true))
    // The key toggles the last symmetry.
    _ = session.toggleSymmetry()
    _ = session.toggleSymmetry()
    #expect(session.toolSettings.symmetry.kind == .radial(count: 32, isMirrored: true))
  }

  /// Fails if clearing is not reported, or reported where there was nothing to clear.
  @Test func clearing() throws {
    let session = try SessionTests.make()
    func line() {
      for (phase, x) in [(PointerEvent.Phase.down, 50.0), (.drag, 150), (.up(.lifted), 150)] {
        _ = session.handle(SessionTests.pointer(phase, x, 100))
        _ = session.flush()
      }
    }
    #expect(session.perform(.clear).requests.isEmpty)
    line()
    #expect(session.perform(.clear).requests == [.undoable("The layer is cleared")])
    line()
    _ = session.perform(.selectAll)
    #expect(session.perform(.delete).requests == [.undoable("The selection is deleted")])
    #expect(session.document.history.undoCount > 0)
  }

  /// Fails if the selection or the layer is not filled with the colour and opacity in one step, another
  /// pixel changes, the message is wrong, or the colour is not among the recent ones.
  @Test func fillingWithTheColour() throws {
    let session = try SessionTests.make()
    var (style, colour): (InkStyle, UInt32) = (session.style, 0x20_8040)
    (style.colour, style.opacity) = (colour, 128)
    session.style = style
    let layer = session.handle(SessionTests.key(Key.backspace, .shift))
    #expect(layer.requests == [.undoable("The layer is filled")] && layer.panelsChanged && layer.toolsChanged)
    #expect(session.recentColours.first == colour && layer.damage.bounds == session.document.bounds)
    #expect(Pixel.distance(SessionTests.pixels(session)[799, 599], 0x8010_4020) <= 1)
    #expect(session.perform(.undo).panelsChanged)
    #expect(SessionTests.pixels(session).tileCount == 0)
    colour = 0xC0_2020
    (style.colour, style.opacity) = (colour, 255)
    session.style = style
    _ = session.select { $0.mask(of: PixelRect(x: 100, y: 90, width: 7, height: 5)) }
    let count = session.document.history.undoCount
    #expect(session.perform(.fillWithColour).requests == [.undoable("The selection is filled")])
    #expect(session.perform(.fillWithColour).requests.isEmpty, "nothing changes")
    #expect(session.document.history.undoCount == count + 1 && session.recentColours.first == colour)
    let image = SessionTests.pixels(session)
    #expect(image[100, 90] == 0xFFC0_2020 && image[106, 94] == 0xFFC0_2020 && image[107, 94] == 0 && image[99, 90] == 0)
    _ = session.perform(.undo)
    #expect(SessionTests.pixels(session)[100, 90] == 0)
    #expect(session.document.selection != nil)
  }

  /// Fails if the press that places the centre also draws, does not place it or is requested twice.
  /// Also fails if Escape does not restore it.
  @Test func placingTheCenter() throws {
    let session = try SessionTests.make()
    #expect(session.placeCenter(true).isEmpty, "there is no symmetry to place")
    _ = session.toggleSymmetry()
    #expect(session.placeCenter(true).toolsChanged && session.isPlacingCenter)
    func pen(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) -> Effects {
      session.handle(SessionTests.pointer(phase, x, y))
    }
    _ = pen(.down, 50, 60)
    #expect(pen(.drag, 70, 80).adornmentsChanged)
    _ = pen(.up(.lifted), 70, 80)
    #expect(session.toolSettings.symmetry.center == session.view.windowToCanvas(Point(70, 80)))
    #expect(!session.isPlacingCenter && session.document.history.undoCount == 0)
    _ = session.placeCenter(true)
    _ = pen(.down, 20, 20)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(session.toolSettings.symmetry.center == session.view.windowToCanvas(Point(70, 80)))
    _ = pen(.up(.lifted), 20, 20)
    _ = session.placeCenter(true)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(!session.isPlacingCenter)
    _ = session.placeCenter(true)
    _ = session.choose(.fill)
    #expect(!session.isPlacingCenter)
    // The eraser end does not erase either.
    _ = session.placeCenter(true)
    _ = session.handle(SessionTests.pointer(.down, 30, 30, tool: .eraser))
    #expect(!session.isDrawing && session.toolSettings.symmetry.center == session.view.windowToCanvas(Point(30, 30)))
  }
}
