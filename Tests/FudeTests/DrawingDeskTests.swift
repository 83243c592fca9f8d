import Document
import Files
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import FuzzTargets
@testable import Panels

@Suite("Opening, saving and replacing the drawing") struct DrawingDeskTests {
  private let drawings: TestDrawings

  init() throws { drawings = try TestDrawings() }

  private var place: Workplace { drawings.place }
  private var desk: DrawingDesk { drawings.desk }
  private var shown: String? { place.overlay.message.content?.text }

  private func path(_ name: String) -> String { drawings.test.home.path + "/" + name }

  private func save(_ name: String) throws {
    desk.save(as: path(name), replaces: false)
    try drawings.test.loop.wait { !desk.saver.isBusy }
  }

  private func open(_ name: String) throws {
    let number = place.drawing.number
    desk.open(path(name))
    try drawings.test.loop.wait { place.drawing.number != number }
  }

  /// Fails if a saved drawing counts as unsaved, has not the file's name, or its file is not claimed.
  @Test func aDrawingIsSaved() throws {
    drawings.edit()
    try save("a.ora")
    #expect(!place.drawing.isUnsaved && place.drawing.file == path("a.ora") && place.drawing.name == "a")
    #expect(drawings.claims.held == Set(FileClaims.all(on: path("a.ora"))))
    #expect(shown == "a.ora is saved.")
    drawings.edit(0)
    desk.save()
    try drawings.test.loop.wait { !desk.saver.isBusy }
    #expect(!place.drawing.isUnsaved)
  }

  /// Fails if a picture becomes the drawing's file, or the drawing counts as saved by it.
  @Test func aPictureIsNoDrawing() throws {
    drawings.edit()
    try save("a.png")
    #expect(FileFacts.exists(path("a.png")))
    #expect(place.drawing.isUnsaved && place.drawing.file == nil && drawings.claims.held.isEmpty)
  }

  /// Fails if a file that is open elsewhere is written or opened.
  @Test func aFileThatIsOpenElsewhereIsLeft() throws {
    try drawings.test.home.write("a.ora", [1])
    drawings.claims.others = Set(FileClaims.all(on: path("a.ora")))
    desk.save(as: path("a.ora"), replaces: true)
    #expect(!desk.saver.isBusy && shown?.contains("open in another window") ?? false)
    desk.open(path("a.ora"))
    #expect(drawings.claims.raised.count == 1 && desk.readingTask == nil)
  }

  /// Fails if opening loses an unsaved drawing, keeps the claim on its file, or does not drop what is on its way.
  @Test func openingKeepsTheDrawingBefore() throws {
    drawings.edit(0x11_2233)
    try save("a.ora")
    drawings.edit(0x44_5566)
    var isLeft = false
    desk.onLeave = { isLeft = true }
    try drawings.test.home.write("b.png", BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12)))
    try open("b.png")
    #expect(isLeft && place.drawing.name == "b" && place.session.document.width == 4)
    #expect(drawings.claims.held.isEmpty && place.drawing.file == nil && !place.drawing.isUnsaved)
    let kept = try #require(drawings.files.recent.paths.first { drawings.journal.isKept($0) })
    desk.open(kept)
    try drawings.test.loop.wait { place.session.document.paper == 0x44_5566 }
    #expect(place.drawing.isUnsaved && place.drawing.name == "a")
  }

  /// Fails if brushes or palettes are opened as drawings, or the dialog stays open.
  @Test func otherFilesGoOn() throws {
    var others: [String] = []
    desk.onOther = { others.append($0) }
    for name in ["a.gpl", "a.myb", "a.gbr"] { desk.open(path(name)) }
    #expect(others == ["a.gpl", "a.myb", "a.gbr"].map(path))
    #expect(desk.readingTask == nil)
  }

  /// Fails if a file that cannot be read replaces the drawing, or no message says why.
  @Test func aBrokenFileChangesNothing() throws {
    try drawings.test.home.write("a.ora", [1, 2, 3])
    let number = place.drawing.number
    desk.open(path("a.ora"))
    try drawings.test.loop.wait { desk.readingTask == nil }
    #expect(place.drawing.number == number && shown?.contains("a.ora") ?? false)
  }

  /// Fails if an untouched canvas does not follow the window, or a drawing does.
  @Test func anUntouchedCanvasFollowsTheWindow() {
    place.drawing.followsWindow = true
    desk.followWindow(width: 500, height: 300)
    #expect(place.session.document.width == 1000 && place.session.document.height == 600)
    drawings.edit()
    drawings.journal.noteChanges()
    desk.followWindow(width: 400, height: 300)
    #expect(place.session.document.width == 1000)
  }

  /// Fails if closing an untouched drawing does not end the program, or closing another one does.
  @Test func anUntouchedDrawingEndsTheProgram() {
    var effects: [Overlay.Effect] = []
    place.onEffect = { effects.append($0) }
    drawings.edit()
    desk.closeDrawing()
    #expect(effects.isEmpty && place.drawing.isUntouched)
    desk.closeDrawing()
    #expect(effects == [.perform(.quit)])
  }

  /// Fails if a file that another program changed is replaced without a question, or not replaced after it.
  @Test func anotherProgramsFileIsAskedAbout() throws {
    drawings.edit()
    try save("a.ora")
    try drawings.test.home.write("a.ora", [1])
    drawings.edit(0)
    desk.save()
    try drawings.test.loop.wait { place.drawing.replaceQuestion != nil && !desk.saver.isBusy }
    #expect(try place.drawing.isUnsaved && (InputFile.bytes(of: path("a.ora"), limit: 9)) == [1])
    desk.save(to: path("a.ora"), .all)
    try drawings.test.loop.wait { !desk.saver.isBusy }
    #expect(!place.drawing.isUnsaved)
  }
}
