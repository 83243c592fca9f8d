import Foundation
import Geometry
import Journal
import Paint
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Journals in the store whose end cannot be read.
@Suite struct DamagedStoreTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder
  private let store: DrawingStore

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
    store = try DrawingStore(environment: ["XDG_STATE_HOME": folder.path])
    try store.makeFolders()
  }

  /// The journal of a drawing to which two layers were added. Returns its path and the offset of
  /// its last record.
  private func journal() throws -> (path: String, last: Int) {
    var document = try #require(Document(width: 100, height: 100))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "One", program: "")
    let writer = try store.live.create()
    var payloads = try composer.start()
    for _ in 0..<2 {
      _ = document.perform(.add(above: document.activeID))
      for change in document.takeNotes() { payloads += try composer.records(of: change) }
    }
    var last = 0
    for payload in payloads {
      last = writer.offset
      try writer.append(payload.type.rawValue, payload.bytes.span)
    }
    return (writer.file.path, last)
  }

  private func change(_ path: String, _ body: (inout Data) -> Void) throws -> Data {
    var bytes = try Data(contentsOf: URL(filePath: path))
    body(&bytes)
    try bytes.write(to: URL(filePath: path))
    return bytes
  }

  /// Fails if possible damage, however short, is cut off without a message or a copy. Also fails if
  /// every kill leaves a copy.
  @Test func onlyARecordCutShortGoesInSilence() throws {
    var (path, last) = try journal()
    _ = try change(path) { $0.removeLast(3) }
    var opened = try #require(store.recover(filler: filler).opened)
    #expect(opened.sentence == nil && opened.replay.document.layers.count == 2 && opened.replay.end.offset == last)
    try opened.file.remove()
    // First a flipped bit, then a record of an unknown kind, as a later version may write.
    for number in 0..<2 {
      (path, last) = try journal()
      let bytes = try change(path) { bytes in
        if number == 0 { bytes[last + 6] ^= 1 }
      }
      if number == 1 {
        let file = try #require(try JournalFile.claim(path))
        let replay = try JournalReplay(file, filler: filler)
        try JournalWriter(continuing: file, from: replay.end).append(99, [1].span)
      }
      let all = number == 0 ? bytes : try Data(contentsOf: URL(filePath: path))
      opened = try #require(store.recover(filler: filler).opened)
      #expect(opened.sentence?.hasSuffix("; a copy is in \(path).damaged") ?? false && !opened.isLeft)
      #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == all)
      #expect(opened.replay.document.layers.count == 2 + number)
      try opened.file.remove()
    }
  }

  /// Fails if a journal that cannot be copied is not read, is cut, or is not found again.
  @Test func uncopyableFilesAreLeft() throws {
    let (path, last) = try journal()
    let bytes = try change(path) { $0[last + 6] ^= 1 }
    try FileManager.default.createDirectory(atPath: path + ".damaged", withIntermediateDirectories: false)
    let kept: String
    do {
      let recovery = store.recover(filler: filler)
      let opened = try #require(recovery.opened)
      #expect(opened.isLeft && opened.replay.document.layers.count == 2)
      #expect(opened.sentence?.contains("No copy can be made, so it stays under Open recent as it is") ?? false)
      kept = opened.file.path
      #expect(recovery.kept == [kept] && recovery.messages == [] && store.holds(kept))
      #expect(try Data(contentsOf: URL(filePath: kept)) == bytes)
    }
    // It opens from there, whether a copy can be made or not.
    for isPossible in [false, true] {
      let copy = kept + ".damaged"
      if !isPossible { try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false) }
      let opened = try store.open(kept, filler: filler)
      #expect(opened.isLeft == !isPossible && (opened.file.path == kept) == !isPossible)
      #expect(opened.replay.document.layers.count == 2)
      #expect(try Data(contentsOf: URL(filePath: opened.file.path)) == bytes)
      if !isPossible { try FileManager.default.removeItem(atPath: copy) }
    }
  }
}
