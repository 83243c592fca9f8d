import Foundation
import Ink
import TestSupport
import Testing

@testable import Files
@testable import FuzzTargets
@testable import Library

/// The folders of papers, and pictures as papers.
@Suite struct PaperLibraryTests {
  /// A picture of black and white columns.
  private static func stripes(_ width: Int = 4, white: UInt8 = 255) -> [UInt8] {
    BrushFiles.png(width: width, height: 2, pixels: (0..<width * 2).map { $0 % 2 == 0 ? 0 : white })
  }

  private static func write(_ bytes: [UInt8], _ name: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: folder + "/" + name))
  }

  /// Fails if a paper of the user's does not replace one of Fude's, another file counts, or a changed file is not
  /// read again.
  @Test func foldersAreListed() throws {
    let folder = try TemporaryFolder()
    let (shipped, own) = (folder.path("a"), folder.path("b"))
    try Self.write(Self.stripes(), "canvas.png", in: shipped)
    try Self.write(Self.stripes(), "Zig zag.png", in: shipped)
    try Self.write(Self.stripes(6), "canvas.png", in: own)
    try Self.write([1], "notes.txt", in: own)
    try Self.write([1], "broken.png", in: own)
    var library = PaperLibrary(folders: [shipped, own, folder.path("none")])
    #expect(library.names == ["broken", "canvas", "Zig zag"])
    #expect(try library.texture(of: "canvas").width == 6 && library.texture(of: "Zig zag").width == 4)
    #expect(try library.texture(of: "canvas") === library.texture(of: "canvas"), "it is read once")
    try Self.write(Self.stripes(10), "canvas.png", in: own)
    #expect(try library.texture(of: "canvas").width == 10)
    #expect(throws: (any Error).self) { try library.texture(of: "broken") }
    #expect(throws: (any Error).self) { try library.texture(of: "missing") }
    #expect(PaperLibrary().names.isEmpty)
  }

  /// Fails if a picture is added twice, replaces another one of the same name, or is added though it is none.
  @Test func picturesAreAdded() throws {
    let folder = try TemporaryFolder()
    let papers = folder.path("papers")
    try Self.write(Self.stripes(), "My stripes.png", in: folder.path("x"))
    try Self.write(Self.stripes(8), "My stripes.png", in: folder.path("y"))
    try Self.write(BrushFiles.png(width: 2, height: 2, pixels: [9, 9, 9, 9]), "even.png", in: folder.path("x"))
    try Self.write(Self.stripes(), "canvas.png", in: folder.path("shipped"))
    try Self.write(Self.stripes(8), "Canvas.png", in: folder.path("x"))
    try Self.write(
      BrushFiles.png(width: 2100, height: 2, pixels: (0..<4200).map { UInt8($0 / 4 % 256) }), "large.png",
      in: folder.path("x"))
    var library = PaperLibrary(folders: [folder.path("shipped"), papers])
    func add(_ path: String) throws -> String {
      let addition = try library.add(folder.path(path), to: papers)
      library.take(addition)
      #expect(try library.texture(of: addition.name) === addition.texture, "it is not read again")
      return addition.name
    }
    #expect(try add("x/My stripes.png") == "My stripes")
    #expect(try add("y/My stripes.png") == "My stripes-2")
    #expect(try add("x/Canvas.png") == "Canvas-2", "it does not hide one of Fude's")
    #expect(try add("x/large.png") == "large")
    var anew = PaperLibrary(folders: [papers])
    #expect(try anew.texture(of: "large") == library.texture(of: "large") && anew.texture(of: "large").width == 2048)
    #expect(try library.add(folder.path("x/My stripes.png"), to: papers).name == "My stripes")
    #expect(throws: (any Error).self) { try library.add(folder.path("x/even.png"), to: papers) }
    #expect(anew.names == ["Canvas-2", "large", "My stripes", "My stripes-2"])
  }

  /// Fails if brightness is not height, or what is transparent is not white.
  @Test func brightPixelsAreHigh() throws {
    #expect(PaperPicture.height(0xFF00_0000) == 0 && PaperPicture.height(0xFFFF_FFFF) == 255)
    #expect(PaperPicture.height(0) == 255 && PaperPicture.height(0x8000_0000) == 127)
    #expect(PaperPicture.height(0xFF80_8080) == 128 && PaperPicture.height(0xFF00_FF00) == 150)
    let texture = try PaperPicture.texture(png: Self.stripes(white: 200)).texture
    #expect((texture.width, texture.height) == (4, 2) && texture.heights == [0, 200, 0, 200, 0, 200, 0, 200])
  }

  /// Fails if a paper that comes with Fude cannot be read, has no even distribution of heights, or has a seam: at its
  /// edges neighbours differ about as much as elsewhere.
  @Test func shippedPapersAreSeamless() throws {
    var library = PaperLibrary(folders: [try #require(ResourceFolder.path("papers"))])
    #expect(library.names.count == 8)
    for name in library.names {
      let paper = try library.texture(of: name)
      let (width, height) = (paper.width, paper.height)
      #expect(width >= 512 && height >= 512)
      let mean = paper.heights.reduce(0) { $0 + Int($1) } / paper.heights.count
      #expect((115...140).contains(mean), "\(name): \(mean)")
      func step(_ across: Int, _ down: Int) -> Double {
        // From a column to the next, or from a row to the next.
        let places = across >= 0 ? (0..<height).map { (across, $0) } : (0..<width).map { ($0, down) }
        let sum = places.reduce(0) { sum, place in
          let (x, y) = place
          let next = across >= 0 ? (y * width + (x + 1) % width) : ((y + 1) % height * width + x)
          return sum + abs(Int(paper.heights[y * width + x]) - Int(paper.heights[next]))
        }
        return Double(sum) / Double(places.count)
      }
      let inner = (0..<60).map { step($0 * 7, -1) }.max() ?? 0
      let innerDown = (0..<60).map { step(-1, $0 * 7) }.max() ?? 0
      #expect(step(width - 1, -1) <= 1.1 * inner && step(-1, height - 1) <= 1.1 * innerDown, "\(name)")
    }
  }
}
