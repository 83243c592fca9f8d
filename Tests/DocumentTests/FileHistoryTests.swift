import Archive
import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

@Suite struct FileHistoryTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder))
  }

  /// A drawing of `count` random actions, on a picture if `isPicture`.
  func drawing(_ seed: Int, count: Int = 40, isPicture: Bool = false) throws -> Document {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    if isPicture {
      for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    }
    for _ in 0..<count { try acts.act(on: &document, &rng) }
    return document
  }

  func opened(_ path: String) throws -> Document {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  /// Undoes both completely, redoes both and returns to the original step, comparing every picture.
  func expectSameHistory(_ a: Document, _ b: Document, _ words: String) {
    #expect(a.history.undoCount == b.history.undoCount && a.history.redoCount == b.history.redoCount, "\(words)")
    guard a.history.undoCount == b.history.undoCount else { return }
    #expect(a.history.done.map(\.isJoined) == b.history.done.map(\.isJoined), "\(words)")
    #expect(a.history.undone.map(\.isJoined) == b.history.undone.map(\.isJoined), "\(words)")
    var (a, b) = (a, b)
    func compare(_ step: String) {
      #expect(a.showsSame(as: b) && a.nextLayer == b.nextLayer, "\(words), \(step) to \(b.history.undoCount)")
    }
    compare("read")
    while b.undo() != nil {
      _ = a.undo()
      compare("undone")
    }
    while b.redo() != nil {
      _ = a.redo()
      compare("done again")
    }
    while b.undo() != nil { _ = a.undo() }
    compare("undone again")
  }

  /// Fails if an edit cannot be undone or redone exactly after saving and opening, or a stroke's
  /// record changes. Also fails if saving an opened file, unpacked or not, gives another file.
  @Test func everythingIsUndoneAfterReading() throws {
    var redone = 0
    for seed in 0..<9 {
      let folder = try TemporaryFolder()
      let document = try drawing(seed, isPicture: seed % 3 == 1)
      if document.history.recordedCount == 0 { continue }
      redone += document.history.redoCount
      let path = folder.path + "/a.ora"
      try document.save(to: path)
      let read = try opened(path)
      let fileHistory = try #require(read.fileHistory)
      #expect(
        fileHistory.undoCount == document.history.undoCount && fileHistory.redoCount == document.history.redoCount)
      #expect(read.history.undoCount == 0 && read.selection == document.selection)
      var whole = read
      try whole.replayHistory(filler: filler)
      #expect(whole.fileHistory == nil && whole.history.state == read.history.state)
      expectSameHistory(whole, document, "seed \(seed)")
      #expect(whole.history.done.map(\.name) == document.history.done.map(\.name))
      #expect(whole.history.done.map(\.stroke) == document.history.done.map(\.stroke))
      try read.save(to: folder.path + "/b.ora")
      try whole.save(to: folder.path + "/c.ora")
      let first = try Data(contentsOf: URL(filePath: path))
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/b.ora")) == first, "seed \(seed)")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/c.ora")) == first, "seed \(seed)")
    }
    #expect(redone > 0)
  }

  /// Fails if edits made before the file's history is unpacked are not joined to it: by undo, by saving
  /// meanwhile, over several sessions.
  @Test func newEditsFollowTheHistory() throws {
    for seed in 20..<25 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/a.ora"
      var rng = RandomSource(seed)
      // The reference: a single session with everything in memory.
      var whole = try drawing(seed, count: 15)
      var document = whole
      for sitting in 0..<3 {
        try document.save(to: path)
        document = try opened(path)
        let packed = document
        var other = rng
        // The file restores the active layer, but only unpacked edits can be undone.
        for _ in 0..<6 {
          try acts.stroke(on: &document, &rng)
          try acts.stroke(on: &whole, &other)
        }
        #expect(document.showsSame(as: whole))
        let unpacked = try #require(try packed.replayedHistory(filler: filler))
        var grafted = document
        let state = document.history.state
        grafted.graft(unpacked)
        #expect(grafted.history.state == state && grafted.fileHistory == nil)
        expectSameHistory(grafted, whole, "seed \(seed), sitting \(sitting)")
        if rng.isOne(in: 2) { document = grafted }
      }
    }
  }

  /// Fails if a file's history above the memory limit is not unpacked from its end, in parts that join. Also
  /// fails if the rest is lost by saving in between.
  @Test func aLongPackedHistoryComesInParts() throws {
    let folder = try TemporaryFolder()
    let document = try drawing(3, count: 60)
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var read = try opened(path)
    var parts = 0
    while read.fileHistory != nil {
      let unpacked = try #require(try read.replayedHistory(filler: filler, memory: 40_000))
      #expect(!unpacked.done.isEmpty)
      read.graft(unpacked)
      parts += 1
      try read.save(to: folder.path + "/b.ora")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/b.ora")) == Data(contentsOf: URL(filePath: path)))
      if parts % 2 == 1 { _ = read.undo() } else { _ = read.redo() }
      if parts % 2 == 1 { _ = read.redo() }
    }
    #expect(parts > 2)
    expectSameHistory(read, document, "in \(parts) parts")
  }

  /// Fails if a file's history too long for a file is not cut at its old end, or the rest starts from a wrong
  /// picture.
  @Test func aPackedHistoryIsCutAtItsOldEnd() throws {
    let document = try drawing(5, count: 60)
    var composer = FileHistoryComposer(document)
    let whole = try #require(composer.pack { _ in })
    let size = whole.steps[..<whole.doneCount].reduce(0) { $0 + $1.size }
    let last = whole.steps[whole.doneCount - 1].size
    for share in [0, 1, size / 3, size / 2, size - 1] {
      var composer = FileHistoryComposer(document, limit: share)
      let cut = composer.pack { _ in }
      let packed = [cut, whole.shortened(to: share)]
      for (index, fileHistory) in packed.enumerated() {
        guard let fileHistory else {
          // Not even the last edit fits.
          #expect(share < last)
          continue
        }
        #expect(fileHistory.steps.reduce(0) { $0 + $1.size } <= share)
        #expect(fileHistory.undoCount < whole.undoCount)
        var again = document
        (again.history, again.fileHistory) = (History(), fileHistory)
        try again.replayHistory(filler: filler)
        var (a, b) = (again, document)
        #expect(a.history.undoCount == fileHistory.undoCount)
        while a.undo() != nil {
          _ = b.undo()
          #expect(a.showsSame(as: b), "\(share), \(index)")
        }
      }
    }
  }

  /// Fails if a kill loses a part of the history: from the file, since then, before or after the
  /// last key frame, or undone edits; or if continuing the journal loses it.
  @Test(arguments: [1e9, 0, 0.02]) func aKillCostsNothingOfThePackedHistory(timeout: Double) throws {
    for seed in 40..<43 {
      let folder = try TemporaryFolder()
      var rng = RandomSource(seed)
      var document = try drawing(seed, count: 12, isPicture: seed % 2 == 1)
      if seed % 3 > 0 {
        // As opened from a file, at first with the history of its file.
        try document.save(to: folder.path + "/a.ora")
        let path = folder.path + "/a.ora"
        document = try opened(path)
      } else {
        document.history = History()
      }
      var composer = JournalComposer(document, name: "A drawing", program: "0")
      composer.timeout = timeout
      if document.fileHistory != nil {
        try document.replayHistory(filler: filler)
      }
      document.takesNotes = true
      var writer: JournalWriter? = try JournalFolder(folder.path).create()
      let path = try #require(writer).file.path
      for payload in try composer.start() { try writer?.append(payload.type.rawValue, payload.bytes.span) }
      for sitting in 0..<3 {
        for _ in 0..<15 {
          try acts.act(on: &document, &rng)
          for change in document.takeNotes() {
            for payload in try composer.lastRecords(of: change) {
              try writer?.append(payload.type.rawValue, payload.bytes.span)
            }
          }
        }
        writer = nil
        let file = try #require(try JournalFile.claim(path))
        let replay = try JournalReplay(file, filler: filler)
        #expect(replay.fault == nil)
        var read = replay.document
        try read.replayHistory(filler: filler)
        expectSameHistory(read, document, "seed \(seed), sitting \(sitting)")
        composer = JournalComposer(continuing: replay)
        composer.timeout = timeout
        writer = try JournalWriter(continuing: file, from: replay.end)
        document = read
        document.takesNotes = true
      }
    }
  }
}
