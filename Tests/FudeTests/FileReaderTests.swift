import Desktop
import Document
import Files
import Foundation
import Geometry
import Ink
import Paint
import Storage
import TestSupport
import Testing

@testable import Fude

/// Drawings that are read while the user draws.
@Suite struct FileReaderTests {
  private let filler: CoverageFiller
  private let home: TemporaryFolder
  private var environment: [String: String] { ["XDG_STATE_HOME": home.path("state")] }

  init() throws {
    filler = try #require(CoverageFiller())
    home = try TemporaryFolder()
  }

  /// Makes a kept drawing with one stroke and returns its path.
  private func putBy(_ name: String) throws -> String {
    var document = try #require(Document(width: 200, height: 100))
    document.takesNotes = true
    let journal = try DocumentJournal(environment: environment, wakeup: try Wakeup())
    defer { journal.finish() }
    journal.begin(document, name: name)
    var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
    for i in 0..<20 { stroke.add(PenSample(position: Point(Double(10 * i), 40), time: Double(i) / 200)) }
    _ = stroke.finish(on: &document)
    journal.note(document.takeNotes())
    guard case .kept(let path) = journal.end(.keep(name)) else {
      throw FileError(.write, name, fault: "it is not put by")
    }
    return path
  }

  /// Fails if a kept drawing disappears from the list after its request was replaced, or after it
  /// could not be shown.
  @Test func unshownDrawingsReturnToTheStore() throws {
    let (one, two) = (try putBy("One"), try putBy("Two"))
    for path in [one, two] { try RecentFiles.keep(path, environment: environment) }
    let loop = try TestLoop()
    let reader = FileReader(loop.background, environment: environment)
    reader.open(one) { Issue.record("\($0.path) is shown") }
    // The drawing is being read once it is no longer in the list.
    let deadline = ContinuousClock.now + .seconds(60)
    while RecentFiles.kept(environment: environment).paths.contains(one), ContinuousClock.now < deadline {
      loop.wakeup.wait(seconds: 0.01)
    }
    #expect(!FileFacts.exists(one))
    let read = try loop.outcome { reader.open(two, then: $0) }
    #expect(read.path == two && FileFacts.exists(one) && !FileFacts.exists(two))
    #expect(read.recent?.paths == [one] && RecentFiles.kept(environment: environment).paths == [one])
    #expect(reader.putBack(read)?.paths == [two, one])
    #expect(FileFacts.exists(two))
    #expect(RecentFiles.kept(environment: environment).paths == [two, one])
  }
}
