import Document
import Files
import Geometry
import Ink
import Input
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import Panels

@Suite("The journal of the open drawing") struct JournalDeskTests {
  private let drawings: TestDrawings

  init() throws { drawings = try TestDrawings() }

  private var place: Workplace { drawings.place }
  private var journal: JournalDesk { drawings.journal }

  /// Fails if a drawing whose session ended is not opened by the next start, or without its last change.
  @Test func theNextStartHasTheChanges() throws {
    drawings.edit(0x11_2233)
    #expect(place.drawing.isUnsaved)
    #expect(journal.end(isByUser: false) == nil)
    #expect(try drawings.recovery().opened?.replay.document.paper == 0x11_2233)
  }

  /// Fails if a drawing that the user closed is opened by the next start, or is not kept.
  @Test func aClosedDrawingIsKept() throws {
    drawings.edit()
    #expect(journal.end(isByUser: true) == nil)
    #expect(try drawings.recovery().opened == nil)
    let kept = try #require(drawings.files.recent.paths.first)
    #expect(journal.isKept(kept) && FileFacts.exists(kept))
  }

  /// Fails if an empty drawing leaves a journal.
  @Test func anEmptyDrawingLeavesNothing() throws {
    #expect(journal.end(isByUser: false) == nil)
    let recovery = try drawings.recovery()
    #expect(recovery.opened == nil && recovery.kept.isEmpty)
  }

  /// Fails if a stroke in progress is lost, or is written more than ten times a second.
  @Test func aStrokeInProgressIsWritten() throws {
    drawings.edit()
    let spot = place.session.view.canvasToWindow(Point(50, 40))
    func pen(_ phase: PointerEvent.Phase, _ x: Double, _ time: Double) {
      let sample = PenSample(position: Point(spot.x + x, spot.y), time: time, pressure: 1)
      place.carryOut(place.session.handle(.pointer(PointerEvent(phase, sample))))
    }
    pen(.down, 0, 0)
    pen(.drag, 5, 0.01)
    journal.noteUnfinished()
    #expect(place.drawing.noted.stroke == nil && place.drawing.noted.deadline != nil)
    try drawings.test.loop.wait {
      place.received = place.now
      journal.noteUnfinished()
      return place.drawing.noted.stroke != nil
    }
    #expect(place.drawing.noted.stroke?.samples == 2)
    #expect(journal.secure() == nil && journal.end(isByUser: false) == nil)
    #expect(try drawings.recovery().opened?.replay.unfinished != nil)
  }

  /// Fails if the view is not written a while after it changed, or is written again and again.
  @Test func theViewIsWritten() throws {
    drawings.edit()
    journal.follow()
    place.carryOut(place.session.setRotation(Angle(degrees: 30)))
    journal.follow()
    #expect(journal.deadline != nil)
    try drawings.test.loop.wait {
      journal.follow()
      return journal.deadline == nil
    }
    #expect(journal.end(isByUser: false) == nil)
    let work = try #require(try drawings.recovery().opened?.replay.work)
    #expect(abs(work.rotation.degrees - 30) < 1e-6)
  }

  /// Fails if an offer to open another drawing stays after the first change.
  @Test func aChangeWithdrawsTheOffer() {
    place.overlay.show(message: "offer", until: .infinity)
    place.drawing.lastOffer = "offer"
    drawings.edit()
    journal.noteChanges()
    #expect(place.drawing.lastOffer == nil && place.overlay.message.content?.text != "offer")
  }
}
