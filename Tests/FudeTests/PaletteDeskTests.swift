import Document
import Files
import Panels
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import Library

@Suite("Choosing and changing palettes") struct PaletteDeskTests {
  private let test: TestWorkplace
  private let desk: PaletteDesk

  init() throws {
    test = try TestWorkplace()
    desk = PaletteDesk(test.place)
  }

  private var shown: InterfaceState {
    var state = InterfaceState()
    desk.show(in: &state)
    return state
  }

  /// The user's files.
  private var files: [String] {
    let folder = test.home.path + "/data/fude/palettes"
    return FolderListing(reading: folder).entries.map(\.name).sorted()
  }

  /// Fails if a new palette is not shown, has not the colour in use, is not stored, or is not remembered.
  @Test func aNewPaletteHasTheColourInUse() throws {
    _ = test.place.session.setColour(0x12_3456)
    desk.carryOut(.new("Sea"))
    #expect(shown.palette == "Sea" && shown.paletteEditing == .own)
    #expect(shown.palettes.first { $0.name == "Sea" }?.entries == [.init(rgb: 0x12_3456)])
    test.loop.background.finish()
    #expect(files.count == 1)
    #expect(test.place.keeper.settings.palette != nil)
    #expect(PaletteDesk(test.place).name == "Sea")
  }

  /// Fails if a removed colour does not come back, nothing offers that, or the file has another palette than shown.
  @Test func aRemovedColourComesBack() throws {
    desk.carryOut(.new("Sea"))
    desk.carryOut(.change(.add(0xFF_0000)))
    let before = desk.library["Sea"]
    desk.carryOut(.change(.remove(0)))
    #expect(desk.library["Sea"]?.entries == [.init(rgb: 0xFF_0000)])
    desk.carryOut(.undo)
    #expect(desk.library["Sea"] == before)
    desk.carryOut(.undo)
    #expect(desk.library["Sea"] == before, "there is nothing to undo")
    test.loop.background.finish()
    let path = try #require(files.first.map { test.home.path + "/data/fude/palettes/" + $0 })
    #expect(try PaletteLibrary.palette(at: path).entries == before?.entries)
  }

  /// Fails if a deleted palette stays in the list or on the disk, or another one is shown than Fude's own.
  @Test func aDeletedPaletteIsGone() throws {
    desk.carryOut(.new("Sea"))
    test.loop.background.finish()
    desk.carryOut(.remove)
    test.loop.background.finish()
    #expect(shown.palette == PaletteLibrary.standardName && files.isEmpty)
    #expect(!shown.palettes.contains { $0.name == "Sea" })
  }

  /// Fails if a palette of another program is not added and shown.
  @Test func aFileIsAdded() throws {
    try test.home.write("a.gpl", Array("GIMP Palette\nName: Forest\n0 128 0 leaf\n".utf8))
    desk.add(test.home.path + "/a.gpl")
    test.loop.background.finish()
    #expect(shown.palette == "Forest")
    #expect(shown.palettes.first { $0.name == "Forest" }?.entries.map(\.rgb) == [0x00_8000])
  }

  /// Fails if turning a grey colour's hue forgets where the dial was.
  @Test func greyKeepsItsHue() {
    _ = test.place.session.setColour(desk.colour(turnedTo: 200))
    _ = test.place.session.setColour(0x80_8080)
    _ = test.place.session.setColour(desk.colour(turnedTo: 120))
    #expect(shown.hue == 120)
  }
}
