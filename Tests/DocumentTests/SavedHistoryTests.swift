import Archive
import Files
import Foundation
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

/// The part of the history that a file gets (`Document.save`), by the limit that the user has set.
@Suite struct SavedHistoryTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder))
  }

  private func drawing(strokes: Int) throws -> Document {
    var (document, rng) = (try #require(Document(width: 230, height: 220)), RandomSource(31))
    for _ in 0..<strokes { try acts.stroke(on: &document, &rng) }
    return document
  }

  private func opened(_ path: String) throws -> Document {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  private func hasHistory(_ path: String) throws -> Bool {
    try OpenRasterReader(path: path).entry(FileHistory.entryName, limit: 1 << 20) != nil
  }

  /// Expects the opened drawing to undo its edits exactly as the original.
  private func expectSameUndo(_ opened: Document, _ original: Document, steps: Int) throws {
    var (a, b) = (opened, original)
    try a.replayHistory(filler: filler)
    #expect(a.history.undoCount == steps)
    #expect(a.showsSame(as: b))
    while a.undo() != nil {
      _ = b.undo()
      #expect(a.showsSame(as: b), "at \(b.history.undoCount)")
    }
  }

  /// Fails if the limit does not leave out the oldest edits only, the counts are wrong, or the rest
  /// cannot be undone exactly.
  @Test func theOldestStepsAreLeftOut() throws {
    let (folder, document) = (try TemporaryFolder(), try drawing(strokes: 30))
    let (path, count) = (folder.path("a.ora"), document.undoCount)
    let whole = try document.save(to: path)
    #expect(whole == SavedHistory(savedCount: count, count: count, isCut: false) && !whole.isShort)
    let size = try #require(try opened(path).fileHistory).steps.reduce(0) { $0 + $1.size }
    for limit in [size / 2, size / 4] {
      let saved = try document.save(to: path, historyLimit: limit)
      #expect(saved.count == count && (1..<count).contains(saved.savedCount) && saved.isCut && saved.isShort)
      try expectSameUndo(try opened(path), document, steps: saved.savedCount)
    }
    #expect(try document.save(to: path, historyLimit: .max) == whole)
  }

  /// Fails if a file without a history has one anyway, does not show the picture, or loses the drawing's
  /// own history.
  @Test func noHistoryIsSaved() throws {
    let folder = try TemporaryFolder()
    var document = try drawing(strokes: 8)
    var rng = RandomSource(32)
    document.select(acts.mask(on: document, &rng))
    let path = folder.path("a.ora")
    let saved = try document.save(to: path, historyLimit: 0)
    #expect(saved.savedCount == 0 && saved.isCut && saved.isShort && document.history.undoCount > 0)
    #expect(try !hasHistory(path))
    let read = try opened(path)
    #expect(read.fileHistory == nil && read.layers.map(\.image) == document.layers.map(\.image))
    let empty = try #require(Document(width: 20, height: 20))
    #expect(try empty.save(to: path, historyLimit: 0) == SavedHistory(savedCount: 0, count: 0, isCut: false))
  }

  /// Fails if the history of an opened file is saved again beyond the limit, whether or not it was
  /// unpacked.
  @Test func theHistoryOfAnOpenedFileIsCut() throws {
    let (folder, document) = (try TemporaryFolder(), try drawing(strokes: 20))
    let (path, copy) = (folder.path("a.ora"), folder.path("b.ora"))
    try document.save(to: path)
    let read = try opened(path)
    let size = try #require(read.fileHistory).steps.reduce(0) { $0 + $1.size }
    var whole = read
    try whole.replayHistory(filler: filler)
    for drawing in [read, whole] {
      let saved = try drawing.save(to: copy, historyLimit: size / 2)
      #expect(saved.count == document.undoCount && (1..<document.undoCount).contains(saved.savedCount) && saved.isCut)
      try expectSameUndo(try opened(copy), document, steps: saved.savedCount)
      let none = try drawing.save(to: copy, historyLimit: 0)
      #expect(none.savedCount == 0 && none.isCut)
      #expect(try !hasHistory(copy))
      #expect(try !drawing.save(to: copy, historyLimit: size).isShort)
    }
  }

  /// Fails if edits that are forgotten later are packed, which took most of the time for a long history, if fewer are
  /// kept than fit, or others.
  @Test func whatIsForgottenIsNotPacked() throws {
    let (folder, document) = (try TemporaryFolder(), try drawing(strokes: 100))
    let path = folder.path("a.ora")
    try document.save(to: path)
    var read = try opened(path)
    let history = try #require(read.fileHistory)
    var whole = try FileHistoryPlayer(history, forgettingBeyond: nil, filler: filler)
    for index in 0..<history.doneCount { try whole.play(index) }
    #expect(whole.drawing.history.done.allSatisfy { $0.content.isPacked })
    let memory = whole.drawing.history.done.suffix(10).reduce(0) { $0 + $1.memory }
    var player = try FileHistoryPlayer(history, forgettingBeyond: memory, filler: filler)
    var packed = 0
    for index in 0..<history.doneCount {
      try player.play(index)
      if player.drawing.history.lastDone?.content.isPacked ?? false { packed += 1 }
      player.forget(beyond: memory, after: index)
    }
    #expect(packed < history.doneCount / 2)
    let kept = player.drawing.history.done
    #expect((5...10).contains(kept.count) && kept.allSatisfy { $0.content.isPacked })
    #expect(player.drawing.showsSame(as: whole.drawing))
    read.graft(try #require(try read.replayedHistory(filler: filler, memory: memory)))
    #expect(read.history.undoCount == kept.count && read.undoCount == document.undoCount)
    var original = document
    for _ in kept {
      #expect(read.undo() != nil && original.undo() != nil)
      #expect(read.showsSame(as: original), "at \(original.history.undoCount)")
    }
  }

  /// Fails if a reader refuses what the largest limit writes.
  @Test func readersAcceptTheLargestHistory() {
    #expect(FileHistory.entryLimit > FileHistory.largestLimit + FileHistory.baseLimit)
    #expect(OpenRasterLimits().archive.entry > FileHistory.entryLimit)
  }
}
