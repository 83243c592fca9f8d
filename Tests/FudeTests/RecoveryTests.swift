import Desktop
import Document
import Foundation
import Geometry
import Ink
import Paint
import Storage
import TestSupport
import Testing

@testable import Export
@testable import Fude

/// Drawings that were not closed, found at the start.
@Suite struct RecoveryTests {
  private let folder: TemporaryFolder
  private let filler: CoverageFiller
  private let store: DrawingStore
  private var environment: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }
  private var file: String { folder.path("d.ora") }

  init() throws {
    folder = try TemporaryFolder()
    filler = try #require(CoverageFiller())
    store = try DrawingStore(environment: ["XDG_STATE_HOME": folder.path("state")])
    try #require(Document(width: 20, height: 10)).save(to: folder.path("d.ora"))
  }

  /// Leaves the journal of a drawing that was opened from a file, with `strokes` changes, and saved
  /// at the end or not, and changed further.
  private func leave(
    _ path: String?, strokes: Int, isSaved: Bool = false, more: (inout Document) throws -> Void = { _ in }
  ) throws {
    var document = try #require(Document(width: 20, height: 10))
    document.takesNotes = true
    let journal = try DocumentJournal(environment: environment, wakeup: try Wakeup())
    defer { journal.finish() }
    journal.begin(document, name: "Drawing")
    if let path { journal.noteSaved(path) }
    for number in 0..<strokes {
      var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
      stroke.add(PenSample(position: Point(5, Double(number)), time: 0))
      _ = stroke.finish(on: &document)
    }
    journal.note(document.takeNotes())
    if isSaved, let path { journal.noteSaved(path) }
    try more(&document)
    journal.note(document.takeNotes())
    guard case .kept = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
  }

  /// Fails if the newer state of a file's drawing is not found, or is not the newest.
  @Test func changesToTheFileAreFound() throws {
    try leave(nil, strokes: 1)
    try leave(file, strokes: 1)
    try leave(file, strokes: 2)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.ora"), withDestinationPath: file)
    let recovery = store.recover(opens: false, insteadOf: folder.path("link.ora"), filler: filler)
    #expect(recovery.kept.count == 3 && recovery.messages == [])
    let newer = try #require(recovery.newer)
    #expect(recovery.kept.contains(newer))
    #expect(try store.open(newer, filler: filler).replay.strokeCount == 2)
  }

  /// Fails if a kind of change does not count.
  @Test func changesOfEveryKindAreFound() throws {
    func isOffered(_ change: (inout Document) throws -> Void) throws -> Bool {
      try leave(file, strokes: 2, isSaved: true, more: change)
      return store.recover(opens: false, insteadOf: file, filler: filler).newer != nil
    }
    var red = StrokeChange()
    red.colour = 0xFF0000
    #expect(try !isOffered { _ in })
    #expect(try isOffered { _ = try $0.changeStrokes(StrokeFilter(), red, filler: filler) })
    #expect(try isOffered { _ = $0.fill(at: Point(15, 5), colour: 0x00FF00, FillSettings()) })
    #expect(try isOffered { _ = $0.undo() })
    #expect(try isOffered { _ = $0.perform(.add(above: $0.activeID)) })
  }

  /// Fails if a drawing is offered that is not newer than the file, or belongs to another file.
  @Test func nothingIsOfferedThatIsNotNewer() throws {
    try leave(nil, strokes: 1)
    try leave(folder.path("other.ora"), strokes: 1)
    try leave(file, strokes: 1, isSaved: true)
    #expect(store.recover(opens: false, insteadOf: file, filler: filler).newer == nil)
    try leave(file, strokes: 1)
    let later = Date(timeIntervalSinceNow: 100)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file)
    #expect(store.recover(opens: false, insteadOf: file, filler: filler).newer == nil)
  }

  /// Fails if the message names only one of several drawings.
  @Test func allKeptDrawingsAreListed() {
    var recovery = DrawingStore.Recovery()
    #expect(recovery.sentence(after: "Recovered it") == "Recovered it")
    recovery.kept = ["a", "b"]
    #expect(recovery.sentence() == "2 drawings that were not closed are kept under Open recent")
    #expect(
      recovery.sentence(after: "Recovered it")
        == "Recovered it. 2 more drawings that were not closed are kept under Open recent.")
  }
}
