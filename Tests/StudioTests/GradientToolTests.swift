import Document
import Geometry
import Ink
import Input
import Paint
import Pixels
import Raster
import Testing

@testable import Studio

/// Gradients by the pen and the keyboard. The view shows the canvas of 800 x 600 px at 50 %.
@Suite struct GradientToolTests {
  private func make() throws -> Session {
    let session = try SessionTests.make()
    _ = session.choose(.gradient)
    (session.style.colour, session.background) = (0xFF_0000, 0x00_00FF)
    session.toolSettings.gradient.end = .background
    return session
  }

  private func drag(
    _ session: Session, _ places: [Point], _ modifiers: Modifiers = [], lifts: Bool = true
  ) {
    _ = session.handle(SessionTests.pointer(.down, places[0].x, places[0].y, modifiers: modifiers))
    for place in places.dropFirst() {
      _ = session.handle(SessionTests.pointer(.drag, place.x, place.y, modifiers: modifiers))
      _ = session.flush()
    }
    if lifts, let last = places.last {
      _ = session.handle(SessionTests.pointer(.up(.lifted), last.x, last.y, modifiers: modifiers))
    }
  }

  private func key(_ session: Session, _ keysym: UInt32, _ modifiers: Modifiers = []) {
    _ = session.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers, isDown: true)))
  }

  private func gradients(_ session: Session) -> [Gradient] {
    session.document.history.done.compactMap {
      if case .gradient(let gradient) = $0.operation { gradient } else { nil }
    }
  }

  private func red(_ session: Session, _ x: Int) -> Int { Int(session.document.activeImage[x, 300] >> 16 & 255) }

  /// Fails if the drag does not paint from its start to its end, what it shows is not what it records, or a handle that is
  /// moved leaves the earlier gradient or needs another step.
  @Test func handlesChangeTheGradient() throws {
    let session = try make()
    let count = session.document.history.undoCount
    drag(session, [Point(100, 150), Point(150, 150), Point(300, 150)], lifts: false)
    let shown = session.document.activeImage[400, 300]
    #expect(session.document.history.undoCount == count && abs(red(session, 400) - 127) < 2)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 300, 150))
    #expect(session.document.activeImage[400, 300] == shown && session.document.history.undoCount == count + 1)
    #expect(session.marks.gradient?.stops.map(\.place) == [Point(200, 300), Point(600, 300)])
    // The grip of the last stop, taken beside its middle.
    drag(session, [Point(304, 152), Point(320, 200), Point(204, 152)])
    #expect(
      session.document.history.undoCount == count + 1 && red(session, 400) == 0 && abs(red(session, 300) - 127) < 2)
    #expect(gradients(session).map(\.to) == [Point(400, 300)])
    let undone = session.perform(.undo)
    #expect(undone.adornmentsChanged, "the handles vanish")
    #expect(session.document.history.undoCount == count && red(session, 300) == 0 && session.marks.gradient == nil)
    _ = session.perform(.redo)
    #expect(session.marks.gradient?.to == Point(400, 300))
  }

  /// Fails if Escape during a drag does not bring back the gradient before it, or after it does not remove it.
  @Test func escapeTakesItBack() throws {
    let session = try make()
    let count = session.document.history.undoCount
    drag(session, [Point(100, 150), Point(300, 150)])
    let image = session.document.activeImage
    drag(session, [Point(300, 150), Point(200, 250)], lifts: false)
    #expect(session.document.activeImage != image)
    key(session, Key.escape)
    #expect(session.document.activeImage == image && session.document.history.undoCount == count + 1)
    key(session, Key.escape)
    #expect(session.document.history.undoCount == count && session.marks.gradient == nil)
    drag(session, [Point(100, 150), Point(300, 150)], lifts: false)
    key(session, Key.escape)
    #expect(session.document.history.undoCount == count && session.document.history.redoCount <= 1)
  }

  /// Fails if Enter does not end the handles, or the next drag then takes the gradient's place.
  @Test func enterKeepsIt() throws {
    let session = try make()
    let count = session.document.history.undoCount
    drag(session, [Point(100, 150), Point(300, 150)])
    drag(session, [Point(100, 50), Point(300, 50)])
    #expect(session.document.history.undoCount == count + 1)
    key(session, Key.enter)
    #expect(session.marks.gradient == nil)
    drag(session, [Point(100, 150), Point(200, 250)])
    #expect(session.document.history.undoCount == count + 2 && session.marks.gradient != nil)
    key(session, Key.enter)
    // Without handles it paints from the top to the bottom.
    key(session, Key.enter)
    let last = try #require(gradients(session).last)
    #expect(last.from == Point(400, 0) && last.to == Point(400, 600) && session.document.history.undoCount == count + 3)
  }

  /// Fails if a press on the line makes no stop, the stop takes no colour, or cannot be moved and removed.
  @Test func stopsAreAddedAndRemoved() throws {
    let session = try make()
    let count = session.document.history.undoCount
    drag(session, [Point(100, 150), Point(300, 150)])
    drag(session, [Point(200, 151)])
    #expect(session.marks.gradient?.stops.count == 3 && session.marks.gradient?.chosen == 1)
    _ = session.setColour(0x00FF00)
    let middle = session.document.activeImage[400, 300]
    #expect(middle >> 8 & 255 > 252 && red(session, 400) < 3)
    drag(session, [Point(200, 150), Point(260, 190), Point(250, 190)])
    #expect(gradients(session).first?.stops.stops[1].place == 0.75 && session.document.history.undoCount == count + 1)
    // Neither of its neighbours can be passed.
    drag(session, [Point(250, 150), Point(380, 150)])
    #expect(gradients(session).first?.stops.stops[1].place == 1)
    _ = session.perform(.removeGradientStop)
    #expect(gradients(session).map { $0.stops.stops.count } == [2])
    let reversed = gradients(session).first?.stops.reversed
    _ = session.perform(.reverseGradient)
    #expect(gradients(session).first?.stops == reversed)
    #expect(session.perform(.removeGradientStop).requests.count == 1 && gradients(session).count == 1)
  }

  /// Fails if keys do not choose and move a stop, or settings do not change the gradient with handles.
  @Test func keysAndSettingsChangeIt() throws {
    let session = try make()
    drag(session, [Point(100, 150), Point(300, 150)])
    key(session, 0xFF51, .shift)
    #expect(gradients(session).map(\.to) == [Point(590, 300)])
    key(session, 0xFF50)
    key(session, 0xFF54)
    #expect(gradients(session).map(\.from) == [Point(200, 301)])
    var settings = session.toolSettings
    (settings.gradient.kind, settings.gradient.end) = (.radial, .nothing)
    _ = session.apply(settings)
    let gradient = try #require(gradients(session).first)
    #expect(gradients(session).count == 1 && gradient.kind == .radial)
    #expect(gradient.stops.stops.last == GradientStops.Stop(place: 1, colour: 0xFF_0000, opacity: 0))
    _ = session.choose(.fill)
    _ = session.choose(.gradient)
    #expect(session.marks.gradient == nil)
  }

  /// Fails if a drawing that is saved during a drag has a gradient that no edit has, or an endless canvas without a selection
  /// takes one.
  @Test func whatIsShownIsNoEdit() throws {
    let session = try make()
    let before = session.document.activeImage
    drag(session, [Point(100, 150), Point(300, 150)], lifts: false)
    #expect(session.document.activeImage != before)
    var copy = session.document
    session.active?.ink?.withdraw(from: &copy)
    #expect(copy.activeImage == before)
    let endless = try #require(Document(width: Document.endlessSide, height: Document.endlessSide))
    let other = try #require(Session(document: endless, windowWidth: 400, windowHeight: 300))
    _ = other.choose(.gradient)
    #expect(other.handle(SessionTests.pointer(.down, 100, 100)).requests.count == 1 && other.active == nil)
  }
}
