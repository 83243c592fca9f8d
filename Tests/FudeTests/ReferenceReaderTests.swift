import Desktop
import Document
import TestSupport
import Testing

@testable import Fude

@Suite struct ReferenceReaderTests {
  /// Fails if a drawing becomes a reference, or the message does not name what can be one.
  @Test func drawingsAreRefused() throws {
    let folder = try TemporaryFolder()
    try #require(Document(width: 5, height: 5)).save(to: folder.path("a.ora"))
    let wakeup = try Wakeup()
    let reader = ReferenceReader(wakeup: wakeup)
    #expect(reader.add(ReferenceReader.Job(task: .file(folder.path("a.ora")), place: nil, drawing: 1), now: 0))
    var outcomes: [ReferenceReader.Outcome] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while outcomes.isEmpty, ContinuousClock.now < deadline {
      wakeup.wait(seconds: 1)
      outcomes = reader.takeOutcomes(now: 1)
    }
    guard case .fault(let message) = outcomes.first?.result else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(message.hasPrefix("a.ora is a drawing."))
    for format in ["PNG", "JPEG", "WebP", "Krita"] { #expect(message.contains(format), "\(message)") }
  }
}
