import Document
import Files
import Foundation
import Storage
import Studio
import TestSupport
import Testing
import Toolkit

@testable import Export
@testable import Fude
@testable import Pages
@testable import Panels

@Suite("Exports of the open drawing") struct ExportDeskTests {
  private let test: TestWorkplace
  private let files: FileDesk
  private let desk: ExportDesk
  private var place: Workplace { test.place }
  private var shown: String? { place.overlay.message.content?.text }

  init() throws {
    test = try TestWorkplace()
    files = FileDesk(test.place, window: 1)
    desk = ExportDesk(test.place, files, Saver(test.place.background, environment: test.place.environment))
    try FileManager.default.createDirectory(atPath: test.home.path("Pictures"), withIntermediateDirectories: true)
  }

  private var pictures: [String] {
    FolderListing(reading: test.home.path("Pictures")).entries.map(\.name).sorted()
  }

  /// Fails if a quick export replaces the one before, is not in the user's pictures, or nothing says where it is.
  @Test func aQuickExportHasANewName() throws {
    desk.export()
    desk.export()
    test.loop.background.finish()
    #expect(pictures == ["Drawing 2.png", "Drawing.png"])
    #expect(shown?.contains("Drawing 2.png") ?? false)
    #expect(try Document(pngAt: test.home.path("Pictures/Drawing.png")).width == place.session.document.width)
  }

  /// Fails if the format that the name asks for is not used, or the page does not remember the choice and its folder.
  @Test func theNameDecides() throws {
    let choice = ExportChoice()
    desk.carryOut(.picture(choice))
    #expect(place.overlay.hasPopup)
    files.take(test.home.path("a.svg"), replaces: false)
    #expect(!place.overlay.hasPopup && desk.choice.format == .svg)
    test.loop.background.finish()
    #expect(String(decoding: try test.home.read("a.svg"), as: UTF8.self).contains("<svg"))
  }

  /// Fails if a file is replaced without a question, or although the user agreed it is not.
  @Test func aFileIsReplacedAfterAQuestion() throws {
    try test.home.write("a.png", Array("mine".utf8))
    desk.carryOut(.picture(ExportChoice()))
    files.take(test.home.path("a.png"), replaces: false)
    test.loop.background.finish()
    #expect(try test.home.read("a.png") == Array("mine".utf8) && place.overlay.hasPopup)
    files.take(test.home.path("a.png"), replaces: true)
    test.loop.background.finish()
    #expect(try Document(pngAt: test.home.path("a.png")).width == 100)
  }

  /// Fails if the drawing's own file can become a picture of it, whatever the user agrees to.
  @Test func theDrawingsFileStays() throws {
    try test.home.write("a.ora", Array("drawing".utf8))
    place.drawing.file = test.home.path("a.ora")
    desk.carryOut(.picture(ExportChoice()))
    files.take(test.home.path("a.ora"), replaces: true)
    test.loop.background.finish()
    #expect(try test.home.read("a.ora") == Array("drawing".utf8))
  }

  /// Fails if the size of a picture does not reach the page.
  @Test func theSizeIsEstimated() throws {
    desk.showPage()
    var options = ExportOptions()
    options.isTransparent = true
    desk.carryOut(.estimate(options))
    desk.carryOut(.estimate(ExportOptions()))
    let page = try #require(place.overlay.popups.last as? ExportPage)
    try test.loop.wait { (page.form.estimate?.bytes ?? 0) > 0 }
    #expect(page.form.estimate?.options == ExportOptions())
  }

  /// Fails if the page of time-lapses opens without anything to show.
  @Test func nothingDrawnIsNoFilm() {
    desk.showFilmPage()
    #expect(!place.overlay.hasPopup && shown?.contains("Nothing has been drawn yet") ?? false)
  }
}
