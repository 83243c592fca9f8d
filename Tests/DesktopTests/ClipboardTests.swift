import Input
import Rig
import Synchronization
import Testing

@testable import Desktop

@Suite("What is copied, between programs on a real server", .serialized)
struct ClipboardTests {
  /// Another program of the server's, with a window.
  private func other(than stage: Stage) throws -> Window {
    try Window(
      try Connection(display: stage.bench.server.display), Window.Options(title: "other", width: 40, height: 40))
  }

  /// What a third program gets that pastes, while the stage answers.
  private func pasted(_ stage: Stage) throws -> String? {
    // The test waits for the helper that uses it, and does not touch it meanwhile.
    nonisolated(unsafe) let screen = stage.bench.screen
    let text = Mutex<String?>(nil)
    let wakeup = stage.wakeup
    stage.forget()
    let helper = try Helper {
      defer { wakeup.signal() }
      let pasted = try screen.clipboard()
      text.withLock { $0 = pasted }
    }
    try stage.collect("the paste") { if case .woken = $0 { true } else { false } }
    try helper.wait()
    return text.withLock { $0 }
  }

  /// Would break: a text forgotten because of another program that had copied before, whose news comes late; or still given
  /// out after another has copied since.
  @Test("What another program copied before is no loss of what was copied since")
  func lateNews() throws {
    let stage = try Stage()
    let other = try other(than: stage)
    #expect(stage.window.copy("first") && other.copy("another's"))
    stage.window.noteUse()
    #expect(stage.window.copy("second"))
    stage.collectAll()
    #expect(try pasted(stage) == "second")
    other.noteUse()
    #expect(other.copy("another's again"))
    stage.collectAll()
    #expect(stage.window.clipboard?.isEmpty == true)
  }

  /// Would break: a copy that a screen reader asks for dated with the last key, so that the server refuses it as too old; or one that is
  /// the first of all dated with no time at all, which is none to compare with.
  @Test("What is copied without a key or a press is newer than what was copied before")
  func withoutInput() throws {
    let stage = try Stage()
    let other = try other(than: stage)
    #expect(stage.window.copy("first") && (stage.window.clipboard?.time ?? 0) != 0)
    try stage.bench.keyboard.tap("a")
    try stage.collect("the key") { if case .key(let e) = $0 { !e.isDown } else { false } }
    // The server's clock has to go on in between.
    while stage.connection.serverTime() <= stage.window.lastInputTime {}
    #expect(other.copy("another's"))
    #expect(!stage.window.copy("second"))
    stage.window.noteUse()
    #expect(stage.window.copy("third"))
  }

  /// Would break: a copy dated with the key before the tap that asked for it, which the server then refuses as too old.
  @Test("A finger's tap dates what it copies, from its landing on")
  func fingers() throws {
    let stage = try Stage()
    let frame = try stage.bench.screen.geometry(of: stage.id)
    let (x, y) = (Double(frame.x) + 100, Double(frame.y) + 100)
    try stage.bench.keyboard.tap("a")
    try stage.collect("the key") { if case .key(let e) = $0 { !e.isDown } else { false } }
    let other = try other(than: stage)
    #expect(other.copy("another's"))
    func follow(_ phase: RawTouchEvent.Phase) throws {
      try stage.bench.touch.synchronize()
      try stage.collect("\(phase)") { if case .touch(let e) = $0 { e.phase == phase } else { false } }
      guard case .touch(let e)? = stage.events.last(where: { if case .touch = $0 { true } else { false } }) else {
        return
      }
      #expect(UInt32(truncatingIfNeeded: stage.window.lastInputTime) == e.time)
    }
    try stage.bench.touch.begin(x: x, y: y)
    try follow(.begin)
    try stage.bench.touch.end(x: x, y: y)
    try follow(.end)
    #expect(stage.window.copy("ours"))
    stage.collectAll()
    #expect(try pasted(stage) == "ours")
  }
}
