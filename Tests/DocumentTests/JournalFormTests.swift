import Foundation
import Geometry
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Storage

/// What a journal holds besides edits.
@Suite struct JournalFormTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func writer(_ folder: TemporaryFolder, _ payloads: [JournalPayload]) throws -> JournalWriter {
    let writer = try JournalFolder(folder.path).create()
    for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    return writer
  }

  private func replay(_ path: String) throws -> JournalReplay {
    try JournalReplay(try JournalFile.look(at: path), filler: filler)
  }

  /// Fails if a recovered drawing has another paper size, or an impossible one is read.
  @Test func theSizeOnPaperComesBack() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 100, height: 100))
    var composer = JournalComposer(document, name: "", program: "")
    #expect(try composer.start().map(\.type) == [.drawing])
    document.resolution = Resolution(x: 300, y: 150.5)
    document.takesNotes = true
    composer = JournalComposer(document, name: "", program: "")
    var payloads = try composer.start()
    #expect(payloads.map(\.type) == [.drawing])
    // What comes before a key frame counts as well.
    composer.timeout = -1
    for _ in 0..<3 {
      _ = document.perform(.add(above: document.activeID))
      for change in document.takeNotes() { payloads += try composer.records(of: change) }
    }
    #expect(payloads.contains { $0.type == .keyframe })
    let read = try replay(try writer(folder, payloads).file.path)
    #expect(read.fault == nil && read.document.resolution == document.resolution)
    for strange in [Double.nan, .infinity, 0, -1] {
      document.resolution.x = strange
      let header = DrawingHeader(of: document, name: "", program: "").payload()
      #expect(throws: PayloadError.self) { try DrawingHeader(header.bytes) }
    }
  }

  /// Fails if a record above the size limit is not restored, or is half restored when its end is
  /// missing. A journal that has pieces alone has nothing of a drawing.
  @Test func longRecordsAreDivided() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(1)
    var document = try #require(Document(width: 300, height: 300))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    (composer.largestRecord, composer.timeout) = (700, 1e9)
    let writer = try writer(folder, try composer.start())
    var states = [(offset: writer.offset, selection: Mask?.none)]
    for number in 0..<8 {
      // Noise cannot be compressed.
      var mask = Mask(width: 300, height: 300)
      for tile in 0..<4 { mask.setWords((0..<Tile.size).map { _ in rng.next() }, ofTile: tile) }
      document.select(mask)
      // A key frame tells of it too.
      if number == 5 { composer.timeout = 0 }
      for change in document.takeNotes() {
        let payloads = try composer.records(of: change)
        #expect(payloads.count { $0.type == .piece } >= 2 && payloads.allSatisfy { $0.bytes.count <= 700 })
        for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
      }
      states.append((writer.offset, mask))
    }
    let bytes = try Data(contentsOf: URL(filePath: writer.file.path))
    let copy = folder.path("copy")
    for at in stride(from: states[0].offset, through: bytes.count, by: 41) {
      try bytes[..<at].write(to: URL(filePath: copy))
      if at > states[0].offset, at < states[1].offset {
        #expect(throws: JournalError.self, "byte \(at)") { try replay(copy) }
        continue
      }
      let read = try replay(copy)
      let known = states.last { $0.offset <= read.end.offset }
      #expect(read.document.selection == known?.selection, "byte \(at)")
      #expect(read.end.offset + read.end.rest == at)
    }
    let read = try replay(writer.file.path)
    #expect(read.fault == nil && read.end.rest == 0 && read.document.selection == document.selection)
    _ = document.undo()
  }

  /// Fails if a file's history with records above the size limit is not restored.
  @Test func longRecordsOfAPackedHistoryAreDivided() throws {
    var document = try #require(Document(width: 16384, height: 16384))
    var (rng, mask) = (RandomSource(1), Mask(width: 16384, height: 16384))
    // More than 16 MiB that cannot be compressed.
    for tile in 0..<36_000 { mask.setWords((0..<Tile.size).map { _ in rng.next() }, ofTile: tile) }
    document.select(mask)
    var composer = JournalComposer(document, name: "", program: "")
    #expect(try composer.start().allSatisfy { $0.bytes.count <= JournalWriter.largestPayload })
    var fileHistory = FileHistoryComposer(document)
    let packed = try #require(fileHistory.pack { _ in })
    let read = try FileHistory(try packed.encoded(for: document), of: document)
    #expect(read == packed && read.ending.selection == mask)
  }
}
