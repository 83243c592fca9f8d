import Desktop
import Document
import Files
import Foundation
import TestSupport
import Testing

@testable import Fude

@Suite struct SaverTests {
  private let folder: TemporaryFolder
  private let saver: Saver
  private var path: String { folder.path("d.ora") }

  init() throws {
    folder = try TemporaryFolder()
    saver = Saver(environment: ["HOME": folder.path], wakeup: try Wakeup())
  }

  private func save(_ agreement: Saver.Agreement = .known) throws -> Saver.Outcome {
    let document = try #require(Document(width: 20, height: 10))
    #expect(
      saver.save(
        Saver.Job(document: document, path: path, drawing: 0, state: .fresh, agreement: agreement), now: 0))
    return try #require(saver.finish().last)
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

  /// Fails if a save that replaces a waiting one loses the user's agreement to replace the file.
  @Test func agreementOutlastsTheNextSave() throws {
    try changeElsewhere()
    let document = try #require(Document(width: 20, height: 10))
    var other = Saver.Job(document: document, path: folder.path("other.ora"), drawing: 0, state: .fresh)
    #expect(saver.save(other, now: 0))
    (other.path, other.agreement) = (path, .other)
    #expect(saver.save(other, now: 0))
    other.agreement = .known
    #expect(saver.save(other, now: 0))
    let outcomes = saver.finish()
    #expect(outcomes.allSatisfy { $0.refusal == nil && $0.fault == nil })
    #expect(try !isOther)
  }
}
