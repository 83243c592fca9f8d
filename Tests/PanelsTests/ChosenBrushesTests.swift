import Document
import Files
import Ink
import Testing

@testable import Library
@testable import Panels
@testable import Toolkit

/// The brushes in the folders of Resources/brushes.
@Suite struct ChosenBrushesTests {
  private static let folder = #filePath.replacing(
    "Tests/PanelsTests/ChosenBrushesTests.swift", with: "Resources/brushes")

  /// Fails if a file has no title or a title no file.
  @Test func filesAndTitlesAgree() {
    let catalogue = BrushCatalogue(folders: [Self.folder])
    let files = Set(catalogue.groups.flatMap { $0.entries.map(\.name) })
    let titled = ChosenBrushes.groups.flatMap { group in group.brushes.map { group.name + "/" + $0.key } }
    #expect(titled.count > 40 && Set(titled) == files)
    #expect(Set(titled.map { ChosenBrushes.title(of: $0) }).count == titled.count, "a title is there twice")
    #expect(ToolItem.title(ofBrush: "pencils/2b-pencil") == "2B pencil")
  }

  /// Fails if a file is damaged, or one of MyPaint's does not say whose it is and under which licence.
  @Test func eachFileNamesItsLicence() throws {
    for entry in BrushCatalogue(folders: [Self.folder]).groups.flatMap(\.entries) {
      let brush = try BrushFile.brush(at: entry.path)
      let text = String(decoding: try InputFile.bytes(of: entry.path, limit: 1 << 20), as: UTF8.self)
      guard brush.paint != nil else {
        // Fude's own, which say what they are.
        #expect("stamps/" + brush.name == entry.name && text.contains("\n# "), "\(entry.name)")
        continue
      }
      #expect(
        text.contains(/"notes": "From MyPaint's brushes: [^"]+, by (?:[^"\\]|\\")+\. CC0 1\.0\."/), "\(entry.name)")
    }
  }

  /// Fails if the groups come behind those of other folders, in the order of their names, or are called
  /// MyPaint's.
  @Test func theyComeBeforeOtherGroups() {
    var state = InterfaceState()
    state.brushes = ["pen"]
    for name in ["classic/ink", "oil/fan", "pencils/own", "pencils/2b-pencil", "pencils/4h-pencil"] {
      state.catalogue.add(.init(name: name, path: "/p/\(name).myb"))
    }
    let sections = BrushSection.all(in: state)
    #expect(sections.map(\.title) == ["Fude", "Pencils", "Oil and acrylic", "MyPaint: Classic"])
    #expect(sections[1].names == ["pencils/4h-pencil", "pencils/2b-pencil", "pencils/own"])
  }
}
