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

/// Drawings whose ink was filled by another version of Cairo, simulated by an error of up to 3
/// levels.
@Suite struct OtherCairoTests {
  /// Errors of the filler that writes and of the one that reads, in levels.
  static let errors = [(0, 3), (3, 0)]

  private func filler(_ error: Int) throws -> CoverageFiller { try #require(CoverageFiller(error: error)) }

  private func acts(_ error: Int) throws -> RandomActs {
    RandomActs(filler: try filler(error), brushes: BrushLibrary(folder: BrushTests.folder))
  }

  /// A drawing of `count` random actions, filled with this error.
  private func drawing(_ seed: Int, error: Int, count: Int = 40) throws -> Document {
    let acts = try acts(error)
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    if seed % 3 == 1 {
      for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    }
    for _ in 0..<count { try acts.act(on: &document, &rng) }
    _ = document.drop()
    return document
  }

  /// Strokes on two layers, drawn in turn.
  private func twoLayers(_ seed: Int, error: Int) throws -> Document {
    let acts = try acts(error)
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    let first = document.activeID
    _ = document.perform(.add(above: first))
    let second = document.activeID
    for i in 0..<8 {
      _ = document.activate(i % 2 == 0 ? first : second)
      try acts.stroke(on: &document, &rng)
    }
    return document
  }

  /// Whether a layer has a pixel with more colour than alpha, which ink never produces.
  private func hasImpossiblePixel(_ document: Document) -> Bool {
    document.layers.contains { layer in
      (0..<layer.image.columns * layer.image.rows).contains { index in
        layer.image[index]?.pixels.contains { p in
          max(p >> 16 & 255, p >> 8 & 255, p & 255) > p >> 24
        } ?? false
      }
    }
  }

  /// Undoes `read`, the opened form of `written`, completely and redoes it.
  private func expectSameWay(_ read: Document, _ written: Document, _ words: String) {
    #expect(
      read.history.undoCount == written.history.undoCount && read.history.redoCount == written.history.redoCount,
      "\(words)")
    guard read.history.undoCount == written.history.undoCount else { return }
    var (a, b) = (read, written)
    var states = [a]
    while b.undo() != nil {
      _ = a.undo()
      #expect(a.agrees(with: b), "\(words), undone to \(b.history.undoCount)")
      #expect(!hasImpossiblePixel(a), "\(words), undone to \(b.history.undoCount)")
      states.append(a)
    }
    #expect(a.showsSame(as: b), "\(words), at the beginning")
    _ = states.popLast()
    while let state = states.popLast() {
      _ = a.redo()
      _ = b.redo()
      #expect(a.showsSame(as: state), "\(words), done again to \(b.history.undoCount)")
    }
    #expect(a.showsSame(as: written), "\(words), done again")
    while b.redo() != nil {
      _ = a.redo()
      #expect(a.agrees(with: b), "\(words), done again to \(b.history.undoCount)")
      #expect(!hasImpossiblePixel(a), "\(words), done again to \(b.history.undoCount)")
    }
  }

  /// Fails if the history in a file is refused because another Cairo filled its ink, or unpacking it
  /// changes pixels. Undo must end with the first pixels of the file's history, without leftover ink; redo must
  /// end with those of the file.
  @Test(arguments: errors) func aPackedHistoryIsUndone(written: Int, read: Int) throws {
    var differing = 0
    for seed in 0..<6 {
      let folder = try TemporaryFolder()
      let document = try drawing(seed, error: written)
      let path = folder.path + "/a.ora"
      try document.save(to: path)
      var notes: [String] = []
      var opened = try Document.open(path, notes: &notes).document
      guard opened.fileHistory != nil else { continue }
      try opened.replayHistory(filler: filler(read))
      #expect(notes.isEmpty && opened.showsSame(as: document), "seed \(seed)")
      expectSameWay(opened, document, "seed \(seed)")
      var (a, b) = (opened, document)
      for _ in 0..<document.history.undoCount / 2 { _ = (a.undo(), b.undo()) }
      if !a.showsSame(as: b) { differing += 1 }
      // Saved by this version, it opens in both.
      try a.save(to: folder.path + "/b.ora")
      for error in [read, written] {
        var again = try Document.open(folder.path + "/b.ora", notes: &notes).document
        try again.replayHistory(filler: filler(error))
        expectSameWay(again, a, "seed \(seed), saved again")
      }
    }
    #expect(differing > 1, "the fillers differ")
  }

