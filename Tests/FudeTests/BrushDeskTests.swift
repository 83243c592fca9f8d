import Document
import Files
import Foundation
import Ink
import Panels
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import FuzzTargets
@testable import Library

@Suite("Choosing, adding and editing brushes") struct BrushDeskTests {
  private let test: TestWorkplace
  private let desk: BrushDesk
  private let editor: BrushEditor

  init() throws {
    test = try TestWorkplace()
    let files = FileDesk(test.place, window: 0)
    desk = BrushDesk(test.place, files)
    editor = BrushEditor(test.place, files, desk)
  }

  private var shown: InterfaceState {
    var state = InterfaceState()
    desk.show(in: &state)
    return state
  }

  /// The user's files of brushes, by their paths in the folder.
  private var ownFiles: [String] {
    let folder = test.home.path + "/data/fude/brushes"
    return (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.contains(".") }.sorted()
  }

  /// Waits for all workers, and delivers what they have to say.
  private func finish() {
    desk.finish()
    test.loop.background.finish()
  }

  /// A file of GIMP's with one brush.
  private func pack() throws -> String {
    try test.home.write("leaf.gbr", BrushFiles.gbr(name: "Leaf"))
    return test.home.path + "/leaf.gbr"
  }

  /// Fails if a brush of a pack is not stored, listed and drawn with.
  @Test func aPackIsAdded() throws {
    desk.open(try pack())
    #expect(desk.packTask != nil)
    finish()
    #expect(ownFiles.count == 1)
    let entry = try #require(shown.catalogue[test.place.session.brush.name])
    #expect(entry.path.hasSuffix(ownFiles[0]))
    #expect(desk.packTask == nil)
  }

  /// Fails if a pack that is cancelled leaves something behind, or its brush is drawn with.
  @Test func aCancelledPackLeavesNothing() throws {
    let before = test.place.session.brush.name
    desk.open(try pack())
    desk.carryOut(.cancelAdding)
    finish()
    // The worker may have been done before.
    if ownFiles.isEmpty { #expect(test.place.session.brush.name == before) }
  }

  /// Fails if a pack that is added at the program's end changes the brush in use, which is stored then.
  @Test func theEndKeepsTheBrush() throws {
    let before = test.place.session.brush.name
    desk.open(try pack())
    test.place.isEnding = true
    finish()
    #expect(ownFiles.count == 1)
    #expect(test.place.session.brush.name == before)
  }

  /// Fails if a brush whose file is gone is chosen, or stays among the recent ones.
  @Test func aBrushThatIsGoneIsForgotten() throws {
    desk.open(try pack())
    finish()
    let name = test.place.session.brush.name
    desk.choose("pen")
    desk.carryOut(.delete(name))
    #expect(ownFiles.isEmpty && shown.catalogue[name] == nil)
    desk.chooseRecent(name)
    #expect(test.place.session.brush.name == "pen")
    #expect(!test.place.session.recentBrushes.contains(name))
  }

  /// Fails if an edited brush is not stored under its title, is not drawn with, or counts as changed afterwards.
  @Test func anEditedBrushIsSaved() throws {
    editor.carryOut(.open("pen"))
    var brush = try #require(editor.editing).shown.draft.brush
    brush.size = 77
    editor.carryOut(.change(brush, isSettled: true))
    #expect(editor.editing?.shown.draft.isChanged == true)
    editor.carryOut(.saveAs("Broad"))
    finish()
    #expect(ownFiles == ["broad.brush"])
    #expect(editor.editing?.shown.draft.isChanged == false && editor.editing?.shown.title == "Broad")
    #expect(test.place.session.brush.name == "broad" && test.place.session.brush.size == 77)
  }

  /// Fails if the title of a brush that is saved while the program ends is lost.
  @Test func theEndKeepsTheTitle() throws {
    editor.carryOut(.open("pen"))
    editor.carryOut(.saveAs("Broad Nib"))
    test.place.isEnding = true
    test.loop.background.finish()
    desk.finish()
    try test.place.keeper.keep(test.place.keeper.settings)
    let settings = try SettingsStore(environment: test.place.environment).load().settings
    #expect(ownFiles == ["broad-nib.brush"])
    #expect(settings.brushes["broad-nib"] == test.place.keeper.settings.brushes["broad-nib"])
    #expect(test.place.session.brush.name == "broad-nib")
  }

  /// Fails if a brush that is saved while another one is opened changes that one in the editor.
  @Test func aSavedBrushLeavesTheNextAlone() throws {
    editor.carryOut(.open("pen"))
    editor.carryOut(.saveAs("Broad"))
    editor.carryOut(.open("pencil"))
    finish()
    #expect(editor.editing?.name == "pencil" && editor.editing?.shown.title != "Broad")
    #expect(ownFiles == ["broad.brush"])
  }

  /// Fails if a brush that cannot be written counts as saved.
  @Test func aFailedSavingIsNoSaving() throws {
    try test.home.write("data", Array("no folder".utf8))
    editor.carryOut(.open("pen"))
    var brush = try #require(editor.editing).shown.draft.brush
    brush.size = 77
    editor.carryOut(.change(brush, isSettled: true))
    editor.carryOut(.saveAs("Broad"))
    finish()
    #expect(editor.editing?.shown.draft.isChanged == true && editor.editing?.written == nil)
    #expect(test.place.session.brush.name == "pen")
  }

  /// Fails if a picture does not become the tip of the brush in the editor.
  @Test func aPictureBecomesTheTip() throws {
    try test.home.write("tip.png", BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12)))
    editor.carryOut(.open("pencil"))
    editor.readTip(test.home.path + "/tip.png")
    try test.loop.wait { editor.editing?.shown.draft.isChanged ?? false }
    let tip = editor.editing.flatMap(\.shown.draft.brush.tipImages)
    #expect(tip?.width == 4 && tip?.height == 3)
  }

  /// Fails if a paper is not added, or the brush in use is not on it.
  @Test func aPaperIsAdded() throws {
    try test.home.write("bark.png", BrushFiles.png(width: 4, height: 2, pixels: [0, 255, 0, 255, 9, 9, 0, 0]))
    desk.choose("pencil")
    desk.addPaper(test.home.path + "/bark.png")
    finish()
    #expect(test.place.session.papers.names.contains("bark"))
    #expect(test.place.session.brushPaper?.name == "bark")
  }
}
