import Desktop
import Document
import Foundation
import Geometry
import Ink
import Journal
import Paint
import Raster
import Storage
import Testing
import Threads

@testable import Export
@testable import Fude

@Suite struct DocumentJournalTests {
  /// A temporary home with the state folder.
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "fude-keeper-" + UUID().uuidString).path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var environment: [String: String] { ["XDG_STATE_HOME": path + "/state"] }
    func journals(in folder: String) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/state/fude" + folder)) ?? []
      return names.filter { $0.hasSuffix(".journal") }
    }
  }

  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func document() throws -> Document {
    var document = try #require(Document(width: 200, height: 100))
    document.takesNotes = true
    return document
  }

  private func draw(_ number: Int, on document: inout Document) {
    var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
    for i in 0..<20 {
      stroke.add(PenSample(position: Point(Double(10 * i), Double(10 * number)), time: Double(i) / 200))
    }
    _ = stroke.finish(on: &document)
  }

  private func reports(_ journal: DocumentJournal, _ wakeup: Wakeup) throws -> [DocumentJournal.Report] {
    let deadline = ContinuousClock.now + .seconds(60)
    var reports = journal.takeReports()
    while reports.isEmpty, ContinuousClock.now < deadline {
      wakeup.wait(seconds: 1)
      reports = journal.takeReports()
    }
    try #require(!reports.isEmpty, "the journal reports nothing for a minute")
    return reports
  }

  /// Fails if an empty drawing leaves files, a kept drawing is not found, or an abandoned one is
  /// not recovered.
  @Test func aDrawingIsJournaledFromItsFirstStroke() throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    var journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.begin(document, name: "One")
    #expect(journal.end(.remove) == .none)
    journal.finish()
    #expect(!FileManager.default.fileExists(atPath: home.path + "/state"))

    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.begin(document, name: "One")
    for number in 1...4 {
      draw(number, on: &document)
      journal.note(document.takeNotes())
    }
    defer { journal.finish() }
    guard case .kept(let path) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    #expect(home.journals(in: "").map { home.path + "/state/fude/" + $0 } == [path])

    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    // An opened drawing keeps its lock as long as it exists.
    func putBy() throws -> String? {
      let opened = try #require(journal.store?.recover(filler: filler).opened)
      #expect(opened.replay.strokeCount == 4)
      #expect(opened.replay.document.layers[0].image.showsSame(as: document.layers[0].image))
      journal.resume(opened)
      guard case .kept(let path) = journal.end(.keep("A/b")) else {
        Issue.record("it is not put by")
        return nil
      }
      journal.finish()
      return path
    }
    guard let path = try putBy() else { return }
    #expect(home.journals(in: "").isEmpty)
    #expect(home.journals(in: "/kept").map { home.path + "/state/fude/kept/" + $0 } == [path])
    #expect(path.contains("/kept/A_b 20"))
    let again = try #require(try journal.store?.open(path, filler: filler))
    #expect(again.replay.isClosed && again.replay.strokeCount == 4)
    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.resume(again)
    #expect(journal.end(.remove) == .none)
    journal.finish()
    #expect(home.journals(in: "").isEmpty && home.journals(in: "/kept").isEmpty)
  }

  /// Fails if the state of the work alone begins a journal, is lost when the journal begins or goes
  /// on, or makes the journal look changed since.
  @Test func theStateOfTheWorkIsWritten() throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    var work = ViewMemory(
      center: Point(12, 34), zoom: 2, showsWhole: false, rotation: .zero, isMirrored: true, tool: "eraser", layer: 0,
      layerCount: 1)
    var journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.begin(document, name: "One")
    journal.note(work)
    #expect(journal.end(.remove) == .none)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/state"))

    journal.begin(document, name: "One")
    for zoom in [3.0, 4] {
      work.zoom = zoom
      journal.note(work)
    }
    draw(1, on: &document)
    journal.note(document.takeNotes())
    guard case .kept = journal.secure() else {
      Issue.record("it is not kept")
      return
    }
    work.zoom = 5
    journal.note(work)
    guard case .kept = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    // Another drawing in the same window, without a change.
    journal.begin(document, name: "Two")
    journal.note(work)
    #expect(journal.end(.remove) == .none)
    journal.finish()
    #expect(home.journals(in: "").count == 1)

    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    func reopened() throws -> (work: ViewMemory?, time: Double) {
      let opened = try #require(journal.store?.recover(filler: filler).opened)
      #expect(opened.replay.strokeCount == 1)
      journal.resume(opened)
      return (opened.replay.work, opened.replay.time)
    }
    let first = try reopened()
    #expect(first.work == work)
    (work.zoom, work.layer) = (6, nil)
    journal.note(work)
    guard case .kept = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    journal.finish()
    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    let second = try reopened()
    #expect(second.work == work && second.time == first.time)
    journal.finish()
  }

  /// If the folder cannot be created, this is reported once and nothing is lost. Once it can be,
  /// everything is written.
  @Test func anUnwritableFolder() throws {
    let home = try Home()
    let wakeup = try Wakeup()
    // A file in place of the folder stops even root.
    #expect(FileManager.default.createFile(atPath: home.path + "/state", contents: nil))
    var document = try document()
    let journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.begin(document, name: "One")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    let first = try reports(journal, wakeup)
    guard case .failing(let sentence)? = first.first, first.count == 1 else {
      Issue.record("\(first)")
      return
    }
    #expect(sentence.hasPrefix("cannot write the journal \(home.path)/state/fude"))
    draw(2, on: &document)
    journal.note(document.takeNotes())
    try FileManager.default.removeItem(atPath: home.path + "/state")
    draw(3, on: &document)
    journal.note(document.takeNotes())
    #expect(try reports(journal, wakeup) == [.working])
    defer { journal.finish() }
    guard case .kept(let path) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    let replay = try JournalReplay(try JournalFile.look(at: path), filler: filler)
    #expect(replay.strokeCount == 3)
  }

  /// Fails if the check whether a drawing can be kept is wrong, or if the check releases the
  /// drawing.
  @Test func whetherItCanBeKeptIsKnownBefore() throws {
    let home = try Home()
    #expect(FileManager.default.createFile(atPath: home.path + "/state", contents: nil))
    var document = try document()
    let journal = try DocumentJournal(environment: home.environment, wakeup: try Wakeup())
    defer { journal.finish() }
    journal.begin(document, name: "One")
    #expect(journal.secure() == .none, "there is nothing to keep")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    guard case .failed(let sentence) = journal.secure() else {
      Issue.record("it cannot be kept")
      return
    }
    #expect(sentence.hasPrefix("cannot write the journal \(home.path)/state/fude"))
    try FileManager.default.removeItem(atPath: home.path + "/state")
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not kept")
      return
    }
    draw(2, on: &document)
    journal.note(document.takeNotes())
    #expect(journal.end(.leave) == .kept(path))
    #expect(try JournalReplay(try JournalFile.look(at: path), filler: filler).strokeCount == 2)
  }

  enum Harm: CaseIterable { case deletion, move, emptying, folder }

  private func harm(_ path: String, _ home: Home, _ harm: Harm) throws {
    let files = FileManager.default
    switch harm {
    case .deletion: try files.removeItem(atPath: path)
    case .move: try files.moveItem(atPath: path, toPath: home.path + "/elsewhere")
    case .emptying: try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 0)
    case .folder: try files.removeItem(atPath: home.path + "/state")
    }
  }

  /// Fails if a lost journal is not noticed at the next stroke, or if the new one lacks earlier
  /// strokes.
  @Test(arguments: Harm.allCases) func aJournalThatIsGoneIsNoticed(harm: Harm) throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    let journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    defer { journal.finish() }
    journal.begin(document, name: "One")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.secure() else {
      Issue.record("it is not kept")
      return
    }
    try self.harm(path, home, harm)
    draw(2, on: &document)
    journal.note(document.takeNotes())
    #expect(try reports(journal, wakeup) == [.lost])
    draw(3, on: &document)
    journal.note(document.takeNotes())
    journal.renew(document, name: "One")
    draw(4, on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let other) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    let replay = try JournalReplay(try JournalFile.look(at: other), filler: filler)
    #expect(other != path && replay.document.layers[0].image.showsSame(as: document.layers[0].image))
  }

  /// Fails if a drawing is reported as kept in a missing file, or if a reported loss is reported
  /// again later.
  @Test(arguments: Harm.allCases) func nothingIsSaidToBeKeptThatIsGone(harm: Harm) throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    let journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    defer { journal.finish() }
    journal.begin(document, name: "One")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    for ending in [DocumentJournal.Ending.keep("One"), .leave] {
      guard case .kept(let path) = journal.secure() else {
        Issue.record("it is not kept")
        return
      }
      try self.harm(path, home, harm)
      if harm == .move { try FileManager.default.removeItem(atPath: home.path + "/elsewhere") }
      #expect(journal.end(ending) == .lost)
      journal.renew(document, name: "One")
      #expect(journal.takeReports() == [])
    }
    guard case .kept(let path) = journal.end(.keep("One")) else {
      Issue.record("it is not kept")
      return
    }
    let replay = try JournalReplay(try JournalFile.look(at: path), filler: filler)
    #expect(replay.document.layers[0].image.showsSame(as: document.layers[0].image))
  }

  /// Fails if work is lost without a report while no thread can start, or is not written once one
  /// can.
  @Test func withoutAThread() throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    var grants = false
    let journal = try DocumentJournal(environment: home.environment, wakeup: wakeup) { grants ? Worker($0) : nil }
    defer { journal.finish() }
    journal.begin(document, name: "One")
    #expect(journal.end(.leave) == .none, "there is nothing to keep")
    journal.begin(document, name: "One")
    for number in 1...2 {
      draw(number, on: &document)
      journal.note(document.takeNotes())
    }
    #expect(journal.takeReports() == [.failing("the system cannot start a thread")])
    #expect(journal.end(.leave) == .failed("the system cannot start a thread"))
    grants = true
    draw(3, on: &document)
    journal.note(document.takeNotes())
    #expect(try reports(journal, wakeup) == [.working])
    guard case .kept(let path) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    #expect(try JournalReplay(try JournalFile.look(at: path), filler: filler).strokeCount == 3)
  }

  /// Fails if a drawing with a damaged journal continues in that journal, or has none until its
  /// next change.
  @Test func leftJournalsAreContinued() throws {
    let home = try Home()
    let wakeup = try Wakeup()
    var document = try document()
    var journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    journal.begin(document, name: "One")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    journal.finish()
    journal = try DocumentJournal(environment: home.environment, wakeup: wakeup)
    defer { journal.finish() }
    var opened = try #require(journal.store?.recover(filler: filler).opened)
    opened.isLeft = true
    let bytes = FileManager.default.contents(atPath: path)
    journal.resume(opened)
    guard case .kept(let other) = journal.end(.leave) else {
      Issue.record("it is not kept")
      return
    }
    #expect(other != path && FileManager.default.contents(atPath: path) == bytes)
    let replay = try JournalReplay(try JournalFile.look(at: other), filler: filler)
    #expect(replay.document.layers[0].image.showsSame(as: document.layers[0].image))
  }

  /// Without a state folder drawing continues, and the error is reported.
  @Test func withoutAHome() throws {
    let wakeup = try Wakeup()
    var document = try document()
    let journal = try DocumentJournal(environment: [:], wakeup: wakeup)
    journal.begin(document, name: "One")
    draw(1, on: &document)
    journal.note(document.takeNotes())
    #expect(
      try reports(journal, wakeup) == [
        .failing("cannot write the journal of the drawing: the environment variable HOME is not an absolute path")
      ])
    defer { journal.finish() }
    guard case .failed = journal.end(.leave) else {
      Issue.record("it cannot be kept")
      return
    }
  }
}
