import Archive
import Files
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// Names of layers' images in OpenRaster files of other programs.
@Suite struct ImageNamesTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file with one layer for each source; the image of entry `i` has the colour `i` in its blue.
  private func write(sources: [String], entries: [String]) throws {
    let layers = sources.map { "<layer name='l' src='\($0)'/>" }.joined()
    let list = "<image w='4' h='4'><stack>\(layers)</stack></image>"
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    try writer.add("stack.xml", isPacked: true) { Array(list.utf8) }
    for (index, name) in entries.enumerated() {
      let picture = try PNGBytes.made(width: 4, height: 4, hasAlpha: true) { _, row in
        for x in 0..<4 { row[x] = 0xFF00_0000 | UInt32(index) }
      }
      try writer.add(name, isPacked: true) { picture }
    }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if a layer is missing or shows another image because its source is not written as the entry's name.
  @Test(arguments: [
    ("./data/r.png", "data/r.png"), ("/data/r.png", "data/r.png"), (#"data\r.png"#, "data/r.png"),
    ("data//r.png", "data/r.png"), ("data/../data/r.png", "data/r.png"), ("data/my%20r.png", "data/my r.png"),
    ("data/%E7%AD%86.png", "data/筆.png"), ("Data/R.PNG", "data/r.png"), ("data/r.png", "DATA/r.png"),
    ("data/r.png", #"data\r.png"#), ("data/r.png", "./data/r.png"), (#".\DATA\my%20R.png"#, "data/my r.png"),
    ("data/50%.png", "DATA/50%.png"),
  ])
  func anotherFormOfTheNameIsFound(source: String, entry: String) throws {
    try write(sources: [source, "data/b.png"], entries: ["data/b.png", entry])
    var notes: [String] = []
    let document = try Document(openRasterAt: path, notes: &notes)
    #expect(notes.isEmpty)
    #expect(document.layers.map { $0.image[1, 1] & 0xFF } == [0, 1])
    let losses = try Document.losses(inSaving: path)
    #expect(losses.damagedLayers.isEmpty && losses.files.isEmpty)
    #expect(document.foreign.files.isEmpty)
  }

  /// Fails if a looser form of a name is taken where a stricter one has an entry.
  @Test func theStrictestFormCounts() throws {
    let names = ["data/a%20b.png", "data/a b.png", "Data/a b.png", #"data\c.png"#, "data/c.png"]
    try write(sources: names, entries: names)
    let reader = try OpenRasterReader(path: path)
    let blue = try reader.stack.nodes.reversed().map { try reader.image(of: $0)[0, 0] & 0xFF }
    #expect(blue == [0, 1, 2, 3, 4])
  }

  /// Fails if a source without an entry gets one, or is not named in the message.
  @Test func anImageThatIsMissingIsNamedAsWritten() throws {
    try write(sources: ["./data/none.png"], entries: ["data/b.png"])
    let reader = try OpenRasterReader(path: path)
    let layer = try #require(reader.stack.nodes.first)
    #expect {
      _ = try reader.image(of: layer)
    } throws: { error in
      (error as? FileError)?.fault == "its layer image ./data/none.png is missing"
    }
  }
}
