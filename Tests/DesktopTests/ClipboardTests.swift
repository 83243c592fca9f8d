import Input
import Rig
import Synchronization
import Testing

@testable import Desktop

@Suite("The clipboard on a real server", .serialized)
struct ClipboardTests {
  private func other(than stage: Stage) throws -> Window {
    try Window(
      try Connection(display: stage.bench.server.display), Window.Options(title: "other", width: 40, height: 40))
  }

  /// The text that a third program pastes, while the stage answers.
  private func pasted(_ stage: Stage) throws -> String? {
    // Used by the helper only; the test waits for it and does not touch it meanwhile.
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

  /// Fails if late news of an earlier copy removes a newer text, or if an old text is offered after
  /// another program has copied.
  @Test("A late notification of an older copy does not remove a newer one")
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

  /// Fails if a copy requested by a screen reader has the last key's time, which the server refuses
  /// as too old. The first copy must have a time, too.
  @Test("A copy without input is newer than the previous one")
  func withoutInput() throws {
    let stage = try Stage()
    let other = try other(than: stage)
    #expect(stage.window.copy("first") && (stage.window.clipboard?.time ?? 0) != 0)
    try stage.bench.keyboard.tap("a")
    try stage.collect("the key") { if case .key(let e) = $0 { !e.isDown } else { false } }
    // The server's clock must advance in between.
    while stage.connection.serverTime() <= stage.window.lastInputTime {}
    #expect(other.copy("another's"))
    #expect(!stage.window.copy("second"))
    stage.window.noteUse()
    #expect(stage.window.copy("third"))
  }

  /// Fails if a copy by a tap has the previous key's time, which the server refuses as too old.
  @Test("A copy by touch has the time of the touch")
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
