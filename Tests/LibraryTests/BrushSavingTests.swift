import Files
import Foundation
import Ink
import TestSupport
import Testing

@testable import Library

/// Brushes that are written to files.
@Suite struct BrushSavingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stamp() throws -> Brush {
    var brush = Brush(size: 40)
    brush.name = "leaf"
    brush.rendering = .spray(Brush.Dabs(spacing: 1.5))
    let masks: [UInt8] = (0..<48).map { UInt8($0 * 5) }
    brush.tip = .image(Brush.ImageTip(try #require(TipImages(width: 6, height: 4, count: 2, masks: masks))))
    return brush
  }

  /// Fails if a saved brush is another one when it is read, its folder is not made, or a file is
  /// not replaced.
  @Test func savedBrushesAreRead() throws {
    let path = folder.path("new/brushes/leaf.brush")
    let brush = try stamp()
    try BrushFile.save(brush, to: path)
    #expect(try BrushFile.brush(at: path) == brush)
    try BrushFile.save(brush.resized(to: 50), to: path)
    #expect(try BrushFile.brush(at: path).size == 50)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new/brushes")) == ["leaf.brush"])
    #expect(BrushFile.path(of: brush, in: "/b") == "/b/leaf.brush")
  }

  /// Fails if what a file says of its origin is lost when its brush is saved.
  @Test func commentsAreKept() throws {
    let (from, to) = (folder.path("a.brush"), folder.path("b.brush"))
    let licence = String(repeating: "All rights, and more. ", count: 15)
    let comments = "# By somebody\n#CC0\n# \(licence)\n" + String(repeating: "# line\n", count: 90)
    try Data("fude brush 1\n\(comments)name a\nsize 3\nend\n".utf8).write(to: URL(filePath: from))
    try BrushFile.save(try BrushFile.brush(at: from), to: to, from: from)
    let text = try String(contentsOfFile: to, encoding: .utf8)
    #expect(text.hasPrefix("fude brush 1\n# By somebody\n# CC0\n# All rights"))
    #expect(
      text.replacing("\n# ", with: "").contains(licence) && text.split(separator: "\n").count { $0 == "# line" } == 90)
    #expect(text.contains("\nname b\n"))
  }

  /// Fails if a brush in a folder of another program's names cannot be read after saving, or
  /// MyPaint's is not as it was.
  @Test func namesOfFoldersAreKept() throws {
    var brush = Brush(size: 9)
    brush.name = "pack/a_b.c"
    let path = BrushFile.path(of: brush, in: folder.path)
    try BrushFile.save(brush, to: path)
    #expect(try BrushFile.brush(at: path, named: brush.name) == brush)
    let text = #"{"version": 3, "settings": {"opaque": {"base_value": 0.5, "inputs": {}}}, "group": "x"}"#
    let paint = Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "classic/pen")
    let file = BrushFile.path(of: paint, in: folder.path)
    #expect(file.hasSuffix("/classic/pen.myb"))
    try BrushFile.save(paint, to: file)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(text.utf8))
  }

  /// Fails if a failure is not named, or leaves a file.
  @Test func failuresAreNamed() throws {
    try Data().write(to: URL(filePath: folder.path("file")))
    #expect(throws: FileError.self) { try BrushFile.save(Brush(), to: folder.path("file/pen.brush")) }
    #expect(throws: FileError.self) { _ = try BrushFile.tip(at: folder.path("file")) }
    #expect(throws: FileError.self) { _ = try BrushFile.tip(at: folder.path("none.png")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  /// Fails if a new brush gets a name that another one has, or one that its file cannot have.
  @Test func newNamesAreFree() {
    #expect(BrushFile.newName(for: "Oak leaf") { _ in false } == "oak-leaf")
    let taken: Set = ["oak-leaf", "oak-leaf-2"]
    #expect(BrushFile.newName(for: "Oak leaf", isTaken: taken.contains) == "oak-leaf-3")
    #expect(BrushFile.newName(for: "鉛筆") { $0 == "brush" } == "brush-2")
    let long = BrushFile.newName(for: String(repeating: "a", count: 50)) { $0.count == 32 && !$0.hasSuffix("-2") }
    #expect(long?.count == 32 && Brush.isName(long ?? ""))
    #expect(BrushFile.newName(for: "a") { _ in true } == nil)
  }

  /// Fails if a kept brush is not the library's, or the one in another folder does not come back
  /// when its file is gone.
  @Test func deletedBrushesGiveWay() throws {
    let (shipped, own) = (folder.path("shipped"), folder.path("own"))
    var brush = Brush(size: 5)
    brush.name = "thin"
    try BrushFile.save(brush, to: shipped + "/thin.brush")
    var library = BrushLibrary(folders: [shipped, own])
    try BrushFile.save(brush.resized(to: 7), to: own + "/thin.brush")
    library.keep(brush.resized(to: 7), file: own + "/thin.brush")
    #expect(library["thin"]?.size == 7 && library.ownNames.contains("thin"))
    #expect(library.names(inFolder: own) == ["thin"] && library.names(inFolder: nil) == [])
    #expect(BrushLibrary(folders: [shipped, own])["thin"]?.size == 7)
    try FileManager.default.removeItem(atPath: own + "/thin.brush")
    library.forget("thin")
    #expect(library["thin"]?.size == 5 && library.file(of: "thin") == shipped + "/thin.brush")
    library.keep(Brush(size: 90), file: own + "/pen.brush")
    library.forget("pen")
    #expect(library["pen"] == Brush() && library.file(of: "pen") == nil)
  }
}
