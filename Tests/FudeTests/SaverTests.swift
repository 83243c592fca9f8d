import Archive
import Document
import Files
import Foundation
import Storage
import TestSupport
import Testing

@testable import Export
@testable import Fude

@Suite struct SaverTests {
  private let folder: TemporaryFolder
  private let loop: TestLoop
  private let saver: Saver
  private var path: String { folder.path("d.ora") }

  init() throws {
    folder = try TemporaryFolder()
    loop = try TestLoop()
    saver = Saver(loop.background, environment: ["HOME": folder.path])
  }

  private func save(_ agreement: Saver.Agreement = .known) throws -> Saver.Outcome {
    let document = try #require(Document(width: 20, height: 10))
    let job = Saver.Job(document: document, path: path, drawing: 0, state: .fresh, agreement: agreement)
    return try loop.outcome { saver.save(job, then: $0) }
  }

  /// Fails if a job's limit for the history does not reach the file, or the outcome does not say so.
  @Test func theHistoryIsLimited() throws {
    var document = try #require(Document(width: 20, height: 10))
    #expect(document.perform(.setPaper(0x10_2030)) != nil)
    for (limit, count) in [(1 << 20, 1), (0, 0)] {
      var job = Saver.Job(document: document, path: path, drawing: 0, state: .fresh, agreement: .other)
      job.historyLimit = limit
      #expect(try loop.outcome { saver.save(job, then: $0) }.history?.savedCount == count)
      var notes: [String] = []
      #expect(try Document.open(path, notes: &notes).document.undoCount == count)
    }
  }

  private func changeElsewhere() throws { try folder.write("d.ora", Array("another program's".utf8)) }

  private var isOther: Bool { get throws { try folder.read("d.ora") == Array("another program's".utf8) } }

  /// Fails if a file changed by another program since it was opened or saved is replaced without a
  /// question.
  @Test func filesOfOtherProgramsStay() throws {
    try changeElsewhere()
    #expect(try save().refusal == .changed, "it was never read")
    saver.know(path, FileStamp(path))
    #expect(try save().refusal == nil)
    #expect(try save().refusal == nil, "it is as it was saved")
    try changeElsewhere()
    let outcome = try save()
    #expect(outcome.refusal == .changed && outcome.fault == nil)
    #expect(try isOther)
    #expect(try save(.other).refusal == nil)
    #expect(try !isOther && save().refusal == nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(try save().refusal == nil, "there is nothing to lose")
  }

  /// Fails if a write-protected file is replaced without a question, or if the question is
  /// repeated.
  @Test func writeProtectedFilesStay() throws {
    try changeElsewhere()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    saver.know(path, FileStamp(path))
    #expect(try save().refusal == .writeProtected)
    #expect(try save(.other).refusal == .writeProtected)
    #expect(try isOther)
    #expect(try save(.all).refusal == nil)
    #expect(try !isOther && save().refusal == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o444)
    try changeElsewhereAsOwner()
    #expect(try save().refusal == .changed)
  }

  /// Simulates a program that may write to a write-protected file.
  private func changeElsewhereAsOwner() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try changeElsewhere()
  }

  /// Saves a drawing over the file that it was read from.
  private func saveInPlace(_ agreement: Saver.Agreement = .known) throws -> Saver.Refusal? {
    let document = try #require(Document(width: 20, height: 10))
    var job = Saver.Job(document: document, path: path, drawing: 0, state: .fresh, agreement: agreement)
    job.source = path
    return try loop.outcome { saver.save(job, then: $0) }.refusal
  }

  private func writeForeignFile() throws {
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    // Elements that are nested so deep are not kept.
    let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
    let list = "<image w='9' h='9'><stack><filter>\(deep)</filter></stack></image>"
    try writer.add("stack.xml", isPacked: true) { Array(list.utf8) }
    try writer.finish()
    try file.commitReplacing()
    saver.know(path, FileStamp(path))
  }

  /// Fails if a file loses content by a save over it without a question, even where the user chose
  /// the file; if the question leaves something out; or if it is asked again after the answer.
  @Test func contentThatTheDrawingLacksStays() throws {
    try writeForeignFile()
    let before = try folder.read("d.ora")
    let losses = Saver.Refusal.loses(["1 element \"filter\" is left out."], isWriteProtected: false)
    #expect(try saveInPlace() == losses)
    #expect(try saveInPlace(.other) == losses)
    #expect(try folder.read("d.ora") == before)
    #expect(try saveInPlace(.all) == nil)
    #expect(try folder.read("d.ora") != before)
    #expect(try saveInPlace() == nil)

    // Fude's own file, as another start finds it.
    saver.know(path, FileStamp(path))
    #expect(try saveInPlace() == nil)

    // One answer is for both.
    try writeForeignFile()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    saver.know(path, FileStamp(path))
    #expect(try saveInPlace() == .loses(["1 element \"filter\" is left out."], isWriteProtected: true))
    #expect(try saveInPlace(.all) == nil)

    // A file from which the drawing was not read is replaced if the user chose it.
    try FileManager.default.removeItem(atPath: path)
    try writeForeignFile()
    #expect(try save(.other).refusal == nil)
  }

  /// Fails if a file that cannot be examined is replaced without a question.
  @Test func aFileThatCannotBeExaminedStays() throws {
    try changeElsewhere()
    saver.know(path, FileStamp(path))
    guard case .loses(let sentences, _) = try saveInPlace() else {
      Issue.record("it was replaced")
      return
    }
    #expect(sentences.count == 1 && sentences[0].hasPrefix("Cannot read "), "\(sentences)")
    #expect(try isOther)
  }

  /// Fails if a save that replaces a waiting one loses the user's agreement to replace the file.
  @Test func agreementOutlastsTheNextSave() throws {
    try changeElsewhere()
    let document = try #require(Document(width: 20, height: 10))
    var other = Saver.Job(document: document, path: folder.path("other.ora"), drawing: 0, state: .fresh)
    var outcomes: [Saver.Outcome] = []
    saver.save(other) { outcomes.append($0) }
    (other.path, other.agreement) = (path, .other)
    saver.save(other) { outcomes.append($0) }
    other.agreement = .known
    saver.save(other) { outcomes.append($0) }
    saver.finish()
    #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0.refusal == nil && $0.fault == nil })
    #expect(try !isOther)
  }
}
