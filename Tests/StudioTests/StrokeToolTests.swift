import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Document
@testable import Studio

/// Strokes that are chosen by hand, and follow controls.
@Suite struct StrokeToolTests: StrokeToolTesting {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if a tap does not take the topmost stroke, a further one not that below, or a tap beside all takes one.
  @Test func tapsGoDeeper() throws {
    let session = try lines()
    tap(session, 60, 100)
    #expect(chosen(session) == [2])
    tap(session, 60, 101)
    #expect(chosen(session) == [1])
    tap(session, 60, 100)
    #expect(chosen(session) == [2])
    tap(session, 100, 105)
    #expect(chosen(session) == [1])
    tap(session, 100, 130)
    #expect(chosen(session).isEmpty)
  }

  /// Fails if the pixels of chosen strokes are not selected, those of others are, or their covered parts are not.
  @Test func theirPixelsAreSelected() throws {
    let session = try lines()
    #expect(session.perform(SelectionActions.ofStrokes).requests.count == 1 && session.document.selection == nil)
    tap(session, 60, 40)
    _ = session.perform(SelectionActions.ofStrokes)
    let mask = try #require(session.document.selection)
    var alone = try #require(Document(width: session.document.width, height: session.document.height))
    let strokes = session.document.history.done.compactMap(\.stroke)
    for (stroke, isChosen) in zip(strokes, [false, true, false]) where isChosen {
      var stroke = stroke
      stroke.surface = alone.activeSurface
      _ = alone.perform(.stroke(stroke), OperationContext(filler: filler))
    }
    #expect(mask == alone.activeImage.opacity && mask.count > 100)
  }

  /// Fails if Shift does not add a stroke, or Alt does not take it away.
  @Test func modifiersAddAndTakeAway() throws {
    let session = try lines()
    tap(session, 60, 40)
    tap(session, 140, 40, .shift)
    #expect(chosen(session) == [2, 3])
    tap(session, 60, 100, .shift)
    #expect(chosen(session) == [1, 2, 3])
    tap(session, 60, 40, .alt)
    #expect(chosen(session) == [1, 3])
    tap(session, 100, 130, .shift)
    #expect(chosen(session) == [1, 3])
    _ = session.perform(.cancel)
    #expect(chosen(session).isEmpty)
  }

  /// Fails if a lasso or rectangle takes strokes that lie mostly outside, leaves out those inside, or ignores Shift or Alt.
  @Test(arguments: [false, true]) func areasTakeStrokes(isLasso: Bool) throws {
    let session = try lines()
    session.toolSettings.takesStrokesByLasso = isLasso
    let left = [Point(5, 5), Point(70, 5), Point(70, 195), Point(5, 195)]
    let right = [Point(195, 195), Point(120, 195), Point(120, 5), Point(195, 5)]
    func area(_ corners: [Point]) -> [Point] { isLasso ? corners : [corners[0], corners[2]] }
    drag(session, area(left))
    #expect(chosen(session) == [2])
    drag(session, area(right), .shift)
    #expect(chosen(session) == [2, 3])
    drag(session, area([Point(5, 80), Point(195, 80), Point(195, 120), Point(5, 120)]), .shift)
    #expect(chosen(session) == [1, 2, 3])
    drag(session, area(left), .alt)
    #expect(chosen(session) == [1, 3])
  }

  /// Fails if the stroke under the pen does not show its path, or shows it after the pen has left.
  @Test func hoveringShowsPaths() throws {
    let session = try lines()
    #expect(pen(session, .hover, 100, 130).isEmpty)
    let effects = pen(session, .hover, 60, 40)
    #expect(effects.adornmentsChanged && !session.marks.strokes.hovered.isEmpty)
    #expect(pen(session, .hover, 60, 41).isEmpty)
    _ = pen(session, .left, 0, 0)
    #expect(session.marks.strokes == StrokeMarks())
  }

  /// Fails if the keys do not go through the strokes in their order, and around.
  @Test func keysStepThroughStrokes() throws {
    let session = try lines()
    let steps: [(Bool, Int)] = [(true, 1), (true, 2), (true, 3), (true, 1), (false, 3), (false, 2)]
    for (isForward, number) in steps {
      _ = session.stepStroke(forward: isForward)
      #expect(chosen(session) == [number])
    }
  }

