import Document
import Files
import Pages
import Storage
import Studio
import TestSupport
import Testing
import Toolkit

@testable import Fude
@testable import Panels

/// Without a session's bus, so that Fude's own dialog asks.
@Suite("Questions for files") struct FileDeskTests {
  private let test: TestWorkplace
  private let desk: FileDesk
  private var overlay: Overlay { test.place.overlay }

  init() throws {
    test = try TestWorkplace()
    desk = FileDesk(test.place, window: 1)
    test.place.onEffect = { [desk] effect in if case .list(let folder) = effect { desk.list(folder) } }
  }

  /// Fails if an answer does not reach who asked, or the dialog closes before that is done with it.
  @Test func theAnswerReachesWhoAsked() throws {
    var answers: [String] = []
    desk.ask(desk.request(.save, folder: test.home.path, name: "a.ora")) { path, replaces in
      answers.append("\(path) \(replaces)")
    }
    #expect(overlay.hasPopup)
    desk.take("/x/a.ora", replaces: false)
    desk.take("/x/a.ora", replaces: true)
    #expect(answers == ["/x/a.ora false", "/x/a.ora true"] && overlay.hasPopup)
  }

  /// Fails if a chosen file is used with the dialog still open, or a later question gets an earlier one's answer.
  @Test func aChosenFileClosesTheDialog() throws {
    var chosen: [String] = []
    desk.choose(.paper) { chosen.append("paper \($0)") }
    desk.choose(.reference) { [overlay] path in
      #expect(!overlay.hasPopup)
      chosen.append("reference \(path)")
    }
    desk.take("/x/a.png", replaces: false)
    #expect(chosen == ["reference /x/a.png"])
  }

  /// Fails if the folder of the dialog is not listed, or the previews of its drawings are not read.
  @Test func foldersAreListedWithPreviews() throws {
    try #require(Document(width: 5, height: 5)).save(to: test.home.path("a.ora"))
    desk.ask(desk.request(.open, folder: test.home.path)) { _, _ in }
    #expect(overlay.wantedPreviews.isEmpty)
    try test.loop.wait { overlay.wantedPreviews == [test.home.path("a.ora")] }
    try test.loop.wait { overlay.wantedPreviews.isEmpty }
  }

  /// Fails if a file is not the first of the recent ones, is listed twice, or the next start does not know it.
  @Test func recentFilesAreKept() throws {
    for path in ["/x/a.ora", "/x/b.ora", "/x/a.ora"] { desk.remember(path) }
    #expect(desk.recent.paths == ["/x/a.ora", "/x/b.ora"])
    test.loop.background.finish()
    #expect(FileDesk(test.place, window: 1).recent.paths == ["/x/a.ora", "/x/b.ora"])
    #expect(desk.request(.open).recent == desk.recent.paths && desk.request(.paper).recent.isEmpty)
  }

  /// Fails if a drawing that cannot be deleted leaves the list, or no message says why it is still there.
  @Test func aDrawingThatIsGoneIsSaid() throws {
    desk.remember("/x/kept.journal")
    desk.removeKept("/x/kept.journal")
    try test.loop.wait { overlay.message.content?.text.contains("was not deleted") ?? false }
    #expect(desk.recent.paths == ["/x/kept.journal"])
  }

  /// Fails if the folder of the last choice is not offered again.
  @Test func theFolderIsRemembered() {
    #expect(desk.request(.open).folder == desk.usualFolder)
    desk.folder = "/x"
    #expect(desk.request(.save).folder == "/x" && desk.request(.save, folder: "/y").folder == "/y")
  }
}