  /// Fails if a file's history in parts is refused, or its parts do not join.
  @Test(arguments: errors) func aPackedHistoryInPartsIsUndone(written: Int, read: Int) throws {
    let folder = try TemporaryFolder()
    let document = try drawing(3, error: written, count: 60)
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var notes: [String] = []
    var opened = try Document.open(path, notes: &notes).document
    var parts = 0
    while opened.fileHistory != nil {
      opened.graft(try #require(try opened.replayedHistory(filler: filler(read), memory: 40_000)))
      parts += 1
    }
    #expect(parts > 2)
    expectSameWay(opened, document, "in \(parts) parts")
  }

  /// Fails if a journal cannot be read to its end, or edits before its last key frame cannot be
  /// undone.
  @Test(arguments: errors, [1e9, 0, 0.02]) func aJournalIsRecovered(errors: (Int, Int), timeout: Double) throws {
    for seed in 0..<2 {
      let folder = try TemporaryFolder()
      let hand = try JournalReplayTests.Hand(folder.path, seed: seed, timeout: timeout, base: seed % 2 == 1)
      let beginning = hand.document
      let acts = try acts(errors.0)
      for _ in 0..<40 {
        try acts.act(on: &hand.document, &hand.rng)
        try hand.write()
      }
      let file = try JournalFile.look(at: hand.writer.file.path)
      let replay = try JournalReplay(file, filler: filler(errors.1))
      #expect(replay.fault == nil && replay.end.rest == 0)
      var (read, written) = (replay.document, hand.document)
      #expect(read.agrees(with: written), "seed \(seed)")
      let shown = read
      try read.replayHistory(filler: filler(errors.1))
      #expect(read.showsSame(as: shown), "seed \(seed)")
      #expect(read.history.undoCount == written.history.undoCount, "seed \(seed)")
      while written.undo() != nil {
        _ = read.undo()
        #expect(read.agrees(with: written) && !hasImpossiblePixel(read), "seed \(seed)")
      }
      #expect(read.showsSame(as: beginning), "seed \(seed)")
    }
  }

  /// Fails if the journal misses pixels that undo replaces by drawn ones on layers other than the
  /// edit's.
  @Test(arguments: errors) func undoIsWrittenToTheJournal(written: Int, read: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.ora"
    let saved = try twoLayers(11, error: written)
    try saved.save(to: path)
    var notes: [String] = []
    var document = try Document.open(path, notes: &notes).document
    var composer = JournalComposer(document, name: "A drawing", program: "0")
    let writer = try JournalFolder(folder.path).create()
    for payload in try composer.start() { try writer.append(payload.type.rawValue, payload.bytes.span) }
    try document.replayHistory(filler: filler(read))
    document.takesNotes = true
    func expectJournalIsRight(_ words: String) throws {
      for change in document.takeNotes() {
        for payload in try composer.lastRecords(of: change) {
          try writer.append(payload.type.rawValue, payload.bytes.span)
        }
      }
      let replay = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler(read))
      #expect(replay.fault == nil && replay.document.showsSame(as: document), "\(words)")
    }
    _ = document.undo()
    let other = zip(document.layers, saved.layers).filter { !$0.image.showsSame(as: $1.image) }
    #expect(other.count == 2, "undo changes pixels of both layers")
    try expectJournalIsRight("undone")
    _ = document.redo()
    try expectJournalIsRight("done again")
    #expect(document.showsSame(as: saved))
  }

