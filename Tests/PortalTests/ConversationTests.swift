import Files
import Foundation
import Rig
import Synchronization
import Testing

@testable import Portal

/// Questions to a portal that stands in for the desktop's, on a bus of the test's own.
@Suite(.serialized) struct ConversationTests {
  /// A question that is being asked, by a thread of its own.
  private final class Asking {
    /// What the thread knows and tells; it may outlive the test where that fails.
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

    /// Waits once until the dialog is open, for 30 s at most.
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

  /// Would break if the question were not understood by a portal, its answer not heard, the dialog told to be open before it is, or
  /// a connection stayed behind.
  @Test(arguments: ["normal", "old"]) func aQuestionIsAnswered(_ mode: String) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, mode)
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    #expect(!hand.output.contains("fault:"), "\(hand.output)")
    // An old portal's path is only known when the call has returned, so the user is not quicker than that.
    try asking.waitUntilOpened()
    hand.send("answer 0 {'uris': <['file:///a%FFb']>, 'current_filter': <('A', [(uint32 0, '*.[aA]')])>}\n")
    #expect(asking.answer() == .chosen(path: PathText.text(of: Array("/a".utf8) + [0xFF] + Array("b".utf8)), filter: 0))
    try hand.waitForOutput("left\n")
    #expect(!hand.output.contains("Close"))
  }

  /// Would break if it were listened for the answer only after the call had returned: the user of a quick portal would wait for ever.
  @Test func anAnswerBeforeTheCallReturnsIsHeard() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "early", "{'uris': <['file:///a']>}")
    let asking = Asking(question(), bus.address)
    #expect(asking.answer() == .chosen(path: "/a", filter: nil))
    try hand.waitForOutput("left\n")
  }

  /// Would break if closing the dialog without a choice were taken for anything else.
  @Test func theUserCancels() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "normal")
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    hand.send("answer 1 {}\n")
    #expect(asking.answer() == .cancelled)
    // By Escape, as GTK's portal tells it; nobody is quicker than a dialog comes.
    let other = Asking(question(), bus.address)
    try other.waitUntilOpened()
    MonotonicTime.sleep(seconds: FileDialogResponse.leastTime)
    hand.send("answer 2 {}\n")
    #expect(other.answer() == .cancelled)
  }

  /// Would break if a question that is taken back left its dialog on the screen, or its thread waiting: while the dialog is open, and
  /// while the portal has not answered yet.
  @Test(arguments: ["normal", "silent"]) func aQuestionIsTakenBack(_ mode: String) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, mode)
    let asking = Asking(question(), bus.address)
    try hand.waitForOutput("SaveFile ")
    // Only a dialog that is known to be open is closed: the portal itself closes what who leaves has not heard of yet.
    if mode == "normal" { try asking.waitUntilOpened() }
    asking.chooser.cancel()
    #expect(asking.answer() == .cancelled)
    try hand.waitForOutput(mode == "normal" ? "Close\n" : "left\n")
    let before = Asking(question(), bus.address)
    before.chooser.cancel()
    #expect(before.answer() == .cancelled)
  }

  /// Would break if a desktop without a portal, without a dialog in it, or one that refuses, were waited for; or if the first, which is
  /// no fault, were told as one.
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

  /// Would break if a portal or a bus that does nothing were waited for for ever.
  @Test func whoDoesNotAnswerIsNotWaitedFor() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "silent")
    #expect(Asking(question(), bus.address, timeout: 0.3).answer() == .unanswered)
    bus.freeze()
    #expect(Asking(question(), bus.address, timeout: 0.3).answer() == .unanswered)
    withExtendedLifetime(hand) {}
  }

  /// Would break if a dialog that went down with its portal or its bus were waited for.
  @Test(arguments: [true, false]) func aPortalOrABusDies(_ isPortal: Bool) throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "normal")
    let asking = Asking(question(), bus.address)
    // Once the answer to the call has come: it is under way when the portal says that it is open.
    try asking.waitUntilOpened()
    if isPortal { hand.signal(SIGKILL) } else { try bus.stop() }
    #expect(asking.answer() == .lost("the desktop's portal has ended"))
  }

  /// Would break if a file were shown by another name, if a desktop without a file manager were not told from one whose file manager
  /// hangs, or if that were waited for for ever.
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