  /// Fails if strokes of other layers are taken without the switch, those of hidden layers with it, or not the topmost of
  /// all layers.
  @Test func layersCount() throws {
    let session = try lines()
    _ = session.perform(.addLayer)
    _ = session.choose(.brush)
    line(session, Point(20, 60), Point(180, 60))
    _ = session.choose(.strokes)
    try index(session)
    tap(session, 60, 40)
    #expect(chosen(session).isEmpty)
    session.toolSettings.takesStrokesOfAllLayers = true
    tap(session, 60, 40)
    #expect(chosen(session) == [2])
    tap(session, 60, 60)
    #expect(chosen(session) == [4])
    _ = session.document.perform(.set(session.document.activeID, .visible(false)))
    try index(session)
    tap(session, 140, 60)
    #expect(chosen(session) == [3])
  }

  /// Fails if ink that was erased is found where nothing of it is left.
  @Test func erasedInkIsNotFound() throws {
    let session = try lines()
    _ = session.choose(.eraser)
    line(session, Point(100, 80), Point(100, 120))
    _ = session.choose(.strokes)
    try index(session)
    tap(session, 100, 100)
    #expect(chosen(session).isEmpty)
  }

  // MARK: Controls

  /// Fails if a value that slides is not shown at once, is recorded before it is released or in more than one step, or
  /// leaves other pixels than the same change made at once; or if undo does not take all of it back.
  @Test func valuesSlide() throws {
    let session = try lines()
    let before = session.document.activeImage
    let count = session.document.history.undoCount
    var direct = session.document
    tap(session, 60, 40)
    #expect(session.changeChosenStrokes(size(12)).requests == [.computeChange])
    #expect(session.changeChosenStrokes(size(16)).requests.isEmpty)
    try compute(session)
    #expect(!session.hasComputedChange)
    #expect(session.shownDocument.activeImage != before && session.document.activeImage == before)
    #expect(session.chosenStrokes?.size == 16 && session.marks.strokes == StrokeMarks())
    #expect(session.changeChosenStrokes(colour(0x123456)).requests == [.computeChange])
    try compute(session)
    _ = session.settleChosenStrokes()
    #expect(session.hasComputedChange)
    let effects = session.adoptChange()
    #expect(effects.requests.isEmpty && !effects.damage.isEmpty)
    #expect(session.document.history.undoCount == count + 1)
    var filter = StrokeFilter()
    filter.numbers = [2...2]
    var change = size(16)
    change.colour = 0x123456
    _ = try direct.changeStrokes(filter, change, filler: filler)
    #expect(session.document.activeImage == direct.activeImage)
    #expect(session.chosenStrokes?.size == 16)
    try index(session)
    #expect(session.chosenStrokes?.size == 16 && session.chosenStrokes?.colour == 0x123456)
    #expect(session.marks.strokes.chosen.count == 1)
    _ = session.perform(.undo)
    #expect(session.document.activeImage == before)
  }

