import Document
import Geometry
import Ink
import Input
import Testing

@testable import Studio

/// What panels set of the tools.
@Suite struct ToolSettingsTests {
  /// Breaks where settings are not taken up, values out of range are, or what changes nothing says that it does.
  @Test func apply() throws {
    let session = try SessionTests.make()
    #expect(session.apply(session.toolSettings).isEmpty)
    var new = ToolSettings()
    new.filling.tolerance = 900
    new.filling.gap = -4
    new.picksMerged = false
    let effects = session.apply(new)
    #expect(effects.toolsChanged && !effects.adornmentsChanged)
    #expect(session.toolSettings.filling == Filling(tolerance: 255, gap: 0) && !session.toolSettings.picksMerged)
    new.symmetry.kind = .radial(count: 99, isMirrored: true)
    #expect(session.apply(new).adornmentsChanged)
    #expect(session.toolSettings.symmetry.kind == .radial(count: 32, isMirrored: true))
    // What was set last is what the key switches off and on.
    _ = session.toggleSymmetry()
    _ = session.toggleSymmetry()
    #expect(session.toolSettings.symmetry.kind == .radial(count: 32, isMirrored: true))
  }

  /// Breaks where clearing is not said, says what it did not do, or where there was nothing to clear says that it did.
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
    #expect(session.perform(.delete).requests == [.undoable("What was selected is deleted")])
    #expect(session.document.history.undoCount > 0)
  }

  /// Breaks where the press that places the centre draws as well, does not place it, is asked for twice, or Escape does not
  /// bring the old one back.
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
    // With the eraser's end as well nothing is erased.
    _ = session.placeCenter(true)
    _ = session.handle(SessionTests.pointer(.down, 30, 30, tool: .eraser))
    #expect(!session.isDrawing && session.toolSettings.symmetry.center == session.view.windowToCanvas(Point(30, 30)))
  }
}
