import Document
import Geometry
import Input
import Pixels
import Raster
import Testing

@testable import Studio

/// The selection as a layer: painted and kept.
@Suite struct SelectionLayerTests {
  private func make() throws -> Session {
    let session = try SessionTests.make()
    session.document.select(
      session.document.mask(of: PixelRect(x: 200, y: 200, width: 100, height: 100)).feathered(by: 12))
    return session
  }

  private func stroke(_ session: Session, _ a: Point, _ b: Point) {
    _ = session.handle(SessionTests.pointer(.down, a.x, a.y))
    for i in 1...4 {
      let p = a.lerp(to: b, Double(i) / 4)
      _ = session.handle(SessionTests.pointer(.drag, p.x, p.y))
      _ = session.flush()
    }
    _ = session.handle(SessionTests.pointer(.up(.lifted), b.x, b.y))
  }

  /// Fails if the selection changes without being painted, what is not selected has no tint, or the layer, the colours, the
  /// tool or what is drawn on do not come back; or if it is more than a step.
  @Test func nothingPaintedIsNothingChanged() throws {
    let session = try make()
    let (before, steps) = (session.document.selection, session.document.history.undoCount)
    let (surface, colour, plain) = (session.document.activeSurface, session.colour, SessionTests.window(session))
    _ = session.perform(SelectionActions.quickMask)
    #expect(session.document.selection == nil && session.document.activePlane == .mask && session.colour == 0)
    let tinted = SessionTests.window(session)
    #expect(tinted[50 * 400 + 50] != plain[50 * 400 + 50] && tinted[125 * 400 + 125] == plain[125 * 400 + 125])
    _ = session.perform(SelectionActions.quickMask)
    #expect(session.document.selection == before && session.document.layers.count == 1)
    #expect(session.document.activeSurface == surface && session.colour == colour)
    #expect(SessionTests.window(session) == plain)
    _ = session.perform(.undo)
    #expect(session.document.layers.count == 2)
    _ = session.perform(.undo)
    #expect(session.document.selection == before && session.undoCount == steps)
  }

  /// Fails if a brush does not paint the selection, the eraser does not take it, or the pen's pressure and soft edges do
  /// not count.
  @Test func brushesPaintIt() throws {
    let session = try make()
    let before = try #require(session.document.selection)
    _ = session.perform(SelectionActions.quickMask)
    _ = session.setSize(30)
    stroke(session, Point(50, 40), Point(150, 40))
    _ = session.choose(.eraser)
    _ = session.setSize(30)
    stroke(session, Point(90, 125), Point(160, 125))
    _ = session.perform(SelectionActions.quickMask)
    let mask = try #require(session.document.selection)
    #expect(mask.share(x: 200, y: 80) == 255 && mask.share(x: 200, y: 120) == 0 && !mask.isHard)
    #expect(mask.share(x: 250, y: 250) == 0 && mask.share(x: 250, y: 215) == before.share(x: 250, y: 215))
    let last = try #require(session.document.history.done.last { if case .select = $0.head { true } else { false } })
    guard case .select(_, let recipe?) = last.head, case .opacity = recipe.shape else {
      Issue.record("it has no recipe")
      return
    }
    #expect(recipe.isInverted)
    // All erased: nothing is selected, which a message says.
    _ = session.perform(.deselect)
    _ = session.perform(SelectionActions.quickMask)
    #expect(session.perform(SelectionActions.quickMask).requests.count == 1 && session.document.selection == nil)
  }

  /// Fails if a kept selection is shown, does not come back in full, or what is drawn on changes.
  @Test func selectionsAreKept() throws {
    let session = try make()
    let (before, plain) = (session.document.selection, SessionTests.window(session))
    let surface = session.document.activeSurface
    _ = session.perform(SelectionActions.keep)
    #expect(session.document.selection == before && session.document.activeSurface == surface)
    #expect(SessionTests.window(session) == plain)
    let kept = try #require(session.document.layers.last)
    #expect(kept.purpose == .selection && !kept.isVisible)
    _ = session.deselect()
    #expect(session.perform(SelectionActions.keep).requests.count == 1 && session.document.layers.count == 2)
    _ = session.select(opacityOf: SurfaceID(kept.id, .mask))
    #expect(session.document.selection == before)
    _ = session.deselect()
    _ = session.activate(layer: kept.id)
    _ = session.perform(SelectionActions.ofLayer)
    #expect(session.document.selection == before)
    for _ in 0..<5 { _ = session.perform(.undo) }
    #expect(session.document.layers.count == 1 && session.document.selection == before)
  }

  /// Fails if what was painted does not follow a change of the selection before.
  @Test func itFollowsTheSelectionBefore() throws {
    func painted(_ feather: Double) throws -> Session {
      let session = try SessionTests.make()
      let square = session.document.mask(of: PixelRect(x: 200, y: 200, width: 100, height: 100))
      session.document.select(square.feathered(by: feather))
      _ = session.perform(SelectionActions.quickMask)
      _ = session.setSize(30)
      stroke(session, Point(50, 40), Point(150, 40))
      _ = session.perform(SelectionActions.quickMask)
      return session
    }
    let (session, wanted) = (try painted(12), try painted(40))
    let operation = try #require(wanted.document.history.done.first?.operation)
    let change = try #require(
      Change([Change.Item(distance: session.document.history.undoCount, operation: operation)]))
    let before = session.document.selection
    _ = try session.document.perform(change, filler: session.filler)
    #expect(session.document.selection == wanted.document.selection && session.document.selection != before)
  }

  /// Fails if the layer is in a group, also a locked one, or remains there; or black and white are not the colours.
  @Test func aboveALockedGroup() throws {
    let session = try make()
    let before = session.document.selection
    _ = session.perform(.group([session.document.activeID]))
    let group = session.document.activeID
    _ = session.perform(.set(group, .locked(true)))
    _ = session.perform(SelectionActions.quickMask)
    let layer = try #require(session.document.layers.last)
    #expect(layer.purpose == .quickMask && layer.depth == 0 && session.colour == 0)
    stroke(session, Point(50, 40), Point(150, 40))
    #expect(session.document.history.done.last?.isStroke == true)
    _ = session.perform(.set(layer.id, .locked(true)))
    _ = session.perform(SelectionActions.quickMask)
    #expect(session.document.layers.count == 2 && session.document.selection != before)
  }

  /// Fails if a layer that is no part of the picture is merged with one that is.
  @Test func nothingElseIsMerged() throws {
    let session = try make()
    _ = session.deselect()
    let lower = session.document.activeID
    _ = session.perform(.set(lower, .purpose(.draft)))
    _ = session.perform(.add(above: lower))
    #expect(session.perform(.mergeDown(session.document.activeID)).requests.count == 1)
    #expect(session.document.layers.count == 2)
  }

  /// Fails if the selection cannot be painted on an endless canvas.
  @Test func onAnEndlessCanvas() throws {
    let endless = try #require(Document(width: Document.endlessSide, height: Document.endlessSide))
    let session = try #require(Session(document: endless, windowWidth: 400, windowHeight: 300))
    let seen = session.seenPixels
    _ = session.perform(SelectionActions.quickMask)
    _ = session.setSize(30)
    stroke(session, Point(100, 100), Point(200, 100))
    _ = session.perform(SelectionActions.quickMask)
    let mask = try #require(session.document.selection)
    let middle = session.view.windowToCanvas(Point(150, 100))
    #expect(mask.share(x: Int(middle.x), y: Int(middle.y)) == 255)
    #expect(seen.contains(mask.bounds) && mask.bounds.area < seen.area)
    #expect(session.document.layers.count == 1)
  }
}
