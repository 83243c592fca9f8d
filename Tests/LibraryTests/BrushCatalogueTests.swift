import Files
import Foundation
import Ink
import TestSupport
import Testing

@testable import Library

/// The list of brushes in folders.
@Suite struct BrushCatalogueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ names: String...) throws {
    for name in names {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        atPath: PathText.folder(of: path), withIntermediateDirectories: true)
      try folder.write(name, [])
    }
  }

  private func names(_ catalogue: BrushCatalogue) -> [String] {
    catalogue.groups.flatMap { group in group.entries.map(\.name) }
  }

  /// Fails if a file is missing or has another name, other files are listed, groups or brushes are
  /// not in order, or a name occurs twice or with the file of a later folder.
  @Test func filesHaveOneEntryForEachName() throws {
    try write(
      "own/mine.myb", "own/notes.txt", "own/.hidden.myb", "own/classic/Pen.myb", "own/marker.myb", "two/zoo/a.MYB",
      "two/classic/2B_pencil.myb", "two/classic/2b_pencil.myb", "two/classic/pen.myb", "two/classic/pen_prev.png",
      "two/.git/x.myb", "one/classic/2B_pencil.myb", "one/classic/ink.myb", "one/new/deep/x.myb")
    let folders = ["own", "none", "two", "one"].map { folder.path($0) }
    let catalogue = BrushCatalogue(folders: folders, taken: ["pen", "marker"])
    #expect(catalogue.groups.map(\.name) == ["mypaint", "", "classic", "zoo", "new/deep"])
    #expect(
      names(catalogue) == [
        "mypaint/marker", "mine", "classic/2b_pencil", "classic/ink", "classic/pen", "zoo/a", "new/deep/x",
      ])
    #expect(catalogue["classic/pen"]?.path == folder.path("own/classic/Pen.myb"))
    #expect(catalogue["classic/2b_pencil"]?.path == folder.path("two/classic/2B_pencil.myb"))
    #expect(catalogue["pen"] == nil && catalogue["classic"] == nil)
    // One brush is found as in the list, by reading fewer folders.
    for name in names(catalogue) {
      #expect(BrushCatalogue.entry(named: name, in: folders, taken: ["pen", "marker"]) == catalogue[name])
    }
    for name in ["classic/none", "classic", "pen", "mypaint/pen", ""] {
      #expect(BrushCatalogue.entry(named: name, in: folders, taken: ["pen", "marker"]) == nil)
    }
  }

  /// Fails if Fude's own brushes are not in the groups of their folders, those of the folder itself are listed twice, or
  /// one of two files of one name is not left out.
  @Test func ownBrushesHaveGroups() throws {
    try write("leaves/oak.brush", "leaves/Elm.brush", "leaves/elm.myb", "leaves/ash.myb", "pen.brush", "pen2.myb")
    let catalogue = BrushCatalogue(folders: [folder.path])
    #expect(names(catalogue) == ["pen2", "leaves/ash", "leaves/elm", "leaves/oak"])
    #expect(catalogue.groups.map(\.needsMyPaint) == [true, true])
    #expect(catalogue["leaves/elm"]?.format == .fude && catalogue["leaves/ash"]?.format == .mypaint)
    #expect(BrushCatalogue.entry(named: "leaves/oak", in: [folder.path])?.path == folder.path("leaves/oak.brush"))
    #expect(BrushCatalogue.entry(named: "pen", in: [folder.path]) == nil)
    try folder.write("leaves/oak.brush", Array("fude brush 1\nname some-tree\nsize 3\nend\n".utf8))
    #expect(try BrushFile.brush(at: folder.path("leaves/oak.brush"), named: "leaves/oak").name == "leaves/oak")
  }

  /// Fails if a link to a file or folder is not followed, one that leads in a circle or nowhere does
  /// not end, or a folder that several links lead to is listed twice.
  @Test func linksEnd() throws {
    try write("brushes/classic/pen.myb", "elsewhere/more/ink.myb", "elsewhere/single.myb")
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }
    try link("brushes/again", to: ".")
    try link("brushes/classic/up", to: "../classic")
    try link("brushes/far", to: folder.path("elsewhere/more"))
    try link("brushes/farther", to: folder.path("elsewhere/more"))
    try link("brushes/one.myb", to: folder.path("elsewhere/single.myb"))
    try link("brushes/gone.myb", to: folder.path("elsewhere/gone.myb"))
    try link("brushes/loop", to: "loop")
    let catalogue = BrushCatalogue(folders: [folder.path("brushes")])
    #expect(names(catalogue) == ["one", "classic/pen", "far/ink"])
  }

  /// Fails if folders too deep are read, or a folder with too many files takes all memory.
  @Test func theListIsLimited() throws {
    try write("a/b/c/d/in.myb", "a/b/c/d/e/out.myb")
    #expect(names(BrushCatalogue(folders: [folder.path])) == ["a/b/c/d/in"])
    for number in 0..<5100 { try folder.write("a/\(number).myb", []) }
    #expect(names(BrushCatalogue(folders: [folder.path])).count == 5000)
  }

  /// Fails if an added brush is missing, in another group, or beside the one that it replaces.
  @Test func brushesAreAdded() throws {
    try write("classic/pen.myb")
    var catalogue = BrushCatalogue(folders: [folder.path])
    for (name, path) in [("classic/ink", "/x/ink.myb"), ("classic/pen", "/x/pen.myb"), ("oil", "/x/Oil.myb")] {
      catalogue.add(.init(name: name, path: path))
    }
    #expect(
      names(catalogue) == ["classic/ink", "classic/pen", "oil"] && catalogue["classic/pen"]?.path == "/x/pen.myb")
    #expect(catalogue.entry(ofFile: "/x/Oil.myb")?.name == "oil" && catalogue.entry(ofFile: "/x/oil.myb") == nil)
    #expect(BrushCatalogue.name(ofFile: "/x/Oil 2.myb", taken: []) == "oil_2")
    #expect(BrushCatalogue.name(ofFile: "/x/pen.myb", taken: ["pen"]) == "mypaint/pen")
    #expect(BrushCatalogue.name(ofFile: "/" + String(repeating: "x", count: 65) + ".myb", taken: []) == "mypaint")
    #expect(BrushCatalogue.name(ofFile: "/b/Classic/2B.myb", in: ["/a", "/b"], taken: []) == "classic/2b")
  }

  /// Fails if a folder of brushes is missing or in another place of the order.
  @Test func foldersOfTheUserComeFirst() {
    let package = ["/usr/share/mypaint-data/2.0/brushes", "/usr/share/mypaint-data/1.0/brushes"]
    #expect(
      BrushCatalogue.folders(environment: ["HOME": "/h"], shipped: nil)
        == ["/h/.local/share/fude/brushes", "/h/.local/share/mypaint/brushes", "/h/.mypaint/brushes"] + package)
    #expect(
      BrushCatalogue.folders(environment: ["HOME": "/h", "XDG_DATA_HOME": "/d"], shipped: "/s")
        == ["/d/fude/brushes", "/d/mypaint/brushes", "/h/.mypaint/brushes", "/s"] + package)
    #expect(BrushCatalogue.folders(environment: [:], shipped: nil) == package)
  }
}
