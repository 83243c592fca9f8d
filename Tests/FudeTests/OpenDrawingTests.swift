import Document
import Glibc
import Storage
import Studio
import Testing

@testable import Export
@testable import Fude

@Suite struct OpenDrawingTests {
  private func drawing(_ name: String) throws -> OpenDrawing {
    OpenDrawing(try TestWorkplace().place.session, name: name)
  }

  /// Fails if another drawing has what belongs to the one before, or what is read for that one still arrives.
  @Test func anotherDrawingBeginsAnew() throws {
    let place = try TestWorkplace().place
    let first = place.drawing
    first.wait(for: .exported(.pictures, ExportOptions()))
    let reading = place.background.run { progress in while progress.report(0) { sched_yield() } }
    first.readingHistory = reading
    place.drawing = OpenDrawing(place.session, name: "Cat", file: "/a.ora", number: first.number + 1)
    #expect(!reading.isRunning && place.drawing.readingHistory == nil && place.drawing.waitingFiles.isEmpty)
    #expect(place.drawing.savedState == place.session.document.state)
  }

  /// Fails if a new drawing's name is not translated, or if another drawing's name is.
  @Test func onlyANewDrawingsNameIsTranslated() throws {
    let drawing = try drawing(OpenDrawing.newName)
    #expect(drawing.isNew && drawing.file == nil)
    drawing.name = "Cat"
    #expect(!drawing.isNew && drawing.shownName == "Cat")
  }

  /// Fails if a file with the whole history gives a message, one without does not, or does twice.
  @Test func aShortHistoryIsSaidOnce() throws {
    let drawing = try drawing("Cat")
    #expect(drawing.shortHistoryMessage(SavedHistory(savedCount: 3, count: 3, isCut: false), "a.ora") == nil)
    let short = SavedHistory(savedCount: 2, count: 3, isCut: true)
    #expect(
      drawing.shortHistoryMessage(short, "a.ora")
        == "a.ora is saved with the last 2 of 3 undo steps. The missing steps can be undone until the drawing is closed. "
        + "The settings say how many are kept: Undo steps in files.")
    #expect(drawing.shortHistoryMessage(short, "a.ora") == nil)
    let none = SavedHistory(savedCount: 0, count: 3, isCut: false)
    #expect(
      none.message("a.ora")
        == "a.ora is saved without its 3 undo steps. The missing steps can be undone until the drawing is closed.")
  }

  /// Fails if a file that waits is written twice, a consent to replace it is forgotten, or Ctrl+S would ask for its
  /// name again.
  @Test func aLaterSaveReplacesOneThatWaits() throws {
    let drawing = try drawing("Cat")
    #expect(drawing.waitingPath == nil)
    drawing.wait(for: .saved(path: "/a.ora", .all))
    drawing.wait(for: .exported(.pictures, ExportOptions()))
    drawing.wait(for: .saved(path: "/a.ora", .known))
    drawing.wait(for: .saved(path: "/a.png", .known))
    #expect(drawing.waitingPath == "/a.ora" && drawing.waitingFiles.count == 3)
    let isAgreed = drawing.waitingFiles.contains { if case .saved("/a.ora", .all) = $0 { true } else { false } }
    #expect(isAgreed)
  }

  /// Fails if control characters of a file's name reach a message or the title.
  @Test func controlCharactersOfANameAreNotShown() throws {
    let drawing = try drawing("a\u{1B}[31mb\n")
    #expect(!drawing.shownName.unicodeScalars.contains { $0.value < 0x20 })
  }
}
