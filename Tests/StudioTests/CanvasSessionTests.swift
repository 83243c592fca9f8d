import Document
import Geometry
import Ink
import Input
import Raster
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
    let effects = session.perform(.canvas(.resize(PixelRect(x: -100, y: -70, width: 500, height: 400))))
    #expect(effects.canvasChanged && effects.viewChanged && effects.historyChanged)
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
      _ = session.perform(.canvas(operation))
      #expect(session.showsWhole)
    }
  }

  /// Fails if a window that shows the whole canvas shows a part of it after its size changed, or if
  /// a view of a part jumps.
  @Test func aWholeViewStaysWholeInAnotherWindow() throws {
    let session = try session()
    _ = session.perform(.zoomWhole)
    for (width, height) in [(150, 100), (90, 400), (1200, 900), (300, 200)] {
      _ = session.resize(width: width, height: height)
      #expect(session.showsWhole && session.view.windowWidth == width)
    }
    _ = session.setZoom(2)
    let center = session.view.center
    _ = session.resize(width: 100, height: 700)
    #expect(session.view.zoom == 2 && session.view.center == center)
    // A stroke goes on where it was.
    _ = session.perform(.zoomWhole)
    let zoom = session.view.zoom
    _ = session.handle(.pointer(PointerEvent(.down, PenSample(position: Point(40, 40), time: 0, pressure: 1))))
    _ = session.resize(width: 60, height: 60)
    #expect(session.view.zoom == zoom)
  }

  /// Fails if "Fit width" leaves a margin at the sides or goes beyond the canvas, or if "Zoom to the
  /// selection" does not fill the window with it, also when turned and mirrored.
  @Test func theWidthAndTheSelectionFillTheWindow() throws {
    let session = try session()
    _ = session.resize(width: 600, height: 100)
    for turn in [0.0, 90, 30] {
      _ = session.setRotation(Angle(degrees: turn))
      _ = session.perform(.mirror)
      _ = session.perform(.zoomWidth)
      let map = session.view.canvasToWindow
      let corners = [Point(0, 0), Point(300, 0), Point(0, 200), Point(300, 200)].map { map($0) }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      #expect(abs((xs.min() ?? 9) - 0) < 1 && abs((xs.max() ?? 9) - 600) < 1, "\(turn): \(xs)")
      #expect((ys.min() ?? 9) < 1 && (ys.max() ?? 9) > 99, "\(turn): \(ys)")
    }
    _ = session.setRotation(.zero)
    var document = session.document
    document.select(Mask(width: 300, height: 200, isFull: true))
    let other = try #require(Session(document: document, windowWidth: 600, windowHeight: 600))
    _ = other.perform(.zoomSelection)
    #expect(abs(other.view.zoom - 2) < 1e-9 && other.view.center == Point(150, 100))
    // Without a selection it shows the whole canvas.
    _ = session.perform(.zoomSelection)
    #expect(session.showsWhole)
  }

  /// Fails if a touchpad zooms by whole steps only, or if its fractions do not add up.
  @Test func aTouchpadZoomsByFractions() throws {
    let session = try session()
    _ = session.setZoom(1.37)
    func scroll(_ dy: Double) {
      _ = session.handle(
        .scroll(ScrollEvent(dx: 0, dy: dy, position: Point(10, 20), modifiers: .control, isSmooth: true)))
    }
    let place = session.view.windowToCanvas(Point(10, 20))
    scroll(-0.05)
    #expect(abs(session.view.zoom / 1.37 - 1.0116) < 1e-3)
    for _ in 0..<19 { scroll(-0.05) }
    let fine = session.view.zoom
    // A whole unit of a touchpad is no notch.
    scroll(1)
    #expect(abs(session.view.zoom - 1.37) < 1e-9 && abs(fine / 1.37 - 1.2599) < 1e-3)
    #expect(session.view.windowToCanvas(Point(10, 20)).distance(to: place) < 1e-6)
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
    _ = session.perform(.canvas(.resize(PixelRect(x: -10, y: -20, width: 400, height: 300))))
    #expect(session.toolSettings.symmetry.center == Point(60, 80))
    _ = session.perform(.undo)
    #expect(session.toolSettings.symmetry.center == Point(50, 60))
  }
}
