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

  /// Fails if an endless canvas is filled without a selection or without a message, or a selection on it
  /// is not filled.
  @Test func onlySelectionsAreFilled() throws {
    let session = try session()
    #expect(message(session.perform(.fillWithColour)) && session.document.history.undoCount == 0)
    _ = session.perform(.invertSelection)
    #expect(message(session.perform(.fillWithColour)) && session.document.layers[0].image.tileCount == 0)
    line(session, from: Point(50, 50), to: Point(100, 100))
    _ = session.perform(.selectAll)
    #expect(session.perform(.fillWithColour).requests == [.undoable("The selection is filled")])
    #expect(session.document.layers[0].image.tileCount > 0)
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

  /// The messages about the canvas's edge.
  private func edgeMessages(_ effects: Effects) -> Int {
    effects.requests.count { $0 == .message(Session.edgeMessage) }
  }

  private func event(_ phase: PointerEvent.Phase, _ place: Point, _ time: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: place, time: time, pressure: 1)))
  }

  private func scroll(_ session: Session, _ dx: Double, _ dy: Double) -> Effects {
    session.handle(
      .scroll(ScrollEvent(dx: dx, dy: dy, position: Point(150, 100), isSmooth: true)))
  }

  /// Fails if a view that comes to an edge of the canvas does not show it, says nothing, or says it
  /// with every further step.
  @Test(arguments: [Vector(-1, 0), Vector(1, 0), Vector(0, -1), Vector(0, 1)]) func edgesAreShownAndSaid(
    _ way: Vector
  ) throws {
    for zoom in [1, View.zooms.lowerBound] {
      let session = try session()
      #expect(edgeMessages(session.setZoom(zoom)) == 0)
      // A window before the edge, notches of 80 px.
      let steps = (65_536 * zoom - 400) / 80
      #expect(edgeMessages(scroll(session, way.dx * steps, way.dy * steps)) == 0)
      #expect(!picture(session).contains(surround))
      #expect(edgeMessages(scroll(session, way.dx * 4.5, way.dy * 4.5)) == 1)
      let words = picture(session)
      #expect(words.contains(surround) && words.contains(0xFF00_0000 | session.document.paper))
      #expect(edgeMessages(scroll(session, way.dx * 0.1, way.dy * 0.1)) == 0)
      #expect(edgeMessages(scroll(session, -way.dx * 9, -way.dy * 9)) == 0)
      #expect(edgeMessages(scroll(session, way.dx * 9, way.dy * 9)) == 1, "again after a while")
    }
    let bounded = try self.session(Document(width: 3000, height: 2000))
    #expect(edgeMessages(scroll(bounded, way.dx * 99, way.dy * 99)) == 0)
  }

  /// Fails if a stroke over an edge shows ink that is not kept, loses ink on the canvas, or says
  /// nothing.
  @Test func inkEndsAtTheEdge() throws {
    let session = try session()
    _ = scroll(session, -(65_536 - 50) / 80, 0)
    let edge = Int(session.view.canvasToWindow(Point(0, 65_536)).x.rounded())
    #expect((60..<240).contains(edge))
    let place = Double(edge)
    _ = session.handle(event(.down, Point(place + 55, 50), 0))
    for i in 1...10 { _ = session.handle(event(.drag, Point(place + 55 - Double(i) * 5, 50), Double(i) / 10)) }
    #expect(edgeMessages(session.flush()) == 0)
    for i in 11...20 { _ = session.handle(event(.drag, Point(place + 55 - Double(i) * 5, 50), Double(i) / 10)) }
    #expect(edgeMessages(session.flush()) == 1)
    let drawn = picture(session)
    for (i, word) in drawn.enumerated() { #expect((i % width < edge) == (word == surround)) }
    #expect(edgeMessages(session.handle(event(.up(.lifted), Point(place - 45, 50), 2.1))) == 0)
    #expect(picture(session) == drawn && session.undoCount == 1)
    #expect(session.document.drawnBounds.minX == 0 && session.document.drawnBounds.width > 50)
    // Wholly beyond the edge.
    _ = session.handle(event(.down, Point(20, 150), 3))
    let effects = session.handle(event(.up(.lifted), Point(20, 150), 3.1))
    #expect(edgeMessages(effects) == 1 && session.undoCount == 1 && picture(session) == drawn)
  }

  /// Fails if Fit does not show all of a drawing that is larger than the window at 5 %, a step out
  /// changes that zoom, a step in jumps, the file's view is another one, or the edges are announced
  /// there.
  @Test func fitShowsTheWidestDrawing() throws {
    let session = try session()
    for way in [Vector(-1, -1), Vector(1, 1)] {
      session.view.pan(by: Vector(-way.dx, -way.dy) * 60_000)
      line(session, from: Point(50, 50), to: Point(250, 150))
      session.view.pan(by: way * 60_000)
    }
    let effects = session.perform(.zoomWhole)
    let frame = Rect(session.document.frame)
    #expect(frame.width > 119_000 && session.view.zoom < 0.002 && session.showsWhole && edgeMessages(effects) == 0)
    for corner in [Point(frame.minX, frame.minY), Point(frame.maxX, frame.maxY)] {
      let place = session.view.canvasToWindow(corner)
      #expect((-1...301).contains(place.x) && (-1...201).contains(place.y))
    }
    let (zoom, work) = (session.view.zoom, session.work)
    _ = session.perform(.zoomOut)
    #expect(session.view.zoom == zoom)
    _ = session.perform(.zoomIn)
    #expect(session.view.zoom > zoom && session.view.zoom < zoom * 1.3)
    _ = session.setZoom(0.001)
    #expect(session.view.zoom < 0.003)
    _ = session.resume(work)
    #expect(session.view.zoom == zoom && session.showsWhole)
    // Fingers that close and open again are back where they began.
    _ = session.handle(.pinch(PinchEvent(.begin, at: Point(150, 100))))
    for scale in [0.5, 0.2, 0.5, 1] {
      _ = session.handle(.pinch(PinchEvent(.change, at: Point(150, 100), scale: scale)))
      #expect(abs(session.view.zoom / zoom - 1) < 1e-6, "\(scale)")
    }
    _ = session.handle(.pinch(PinchEvent(.end, at: Point(150, 100), scale: 1)))
    _ = session.setZoom(1)
    _ = session.setZoom(0.001)
    #expect(session.view.zoom == View.zooms.lowerBound)
  }

  /// Fails if a canvas that becomes endless moves in the window or shows other pixels, or its
  /// undoing does.
  @Test func becomingEndlessMovesNothing() throws {
    let session = try session(Document(width: 300, height: 200))
    line(session, from: Point(50, 50), to: Point(250, 150))
    let before = picture(session)
    _ = session.perform(session.document.endlessOperation)
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
    let picture = session.thumbnails(now: 10)[SurfaceID(session.document.activeID)]
    #expect(picture?.pixels.contains { $0 != 0 } == true)
  }
}
