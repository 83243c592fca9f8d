import Document
import Files
import Foundation
import Ink
import Panels
import Storage
import TestSupport
import Testing

@testable import Export
@testable import Fude
@testable import Library

/// Pictures of brushes that workers draw and keep on the disk.
@Suite(.serialized) struct BrushPictureTests {
  private static let text = #"""
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": 1.5, "inputs": {}},
     "opaque": {"base_value": 1.0, "inputs": {}}}}
    """#

  private func picture(_ name: String) -> BrushPicture {
    BrushPicture(brush: name, width: 100, height: 24, ink: 0x10_2030, paper: 0xFF_FFFF)
  }

  /// Draws pictures of files and returns the outcomes by name.
  /// - Parameter paths: the files by name; without them they are in the folder.
  private func draw(_ names: [String], _ folder: TemporaryFolder, _ paths: [String: String] = [:]) throws
    -> [String: BrushPictureDrawer.Outcome]
  {
    let loop = try TestLoop()
    let drawer = BrushPictureDrawer(loop.background, environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    let all: [BrushPictureDrawer.Outcome] = try loop.outcomes(names.count) { then in
      drawer.follow(names.map(picture)) {
        .file(paths[$0] ?? folder.path + "/" + $0 + ".myb")
      } receive: {
        then($0)
      }
    }
    return Dictionary(all.map { ($0.picture.brush, $0) }) { first, _ in first }
  }

  private func kept(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/fude/brushes").sorted()
  }

  /// Fails if a picture is empty or not kept, a kept one is not used, a changed brush shows the old
  /// picture, or a damaged one is shown.
  @Test func picturesAreKeptUntilTheBrushChanges() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.myb", Array(Self.text.utf8))
    let first = try #require(try draw(["a"], folder)["a"]?.pixels)
    #expect(first.count == 2400 && Set(first).count > 5)
    let names = try kept(folder)
    #expect(names.count == 1)
    // Another picture in its place shows that it is used.
    let file = folder.path + "/cache/fude/brushes/" + names[0]
    let other = [UInt32](repeating: 0xFF12_3456, count: 2400)
    let bytes = try #require(try Clipping(width: 100, height: 24, pixels: other)?.png())
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    #expect(try draw(["a"], folder)["a"]?.pixels == other)
    try Data(bytes.prefix(60)).write(to: URL(fileURLWithPath: file))
    #expect(try draw(["a"], folder)["a"]?.pixels == first)
    try folder.write("a.myb", Array(Self.text.replacing("1.5", with: "0.25").utf8))
    let changed = try draw(["a"], folder)["a"]?.pixels
    #expect(changed != nil && changed != first)
    #expect(try kept(folder).count == 2)
  }

  /// Fails if a brush that comes with Fude draws nothing, or as another one.
  @Test func chosenBrushesDrawDifferently() throws {
    let brushes = #filePath.replacing("Tests/FudeTests/BrushPictureTests.swift", with: "Resources/brushes")
    let entries = BrushCatalogue(folders: [brushes]).groups.flatMap(\.entries)
    let names = entries.map(\.name)
    let outcomes = try draw(
      names, try TemporaryFolder(), Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.path) }))
    let pictures = outcomes.mapValues { $0.pixels ?? [] }
    for (name, pixels) in pictures { #expect(Set(pixels).count > 5, "\(name)") }
    let same = Dictionary(grouping: names) { pictures[$0] ?? [] }.values.filter { $0.count > 1 }
    #expect(names.count > 40 && same.isEmpty, "\(same)")
  }

  /// Fails if a broken file stops the others, gives no fault, or leaves a picture; or if a folder
  /// that cannot be written to prevents pictures.
  @Test func aBrokenFileIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.myb", Array(Self.text.utf8))
    try folder.write("b.myb", Array("{".utf8))
    let outcomes = try draw(["b", "a", "gone"], folder)
    #expect(outcomes["a"]?.pixels != nil && outcomes["a"]?.fault == nil)
    #expect(outcomes["b"]?.pixels == nil && outcomes["b"]?.fault?.path == folder.path + "/b.myb")
    #expect(outcomes["gone"]?.fault != nil)
    #expect(try kept(folder).count == 1)
    let other = try TemporaryFolder()
    try other.write("cache", Array("no folder".utf8))
    try other.write("a.myb", Array(Self.text.utf8))
    #expect(try draw(["a"], other)["a"]?.pixels != nil)
  }

  /// Fails if a brush whose file has a fault stays in the list, or does not come back when the file
  /// is mended.
  @Test func aMendedBrushComesBack() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/fude/brushes", withIntermediateDirectories: true)
    for name in ["a", "b"] { try folder.write("fude/brushes/\(name).myb", Array("{".utf8)) }
    var files = FoundBrushes(environment: ["XDG_DATA_HOME": folder.path, "HOME": folder.path])
    func list() -> BrushCatalogue { BrushCatalogue(folders: [folder.path + "/fude/brushes"]) }
    files.take(list())
    let isLeftOut = files.leaveOut("a")
    #expect(isLeftOut && files.catalogue["a"] == nil && files.catalogue["b"] != nil)
    let isLeftOutAgain = files.leaveOut("a")
    #expect(!isLeftOutAgain)
    files.take(list())
    #expect(files.catalogue["a"] == nil)
    try folder.write("fude/brushes/a.myb", Array(Self.text.utf8))
    files.take(list())
    #expect(files.catalogue["a"] != nil)
  }
}
