import Document
import Files
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude

/// A workplace with a journal and a desk for drawings, without a window.
struct TestDrawings {
  let test: TestWorkplace
  let files: FileDesk
  let journal: JournalDesk
  let claims = FakeClaims()
  let desk: DrawingDesk

  init() throws {
    test = try TestWorkplace()
    let place = test.place
    files = FileDesk(place, window: 0)
    let saver = Saver(place.background, environment: place.environment)
    journal = JournalDesk(
      place, files, saver, try DocumentJournal(environment: place.environment, wakeup: test.loop.wakeup),
      try EditPacker(environment: place.environment))
    desk = DrawingDesk(
      place, files, journal, ChangeDesk(place), ExportDesk(place, files, saver), FileClaims(claims), canvas: nil)
    desk.begin(nil, from: nil, at: nil)
  }

  var place: Workplace { test.place }

  /// Changes the drawing.
  func edit(_ paper: UInt32 = 0x12_3456) { place.carryOut(place.session.perform(.setPaper(paper))) }

  /// What an earlier process did not close.
  func recovery() throws -> DrawingStore.Recovery {
    try StartDrawing(Arguments.Draw(), nil, window: (300, 200), isRecording: false, environment: place.environment)
      .recovery
  }
}
