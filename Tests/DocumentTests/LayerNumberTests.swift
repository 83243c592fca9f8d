import Foundation
import Journal
import Paint
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Invalid layer numbers in journals and histories in files with right checksums.
@Suite struct LayerNumberTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// The record of an operation that makes a layer with a number; 0 for the next one.
  private func operation(_ operation: LayerOperation, _ number: UInt64 = 0) throws -> JournalPayload {
    try #require(try JournalPayload.records(of: .layer(operation)).last).editing { $0.nextLayer = number }
  }

  private func replay(_ payloads: [JournalPayload]) throws -> JournalReplay {
    let folder = try TemporaryFolder()
    let writer = try JournalFolder(folder.path).create()
    for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    return try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
  }

  /// Fails, by a crash, if a layer is added after a journal that leaves no free number.
  @Test func aJournalWithoutANumberLeft() throws {
    let document = try #require(Document(width: 100, height: 100))
    for next: UInt64 in [.max, .max - 1, 1 << 62, 1 << 61] {
      var header = DrawingHeader(of: document, name: "", program: "")
      header.list.next = next
      #expect(throws: JournalError.self) { try replay([header.payload(), operation(.add(above: document.activeID))]) }
    }
  }

  /// Fails, by a crash, if a journal gives two layers the same number.
  @Test func aJournalWithANumberTwice() throws {
    let document = try #require(Document(width: 100, height: 100))
    let header = DrawingHeader(of: document, name: "", program: "")
    let add = LayerOperation.add(above: document.activeID)
    let undo = JournalPayload(type: .undo, bytes: [JournalEntry.version])
    let read = try replay([header.payload(), operation(add, 5), operation(add, 4), operation(add), undo])
    #expect(read.fault == "a layer's number is invalid" && read.document.layers.count == 2)
  }

  /// Fails, by a crash, if a file's history gives two layers the same number, at once or when a deleted layer
  /// returns.
  @Test func aPackedHistoryWithANumberTwice() throws {
    let first = try #require(Document(width: 100, height: 100))
    let add = LayerOperation.add(above: first.activeID)
    var ending = PastEnding(of: first)
    ending.next = 2
    let steps = [try operation(add, 5), try operation(add, 4), try operation(add)]
    let deleting = [try operation(add, 2), try operation(.delete(Layer.ID(2)))]
    for some in [steps, deleting] {
      var document = first
      document.take(
        FileHistory(
          base: try FileHistory.base(first), steps: some.compactMap { FileHistory.Step($0) },
          doneCount: some.count,
          ending: ending))
      #expect(throws: PayloadError("a layer's number is invalid")) { try document.replayHistory(filler: filler) }
      for _ in 0..<some.count { _ = document.undo() }
      for _ in 0..<4 { _ = document.perform(.add(above: document.activeID)) }
      while document.undo() != nil {}
      #expect(document.layers.count == 1)
    }
  }
}
