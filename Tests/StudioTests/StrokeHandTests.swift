import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Document
@testable import Studio

/// Strokes that are bent, drawn again, widened, cut and erased by hand.
@Suite struct StrokeHandTests: StrokeToolTesting {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func hand(_ session: Session, _ hand: StrokeHand) { _ = session.choose(hand) }

  /// Has the worker compute what the hand did, and shows it.
  private func settle(_ session: Session) throws {
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.strokeChange == nil)
    try index(session)
  }

  private func isBlack(_ session: Session, _ x: Int, _ y: Int) -> Bool {
    session.shownDocument.activeImage[x, y] >> 24 > 128
  }

  /// Fails if a hand does not change the stroke under the pen, shows it only at the end, needs more than one step of undo,
  /// or leaves another drawing than the same change made at once.
  @Test func linesBend() throws {
    let session = try lines()
    var direct = session.document
    let (before, count) = (session.document.activeImage, session.document.history.undoCount)
    hand(session, .bend)
    _ = pen(session, .down, 100, 101)
    #expect(chosen(session) == [1])
    _ = pen(session, .drag, 100, 110)
    _ = pen(session, .drag, 100, 131)
    try compute(session)
    #expect(isBlack(session, 100, 130) && session.document.activeImage == before)
    _ = pen(session, .up(.lifted), 100, 131)
    try settle(session)
    #expect(session.document.history.undoCount == count + 1 && chosen(session) == [1])
    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.numbers = [1...1]
    change.shape = .bend(from: Point(100, 101), to: Point(100, 131), reach: session.toolSettings.strokeReach)
    _ = try direct.changeStrokes(filter, change, filler: filler)
    #expect(session.document.activeImage == direct.activeImage)
    _ = session.perform(.undo)
    #expect(session.document.activeImage == before)
    try index(session)
    #expect(chosen(session) == [1], "undo keeps what is chosen")
  }

  /// Fails if Shift does not set the reach, the ring does not show it, or Escape does not take a bend back.
  @Test func theReachIsSet() throws {
    let session = try lines()
    let before = session.document.activeImage
    hand(session, .bend)
    drag(session, [Point(100, 100), Point(80, 100), Point(60, 100)], .shift)
    #expect(session.toolSettings.strokeReach == 20 && session.strokeChange == nil)
    let sample = PenSample(position: Point(100, 100), time: 0)
    #expect(session.cursorOutline(for: sample).radius == 20)
    _ = pen(session, .down, 100, 100)
    _ = pen(session, .drag, 100, 131)
    try compute(session)
    #expect(session.shownDocument.activeImage != before)
    _ = session.cancel()
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.shownDocument.activeImage == before && session.strokeChange == nil)
  }

  /// Fails if a part that is drawn again is not shown while it is drawn, or does not take the old one's place.
  @Test func partsAreDrawnAgain() throws {
    let session = try lines()
    hand(session, .redraw)
    _ = pen(session, .down, 80, 100)
    for (time, place) in [Point(90, 120), Point(100, 130), Point(110, 120)].enumerated() {
      _ = pen(session, .drag, place.x, place.y, time: Double(time + 1) / 50)
    }
    #expect(session.marks.draft.count == 4 && session.strokeChange == nil)
    _ = pen(session, .drag, 120, 100, time: 0.1)
    _ = pen(session, .up(.lifted), 120, 100, time: 0.1)
    try settle(session)
    #expect(isBlack(session, 100, 128) && !isBlack(session, 100, 100) && isBlack(session, 30, 100))
  }

  /// Fails if strokes do not become wider or narrower where the pen passes.
  @Test(arguments: [StrokeHand.thicken, .thin]) func widthsChange(hand: StrokeHand) throws {
    let session = try lines()
    self.hand(session, hand)
    _ = session.setStrokeReach(10)
    tap(session, 100, 100)
    try settle(session)
    func width(_ x: Int) -> Int { (0..<200).count { isBlack(session, x, $0) } }
    #expect(hand == .thicken ? width(100) > width(30) : width(100) < width(30))
  }

  /// Fails if a tap does not cut the stroke in two, both of which are chosen, or an end does not follow the pen.
  @Test func strokesAreCut() throws {
    let session = try lines()
    hand(session, .cut)
    tap(session, 100, 100)
    try settle(session)
    #expect(chosen(session) == [1, 2] && session.strokeIndex.entries.count == 4)
    _ = session.chooseStrokes { picking, _ in picking.choose([]) }
    drag(session, [Point(178, 100), Point(160, 105), Point(150, 104)])
    try settle(session)
    #expect(isBlack(session, 148, 100) && !isBlack(session, 165, 100))
    drag(session, [Point(150, 100), Point(160, 105), Point(175, 104)])
    try settle(session)
    #expect(isBlack(session, 170, 100))
  }

  /// Fails if two strokes are not joined, or one alone is.
  @Test func strokesAreJoined() throws {
    let session = try lines()
    tap(session, 60, 40)
    #expect(!session.joinStrokes().requests.isEmpty && session.strokeChange == nil)
    tap(session, 140, 40, .shift)
    _ = session.joinStrokes()
    try settle(session)
    #expect(session.strokeIndex.entries.count == 2 && session.chosenStrokes?.count == 1)
  }

  /// Fails if values of the line do not slide, or a slider that is relative does not go back to 0.
  @Test func lineValuesSlide() throws {
    let session = try lines()
    tap(session, 30, 100)
    var change = StrokeChange()
    change.harder = -1
    _ = session.changeChosenStrokes(change)
    #expect(session.chosenStrokes?.harder == -1)
    change = StrokeChange()
    change.stabiliser = .average(time: 0.2, endsAtPen: true)
    _ = session.changeChosenStrokes(change)
    #expect(session.chosenStrokes?.stabiliser == .average(time: 0.2, endsAtPen: true))
    change = StrokeChange()
    change.shape = .calm(12)
    _ = session.changeChosenStrokes(change)
    #expect(session.chosenStrokes?.calm == 12)
    try settle(session)
    #expect(session.chosenStrokes?.harder == 0 && session.chosenStrokes?.calm == 0)
    #expect(session.chosenStrokes?.stabiliser == .average(time: 0.2, endsAtPen: true))
    let count = session.document.history.undoCount
    change = StrokeChange()
    change.harder = 0.5
    _ = session.changeChosenStrokes(change)
    change.harder = 0
    _ = session.changeChosenStrokes(change)
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.document.history.undoCount == count && session.strokeChange == nil)
  }

  /// Fails if strokes are not repeated by the symmetry that is on, or stay so when that is asked for again.
  @Test func strokesBecomeSymmetric() throws {
    let session = try lines()
    tap(session, 60, 40)
    #expect(!session.changeSymmetryOfStrokes().requests.isEmpty && session.strokeChange == nil)
    session.toolSettings.symmetry = Symmetry(.mirror(vertical: true, horizontal: false), center: Point(50, 100))
    _ = session.changeSymmetryOfStrokes()
    try settle(session)
    #expect(isBlack(session, 40, 50))
    _ = session.changeSymmetryOfStrokes()
    try settle(session)
    #expect(!isBlack(session, 40, 50) && isBlack(session, 60, 50))
  }

  /// Fails if new strokes do not take the place of the chosen ones below others, the old ones do not show meanwhile, or
  /// Escape or drawing nothing changes anything.
  @Test func strokesAreReplaced() throws {
    let session = try lines()
    tap(session, 30, 100)
    let count = session.document.history.undoCount
    #expect(session.beginReplacing().requests.count == 1)
    #expect(session.tool == .brush && session.marks.strokes.chosen.count == 1)
    line(session, Point(20, 90), Point(180, 110), colour: 0xFF00FF)
    line(session, Point(20, 120), Point(180, 120), colour: 0xFF00FF)
    _ = session.apply()
    #expect(session.wantsStrokeIndex && session.strokeChange == nil)
    try index(session)
    try compute(session)
    _ = session.adoptChange()
    try index(session)
    #expect(session.document.history.undoCount == count + 3 && session.strokeIndex.entries.count == 4)
    #expect(!isBlack(session, 30, 98) || session.document.activeImage[30, 98] == 0xFFFF_00FF)
    // The other lines were drawn later.
    #expect(session.document.activeImage[60, 120] == 0xFF00_FF00)
    #expect(session.document.activeImage[100, 120] == 0xFFFF_00FF)
    #expect(session.tool == .strokes && session.chosenStrokes?.count == 2)
    tap(session, 60, 40)
    _ = session.beginReplacing()
    _ = session.apply()
    #expect(session.strokeChange == nil && session.replacing == nil)
    _ = session.choose(.strokes)
    _ = session.beginReplacing()
    #expect(session.cancel() != nil && session.replacing == nil && session.apply().requests.isEmpty)
    // Undone edits do not count, and those drawn after the end do not either.
    _ = session.choose(.strokes)
    tap(session, 60, 40)
    _ = session.beginReplacing()
    _ = session.perform(.undo)
    line(session, Point(70, 20), Point(70, 180), colour: 0x123456)
    _ = session.apply()
    _ = session.choose(.brush)
    line(session, Point(180, 20), Point(180, 180), colour: 0x654321)
    try index(session)
    try compute(session)
    _ = session.adoptChange()
    #expect(!isBlack(session, 60, 30) && session.document.activeImage[70, 30] == 0xFF12_3456)
    #expect(session.document.activeImage[180, 30] == 0xFF65_4321)
  }

  /// Fails if a fill that flows out through a new gap is not offered to be closed, or is not closed then.
  @Test func gapsOfFillsAreClosed() throws {
    let document = try #require(Document(width: 600, height: 600))
    let session = try #require(Session(document: document, windowWidth: 600, windowHeight: 600))
    session.brush = Brush(size: 8, minimumShare: 1)
    session.eraser = Brush(size: 6, minimumShare: 1)
    let corners = [Point(250, 250), Point(350, 250), Point(350, 350), Point(250, 350), Point(250, 250)]
    for (a, b) in zip(corners, corners.dropFirst()) { line(session, a, b, colour: 0x101010) }
    session.style.colour = 0xFF0000
    _ = session.choose(.fill)
    tap(session, 300, 300)
    #expect(session.document.activeImage[300, 300] == 0xFFFF_0000 && session.document.activeImage[20, 20] == 0)
    _ = session.chooseEraser(.touched)
    try index(session)
    tap(session, 300, 250)
    try compute(session)
    let effects = session.adoptChange()
    #expect(session.document.activeImage[20, 20] == 0xFFFF_0000)
    let isOffered = effects.requests.contains { if case .undoableLeak(_, 12) = $0 { true } else { false } }
    #expect(isOffered)
    let count = session.document.history.undoCount
    _ = session.closeGaps()
    try compute(session)
    #expect(session.adoptChange().requests.isEmpty)
    #expect(session.document.history.undoCount == count + 1 && session.document.activeImage[20, 20] == 0)
    #expect(session.document.activeImage[300, 300] == 0xFFFF_0000)
    session.document.checkInvariants()
    #expect(session.closeGaps().requests.count == 1 && session.strokeChange == nil)
  }

  // MARK: The eraser

  /// Fails if the eraser does not erase whole strokes, parts up to crossings, or what it touches, or shows nothing of it
  /// meanwhile, or needs more than one step of undo.
  @Test(arguments: StrokeExtent.allCases) func strokesAreErased(extent: StrokeExtent) throws {
    let session = try lines()
    session.eraser = Brush(size: 6, minimumShare: 1)
    let (before, count) = (session.document.activeImage, session.document.history.undoCount)
    _ = session.chooseEraser(extent)
    _ = pen(session, .down, 100, 92)
    _ = pen(session, .drag, 100, 108)
    #expect(session.marks.strokes.chosen.count == 1)
    let lifted = pen(session, .up(.lifted), 100, 108)
    #expect(lifted.requests == [.computeChange])
    try compute(session)
    #expect(session.adoptChange().requests.isEmpty)
    #expect(session.document.history.undoCount == count + 1)
    #expect(!isBlack(session, 100, 100) && isBlack(session, 60, 40) && isBlack(session, 140, 150))
    #expect(isBlack(session, 30, 100) == (extent != .stroke) && isBlack(session, 75, 100) == (extent == .touched))
    try index(session)
    _ = session.perform(.undo)
    #expect(session.document.activeImage == before)
  }

  /// Fails if strokes that are erased one after the other are not all erased, also those that are not found yet.
  @Test func erasuresWait() throws {
    let session = try session()
    session.eraser = Brush(size: 6, minimumShare: 1)
    for y in [40.0, 80, 120] { line(session, Point(20, y), Point(180, y)) }
    _ = session.chooseEraser(.stroke)
    tap(session, 100, 40)
    tap(session, 100, 80)
    #expect(session.strokeChange == nil && session.wantsStrokeIndex)
    for _ in 0..<2 {
      try index(session)
      try compute(session)
      _ = session.adoptChange()
    }
    #expect(!isBlack(session, 50, 40) && !isBlack(session, 50, 80) && isBlack(session, 50, 120))
  }

  /// Fails if a stroke is erased that was drawn after the eraser passed, or undo does not take back what waits.
  @Test func laterStrokesStay() throws {
    let session = try lines()
    session.eraser = Brush(size: 6, minimumShare: 1)
    _ = session.choose(.brush)
    line(session, Point(20, 30), Point(50, 30))
    _ = session.chooseEraser(.stroke)
    tap(session, 30, 100)
    #expect(session.strokeChange == nil && session.erasures.count == 1 && session.strokesWillChange)
    _ = session.choose(.brush)
    line(session, Point(20, 104), Point(40, 104))
    try index(session)
    try compute(session)
    _ = session.adoptChange()
    #expect(!isBlack(session, 100, 100) && isBlack(session, 30, 105))
    _ = session.chooseEraser(.stroke)
    #expect(session.wantsStrokeIndex)
    tap(session, 60, 40)
    let count = session.document.history.undoCount
    _ = session.perform(.undo)
    #expect(session.erasures.isEmpty && session.document.history.undoCount == count && !session.strokesWillChange)
  }

  /// Fails if undo during a bend undoes what was drawn before, a second bend is lost without a word, or another chosen
  /// stroke is bent, too.
  @Test func bendsAreApart() throws {
    let session = try lines()
    _ = session.chooseStrokes(.all)
    let (before, count) = (session.document.activeImage, session.document.history.undoCount)
    hand(session, .bend)
    _ = pen(session, .down, 100, 100)
    #expect(chosen(session) == [1])
    _ = pen(session, .drag, 100, 130)
    try compute(session)
    _ = session.perform(.undo)
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.document.history.undoCount == count && session.shownDocument.activeImage == before)
    #expect(session.document.history.redoCount == 0)
    drag(session, [Point(100, 100), Point(100, 115), Point(100, 130)])
    let second = pen(session, .down, 100, 130)
    #expect(second.requests.count == 1 && session.gesture == nil, "others are still being changed")
    _ = pen(session, .up(.lifted), 100, 130)
    try settle(session)
    #expect(isBlack(session, 100, 129))
  }

  /// Fails if the eraser of pixels erases strokes, or the pen's eraser end does not erase them as the eraser does.
  @Test func thePensEndErasesStrokes() throws {
    let session = try lines()
    _ = session.chooseEraser(nil)
    tap(session, 30, 100)
    #expect(session.strokeChange == nil && session.erasures.isEmpty)
    _ = session.chooseEraser(.stroke)
    session.brush = Brush(size: 8, minimumShare: 1)
    _ = session.choose(.brush)
    func end(_ phase: PointerEvent.Phase, _ x: Double) {
      let sample = PenSample(position: Point(x, 100), time: 1, pressure: 1, tool: .eraser)
      _ = session.handle(.pointer(PointerEvent(phase, sample)))
    }
    end(.down, 100)
    end(.up(.lifted), 100)
    try index(session)
    try compute(session)
    _ = session.adoptChange()
    #expect(!isBlack(session, 120, 100))
  }
}