  /// Fails if a value that slides back is recorded, or is still shown.
  @Test func slidingBackChangesNothing() throws {
    let session = try lines()
    let before = session.document.activeImage
    let count = session.document.history.undoCount
    tap(session, 60, 40)
    let size = try #require(session.chosenStrokes?.size)
    _ = session.changeChosenStrokes(self.size(30))
    try compute(session)
    _ = session.changeChosenStrokes(self.size(size))
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.strokeChange == nil && session.document.history.undoCount == count)
    #expect(session.shownDocument.activeImage == before)
  }

  /// Fails if a value is lost that is set while the worker computes the one before, or after it was released.
  @Test func theNewestValueCounts() throws {
    let session = try lines()
    tap(session, 60, 40)
    _ = session.changeChosenStrokes(size(12))
    _ = session.settleChosenStrokes()
    _ = session.changeChosenStrokes(size(20))
    _ = session.changeChosenStrokes(size(24))
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    try index(session)
    #expect(session.chosenStrokes?.size == 24)
  }

  /// Fails if the frame does not move, scale or turn the chosen strokes as it is dragged, leaves other pixels than the same
  /// change made at once, or is not where they are before the drawing is indexed again.
  @Test func theFramePlacesStrokes() throws {
    let session = try lines()
    var direct = session.document
    let count = session.document.history.undoCount
    tap(session, 60, 40)
    let frame = try #require(session.marks.frame)
    #expect(!frame.hasSides && frame.rect.contains(Point(60, 20)) && !frame.rect.contains(Point(70, 100)))
    drag(session, [Point(60, 60), Point(70, 60), Point(90, 65)])
    try compute(session)
    #expect(session.shownDocument.activeImage[90, 50] == 0xFF00_FF00)
    #expect(session.document.history.undoCount == count)
    // The second drag goes on from there.
    let corner = try #require(session.marks.frame).place(of: .bottomRight, in: session.view, scale: 1)
    drag(session, [corner, corner + Vector(2, 20), corner + Vector(4, 40)])
    let turn = try #require(session.marks.frame).place(of: .rotation, in: session.view, scale: 1)
    drag(session, [turn, turn + Vector(20, 0), turn + Vector(40, 0)])
    _ = session.settleChosenStrokes()
    try compute(session)
    let shown = session.shownDocument.activeImage
    let change = session.heldStrokeChange
    #expect(change.scale > 1.1 && change.rotation.degrees > 10)
    let moved = try #require(session.marks.frame).corners
    _ = session.adoptChange()
    #expect(session.document.history.undoCount == count + 1 && session.document.activeImage == shown)
    #expect(session.marks.frame?.corners == moved)
    var filter = StrokeFilter()
    filter.numbers = [2...2]
    _ = try direct.changeStrokes(filter, change, filler: filler)
    #expect(session.document.activeImage == direct.activeImage)
    try index(session)
    #expect(session.marks.frame?.map == .identity)
  }

  /// Fails if Escape during a drag of the frame does not take it back, or a tap inside the frame does not choose a stroke.
  @Test func placingIsCancelled() throws {
    let session = try lines()
    let before = session.document.activeImage
    tap(session, 100, 100)
    _ = pen(session, .down, 100, 100)
    _ = pen(session, .drag, 100, 150)
    try compute(session)
    #expect(session.shownDocument.activeImage != before)
    _ = session.cancel()
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.strokeChange == nil && session.shownDocument.activeImage == before)
    tap(session, 60, 100)
    #expect(chosen(session) == [2])
  }

  /// Fails if arrow keys do not move the chosen strokes, as one step while the worker is busy.
  @Test func arrowsMoveStrokes() throws {
    let session = try lines()
    tap(session, 60, 40)
    for shift in [Modifiers.shift, .shift, []] {
      _ = session.handle(.key(KeyEvent(keysym: 0xFF53, modifiers: shift, isDown: true)))
    }
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.document.activeImage[60, 40] == 0 && session.document.activeImage[81, 40] != 0)
    #expect(session.document.history.undoCount == 4)
  }

  private func carryOut(_ session: Session, _ action: Action) throws {
    #expect(session.perform(action).requests == [.computeChange])
    try compute(session)
    _ = session.adoptChange()
    try index(session)
  }

  /// Fails if strokes do not go above or below others, or are not the chosen ones afterwards.
  @Test func strokesAreArranged() throws {
    let session = try lines()
    func top() -> UInt32 { session.document.activeImage[60, 100] }
    #expect(top() == 0xFF00_FF00)
    tap(session, 100, 100)
    try carryOut(session, StrokeActions.up)
    #expect(top() == 0xFFFF_0000 && session.document.activeImage[140, 100] == 0xFF00_00FF)
    #expect(session.chosenStrokes?.count == 1 && session.chosenStrokes?.colour == 0xFF0000)
    try carryOut(session, StrokeActions.top)
    #expect(session.document.activeImage[140, 100] == 0xFFFF_0000)
    try carryOut(session, StrokeActions.bottom)
    #expect(top() == 0xFF00_FF00 && session.chosenStrokes?.colour == 0xFF0000)
    _ = session.perform(StrokeActions.down)
    try compute(session)
    guard case .message = session.adoptChange().requests.first else {
      Issue.record("nothing is said of a stroke that is lowest")
      return
    }
  }

  /// Fails if copies of strokes are not drawn, or are not the chosen ones.
  @Test func strokesAreDuplicated() throws {
    let session = try lines()
    tap(session, 60, 40)
    tap(session, 140, 40, .shift)
    try carryOut(session, StrokeActions.duplicate)
    #expect(session.strokeIndex.entries.count == 5)
    #expect(session.chosenStrokes?.count == 2)
    for key in [0xFF53, 0xFF53] {
      _ = session.handle(.key(KeyEvent(keysym: UInt32(key), modifiers: .shift, isDown: true)))
    }
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    #expect(session.document.activeImage[60, 40] == 0xFF00_FF00 && session.document.activeImage[80, 40] == 0xFF00_FF00)
    #expect(session.document.activeImage[160, 40] == 0xFF00_00FF)
  }

  /// Fails if Delete deletes another stroke while the copies are not found yet, or strokes that undo took away stay chosen.
  @Test func otherStrokesStay() throws {
    let session = try lines()
    let before = session.document.activeImage
    tap(session, 60, 40)
    _ = session.perform(StrokeActions.duplicate)
    try compute(session)
    _ = session.adoptChange()
    #expect(session.perform(.delete).requests.isEmpty && session.strokeChange == nil)
    try index(session)
    #expect(chosen(session).count == 1)
    _ = session.perform(.undo)
    try index(session)
    #expect(chosen(session).isEmpty && session.document.activeImage == before)
    tap(session, 100, 100)
    _ = session.perform(StrokeActions.up)
    try compute(session)
    _ = session.adoptChange()
    _ = session.perform(.undo)
    try index(session)
    #expect(chosen(session).isEmpty)
    // The stroke stays chosen when undo takes a value back.
    tap(session, 60, 40)
    _ = session.changeChosenStrokes(size(20))
    _ = session.settleChosenStrokes()
    try compute(session)
    _ = session.adoptChange()
    try index(session)
    _ = session.perform(.undo)
    try index(session)
    #expect(chosen(session) == [2])
    _ = session.perform(.redo)
    try index(session)
    #expect(chosen(session) == [2] && session.chosenStrokes?.size == 20)
  }

  /// Fails if strokes do not get to the active layer.
  @Test func strokesGetToAnotherLayer() throws {
    let session = try lines()
    let first = session.document.activeID
    _ = session.perform(.addLayer)
    let second = session.document.activeID
    _ = session.choose(.brush)
    line(session, Point(20, 60), Point(180, 60), colour: 0x123456)
    _ = session.choose(.strokes)
    try index(session)
    tap(session, 100, 60)
    _ = session.activate(layer: first)
    try carryOut(session, StrokeActions.toLayer)
    #expect(session.document.activeImage[100, 60] == 0xFF12_3456)
    #expect(session.document.image(of: SurfaceID(second))?[100, 60] == 0)
  }

  /// Fails if strokes that are like the chosen one are not chosen, or others are.
  @Test func similarStrokesAreChosen() throws {
    let session = try lines()
    _ = session.choose(.brush)
    session.brush = Brush(size: 3, minimumShare: 1)
    line(session, Point(20, 150), Point(180, 150), colour: 0x00FF00)
    _ = session.choose(.strokes)
    try index(session)
    tap(session, 60, 40)
    _ = session.perform(StrokeActions.ofColour)
    #expect(chosen(session) == [2, 4])
    tap(session, 100, 150)
    _ = session.perform(StrokeActions.thin)
    #expect(chosen(session) == [4])
    tap(session, 60, 40)
    _ = session.perform(StrokeActions.since)
    #expect(chosen(session) == [2, 3, 4])
    tap(session, 60, 40)
    _ = session.perform(StrokeActions.ofLayer)
    #expect(chosen(session) == [1, 2, 3, 4])
    _ = session.perform(.deselect)
    #expect(chosen(session).isEmpty)
    _ = session.perform(.selectAll)
    #expect(chosen(session) == [1, 2, 3, 4])
  }

  /// Fails if Delete does not delete the chosen strokes, or they stay chosen.
  @Test func chosenStrokesAreDeleted() throws {
    let session = try lines()
    tap(session, 60, 40)
    #expect(session.perform(.delete).requests == [.computeChange])
    try compute(session)
    _ = session.adoptChange()
    #expect(session.document.activeImage[60, 40] == 0 && session.document.activeImage[140, 40] != 0)
    try index(session)
    #expect(chosen(session).isEmpty)
  }

  /// Fails if strokes of a locked layer change.
  @Test func lockedStrokesStay() throws {
    let session = try lines()
    tap(session, 60, 40)
    _ = session.document.perform(.set(session.document.activeID, .locked(true)))
    let effects = session.changeChosenStrokes(size(30))
    #expect(session.strokeChange == nil && effects.requests.count == 1)
  }
}
