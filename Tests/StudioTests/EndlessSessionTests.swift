import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Studio

/// The view and the tools on an endless canvas.
@Suite struct EndlessSessionTests {
  private let width = 300
  private let height = 200
  private let surround: UInt32 = 0xFF80_8080

  private func session(_ document: Document? = nil) throws -> Session {
    let endless = Document(width: Document.endlessSide, height: Document.endlessSide)
    let shown = try #require(document ?? endless)
    return try #require(Session(document: shown, windowWidth: width, windowHeight: height))
  }

  private func line(_ session: Session, from a: Point, to b: Point) {
    func event(_ phase: PointerEvent.Phase, _ t: Double) -> InputEvent {
      .pointer(PointerEvent(phase, PenSample(position: a.lerp(to: b, t), time: t, pressure: 1)))
    }
    _ = session.handle(event(.down, 0))
    for i in 1...10 { _ = session.handle(event(.drag, Double(i) / 10)) }
    _ = session.flush()
    _ = session.handle(event(.up(.lifted), 1))
  }

  private func picture(_ session: Session) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: width * height)
    var span = words.mutableSpan
    session.render(
      PixelRect(x: 0, y: 0, width: width, height: height), surround: surround, to: &span, stride: width)
    return words
  }

  private func message(_ effects: Effects) -> Bool {
    effects.requests.contains {
      switch $0 {
      case .message, .undoable: true
      default: false
      }
    }
  }

  /// Fails if a new endless drawing does not begin in its middle at 100 %, or an edge of the canvas
  /// is seen after long ways in every direction and at every zoom.
  @Test func noEdgeIsSeen() throws {
    let session = try session()
    #expect(session.view.zoom == 1 && session.view.center.distance(to: Document.endlessMiddle) < 1)
    for zoom in [1, 0.25, View.zooms.lowerBound, 8] {
      _ = session.setZoom(zoom)
      for way in [Vector(1, 0), Vector(0, 1), Vector(-1, 0), Vector(-1, 0), Vector(0, -1), Vector(0, -1)] {
        session.view.pan(by: way * (20_000 * zoom))
        line(session, from: Point(2, 100), to: Point(298, 120))
        let words = picture(session)
        #expect(!words.contains(surround), "\(zoom)")
        #expect(words.contains { $0 != words[0] }, "no ink at \(zoom)")
      }
      session.view.pan(by: Vector(20_000, 20_000) * zoom)
    }
  }

  /// Fails if Fit does not show what is drawn, the middle where nothing is, or a window that is
  /// resized does not keep showing it.
  @Test func fitShowsWhatIsDrawn() throws {
    let session = try session()
    session.view.pan(by: Vector(9000, 4000))
    _ = session.perform(.zoomWhole)
    #expect(session.view.zoom == 1 && session.view.center.distance(to: Document.endlessMiddle) < 1)
    session.view.pan(by: Vector(9000, 4000))
    line(session, from: Point(50, 50), to: Point(250, 60))
    session.view.pan(by: Vector(-1500, 0))
    line(session, from: Point(50, 50), to: Point(250, 60))
    _ = session.perform(.zoomWhole)
    let frame = session.document.frame
    #expect(session.view.center.distance(to: Rect(frame).center) < 1 && session.showsWhole)
    #expect(abs(session.view.zoom - Double(width) / Double(frame.width)) < 1e-9)
    _ = session.resize(width: 600, height: 200)
    #expect(session.showsWhole && abs(session.view.zoom - 600 / Double(frame.width)) < 1e-9)
    line(session, from: Point(300, 5), to: Point(300, 10))
    session.view.pan(by: Vector(0, 500))
    #expect(!session.showsWhole)
  }

  /// Fails if a canvas that becomes endless moves in the window or shows other pixels, or its
  /// undoing does.
  @Test func becomingEndlessMovesNothing() throws {
    let session = try session(Document(width: 300, height: 200))
    line(session, from: Point(50, 50), to: Point(250, 150))
    let before = picture(session)
    _ = session.perform(.canvas(session.document.endlessOperation))
    #expect(session.document.isEndless && session.view.zoom == 1)
    #expect(picture(session) == before)
    session.view.pan(by: Vector(200, 0))
    #expect(!picture(session).contains(surround))
    _ = session.perform(.undo)
    #expect(!session.document.isEndless)
  }

  /// Fails if all of an endless canvas is selected instead of what is drawn, an open fill says
  /// nothing, or either fails without ink.
  @Test func toolsEndAroundWhatIsDrawn() throws {
    let session = try session()
    #expect(message(session.selectAll()) && session.document.selection == nil)
    line(session, from: Point(50, 50), to: Point(250, 150))
    _ = session.selectAll()
    #expect(session.document.selection?.bounds == session.document.drawnBounds)
    _ = session.deselect()
    _ = session.choose(.fill)
    let ink = session.document.drawnBounds
    let effects = session.handle(
      .pointer(PointerEvent(.down, PenSample(position: Point(20, 180), time: 5, pressure: 1))))
    #expect(message(effects), "an open area")
    let filled = session.document.drawnBounds
    #expect(filled.contains(ink) && filled.width < 600 && filled.height < 600, "\(filled)")
    #expect(session.document.layers[0].image.tileCount <= 100)
  }

  /// Fails if a thumbnail does not show what is drawn.
  @Test func thumbnailsShowWhatIsDrawn() throws {
    let session = try session()
    session.view.pan(by: Vector(-30_000, 12_000))
    line(session, from: Point(50, 50), to: Point(250, 150))
    _ = session.thumbnails(now: 0)
    let pictures = session.thumbnails(now: 10)
    #expect(pictures.first?.pixels.contains { $0 != 0 } == true)
  }
}
