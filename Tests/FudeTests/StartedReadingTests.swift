import Desktop
import Document
import Files
import Storage
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Export
@testable import Fude

/// Files that are read before there is a window.
@Suite struct StartedReadingTests {
  private let home: TemporaryFolder
  private let file: String
  private var environment: [String: String] { ["XDG_STATE_HOME": home.path("state")] }

  init() throws {
    home = try TemporaryFolder()
    file = home.path("a.png")
    try #require(Document(width: 30, height: 20)).exportPNG(to: file)
  }

  /// Fails if a file that is read in time, or its error, is not returned.
  @Test func aQuickFileIsReturned() throws {
    let (file, environment) = (file, environment)
    let started = StartedReading { () throws(FileError) in try FileReader.content(of: file, environment) }
    // Much longer than that takes, so that a busy machine makes no difference.
    var content: FileReader.Content?
    for _ in 0..<60 where content == nil { content = try started.content(before: .now + .seconds(1)) }
    #expect(content?.document.width == 30 && content?.origin?.path == file)
    let missing = StartedReading { () throws(FileError) in try FileReader.content(of: file + "x", environment) }
    #expect(throws: FileError.self) { for _ in 0..<60 { _ = try missing.content(before: .now + .seconds(1)) } }
  }

  /// Fails if a file that is not read in time is waited for, is read again by the file reader, or
  /// does not come into the list of recent files.
  @Test func aLateFileIsTakenOver() throws {
    let (file, environment) = (file, environment)
    let (gate, count) = (Semaphore(), Counter())
    let started = StartedReading { () throws(FileError) in
      count.increment()
      gate.wait()
      return try FileReader.content(of: file, environment)
    }
    #expect(try started.content(before: .now + .milliseconds(50)) == nil)
    let loop = try TestLoop()
    let reader = FileReader(loop.background, environment: environment)
    let drawing = try loop.outcome { then in
      reader.open(file, takingOver: started, then: then)
      #expect(reader.current?.path == file && reader.current?.start == 0)
      #expect(!loop.background.deliver())
      gate.signal()
    }
    #expect(drawing.path == file && drawing.recent?.paths == [file])
    #expect(try drawing.outcome.get().document.height == 20)
    #expect(count.value == 1 && reader.current == nil)
  }

  /// Counts calls from any thread.
  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
  }
}
