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
@testable import Storage

/// Undo, journals and histories in files keep deep tiles bit for bit.
@Suite struct DeepHistoryTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    for index in [0, 1, 2, 4, 5, 6, 8, 9, 10] where rng.isOne(in: 2) {
      document.layers[0].image[index] = DeepActs.tile(&rng).flatMap { $0.isTransparent ? nil : $0 }
    }
    return document
  }

  private func act(on document: inout Document, _ rng: inout RandomSource) throws {
    switch rng.roll(0...7) {
    case 0, 1: _ = document.undo()
    case 2: _ = document.redo()
    default: try DeepActs.edit(&document, &rng)
    }
  }

  /// Fails if undo and redo of packed edits give another tile than those of edits as tiles, or than was there.
  @Test func packedEditsComeBack() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      var states = [document.layers]
      for _ in 0..<12 {
        let count = document.history.undoCount
        try DeepActs.edit(&document, &rng)
        if document.history.undoCount > count { states.append(document.layers) }
      }
      var packed = document
      for edit in packed.history.all where rng.isOne(in: 2) { edit.content.pack() }
      for state in states.reversed() {
        #expect(document.layers == state && packed.layers == state, "seed \(seed), undone")
        #expect((document.undo() == nil) == (packed.undo() == nil))
      }
      for state in states.dropFirst() {
        _ = (document.redo(), packed.redo())
        #expect(document.layers == state && packed.layers == state, "seed \(seed), done again")
      }
    }
  }

  /// Fails if a deep side does not count with twice the memory of one with 8 bits.
  @Test func memoryIsCounted() {
    let surface = SurfaceID(Layer.ID(1))
    func memory(_ tile: Tile) -> Int {
      EditContent(.pixels(surface, name: ""), [TileDelta(index: 0, before: tile, after: nil)]).memory
    }
    #expect(memory(Tile(filledWith: 9 << 24)) == 16 << 10 && memory(Tile(filledWith: 9 << 24).deepened) == 32 << 10)
  }

  /// Fails if a journal gives another tile, or another depth, than the drawing had: with key frames and without.
  @Test(arguments: [1e9, 0, 0.02]) func journalsComeBack(timeout: Double) throws {
    for seed in RandomSource.seeds(6) {
      let folder = try TemporaryFolder()
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      document.takesNotes = true
      var composer = JournalComposer(document, name: "A drawing", program: "0")
      composer.timeout = timeout
      let writer = try JournalFolder(folder.path).create()
      for payload in try composer.start() { try writer.append(payload.type.rawValue, payload.bytes.span) }
      for _ in 0..<25 {
        try act(on: &document, &rng)
        for change in document.takeNotes() {
          for payload in try composer.lastRecords(of: change) {
            try writer.append(payload.type.rawValue, payload.bytes.span)
          }
        }
        let read = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
        #expect(read.fault == nil && read.document.layers == document.layers, "seed \(seed)")
      }
      var read = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler).document
      read.takesNotes = false
      while read.undo() != nil {
        _ = document.undo()
        #expect(read.layers == document.layers, "seed \(seed), undone")
      }
    }
  }

  /// Fails if a stroke's record loses bits or depth of its result.
  @Test func strokesTellTheirDepth() throws {
    let paint = try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8))
    var rng = RandomSource(3)
    for isDeep in [false, true] {
      let tile = isDeep ? DeepActs.wash(Tile(), &rng) : Tile(filledWith: 0x8010_2030)
      let record = StrokeRecord(
        brush: Brush(paint, name: "plain"), style: InkStyle(colour: 0), surface: SurfaceID(Layer.ID(1)))
      let pixels = PaintedPixels([(index: 0, before: Tile?.none, after: Tile?.some(tile))])
      var texts = BrushTexts()
      let (payload, new) = try EditRecord.payload(
        of: .stroke(record), RecordedResult(pixels: pixels), EditHead(), &texts)
      let shelf = BrushShelf()
      for text in new { try shelf.take(text) }
      let read = try EditRecord(payload, shelf, width: 64, height: 64)
      let result = try #require(read.result?.pixels)
      #expect(read.operation == .stroke(record) && result.hasDepths == isDeep)
      #expect(result.tiles(on: TileGrid(width: 64, height: 64))?.first?.tile == tile)
    }
  }

  /// Fails if a file's history does not lead back to the drawing bit for bit, or takes another depth of the saved
  /// picture for another picture.
  @Test func packedHistoriesComeBack() throws {
    for seed in RandomSource.seeds(6) {
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      for _ in 0..<8 { try DeepActs.edit(&document, &rng) }
      var composer = FileHistoryComposer(document)
      guard let packed = try composer.pack({ (_: Double) throws(PayloadError) in }) else { continue }
      var bare = document
      bare.forgetHistory()
      let bytes = try packed.encoded(for: bare)
      for narrows in [false, true] {
        var opened = bare
        if narrows {
          for index in Array(opened.layers[0].image.tileIndices) {
            opened.layers[0].image[index] = opened.layers[0].image[index]?.narrowed
          }
        }
        #expect(opened.pictureIdentity == bare.pictureIdentity)
        opened.take(try FileHistory(bytes, of: opened))
        try opened.replayHistory(filler: filler)
        var other = document
        #expect(opened.history.undoCount == other.history.undoCount)
        while opened.undo() != nil {
          _ = other.undo()
          #expect(zip(opened.layers, other.layers).allSatisfy { $0.image.showsSame(as: $1.image) }, "seed \(seed)")
        }
        while opened.redo() != nil { _ = other.redo() }
        #expect(zip(opened.layers, other.layers).allSatisfy { $0.image.showsSame(as: $1.image) }, "seed \(seed)")
      }
    }
  }
}
