import Dice
import Foundation
import Geometry
import Journal
import Paint
import Raster
import TestSupport
import Testing

@testable import Document

/// What a journal has room for, beside what is drawn.
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

  /// Breaks where a drawing that was taken up again is of another size on paper, or where Fudes that know nothing of that cannot
  /// read its journal.
  @Test func theSizeOnPaperComesBack() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 100, height: 100))
    var composer = JournalComposer(document, name: "", program: "")
    #expect(try composer.start().map(\.type) == [.drawing])
    document.resolution = Resolution(x: 300, y: 150.5)
    document.notesChanges = true
    composer = JournalComposer(document, name: "", program: "")
    var payloads = try composer.start()
    #expect(payloads.map(\.type) == [.drawing, .resolution] && JournalEntry.resolution.rawValue >= 128)
    // What comes before a key frame counts as well.
    composer.patience = -1
    for _ in 0..<3 {
      _ = document.perform(.add(above: document.activeID))
      for change in document.takeChanges() { payloads += try composer.records(of: change) }
    }
    #expect(payloads.contains { $0.type == .keyframe })
    let read = try replay(try writer(folder, payloads).file.path)
    #expect(read.fault == nil && read.document.resolution == document.resolution)
    for strange in [Double.nan, .infinity, 0, -1] {
      let record = try #require(Resolution(x: strange, y: 1).payload)
      #expect(Resolution(JournalRecord(type: record.type.rawValue, payload: record.bytes, offset: 0)) == nil)
    }
  }
}