  /// Fails if a recording's picture differs by more than the tolerance.
  @Test func aRecordingIsDrawn() throws {
    let path = BrushTests.folder + "/../sample.pen"
    let recording = try Recording(parsing: Array(try Data(contentsOf: URL(filePath: path))))
    var pictures: [Document] = []
    for error in [0, 3] {
      var document = try #require(Document(sizedLike: recording))
      document.draw(recording, filler: try filler(error))
      pictures.append(document)
    }
    #expect(pictures[0].agrees(with: pictures[1]) && !pictures[0].showsSame(as: pictures[1]))
  }

  /// Fails if a file's history that leads to a really different picture is accepted as one of another Cairo.
  @Test(arguments: ["missing", "faint", "moved", "wider", "coloured", "doubled"])
  func anotherPictureIsFound(_ difference: String) throws {
    func drawn(_ isOther: Bool, error: Int) throws -> Document {
      var document = try #require(Document(width: 300, height: 200))
      let filler = try filler(error)
      for i in 0..<6 {
        var (brush, style, shift, copies) = (Brush(size: 8), InkStyle(colour: 0x20_4060), 0.0, 1)
        if difference == "faint", i == 3 { (style.opacity, brush.size) = (6, 20) }
        if isOther, i == 3 {
          switch difference {
          case "missing", "faint": copies = 0
          case "moved": shift = 1
          case "wider": brush.size = 9
          case "coloured": style.colour = 0x20_4080
          default:
            copies = 2
            style.opacity = 200
          }
        } else if difference == "doubled", i == 3 {
          style.opacity = 200
        }
        for _ in 0..<copies {
          var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
          for k in 0..<30 {
            let t = Double(k)
            stroke.add(
              PenSample(
                position: Point(20 + 9 * t, 20 + 30 * Double(i) + 8 * sin(t / 4) + shift), time: t / 100, pressure: 0.8)
            )
          }
          _ = stroke.finish(on: &document)
        }
      }
      return document
    }
    for error in [0, 3] {
      let document = try drawn(false, error: 0)
      let same = try drawn(false, error: error)
      let other = try drawn(true, error: error)
      #expect(same.agrees(with: document))
      #expect(!other.agrees(with: document))
      // The records of one with the pixels of the other.
      for (kind, records) in [("same", same), ("other", other)] {
        var composer = FileHistoryComposer(records)
        let fileHistory = try #require(composer.pack { _ in })
        var mixed = document
        mixed.history = History()
        mixed.take(fileHistory)
        if kind == "same" {
          try mixed.replayHistory(filler: filler(error))
          #expect(mixed.history.undoCount == 6)
        } else {
          #expect(throws: PayloadError.self) { try mixed.replayHistory(filler: filler(error)) }
          #expect(mixed.history.undoCount == 0)
        }
        #expect(mixed.showsSame(as: document))
      }
    }
  }

  /// Fails if the largest or the mean difference is not as documented.
  @Test func theToleranceIsAsStated() throws {
    let (grey, clear) = (UInt32(0xFF80_8080), UInt32(0))
    var (a, b) = (Tile(filledWith: grey), Tile(filledWith: grey))
    b[5, 5] = 0xFF80_8080 + InkTolerance.largest
    #expect(InkTolerance.allows(a, b) && InkTolerance.allows(b, a))
    b[5, 5] += 1
    #expect(!InkTolerance.allows(a, b) && !InkTolerance.allows(b, a))
    #expect(InkTolerance.allows(a, Tile(filledWith: grey + 3)) && !InkTolerance.allows(a, Tile(filledWith: grey + 4)))
    #expect(InkTolerance.allows(nil, Tile(filledWith: clear)) && !InkTolerance.allows(nil, a))
    // Unpainted pixels do not count.
    (a, b) = (Tile(), Tile())
    for i in 0..<InkTolerance.fewest { (a[i, 0], b[i, 0]) = (grey, grey + 4) }
    #expect(!InkTolerance.allows(a, b))
    (a[0, 0], b[0, 0]) = (clear, clear)
    #expect(InkTolerance.allows(a, b))
  }
}
