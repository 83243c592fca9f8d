import Foundation
import Geometry
import Ink
import Input
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage
@testable import Studio

/// Undo and redo of joined edits (`Document.joinEdits`) by a session.
@Suite struct JoinedEditSessionTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func session(_ document: Document? = nil) throws -> Session {
    let empty = try #require(Document(width: 300, height: 200))
    return try #require(Session(document: document ?? empty, windowWidth: 300, windowHeight: 200))
  }

  private func draw(_ session: Session, y: Double) {
    SessionTests.draw(session, from: Point(60, y), to: Point(210, y))
  }

  /// Adds a layer with a name and ink, as `count` edits of one step.
  private func addLayer(to session: Session, count: Int = 4) {
    let effects = session.change {
      session.document.joinEdits { document -> Region? in
        var region = document.perform(.add(above: document.activeID)) ?? Region()
        let id = document.activeID
        region.add(document.perform(.set(id, .name("Shade"))) ?? Region())
        for i in 2..<count { region.add(document.coverActiveLayer(colour: UInt32(i) * 0x3355, opacity: 60)) }
        return region
      }
    }
    #expect(effects.panelsChanged)
  }

  private func opened(_ document: Document, in folder: TemporaryFolder) throws -> Session {
    try document.save(to: folder.path("a.ora"))
    var notes: [String] = []
    return try session(try Document.open(folder.path("a.ora"), notes: &notes).document)
  }

  private func says(_ effects: Effects) -> Bool { effects.requests == [.message(Session.fileHistoryHint)] }

  /// Fails if undo or redo of a group is not one step, leaves out its damage, or shows other layers or pixels than
  /// before. Also fails if a journal does not get each edit.
  @Test func groupsAreOneStep() throws {
    let s = try session()
    s.takesNotes = true
    draw(s, y: 40)
    let before = s.document
    addLayer(to: s)
    let after = s.document
    draw(s, y: 120)
    #expect(s.undoCount == 3 && s.document.undoCount == 6)
    _ = s.perform(.undo)
    _ = s.takeNotes()
    let undone = s.perform(.undo)
    #expect(!undone.damage.isEmpty && undone.panelsChanged && s.document.showsSame(as: before))
    #expect(s.takeNotes().map(\.kind) == [.undo, .undo, .undo, .undo])
    #expect(s.undoCount == 1 && s.redoCount == 2)
    let redone = s.perform(.redo)
    #expect(!redone.damage.isEmpty && redone.panelsChanged && s.document.showsSame(as: after))
    #expect(s.takeNotes().map(\.kind) == [.redo, .redo, .redo, .redo])
    #expect(s.undoCount == 2 && s.redoCount == 1)
    _ = s.perform(.undo)
    _ = s.perform(.undo)
    #expect(s.undoCount == 0 && s.redoCount == 3 && s.perform(.undo).isEmpty)
    for _ in 0..<3 { _ = s.perform(.redo) }
    #expect(s.undoCount == 3 && s.redoCount == 0 && s.perform(.redo).isEmpty)
    s.document.checkInvariants()
  }

  /// Fails if a tap that undoes a group names one of its edits.
  @Test func tapsUndoGroups() throws {
    let s = try session()
    addLayer(to: s)
    #expect(
      s.handle(.touch(.tap(fingers: 2))).requests
        == [.redoable("Two fingers tapped the canvas: the last step was undone.")])
    #expect(s.undoCount == 0 && s.document.layers.count == 1)
    _ = s.handle(.touch(.tap(fingers: 3)))
    #expect(s.undoCount == 1 && s.document.layers.count == 2)
  }

  /// Fails if a group in the history of a file is not one step, before it is read and after it.
  @Test func groupsWaitForTheFileHistory() throws {
    let folder = try TemporaryFolder()
    let first = try session()
    draw(first, y: 40)
    let before = first.document
    addLayer(to: first)
    let after = first.document
    let s = try opened(first.document, in: folder)
    let history = try #require(try s.document.replayedHistory(filler: filler))
    #expect(s.undoCount == 2 && says(s.perform(.undo)) && s.undoCount == 1 && s.redoCount == 1)
    _ = s.graft(history)
    #expect(s.document.showsSame(as: before) && s.undoCount == 1 && s.redoCount == 1)
    _ = s.perform(.redo)
    #expect(s.document.showsSame(as: after) && s.undoCount == 2 && s.redoCount == 0)
  }

  /// Fails if a group is undone in part while its first edits are still being read, its undo cannot be cancelled, or the
  /// undo is lost when they come.
  @Test(arguments: [false, true]) func groupsAreNotUndoneInPart(cancels: Bool) throws {
    let folder = try TemporaryFolder()
    let first = try session()
    draw(first, y: 40)
    let before = first.document
    addLayer(to: first, count: 12)
    let after = first.document
    let s = try opened(first.document, in: folder)
    var rounds = 0
    func graftMore() throws {
      _ = s.graft(try #require(try s.document.replayedHistory(filler: filler, memory: 4096)))
      rounds += 1
    }
    try graftMore()
    #expect(s.document.history.undoCount < 12 && s.document.isLastStepCut)
    #expect(s.undoCount == 2 && s.redoCount == 0)
    #expect(says(s.perform(.undo)) && s.document.showsSame(as: after) && s.undoCount == 1 && s.redoCount == 1)
    if cancels {
      #expect(says(s.perform(.redo)) && s.undoCount == 2 && s.redoCount == 0)
    }
    while s.hasFileHistory { try graftMore() }
    #expect(rounds > 2 && s.document.showsSame(as: cancels ? after : before))
    if cancels { _ = s.perform(.undo) }
    #expect(s.document.showsSame(as: before) && s.undoCount == 1 && s.redoCount == 1)
    _ = s.perform(.redo)
    #expect(s.document.showsSame(as: after) && s.undoCount == 2 && s.redoCount == 0)
    s.document.checkInvariants()
  }

  /// Fails if undo or redo does not complete a group that was undone in part, as a crash leaves it.
  @Test(arguments: [Action.undo, .redo]) func groupsAreCompleted(action: Action) throws {
    let folder = try TemporaryFolder()
    let first = try session()
    draw(first, y: 40)
    let before = first.document
    addLayer(to: first)
    var document = first.document
    for _ in 0..<2 { _ = document.undo() }
    let s = try opened(document, in: folder)
    #expect(s.undoCount == 2 && s.redoCount == 1)
    _ = s.perform(action)
    _ = s.graft(try #require(try s.document.replayedHistory(filler: filler)))
    #expect(s.document.showsSame(as: action == .undo ? before : first.document))
    #expect(s.undoCount == (action == .undo ? 1 : 2) && s.redoCount == (action == .undo ? 1 : 0))
  }
}
