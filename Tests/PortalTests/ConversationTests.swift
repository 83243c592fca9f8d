import Files
import Foundation
import Rig
import Synchronization
import Testing

@testable import Portal

/// Requests to a simulated portal, on a bus of the test's own.
@Suite(.serialized) struct ConversationTests {
  /// A pending request on a thread of its own.
  private final class Asking {
    /// The thread's state, which may outlive a failed test.
    private final class State: Sendable {
      let opened = DispatchSemaphore(value: 0)
      let answer = Mutex<FileDialogResponse?>(nil)
      let done = DispatchSemaphore(value: 0)
    }

    let chooser: FileChooser
    private let state = State()

    init(_ question: FileDialogRequest, _ address: String, timeout: Double = 20) {
      let (chooser, state) = (FileChooser(question, address: address, timeout: timeout), state)
      self.chooser = chooser
      Thread.detachNewThread {
        let answer = chooser.run { state.opened.signal() }
        state.answer.withLock { $0 = answer }
        state.done.signal()
      }
    }

    /// Waits until the dialog is open, for at most 30 s.
    func waitUntilOpened() throws {
      guard state.opened.wait(timeout: .now() + 30) == .success else {
        throw RigError("Waited in vain for the dialog to open.")
      }
    }

    /// Waits for the answer, for 30 s at most.
    func answer() -> FileDialogResponse? {
      state.done.wait(timeout: .now() + 30) == .success ? state.answer.withLock { $0 } : nil
    }
  }

  private func hand(_ bus: MessageBus, _ mode: String...) throws -> Program {
    let path = try #require(Program.built("PortalHelper"))
    let hand = try Program(path, mode, environment: bus.environment, input: .sent)
    try hand.waitForOutput("ready\n")
    return hand
  }

  private func question() -> FileDialogRequest {
    var question = FileDialogRequest(.save, title: "Save as", button: "Save")
    question.filters = [FileDialogRequest.Filter("A", endings: ["a"]), FileDialogRequest.Filter("B", endings: ["b"])]
    question.filter = 1
    (question.folder, question.name, question.file) = ("/tmp", "x.b", "/tmp/x.b")
    return question
  }

  /// Fails if a portal does not understand the request, or its answer is lost. Also fails if the
  /// dialog is reported too early, or a connection stays open.
  @Test(arguments: ["normal", "old"]) func aQuestionIsAnswered(_ mode: String) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, mode)
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    #expect(!hand.output.contains("fault:"), "\(hand.output)")
    // An old portal's path is only known when the call has returned.
    try asking.waitUntilOpened()
    hand.send("answer 0 {'uris': <['file:///a%FFb']>, 'current_filter': <('A', [(uint32 0, '*.[aA]')])>}\n")
    #expect(asking.answer() == .chosen(path: PathText.text(of: Array("/a".utf8) + [0xFF] + Array("b".utf8)), filter: 0))
    try hand.waitForOutput("left\n")
    #expect(!hand.output.contains("Close"))
  }

  /// Fails if listening starts only after the call returned; the answer of a quick portal would be
  /// lost.
  @Test func anAnswerBeforeTheCallReturnsIsHeard() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "early", "{'uris': <['file:///a']>}")
    let asking = Asking(question(), bus.address)
    #expect(asking.answer() == .chosen(path: "/a", filter: nil))
    try hand.waitForOutput("left\n")
  }

  /// Fails if closing the dialog without a choice is anything but a cancellation.
  @Test func theUserCancels() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "normal")
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    hand.send("answer 1 {}\n")
    #expect(asking.answer() == .cancelled)
    // By Escape, as GTK's portal reports it.
    let other = Asking(question(), bus.address)
    try other.waitUntilOpened()
    MonotonicTime.sleep(seconds: PortalAnswer.leastTime)
    hand.send("answer 2 {}\n")
    #expect(other.answer() == .cancelled)
  }

  /// Fails if a cancelled request leaves its dialog or its thread, while the dialog is open or
  /// before the portal answers.
  @Test(arguments: ["normal", "no-reply"]) func aQuestionIsTakenBack(_ mode: String) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, mode)
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    // Only an open dialog is closed by us; the portal itself closes others when the caller leaves.
    if mode == "normal" { try asking.waitUntilOpened() }
    asking.chooser.cancel()
    #expect(asking.answer() == .cancelled)
    try hand.waitForOutput(mode == "normal" ? "Close\n" : "left\n")
    let before = Asking(question(), bus.address)
    before.chooser.cancel()
    #expect(before.answer() == .cancelled)
  }

  /// Fails if a desktop without portal or dialog, or one that refuses, is waited for. The first is
  /// no error.
  @Test func whereThereIsNoneItIsSaid() throws {
    let bus = try MessageBus()
    #expect(Asking(question(), bus.address).answer() == .unavailable(nil))
    do {
      let hand = try hand(bus, "error")
      #expect(Asking(question(), bus.address).answer() == .unavailable("The screen is on fire"))
      withExtendedLifetime(hand) {}
    }
    let other = try MessageBus()
    let bare = try hand(other, "bare")
    guard case .unavailable(let reason?) = Asking(question(), other.address).answer() else {
      Issue.record("a portal without the interface gave another answer")
      return
    }
    #expect(!reason.contains("GDBus.Error"), "\(reason)")
    withExtendedLifetime(bare) {}
    guard case .unavailable(_?) = Asking(question(), "unix:path=/nonexistent/bus").answer() else {
      Issue.record("a bus that is not there gave another answer")
      return
    }
    guard case .unavailable(_?) = Asking(question(), "nonsense").answer() else {
      Issue.record("an address that is none gave another answer")
      return
    }
  }

  /// Fails if a silent portal or bus is waited for for ever.
  @Test func silentWindowsAreNotAwaited() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "no-reply")
    #expect(Asking(question(), bus.address, timeout: 0.3).answer() == .unanswered)
    bus.freeze()
    #expect(Asking(question(), bus.address, timeout: 0.3).answer() == .unanswered)
    withExtendedLifetime(hand) {}
  }

  /// Fails if a dialog is waited for after its portal or bus died.
  @Test(arguments: [true, false]) func aPortalOrABusDies(_ isPortal: Bool) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "normal")
    let asking = Asking(question(), bus.address)
    // Once the call has returned; its answer may be pending when the portal says "open".
    try asking.waitUntilOpened()
    if isPortal { hand.signal(SIGKILL) } else { try bus.stop() }
    #expect(asking.answer() == .lost("the desktop's portal has ended"))
  }

  /// Fails if a file is shown by another name, or a missing file manager is confused with a silent
  /// one. Neither may be waited for.
  @Test func aFileIsShownInItsFolder() throws {
    let bus = try MessageBus()
    #expect(FolderView.show("/a", address: bus.address) == .unavailable)
    #expect(FolderView.show("/a", address: "unix:path=/nonexistent/bus") == .unavailable)
    let hand = try hand(bus, "files")
    #expect(FolderView.show(PathText.text(of: Array("/a b/".utf8) + [0xFF]), address: bus.address) == .shown)
    #expect(hand.output.contains("ShowItems (['file:///a%20b/%FF'], '')\n"), "\(hand.output)")
    hand.signal(SIGSTOP)
    #expect(FolderView.show("/a", address: bus.address, timeout: 0.3) == .unanswered)
    bus.freeze()
    #expect(FolderView.show("/a", address: bus.address, timeout: 0.3) == .unanswered)
  }
}
