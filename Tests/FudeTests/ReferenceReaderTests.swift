import Document
import Storage
import TestSupport
import Testing

@testable import Fude

@Suite struct ReferenceReaderTests {
  /// Fails if a drawing becomes a reference, or the message does not name what can be one.
  @Test func drawingsAreRefused() throws {
    let folder = try TemporaryFolder()
    try #require(Document(width: 5, height: 5)).save(to: folder.path("a.ora"))
    let loop = try TestLoop()
    let reader = ReferenceReader(loop.background)
    let job = ReferenceReader.Job(task: .file(folder.path("a.ora")), place: nil, drawing: 1)
    let outcome = try loop.outcome { reader.add(job, then: $0) }
    guard case .fault(let message) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(message.hasPrefix("a.ora is a drawing."))
    for format in ["PNG", "JPEG", "WebP", "Krita"] { #expect(message.contains(format), "\(message)") }
  }
}
