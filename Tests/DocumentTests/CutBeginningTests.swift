import Foundation
import Geometry
import Ink
import Journal
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Journals that end within the drawing with which they begin.
@Suite struct CutBeginningTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder
  private let store: DrawingStore

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
    store = try DrawingStore(environment: ["XDG_STATE_HOME": folder.path])
    try store.makeFolders()
  }

  /// A drawing with pixels and strokes.
  private func drawing() throws -> Document {
    var document = try #require(Document(width: 400, height: 300))
    for number in 0..<8 {
      var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
      for i in 0..<20 {
        stroke.add(PenSample(position: Point(Double(20 * i), Double(30 * number)), time: Double(i) / 200))
      }
      _ = stroke.finish(on: &document)
    }
    return document
  }

  /// The bytes of a journal of that drawing, opened from a file with or without its history, and the ends of its
  /// records.
  private func journal(hasHistory: Bool, saved: String? = nil) throws -> (bytes: Data, ends: [Int]) {
    var document = try drawing()
    if hasHistory {
      let path = folder.path + "/drawing.ora"
      _ = try document.save(to: path)
      var notes: [String] = []
      document = try Document.open(path, notes: &notes).document
      #expect(document.fileHistory != nil)
    } else {
      var other = try #require(Document(width: 400, height: 300))
      other.layers[0].image = document.layers[0].image
      document = other
    }
    var composer = JournalComposer(document, name: "A name", program: "0")
    let writer = try store.live.create()
    var ends = [writer.offset]
    var payloads = try composer.start()
    if let saved { payloads.append(JournalPayload(saved: saved)) }
    for payload in payloads {
      try writer.append(payload.type.rawValue, payload.bytes.span)
      ends.append(writer.offset)
    }
    defer { try? writer.file.remove() }
    return (try Data(contentsOf: URL(filePath: writer.file.path)), ends)
  }

  private func put(_ bytes: Data, in folder: JournalFolder) throws -> String {
    let path = folder.path + "/drawing-x.journal"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  /// Fails if a journal without the whole drawing is opened or kept as a drawing, found again, or lost without a
  /// message.
  @Test(arguments: [false, true]) func nothingIsShownAsABlankDrawing(hasHistory: Bool) throws {
    let (bytes, ends) = try journal(hasHistory: hasHistory)
    let base = try #require(ends.last)
    let cuts = stride(from: 33, to: base, by: max(1, base / 40)) + ends.dropFirst(2).dropLast()
    for cut in cuts where cut != ends[1] {
      for opens in [true, false] {
        let path = try put(bytes.prefix(cut), in: store.live)
        let recovery = store.recover(opens: opens, filler: filler)
        #expect(recovery.opened == nil && recovery.kept == [], "\(cut)")
        let sentence = try #require(recovery.losses.first, "\(cut)")
        #expect(recovery.messages == [sentence] && sentence.hasSuffix("The journal is \(path).damaged"))
        #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == bytes.prefix(cut))
        #expect(store.recover(opens: opens, filler: filler).messages == [])
      }
      // From Open recent, where an earlier version has put it.
      let path = try put(bytes.prefix(cut), in: store.kept)
      #expect(throws: JournalError.self, "\(cut)") { try store.open(path, filler: filler) }
      #expect(FileManager.default.fileExists(atPath: path))
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Fails if the header alone, to which no drawing belongs, becomes a kept drawing or a message.
  @Test func anEmptyJournalGoesInSilence() throws {
    let (bytes, ends) = try journal(hasHistory: false)
    for opens in [true, false] {
      let path = try put(bytes.prefix(ends[1]), in: store.live)
      let recovery = store.recover(opens: opens, filler: filler)
      #expect(recovery.opened == nil && recovery.kept == [] && recovery.messages == [])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// Fails if a journal that has the whole drawing is taken for a cut one.
  @Test(arguments: [false, true]) func aWholeBaseOpens(hasHistory: Bool) throws {
    let (bytes, _) = try journal(hasHistory: hasHistory, saved: "/nowhere/A name.ora")
    _ = try put(bytes, in: store.live)
    let opened = try #require(store.recover(filler: filler).opened)
    #expect(try opened.replay.document.layers[0].image.showsSame(as: drawing().layers[0].image))
    #expect((opened.replay.document.fileHistory != nil) == hasHistory)
    try opened.file.remove()
  }
}
