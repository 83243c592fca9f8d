import Journal
import RandomSource
import Testing

@testable import Document
@testable import Storage

extension JournalReplayTests {
  /// A drawing that writes its journal as the program does, and its state after each record.
  final class Hand {
    var document: Document
    var composer: JournalComposer
    let writer: JournalWriter
    var rng: RandomSource
    /// What a reader must find: the offset of each record's end, and the drawing then.
    var states: [(offset: Int, document: Document)] = []

    init(_ folder: String, seed: Int, timeout: Double, base: Bool = false) throws {
      rng = RandomSource(seed)
      var document = try #require(Document(width: 230, height: 220))
      if base {
        for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
      }
      document.takesNotes = true
      self.document = document
      composer = JournalComposer(document, name: "A drawing", program: "0")
      composer.timeout = timeout
      writer = try JournalFolder(folder).create()
      for payload in try composer.start() { try writer.append(payload.type.rawValue, payload.bytes.span) }
      try writer.sync()
      states.append((writer.offset, document))
    }

    func write() throws {
      var changes = document.takeNotes()
      // As the program does when undo is faster than the worker.
      if states.count % 2 == 0 { JournalNote.dropReplaced(in: &changes) }
      for (index, change) in changes.enumerated() {
        let next = index + 1 < changes.count ? changes[index + 1] : nil
        for payload in try composer.records(of: change, followedBy: next) {
          try writer.append(payload.type.rawValue, payload.bytes.span)
        }
      }
      for payload in try composer.owedFrame() { try writer.append(payload.type.rawValue, payload.bytes.span) }
      states.append((writer.offset, document))
    }
  }
}

extension JournalComposer {
  /// The records of a change after which nothing follows for a while.
  mutating func lastRecords(of change: JournalNote) throws -> [JournalPayload] {
    try records(of: change) + owedFrame()
  }
}
