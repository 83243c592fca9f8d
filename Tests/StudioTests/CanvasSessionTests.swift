import Document
import Geometry
import Ink
import Input
import Raster
import Storage
import Testing

@testable import Studio

@Suite struct CanvasSessionTests {
  private func session() throws -> Session {
    let document = try #require(Document(width: 300, height: 200))
    return try #require(Session(document: document, windowWidth: 300, windowHeight: 200))
  }

  private func draw(_ session: Session) {
    func event(_ phase: PointerEvent.Phase, _ x: Double) -> InputEvent {
      .pointer(PointerEvent(phase, PenSample(position: Point(x, 100), time: x / 100, pressure: 1)))
    }
    _ = session.handle(event(.down, 60))
    for x in 1...10 { _ = session.handle(event(.drag, 60 + Double(x) * 10)) }
    _ = session.flush()
    _ = session.handle(event(.up(.lifted), 160))
  }

  private func picture(_ session: Session) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 300 * 200)
    var span = words.mutableSpan
    session.render(
      PixelRect(x: 0, y: 0, width: 300, height: 200), surround: 0xFF80_8080, to: &span, stride: 300)
    return words
  }

  /// Fails if the window shows another part of the drawing after the canvas grew, turned or was
  /// undone, or shows smaller copies of the canvas before.
  @Test func theWindowShowsTheSamePart() throws {
    let session = try session()
    draw(session)
    _ = session.setZoom(2)
    let before = picture(session)
    let effects = session.perform(.resize(PixelRect(x: -100, y: -70, width: 500, height: 400)))
    #expect(effects.canvasChanged && effects.viewChanged && effects.panelsChanged)
    #expect(session.document.width == 500 && session.view.zoom == 2)
    #expect(picture(session) == before)
    _ = session.setZoom(0.5)
    let small = picture(session)
    _ = session.perform(.undo)
    _ = session.perform(.redo)
    #expect(picture(session) == small && session.document.width == 500)
    _ = session.perform(.undo)
    _ = session.setZoom(2)
    #expect(picture(session) == before && session.document.width == 300)
    let turned = session.perform(.turnImageRight)
    #expect(turned.canvasChanged && session.document.width == 200 && session.document.height == 300)
    _ = session.perform(.turnImageLeft)
    #expect(picture(session) == before)
  }

  /// Fails if a view that shows the whole canvas does not show all of a changed one.
  @Test func aWholeViewStaysWhole() throws {
    let session = try session()
    _ = session.perform(.zoomWhole)
    for operation: CanvasOperation in [
      .resize(PixelRect(x: 0, y: 0, width: 900, height: 500)), .turn(quarters: 1), .scale(width: 40, height: 30),
    ] {
      _ = session.perform(operation)
      #expect(session.showsWhole)
    }
  }

  /// Fails if cropping keeps more or less than the selection or the ink, or says nothing where there
  /// is neither.
  @Test func croppingKeepsWhatIsWanted() throws {
    let session = try session()
    #expect(session.perform(.cropToInk).requests.count == 1 && session.perform(.cropToSelection).requests.count == 1)
    draw(session)
    let ink = session.document.inkBounds
    _ = session.perform(.cropToInk)
    #expect(session.document.width == ink.width && session.document.height == ink.height)
    #expect(session.document.inkBounds == session.document.bounds)
    _ = session.perform(.undo)
    _ = session.perform(.selectAll)
    #expect(session.perform(.cropToSelection).requests.isEmpty && session.document.width == 300)
  }

  /// Fails if the centre of symmetry does not move with the drawing.
  @Test func theCentreOfSymmetryFollows() throws {
    let session = try session()
    session.toolSettings.symmetry = Symmetry(.mirror(vertical: true, horizontal: false), center: Point(50, 60))
    _ = session.perform(.resize(PixelRect(x: -10, y: -20, width: 400, height: 300)))
    #expect(session.toolSettings.symmetry.center == Point(60, 80))
    _ = session.perform(.undo)
    #expect(session.toolSettings.symmetry.center == Point(50, 60))
  }

  /// Fails if a window that shows the whole canvas does not do so after it was resized, or a view
  /// that shows a part is changed.
  @Test func resizingKeepsTheWholeCanvas() throws {
    let session = try session()
    _ = session.perform(.zoomWhole)
    _ = session.resize(width: 700, height: 150)
    #expect(session.showsWhole && session.view.zoom == 0.75)
    _ = session.setZoom(2)
    let center = session.view.center
    _ = session.resize(width: 300, height: 200)
    #expect(session.view.zoom == 2 && session.view.center == center)
  }

  /// Fails if the width of the canvas, or the selection, is not as wide as the window.
  @Test func widthAndSelectionFit() throws {
    let session = try session()
    _ = session.perform(.zoomWidth)
    #expect(abs(session.view.zoom - 0.96) < 1e-9)
    #expect(session.perform(.zoomSelection).requests.count == 1)
    var mask = Mask(width: 300, height: 200)
    mask.fill(PixelRect(x: 20, y: 40, width: 10, height: 20))
    session.document.select(mask)
    _ = session.perform(.zoomSelection)
    #expect(abs(session.view.zoom - 9.6) < 1e-9 && session.view.center == Point(25, 50))
    _ = session.perform(.rotateRight)
    _ = session.perform(.zoomWidth)
    let corner = session.view.canvasToWindow(Point(0, 0))
    #expect(corner.x > 0 && corner.x < 80)
  }

  /// Fails if fitting shows a part of the drawing under panels, not as large as it can be, or another size of the
  /// window ends that; or if a drawing that fills the window no longer does.
  @Test(arguments: [0.0, 90, 30]) func fittingLeavesPanelsFree(_ degrees: Double) throws {
    let session = try SessionTests.make()
    _ = session.setRotation(Angle(degrees: degrees))
    func shown() -> Rect { session.view.canvasToWindow.bounds(of: Rect(session.document.bounds)) }
    func expectFit(in area: PixelRect) {
      let (seen, area) = (shown(), Rect(area))
      #expect(area.insetBy(-1).contains(Point(seen.minX, seen.minY)), "\(seen)")
      #expect(area.insetBy(-1).contains(Point(seen.maxX, seen.maxY)), "\(seen)")
      #expect(abs(seen.width - area.width) < 2 || abs(seen.height - area.height) < 2 || session.view.zoom == 1)
      #expect(session.showsWhole)
    }
    let area = PixelRect(x: 70, y: 40, width: 150, height: 130)
    session.openArea = area
    _ = session.perform(.zoomWhole)
    expectFit(in: area)
    let large = PixelRect(x: 70, y: 40, width: 300, height: 260)
    _ = session.resize(width: 560, height: 420, openArea: large)
    expectFit(in: large)
    session.view.showWhole(Rect(session.document.bounds))
    _ = session.resize(width: 400, height: 300, openArea: area)
    #expect(session.showsWhole && session.view.center == Rect(session.document.bounds).center)
  }
}
