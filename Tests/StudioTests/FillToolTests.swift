import Document
import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Studio

/// Drags of the fill tool, and flats in one press.
@Suite struct FillToolTests {
  /// Three boxes side by side, black lines on a reference layer, and an empty layer below it, which is active. A window px is
  /// two canvas px.
  private func make() throws -> Session {
    let session = try SessionTests.make()
    session.style.colour = 0
    _ = session.choose(.fill)
    for column in 0..<4 { try cover(session, PixelRect(x: 100 + 200 * column, y: 100, width: 4, height: 400)) }
    for row in 0..<2 { try cover(session, PixelRect(x: 100, y: 100 + 396 * row, width: 604, height: 4)) }
    let lines = session.document.activeID
    _ = session.perform(.set(lines, .reference(true)))
    _ = session.perform(.add(above: lines))
    _ = session.perform(.move(session.document.activeID, to: LayerPlace(position: 0)))
    session.toolSettings.filling.source = .reference
    return session
  }

  private func cover(_ session: Session, _ rect: PixelRect) throws {
    session.document.select(session.document.mask(of: rect))
    _ = session.fillWithColour()
    _ = session.deselect()
  }

  @discardableResult private func drag(
    _ session: Session, _ places: [Point], _ modifiers: Modifiers = [], lifts: Bool = true
  ) -> Effects {
    var effects = session.handle(SessionTests.pointer(.down, places[0].x, places[0].y, modifiers: modifiers))
    effects.add(session.flush())
    for place in places.dropFirst() {
      effects.add(session.handle(SessionTests.pointer(.drag, place.x, place.y, modifiers: modifiers)))
      effects.add(session.flush())
    }
    if lifts, let last = places.last {
      effects.add(session.handle(SessionTests.pointer(.up(.lifted), last.x, last.y, modifiers: modifiers)))
    }
    return effects
  }

  private func pixel(_ session: Session, _ x: Int, _ y: Int) -> UInt32 { session.document.activeImage[x, y] }

