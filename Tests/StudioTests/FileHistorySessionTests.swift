import Foundation
import Geometry
import Glibc
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Storage
@testable import Studio

/// Undo and redo while the history in the drawing's file is still being read.
@Suite struct FileHistorySessionTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, y), time: x / 100, pressure: 1)))
  }

  private func draw(_ session: Session, y: Double) {
    _ = session.handle(pointer(.down, 60, y))
    for x in 1...10 { _ = session.handle(pointer(.drag, 60 + Double(x) * 15, y)) }
    _ = session.handle(pointer(.up(.lifted), 210, y))
  }

  /// Returns a session with a drawing as opened from a file, with three strokes and an undone one,
  /// and its file's history, which arrives later.
  private func session() throws -> (Session, ReplayedHistory) {
    let empty = try #require(Document(width: 300, height: 200))
    let first = try #require(Session(document: empty, windowWidth: 300, windowHeight: 200))
    for y in [40.0, 80, 120, 160] { draw(first, y: y) }
    _ = first.perform(.undo)
    let path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString + ".ora"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try first.document.save(to: path)
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    let session = try #require(Session(document: document, windowWidth: 300, windowHeight: 200))
    return (session, try #require(try document.replayedHistory(filler: filler)))
  }

  private func ink(_ session: Session) -> [Double] {
    [40.0, 80, 120, 160].filter { session.document.layers[0].image[120, Int($0)] != 0 }
  }

  private func says(_ effects: Effects) -> Bool { effects.requests == [.message(Session.fileHistoryHint)] }

  /// Fails if undo before the file's history arrives gives no message, is not performed then, or undoes more
  /// than requested.
  @Test func undoWaitsForTheFileHistory() throws {
    let (session, fileHistory) = try session()
    #expect(session.undoCount == 3 && session.redoCount == 1 && session.document.history.undoCount == 0)
    #expect(says(session.perform(.undo)) && says(session.perform(.undo)))
    #expect(session.undoCount == 1 && session.redoCount == 3)
    #expect(says(session.perform(.redo)) && says(session.perform(.undo)))
    #expect(ink(session) == [40, 80, 120])
    let effects = session.graft(fileHistory)
    #expect(!effects.damage.isEmpty && ink(session) == [40])
    #expect(session.undoCount == 1 && session.redoCount == 3)
    _ = session.perform(.undo)
    #expect(ink(session) == [] && session.perform(.undo).isEmpty)
    for _ in 0..<4 { _ = session.perform(.redo) }
    #expect(ink(session) == [40, 80, 120, 160] && session.perform(.redo).isEmpty)
  }

  /// Fails if a change of selected strokes does not say that those of the file's history were not reached, or is lost
  /// when it arrives.
  @Test func changesSayWhatTheyDoNotReach() throws {
    let (session, fileHistory) = try session()
    draw(session, y: 100)
    _ = session.perform(.selectAll)
    _ = session.perform(.deleteStrokes)
    func compute() throws -> [String] {
      let begun = try #require(session.strokeChange)
      var change = begun
      try change.compute(for: session.settledDocument, filler: filler)
      var effects = session.take(.success(change), of: begun)
      effects.add(session.adoptChange())
      return effects.requests.compactMap { if case .undoable(let text) = $0 { text } else { nil } }
    }
    #expect(try compute().first?.hasPrefix("1 stroke is deleted; older ones") == true)
    #expect(ink(session) == [40, 80, 120] && session.document.layers[0].image[120, 100] == 0)
    _ = session.graft(fileHistory)
    _ = session.perform(.deleteStrokes)
    #expect(try compute() == ["3 strokes are deleted"])
    #expect(ink(session) == [])
    _ = session.perform(.undo)
    _ = session.perform(.undo)
    #expect(ink(session) == [40, 80, 120] && session.document.layers[0].image[120, 100] != 0)
  }

  /// What the worker of the program does with a change of strokes, and the messages.
  private func compute(_ session: Session) throws -> [String] {
    let begun = try #require(session.strokeChange)
    var change = begun
    try change.compute(for: session.settledDocument, filler: filler)
    var effects = session.take(.success(change), of: begun)
    effects.add(session.adoptChange())
    return effects.requests.compactMap { request in
      switch request {
      case .message(let text), .undoable(let text): text
      default: nil
      }
    }
  }

  /// Fails if a change of strokes that are all in the file's history is refused, is not performed when it arrives, or
  /// finds other strokes.
  @Test(arguments: [false, true]) func changesWaitForTheFileHistory(ofSelection: Bool) throws {
    let (session, fileHistory) = try session()
    if ofSelection { _ = session.perform(.selectAll) }
    #expect(session.perform(.deleteStrokes).requests == [.computeChange])
    #expect(try compute(session) == [Session.fileHistoryHint] && session.changeWaitsForHistory)
    #expect(!session.hasComputedChange && ink(session) == [40, 80, 120])
    let effects = session.graft(fileHistory)
    #expect(effects.requests == [.computeChange] && !session.changeWaitsForHistory)
    #expect(try compute(session) == [ofSelection ? "3 strokes are deleted" : "1 stroke is deleted"])
    #expect(ink(session) == (ofSelection ? [] : [40, 80]) && session.strokeChange == nil)
    _ = session.perform(.undo)
    #expect(ink(session) == [40, 80, 120])
  }

  /// Fails if a waiting change is performed although another edit was made, undo does not cancel it, or it waits for a
  /// history that cannot be read.
  @Test func waitingChangesEnd() throws {
    for step in 0..<3 {
      let (session, fileHistory) = try session()
      _ = session.perform(.deleteStrokes)
      #expect(try compute(session) == [Session.fileHistoryHint])
      switch step {
      case 0:
        draw(session, y: 160)
        _ = session.graft(fileHistory)
      case 1:
        #expect(session.perform(.undo).requests == [.cancelChange])
        _ = session.cancelChange()
        #expect(session.graft(fileHistory).requests.isEmpty)
      default: _ = session.dropFileHistory()
      }
      #expect(session.strokeChange == nil)
      #expect(ink(session) == (step == 0 ? [40, 80, 120, 160] : [40, 80, 120]))
    }
  }

  /// Fails if redo does not wait for edits undone before saving.
  @Test func redoWaitsForTheFileHistory() throws {
    let (session, fileHistory) = try session()
    #expect(says(session.perform(.redo)) && session.perform(.redo).isEmpty)
    #expect(session.undoCount == 4 && session.redoCount == 0)
    _ = session.graft(fileHistory)
    #expect(ink(session) == [40, 80, 120, 160])
  }

  /// Fails if a waiting undo is performed although another edit was made, or that edit is not
  /// undone first.
  @Test func newEditsCancelWaitingUndo() throws {
    let (session, fileHistory) = try session()
    #expect(says(session.perform(.undo)))
    draw(session, y: 160)
    #expect(session.undoCount == 4 && session.redoCount == 0)
    _ = session.graft(fileHistory)
    #expect(ink(session) == [40, 80, 120, 160] && session.undoCount == 4 && session.redoCount == 0)
    _ = session.perform(.undo)
    #expect(ink(session) == [40, 80, 120])
    _ = session.perform(.undo)
    #expect(ink(session) == [40, 80] && session.redoCount == 2)
  }

  /// Fails if saving during a stroke or shape includes a part of it, or disturbs it.
  @Test func savingLeavesOutAStrokeInProgress() throws {
    let (session, _) = try session()
    let before = session.document.layers[0].image
    for tool in [CanvasTool.brush, .line] {
      _ = session.choose(tool)
      _ = session.handle(pointer(.down, 60, 160))
      for x in 1...5 { _ = session.handle(pointer(.drag, 60 + Double(x) * 20, 160)) }
      _ = session.flush()
      #expect(ink(session).last == 160)
      #expect(session.settledDocument.layers[0].image.showsSame(as: before))
      _ = session.handle(pointer(.up(.lifted), 180, 160))
      #expect(ink(session).last == 160)
      _ = session.perform(.undo)
      #expect(session.document.layers[0].image.showsSame(as: before))
    }
  }

  /// Fails if unreadable edits change the picture, are still offered or give no message. Also fails
  /// if later strokes cannot be undone.
  @Test(arguments: [Action.undo, .redo]) func readErrorsAreReported(action: Action) throws {
    let empty = try #require(Document(width: 300, height: 200))
    let session = try #require(Session(document: empty, windowWidth: 300, windowHeight: 200))
    // A file that accepts all writes and returns nothing.
    let spill = SpillFile(descriptor: open("/dev/null", O_RDWR))
    var limits = EditStore.Limits()
    (limits.plainEdits, limits.packedBytes, limits.fetchedEdits) = (0, 0, 0)
    let store = EditStore(limits: limits, file: { spill }, ring: {})
    session.keepEdits(in: store)
    for y in [40.0, 80, 120] { draw(session, y: y) }
    if action == .redo { for _ in 0..<3 { _ = session.perform(.undo) } }
    let before = ink(session)
    store.work()
    let effects = session.perform(action)
    let sentence = action == .undo ? Session.lossMessage : Session.redoLossMessage
    #expect(effects.requests == [.message(sentence)] && effects.panelsChanged && effects.damage.isEmpty)
    #expect(session.undoCount == 0 && session.redoCount == 0 && ink(session) == before)
    #expect(session.perform(action).requests.isEmpty)
    draw(session, y: 160)
    #expect(session.undoCount == 1 && ink(session) == before + [160])
    _ = session.perform(.undo)
    #expect(ink(session) == before)
  }
}
