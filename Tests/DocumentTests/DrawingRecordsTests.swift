import Files
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

/// Journals that name the file of their drawing instead of having the drawing.
@Suite struct DrawingRecordsTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder
  private let store: DrawingStore

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
    store = try DrawingStore(environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try store.makeFolders()
  }

  private var file: String { folder.path + "/A name.ora" }

  private func draw(_ number: Int, on document: inout Document) {
    document.clock = { Date().timeIntervalSince1970 }
    var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
    for i in 0..<20 {
      stroke.add(PenSample(position: Point(Double(20 * i), Double(30 * number)), time: Double(i) / 200))
    }
    _ = stroke.finish(on: &document)
  }

  private func open(_ path: String) throws -> Document {
    var notes: [String] = []
    return try Document.open(path, notes: &notes).document
  }

  /// Saves a drawing, opens it, draws two strokes on it, and writes the journal of that. Returns the drawing, the
  /// journal's path, and the size of what precedes the strokes.
  private func journal(strokes: Int = 2) throws -> (document: Document, path: String, start: Int) {
    var document = try #require(Document(width: 400, height: 300))
    for number in 0..<5 { draw(number, on: &document) }
    _ = document.perform(.add(above: document.activeID))
    draw(5, on: &document)
    _ = try document.save(to: file)
    document = try open(file)
    var composer = JournalComposer(document, name: "A name", program: "0")
    let writer = try store.live.create()
    for payload in composer.start(from: file) { try writer.append(payload.type.rawValue, payload.bytes.span) }
    let start = writer.offset
    document.takesNotes = true
    for number in 0..<strokes { draw(6 + number, on: &document) }
    var payloads = [JournalPayload(saved: file)]
    for change in document.takeNotes() { payloads += try composer.records(of: change) }
    for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    return (document, writer.file.path, start)
  }

  private func expectSame(_ a: Document, _ b: Document) {
    #expect(a.layers.count == b.layers.count && a.nextLayer == b.nextLayer)
    for (x, y) in zip(a.layers, b.layers) { #expect(x.id == y.id && x.image.showsSame(as: y.image)) }
  }

  /// Fails if the strokes are not on the drawing, the history of the file is lost, much is written before the
  /// strokes, or the recovered journal still needs the file.
  @Test func strokesAreOnTheFilesDrawing() throws {
    let (document, path, start) = try journal()
    #expect(start < 300)
    let read = try JournalReplay(try JournalFile.look(at: path), filler: filler)
    expectSame(read.document, document)
    #expect(read.fault == nil && read.file == file && read.savedPath == nil)
    #expect(read.document.history.undoCount == 2)
    #expect(read.document.fileHistory?.undoCount == document.fileHistory?.undoCount)
    for opens in [true, false] {
      let recovery = store.recover(opens: opens, insteadOf: opens ? nil : file, filler: filler)
      #expect(recovery.messages == [])
      #expect(recovery.newer == (opens ? nil : recovery.kept.first))
      let opened = try recovery.opened ?? store.open(try #require(recovery.newer), filler: filler)
      #expect(opened.sentence == nil)
      expectSame(opened.replay.document, document)
      // From here on the file may change.
      try FileManager.default.moveItem(atPath: file, toPath: file + "2")
      let again = try JournalReplay(try JournalFile.look(at: opened.file.path), filler: filler)
      expectSame(again.document, document)
      #expect(again.header.name == "A name" && again.file == file)
      try FileManager.default.moveItem(atPath: file + "2", toPath: file)
    }
  }

  /// How another program may change the file before the journal is recovered.
  enum Accident: CaseIterable { case deleted, written, replaced, replacedByOlder, damaged }

  private func cause(_ accident: Accident) throws {
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    let future = Date().addingTimeInterval(5)
    switch accident {
    case .deleted: try FileManager.default.removeItem(atPath: file)
    case .written: try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: file)
    case .replaced, .replacedByOlder:
      _ = try #require(Document(width: 500, height: 300)).save(to: file)
      let time = accident == .replaced ? future : past
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
    case .damaged:
      try Data("no drawing".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file)
    }
  }

  /// Fails if strokes are lost with their file, drawn on another drawing, or would be saved over the file.
  @Test(arguments: Accident.allCases) func strokesOutliveTheFile(accident: Accident) throws {
    let (document, path, _) = try journal()
    try cause(accident)
    let opened = try #require(store.recover(filler: filler).opened)
    #expect(opened.file.path == path)
    #expect(opened.sentence?.hasPrefix("The last changes are recovered as \"A name, recovered\"") ?? false)
    let replay = opened.replay
    #expect(replay.strokeCount == 2 && replay.file == nil && replay.savedPath == nil && replay.fault == nil)
    #expect(replay.header.name == "A name, recovered")
    let (layers, expectedLayers) = (replay.document.layers, document.layers)
    #expect(layers.map { $0.id } == expectedLayers.map { $0.id })
    try #require(layers.count == 2)
    // The strokes alone.
    var expected = try #require(Document(width: 400, height: 300))
    for number in 6..<8 { draw(number, on: &expected) }
    #expect(layers[1].image.showsSame(as: expected.layers[0].image))
    #expect(layers[0].image.tileIndices.allSatisfy { layers[0].image[$0] == nil })
    // It is like any other drawing at the next start.
    try store.keep(opened.file)
    #expect(opened.file.path.contains("/kept/A name, recovered "))
  }

  /// Fails if a journal without an edit becomes a blank drawing.
  @Test(arguments: Accident.allCases) func withoutEditsNothingIsShown(accident: Accident) throws {
    for opens in [true, false] {
      let (_, path, _) = try journal(strokes: 0)
      try cause(accident)
      let recovery = store.recover(opens: opens, filler: filler)
      #expect(recovery.opened == nil && recovery.kept == [])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// Fails if a journal that cannot be completed is lost, or opened without being completed.
  @Test func anIncompleteJournalStays() throws {
    let (document, path, _) = try journal()
    try FileManager.default.createDirectory(atPath: path + ".new/a", withIntermediateDirectories: true)
    var recovery = store.recover(filler: filler)
    #expect(recovery.opened == nil && recovery.kept == [] && recovery.messages.count == 1)
    try FileManager.default.removeItem(atPath: path + ".new")
    recovery = store.recover(filler: filler)
    expectSame(try #require(recovery.opened).replay.document, document)
  }

  /// Fails if reading a journal that names itself does not end.
  @Test func aJournalThatNamesItself() throws {
    let (_, path, _) = try journal()
    var composer = JournalComposer(try open(file), name: "A name", program: "0")
    let writer = try JournalFolder(folder.path).create()
    for payload in composer.start(from: writer.file.path) {
      try writer.append(payload.type.rawValue, payload.bytes.span)
    }
    #expect(throws: JournalError.self) { try JournalReplay(writer.file, filler: filler) }
    try FileManager.default.removeItem(atPath: path)
  }
}
