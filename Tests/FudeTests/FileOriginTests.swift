import Desktop
import Document
import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import Raster
import Storage
import TestSupport
import Testing
import Threads

@testable import Export
@testable import Fude

/// The journal of a drawing that was opened from a file.
@Suite struct FileOriginTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder
  private let wakeup: Wakeup

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
    wakeup = try Wakeup()
  }

  private var environment: [String: String] { ["XDG_STATE_HOME": folder.path + "/state"] }
  private var file: String { folder.path + "/drawing.ora" }

  private func draw(_ number: Int, on document: inout Document) {
    document.clock = { Date().timeIntervalSince1970 }
    var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
    for i in 0..<20 {
      stroke.add(PenSample(position: Point(Double(10 * i), Double(4 * number)), time: Double(i) / 200))
    }
    _ = stroke.finish(on: &document)
  }

  /// A drawing in a file, and the journal that has begun for it.
  private func opened() throws -> (Document, DocumentJournal) {
    var drawing = try #require(Document(width: 200, height: 100))
    for number in 1...4 { draw(number, on: &drawing) }
    _ = try drawing.save(to: file)
    let content = try FileReader.content(of: file, environment)
    let journal = try DocumentJournal(environment: environment, wakeup: wakeup)
    journal.begin(content.document, name: "drawing", from: content.origin)
    journal.noteSaved(file)
    drawing = content.document
    drawing.takesNotes = true
    return (drawing, journal)
  }

  /// Adds more to the journal than it may grow before a save starts it anew.
  private func grow(_ journal: DocumentJournal) {
    var samples: [PenSample] = []
    for i in 0..<200_000 {
      samples.append(PenSample(position: Point(.random(in: 0...200), .random(in: 0...100)), time: Double(i) / 200))
    }
    journal.note(.stroke(StrokeRecord(brush: Brush(), style: InkStyle())))
    journal.note(.samples(samples))
    journal.note(.cancelled)
  }

  private func journals() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude")) ?? [])
      .filter { $0.contains(".journal") }.map { folder.path + "/state/fude/" + $0 }
  }

  private func read(_ path: String) throws -> JournalReplay {
    try JournalReplay(try JournalFile.look(at: path), filler: filler)
  }

  /// Fails if strokes are lost while the drawing is written beside them or afterwards, or the journal needs the file
  /// when a saver may write it.
  @Test func theJournalBecomesComplete() throws {
    var (document, journal) = try opened()
    defer { journal.finish() }
    for number in 5..<20 {
      draw(number, on: &document)
      journal.note(document.takeNotes())
      guard case .kept(let path) = journal.secure() else {
        Issue.record("it is not written")
        return
      }
      #expect(try read(path).document.layers[0].image.showsSame(as: document.layers[0].image), "\(number)")
    }
    journal.releaseFile()?.wait()
    try FileManager.default.removeItem(atPath: file)
    let path = try #require(journals().first)
    #expect(journals() == [path])
    draw(20, on: &document)
    journal.note(document.takeNotes())
    #expect(journal.secure() == .kept(path))
    let replay = try read(path)
    #expect(replay.document.layers[0].image.showsSame(as: document.layers[0].image))
    #expect(replay.strokeCount == 16 && replay.file == file && replay.document.fileHistory?.undoCount == 4)
    #expect(journal.takeReports() == [])
  }

  /// Fails if a file that was written meanwhile, or may be, is taken for the drawing that was opened.
  @Test(arguments: [false, true]) func aChangedFileIsNotNamed(isReleased: Bool) throws {
    var (document, journal) = try opened()
    defer { journal.finish() }
    if isReleased {
      #expect(journal.releaseFile() == nil)
    } else {
      var other = document
      draw(9, on: &other)
      _ = try other.save(to: file)
    }
    draw(5, on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not written")
      return
    }
    try FileManager.default.removeItem(atPath: file)
    #expect(try read(path).document.layers[0].image.showsSame(as: document.layers[0].image))
    #expect(journals() == [path])
  }

  /// Fails if a kept drawing needs its file, or one that was removed leaves something.
  @Test func endedAtOnce() throws {
    for isKept in [true, false] {
      var (document, journal) = try opened()
      defer { journal.finish() }
      draw(5, on: &document)
      journal.note(document.takeNotes())
      let outcome = journal.end(isKept ? .keep("drawing") : .remove)
      #expect(journals() == [])
      guard isKept, case .kept(let path) = outcome else {
        #expect(outcome == .none)
        continue
      }
      try FileManager.default.removeItem(atPath: file)
      #expect(try read(path).document.layers[0].image.showsSame(as: document.layers[0].image))
    }
  }

  /// Fails if a new drawing that was saved before its first edit is taken for one that was opened from its file.
  @Test func aNewDrawingSavedFirst() throws {
    var document = try #require(Document(width: 200, height: 100))
    document.takesNotes = true
    let journal = try DocumentJournal(environment: environment, wakeup: wakeup)
    defer { journal.finish() }
    journal.begin(document, name: "drawing")
    journal.noteSaved(file)
    draw(1, on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not written")
      return
    }
    // There is no such file.
    let replay = try read(path)
    #expect(replay.file == file && replay.header.name == "drawing" && replay.strokeCount == 1)
  }

  /// Fails if a journal that has grown does not start anew after a save, loses something by that, or counts as
  /// unsaved.
  @Test(arguments: [true, false]) func theJournalStartsAnew(hasGrown: Bool) throws {
    var (document, journal) = try opened()
    defer { journal.finish() }
    for number in 5..<8 { draw(number, on: &document) }
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not written")
      return
    }
    journal.releaseFile()?.wait()
    if hasGrown { grow(journal) }
    journal.noteSaved(file)
    journal.restart(
      JournalStart(document: document, name: "drawing", file: file, isSaved: true, historyLimit: 1 << 20))
    draw(8, on: &document)
    journal.note(document.takeNotes())
    #expect(journal.secure() == .kept(path))
    let large = FileFacts.byteCount(of: path) ?? 0
    journal.releaseFile()?.wait()
    #expect(journal.secure() == .kept(path))
    let size = FileFacts.byteCount(of: path) ?? 0
    #expect(hasGrown ? size < 1 << 18 : size == large)
    #expect(journals() == [path])
    var replay = try read(path)
    #expect(replay.document.layers[0].image.showsSame(as: document.layers[0].image))
    #expect(replay.file == file && replay.savedPath == nil)
    #expect(replay.document.undoCount == 8)
    journal.noteSaved(file)
    #expect(journal.secure() == .kept(path))
    replay = try read(path)
    #expect(replay.savedPath == file)
    var first = replay.document
    try first.replayHistory(filler: filler)
    while first.undo() != nil {}
    let image = first.layers[0].image
    #expect(first.undoCount == 0 && image.tileIndices.allSatisfy { image[$0]?.isTransparent ?? true })
  }

  /// Fails if a save does not start the journal anew because what it has grown by waits to be written.
  @Test func waitingRecordsCountAsGrowth() throws {
    let gate = Semaphore()
    let journal = try DocumentJournal(environment: environment, wakeup: wakeup) { body in
      Worker {
        gate.wait()
        body()
      }
    }
    defer { journal.finish() }
    var document = try #require(Document(width: 200, height: 100))
    document.takesNotes = true
    journal.begin(document, name: "drawing")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    grow(journal)
    journal.noteSaved(file)
    journal.restart(
      JournalStart(document: document, name: "drawing", file: file, isSaved: true, historyLimit: 1 << 20))
    gate.signal()
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not written")
      return
    }
    journal.releaseFile()?.wait()
    #expect(journal.secure() == .kept(path))
    #expect(try #require(FileFacts.byteCount(of: path)) < 1 << 18)
    #expect(try read(path).document.layers[0].image.showsSame(as: document.layers[0].image))
  }
}