  /// Fails if a drag leaves out an area, fills a line or one twice, or needs several undo steps.
  @Test func aDragFillsEachAreaOnce() throws {
    let session = try make()
    _ = session.setColour(0x118833)
    let steps = session.document.history.undoStepCount
    let count = session.document.history.undoCount
    drag(
      session, [Point(80, 150), Point(130, 160), Point(200, 150), Point(160, 150), Point(300, 140), Point(220, 100)])
    for x in [150, 350, 650] { #expect(pixel(session, x, 300) == 0xFF11_8833) }
    #expect(pixel(session, 20, 20) == 0)
    #expect(session.document.history.undoStepCount == steps + 1 && session.document.history.undoCount == count + 3)
    _ = session.perform(.undo)
    for x in [150, 350, 650] { #expect(pixel(session, x, 300) == 0) }
  }

  /// Fails if areas of other colours are filled, or if a small movement of a tap counts as a drag.
  @Test func onlyWhatLooksAsTheStartIsFilled() throws {
    let session = try make()
    session.toolSettings.filling.source = .all
    _ = session.setColour(0x118833)
    drag(session, [Point(180, 150)])
    _ = session.setColour(0x884411)
    drag(session, [Point(80, 150), Point(300, 150)])
    #expect(pixel(session, 350, 300) == 0xFF11_8833)
    #expect(pixel(session, 150, 300) == 0xFF88_4411 && pixel(session, 650, 300) == 0xFF88_4411)
    _ = session.setColour(0x2233AA)
    drag(session, [Point(149, 150), Point(150.5, 150)])
    #expect(pixel(session, 150, 300) == 0xFF22_33AA && pixel(session, 350, 300) == 0xFF11_8833)
  }

  /// Fails if Escape or undo during a drag leaves an area filled.
  @Test(arguments: [true, false]) func takenBack(byEscape: Bool) throws {
    let session = try make()
    _ = session.setColour(0x118833)
    let before = session.document.activeImage
    drag(session, [Point(80, 150), Point(300, 150)], lifts: false)
    #expect(session.document.activeImage != before)
    if byEscape { _ = session.handle(SessionTests.key(Key.escape)) } else { _ = session.perform(.undo) }
    #expect(session.document.activeImage == before && !session.isInGesture)
  }

  /// Fails if a drag with Shift does not change the tolerance live, for the fill and for the next one, or leaves more than
  /// one fill; or if Escape keeps anything.
  @Test func toleranceByDragging() throws {
    let session = try make()
    session.toolSettings.filling.source = .layer
    try cover(session, PixelRect(x: 0, y: 0, width: 400, height: 600))
    session.style.colour = 0x282828
    try cover(session, PixelRect(x: 400, y: 0, width: 400, height: 600))
    _ = session.setColour(0x118833)
    session.toolSettings.filling.tolerance = 10
    let before = session.document.activeImage
    let count = session.document.history.undoCount
    drag(session, [Point(50, 50), Point(54, 50)], .shift, lifts: false)
    #expect(pixel(session, 20, 20) == 0xFF11_8833 && pixel(session, 700, 20) == 0xFF28_2828)
    _ = session.handle(SessionTests.pointer(.drag, 150, 50, modifiers: .shift))
    _ = session.flush()
    #expect(pixel(session, 700, 20) == 0xFF11_8833 && session.document.history.undoCount == count)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(session.document.activeImage == before && session.toolSettings.filling.tolerance == 10)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 150, 50))
    drag(session, [Point(50, 50), Point(150, 50), Point(60, 50)], .shift)
    #expect(pixel(session, 20, 20) == 0xFF11_8833 && pixel(session, 700, 20) == 0xFF28_2828)
    #expect(session.document.history.undoCount == count + 1 && session.toolSettings.filling.tolerance == 15)
  }

  // MARK: flats

  private func finish(_ session: Session) -> Effects {
    var effects = Effects()
    var turns = 0
    while session.isInGesture, turns < 100_000 {
      effects.add(session.flush(now: Double(turns)))
      turns += 1
    }
    return effects
  }

  /// Fails if an area is left out, neighbours are alike, the layer is misplaced, or it is not one step.
  @Test func flatsInOnePress() throws {
    let session = try make()
    let steps = session.document.history.undoStepCount
    let layers = session.document.layers
    var effects = session.perform(.flats)
    #expect(session.isInGesture)
    effects.add(finish(session))
    #expect(session.document.layers.count == layers.count + 1 && session.document.activeLayer == 1)
    let colours = [20, 150, 350, 650].map { pixel(session, $0, 300) }
    #expect(colours.allSatisfy { $0 >> 24 == 255 } && colours[1] != colours[2] && colours[2] != colours[3])
    #expect(!colours.dropFirst().contains(colours[0]))
    #expect(effects.requests.contains { if case .undoable = $0 { true } else { false } })
    #expect(session.document.history.undoStepCount == steps + 1)
    // Nothing is left on that layer.
    let image = session.document.activeImage
    _ = session.perform(.flats)
    let again = finish(session)
    #expect(session.document.activeImage == image && session.document.history.undoStepCount == steps + 1)
    #expect(again.requests.contains { if case .message = $0 { true } else { false } })
    _ = session.perform(.undo)
    #expect(session.document.layers == layers)
  }

  /// Fails if Escape keeps areas or the layer, a key that waits is lost, or an action in between leaves areas out.
  @Test func flatsStopAndEnd() throws {
    let session = try make()
    session.inkSlice = 0
    let layers = session.document.layers
    _ = session.perform(.flats)
    for turn in 0..<7 { _ = session.flush(now: Double(turn)) }
    #expect(session.isInGesture)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(!session.isInGesture && session.document.layers == layers)
    _ = session.perform(.flats)
    _ = session.flush(now: 0)
    // It finishes what is in progress first.
    _ = session.perform(.add(above: session.document.activeID))
    #expect(!session.isInGesture && session.document.layers.count == layers.count + 2)
    let flats = session.document.layers[1].image
    #expect([20, 150, 350, 650].allSatisfy { flats[$0, 300] >> 24 == 255 })
  }

  /// Fails if a drag fills an area again at its edge, where a fill that ends before the lines leaves a rim.
  @Test func aDragAcrossARimFillsOnce() throws {
    let session = try make()
    session.toolSettings.filling.under = -8
    let count = session.document.history.undoCount
    drag(session, [Point(80, 150), Point(140, 150), Point(149, 150), Point(80, 151)])
    #expect(session.document.history.undoCount == count + 1)
    #expect(pixel(session, 160, 300) >> 24 == 255 && pixel(session, 106, 300) == 0)
  }

  /// Fails if a drag fills outside of the selection.
  @Test func aDragStaysInTheSelection() throws {
    let session = try make()
    session.document.select(session.document.mask(of: PixelRect(x: 120, y: 120, width: 100, height: 100)))
    let count = session.document.history.undoCount
    drag(session, [Point(80, 80), Point(200, 80), Point(300, 80)])
    #expect(session.document.history.undoCount == count + 1 && pixel(session, 350, 300) == 0)
  }

  private static func loop(_ a: Point, _ b: Point) -> [Point] {
    let corners = [a, Point(b.x, a.y), b, Point(a.x, b.y), a]
    return zip(corners, corners.dropFirst()).flatMap { from, to in (0..<8).map { from.lerp(to: to, Double($0) / 8) } }
  }

  /// Fails if a loop leaves out an area inside of it, fills one that it cuts or what is outside of lines, needs several undo
  /// steps, or paints over what has a colour.
  @Test func aLoopFillsTheAreasInside() throws {
    let session = try make()
    _ = session.choose(.encloseFill)
    let steps = session.document.history.undoStepCount
    _ = session.setColour(0x118833)
    drag(session, Self.loop(Point(40, 40), Point(270, 260)))
    for x in [150, 350] { #expect(pixel(session, x, 300) == 0xFF11_8833) }
    #expect(pixel(session, 650, 300) == 0 && pixel(session, 90, 90) == 0 && pixel(session, 510, 90) == 0)
    #expect(session.document.history.undoStepCount == steps + 1)
    _ = session.setColour(0x4466CC)
    drag(session, Self.loop(Point(40, 40), Point(380, 260)))
    #expect(pixel(session, 150, 300) == 0xFF11_8833 && pixel(session, 650, 300) == 0xFF44_66CC)
    #expect(drag(session, Self.loop(Point(60, 60), Point(80, 80))).requests.count == 1)
    session.toolSettings.fillErases = true
    drag(session, Self.loop(Point(40, 40), Point(270, 260)))
    #expect(pixel(session, 150, 300) == 0 && pixel(session, 350, 300) == 0 && pixel(session, 650, 300) == 0xFF44_66CC)
  }

  /// Fails if the lasso fills what is outside of it or of the selection, or does not empty.
  @Test func theLassoFillsItsInside() throws {
    let session = try make()
    _ = session.choose(.lassoFill)
    _ = session.setColour(0x118833)
    session.document.select(session.document.mask(of: PixelRect(x: 0, y: 0, width: 400, height: 600)))
    let count = session.document.history.undoCount
    drag(session, Self.loop(Point(50, 50), Point(250, 150)))
    #expect(pixel(session, 150, 200) == 0xFF11_8833 && pixel(session, 90, 200) == 0 && pixel(session, 450, 200) == 0)
    #expect(session.document.history.undoCount == count + 1)
    session.toolSettings.fillErases = true
    drag(session, Self.loop(Point(60, 60), Point(100, 140)))
    #expect(pixel(session, 150, 200) == 0 && pixel(session, 250, 200) == 0xFF11_8833)
  }

  /// Fails if a press does not empty an area that has a colour, or notes a colour.
  @Test func aPressEmptiesAnArea() throws {
    let session = try make()
    _ = session.setColour(0x118833)
    drag(session, [Point(80, 150)])
    session.toolSettings.fillErases = true
    _ = session.setColour(0x4466CC)
    let colours = session.recentColours
    drag(session, [Point(80, 150)])
    #expect(pixel(session, 150, 300) == 0 && session.recentColours == colours)
    #expect(session.toolSettings.lasting.fillErases == false)
  }

  /// Fails if a drag with Alt does not give other areas the colour of the first one, whatever they had, fills lines, or
  /// Escape does not take it back.
  @Test func aDragSpreadsAColour() throws {
    let session = try make()
    for (index, x) in [75.0, 175, 325].enumerated() {
      _ = session.setColour([0x118833, 0x4466CC, 0xCC2222][index])
      drag(session, [Point(x, 150)])
    }
    let steps = session.document.history.undoStepCount
    drag(session, [Point(75, 150), Point(100, 150), Point(175, 150)], .alt)
    #expect(pixel(session, 350, 300) == 0xFF11_8833 && pixel(session, 650, 300) == 0xFFCC_2222)
    #expect(session.document.history.undoStepCount == steps + 1 && session.colour == 0xCC2222)
    drag(session, [Point(75, 150), Point(325, 150)], .alt, lifts: false)
    #expect(pixel(session, 650, 300) == 0xFF11_8833)
    _ = session.cancel()
    #expect(pixel(session, 650, 300) == 0xFFCC_2222 && session.document.history.undoStepCount == steps + 1)
    // A press alone changes nothing.
    drag(session, [Point(75, 150)], .alt, lifts: false)
    _ = session.cancel()
    #expect(session.document.history.undoStepCount == steps + 1)
  }
}
