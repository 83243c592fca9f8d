import Geometry
import Ink
import Journal
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Edits that are one step for the user (`Document.joinEdits`), in the history, in journals and in files.
@Suite struct JoinedEditTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func flags(_ document: Document) -> [Bool] {
    (document.history.done + document.history.undone.reversed()).map(\.isJoined)
  }

  private func line(_ document: inout Document, y: Double, colour: UInt32 = 0) {
    let brush = Brush(size: 6, minimumShare: 1)
    var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: colour), filler: filler)
    for i in 0...8 { stroke.add(PenSample(position: Point(20 + 8 * Double(i), y), time: Double(i) / 50, pressure: 1)) }
    _ = stroke.finish(on: &document)
  }

  /// Adds a layer with a name, an opacity and ink, as five edits of one step.
  private func addLayer(to document: inout Document) {
    document.joinEdits { document in
      _ = document.perform(.add(above: document.activeID))
      let id = document.activeID
      _ = document.perform(.set(id, .name("Shade")))
      _ = document.perform(.set(id, .opacity(0.5)))
      _ = document.perform(.set(id, .opacity(0.4)), isContinued: true)
      line(&document, y: 60, colour: 0xC0_2010)
      _ = document.coverActiveLayer(colour: 0x20_4060, opacity: 80)
    }
  }

  private static let layerFlags = [false, true, true, true, true]

  private func drawing() throws -> Document {
    var document = try #require(Document(width: 120, height: 100))
    line(&document, y: 20)
    return document
  }

  private func opened(_ path: String) throws -> Document {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  /// Fails if an edit is joined with one from before the body or after it, or a slider continues one over that border.
  @Test func onlyEditsOfTheBodyAreJoined() throws {
    var document = try drawing()
    let id = document.activeID
    _ = document.perform(.set(id, .opacity(0.9)))
    document.joinEdits { document in
      _ = document.perform(.set(id, .opacity(0.8)), isContinued: true)
      _ = document.perform(.set(id, .opacity(0.7)), isContinued: true)
      _ = document.perform(.set(id, .name("A")))
      _ = document.perform(.set(id, .opacity(0.6)))
      _ = document.perform(.set(id, .opacity(0.5)), isContinued: true)
    }
    _ = document.perform(.set(id, .opacity(0.4)), isContinued: true)
    _ = document.perform(.set(id, .opacity(0.3)), isContinued: true)
    #expect(flags(document) == [false, false, false, true, true, false])
    #expect(document.undoStepCount == 4 && document.redoStepCount == 0)
    for opacity in [0.5, 0.7, 0.7, 0.9, 1] {
      _ = document.undo()
      #expect(document.layer(id)?.opacity == opacity)
    }
    #expect(document.undoStepCount == 1 && document.redoStepCount == 3)
  }

  /// Fails if undo within the body joins an edit with one from before, a body within a body ends the group, or an error
  /// does not.
  @Test func bodiesMayUndoNestAndThrow() throws {
    struct Fault: Error {}
    var document = try drawing()
    line(&document, y: 30)
    document.joinEdits { document in
      line(&document, y: 40)
      _ = document.undo()
      _ = document.undo()
      _ = document.redo()
      line(&document, y: 50)
      document.joinEdits { line(&$0, y: 60) }
      line(&document, y: 70)
    }
    #expect(flags(document) == [false, false, false, true, true])
    #expect(throws: Fault.self) {
      try document.joinEdits { (document) throws(Fault) in
        line(&document, y: 80)
        line(&document, y: 90)
        throw Fault()
      }
    }
    document.joinEdits { _ in }
    line(&document, y: 40)
    #expect(flags(document) == [false, false, false, true, true, false, true, false])
  }

  /// Fails if a change of earlier edits, its undo, or leaving it out moves an edit to another group.
  @Test func changesKeepGroups() throws {
    var document = try drawing()
    addLayer(to: &document)
    var recolour = StrokeChange()
    recolour.colour = 0x10_A040
    let before = flags(document)
    _ = try document.changeStrokes(StrokeFilter(), recolour, filler: filler)
    #expect(flags(document) == before + [false])
    _ = document.undo()
    #expect(flags(document) == before + [false])
    _ = document.redo()
    recolour.colour = 0xA0_10A0
    try document.joinEdits { document in
      _ = try document.changeStrokes(StrokeFilter(), recolour, filler: filler)
      line(&document, y: 80)
      line(&document, y: 85)
    }
    #expect(flags(document) == before + [false, false, true, true])
    #expect(flags(document.withoutChanges) == before + [false, true])
    document.checkInvariants()
    document.withoutChanges.checkInvariants()
  }

  /// Fails if the rest of a group is no step when its first edits are forgotten.
  @Test func firstEditsAreForgotten() throws {
    var document = try #require(Document(width: 120, height: 100))
    addLayer(to: &document)
    line(&document, y: 80)
    for count in [2, 2, 2, 2, 1] {
      _ = document.history.forgetOldest()
      #expect(document.undoStepCount == count)
      document.checkInvariants()
    }
    addLayer(to: &document)
    _ = document.history.forgetOldest()
    for _ in 0..<3 { _ = document.undo() }
    document.checkInvariants()
    #expect(document.undoStepCount == 1 && document.redoStepCount == 1)
  }

  /// Fails if a journal does not keep groups: without key frames and with one after each edit, also if it ends between
  /// the records of a step that is undone, and if it is continued.
  @Test(arguments: [1e9, 0]) func journalsKeepGroups(timeout: Double) throws {
    let folder = try TemporaryFolder()
    let hand = try JournalReplayTests.Hand(folder.path, seed: 1, timeout: timeout)
    line(&hand.document, y: 20)
    addLayer(to: &hand.document)
    line(&hand.document, y: 80)
    try hand.write()
    func read() throws -> JournalReplay {
      try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
    }
    func expectSame(_ words: String) throws {
      let wanted = hand.document
      var found = try read().document
      #expect(found.undoStepCount == wanted.undoStepCount && found.redoStepCount == wanted.redoStepCount, "\(words)")
      try found.replayHistory(filler: filler)
      #expect(flags(found) == flags(wanted) && found.history.undoCount == wanted.history.undoCount, "\(words)")
      #expect(found.undoStepCount == wanted.undoStepCount && found.redoStepCount == wanted.redoStepCount, "\(words)")
      #expect(found.showsSame(as: wanted), "\(words)")
      found.checkInvariants()
    }
    try expectSame("written")
    for step in 0..<4 {
      _ = hand.document.undo()
      try hand.write()
      try expectSame("undone \(step)")
    }
    #expect(hand.document.undoStepCount == 2 && hand.document.redoStepCount == 2)
    for step in 0..<4 {
      _ = hand.document.redo()
      try hand.write()
      try expectSame("redone \(step)")
    }
    hand.composer = JournalComposer(continuing: try read())
    hand.composer.timeout = timeout
    addLayer(to: &hand.document)
    try hand.write()
    try expectSame("continued")
    #expect(flags(hand.document) == [false] + Self.layerFlags + [false] + Self.layerFlags)
  }

  /// Fails if a file does not keep groups, also one half undone, or edits of the file and later ones are not counted.
  @Test func filesKeepGroups() throws {
    let folder = try TemporaryFolder()
    var document = try drawing()
    addLayer(to: &document)
    addLayer(to: &document)
    for undone in [0, 3, 5, 7] {
      var saved = document
      for _ in 0..<undone { _ = saved.undo() }
      let (undo, redo) = (saved.undoStepCount, saved.redoStepCount)
      #expect(try saved.save(to: folder.path("a.ora")).savedCount == undo + redo)
      var read = try opened(folder.path("a.ora"))
      #expect(read.undoStepCount == undo && read.redoStepCount == redo && !read.isLastStepCut)
      try read.replayHistory(filler: filler)
      #expect(flags(read) == flags(document) && read.history.undoCount == document.history.undoCount - undone)
      #expect(read.undoStepCount == undo && read.redoStepCount == redo)
      addLayer(to: &read)
      #expect(read.undoStepCount == undo + 1 && read.redoStepCount == 0)
      read.checkInvariants()
    }
  }

  /// Fails if a group whose first edits do not fit into a file counts as saved, or the rest of it is no step.
  @Test func groupsAreCutInFiles() throws {
    let folder = try TemporaryFolder()
    var document = try drawing()
    addLayer(to: &document)
    addLayer(to: &document)
    let whole = try document.save(to: folder.path("a.ora"))
    #expect(whole == SavedHistory(savedCount: 3, count: 3, isCut: false))
    let steps = try #require(try opened(folder.path("a.ora")).fileHistory).steps
    let size = steps.reduce(0) { $0 + $1.size }
    var found: Set<Int> = []
    for limit in stride(from: 1, to: size, by: 20) {
      let saved = try document.save(to: folder.path("a.ora"), historyLimit: limit)
      var read = try opened(folder.path("a.ora"))
      let count = read.undoCount
      #expect(
        saved.count == 3 && saved.isShort && saved.savedCount == (count > 5 ? 2 : count > 0 ? 1 : 0) || count == 11)
      found.insert(count)
      guard count > 0 else { continue }
      #expect(read.undoStepCount == (count > 5 ? 2 : 1) + (count == 11 ? 1 : 0))
      try read.replayHistory(filler: filler)
      #expect(flags(read) == flags(document).suffix(count))
      read.checkInvariants()
    }
    #expect(found.count > 5)
  }
}
