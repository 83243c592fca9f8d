import Archive
import Files
import Foundation
import Geometry
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Pictures
@testable import Storage

/// Opening OpenRaster files that are partly damaged.
@Suite struct DamagedFileTests {
  private let folder: TemporaryFolder
  private let acts: RandomActs
  private var path: String { folder.path("a.ora") }

  init() throws {
    folder = try TemporaryFolder()
    acts = RandomActs(
      filler: try #require(CoverageFiller()), brushes: BrushLibrary(folder: BrushTests.folder))
  }

  /// A drawing of two layers with strokes on paper of another colour; the upper one has a mask.
  private func drawing() throws -> Document {
    var rng = RandomSource(3)
    var document = try #require(Document(width: 230, height: 220, paper: 0x30_4050))
    for _ in 0..<5 { try acts.stroke(on: &document, &rng) }
    _ = document.perform(.add(above: document.activeID))
    for _ in 0..<5 { try acts.stroke(on: &document, &rng) }
    _ = document.perform(.addMask(document.activeID, showing: nil))
    for _ in 0..<3 { try acts.stroke(on: &document, &rng) }
    return document
  }

  private func entries() throws -> [(name: String, bytes: [UInt8])] {
    let reader = try ZipReader(bytes: try folder.read("a.ora"))
    return try reader.entries.map { ($0.name, try reader.read($0)) }
  }

  private func write(_ entries: [(name: String, bytes: [UInt8])]) throws {
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in entries { try writer.add(name, isPacked: name == "stack.xml") { bytes } }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Changes one byte in the middle of an entry. The archive's checksum is then wrong.
  private func damage(_ name: String) throws {
    let all = try entries()
    let bytes = try #require(all.first { $0.name == name }).bytes
    // Uncompressed, the entry is found by its bytes.
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in all { try writer.add(name, isPacked: false) { bytes } }
    try writer.finish()
    try file.commitReplacing()
    var whole = Data(try folder.read("a.ora"))
    let place = try #require(whole.range(of: Data(bytes)))
    whole[place.lowerBound + bytes.count / 2] ^= 0x10
    try whole.write(to: URL(filePath: path))
  }

  private func opened() throws -> (document: Document, notes: [String]) {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    return (document, notes)
  }

  /// Fails if a drawing of Fude with one damaged image does not open as it was, with its history and one message,
  /// or if its file may be replaced without a question.
  @Test(arguments: ["data/layer1.png", "data/layer2.png", "data/layer2-mask.png", "data/paper.png"])
  func imagesAreDrawnAgain(name: String) throws {
    let document = try drawing()
    try document.save(to: path)
    let history = try opened().document.undoCount
    try damage(name)
    let (back, notes) = try opened()
    #expect(back.flatPixels == document.flatPixels && back.undoCount == history)
    #expect(back.layers.map(\.name) == document.layers.map(\.name) && back.paper == document.paper)
    #expect(zip(back.layers, document.layers).allSatisfy { $0.isMaskOn == $1.isMaskOn })
    #expect(notes.count == 1 && notes[0].contains("was drawn again from the undo history"), "\(notes)")
    #expect(try Document.losses(inSaving: path).damagedLayers.count == 1)

    var unpacked = back
    try unpacked.replayHistory(filler: acts.filler)
    while unpacked.undo() != nil {}
    #expect(unpacked.layers.allSatisfy { $0.image.tileCount == 0 })
  }

  /// Fails if a damaged list of layers keeps the history, or else the merged image, from being opened.
  @Test func theListIsDamaged() throws {
    let document = try drawing()
    try document.save(to: path)
    let whole = try entries()
    for change in ["byte", "cut", "empty", "missing"] {
      try write(
        whole.compactMap { (name, bytes) -> (name: String, bytes: [UInt8])? in
          guard name == "stack.xml" else { return (name, bytes) }
          switch change {
          case "missing": return nil
          case "empty": return (name, [])
          case "cut": return (name, Array(bytes.dropLast(20)))
          default: return (name, bytes)
          }
        })
      if change == "byte" { try damage("stack.xml") }
      let (back, notes) = try opened()
      #expect(back.showsSame(as: document), "\(change)")
      #expect(back.undoCount == document.undoCount, "\(change)")
      #expect(notes.count == 1 && notes[0].contains("drawn again from the undo history"), "\(change): \(notes)")
      #expect(throws: FileError.self, "so that saving asks") { try Document.losses(inSaving: path) }
    }

    func rest(_ merged: (([UInt8]) -> [UInt8])?) -> [(name: String, bytes: [UInt8])] {
      whole.compactMap { (name, bytes) -> (name: String, bytes: [UInt8])? in
        switch name {
        case "stack.xml": return (name, Array("<image".utf8))
        case FileHistory.entryName: return nil
        case OpenRasterWriter.mergedName: return merged.map { (name, $0(bytes)) }
        default: return (name, bytes)
        }
      }
    }
    try write(rest { $0 })
    let (picture, notes) = try opened()
    #expect(picture.layers.count == 1 && picture.flatPixels == document.flatPixels)
    #expect(notes.count == 1 && notes[0].contains("as one layer"), "\(notes)")
    try write(rest(nil))
    #expect(throws: FileError.self) { try opened() }
  }

  /// Fails if a broken image of another program's file, which has no history, keeps the whole ones from being
  /// opened, or loses the layer's name and place.
  @Test(arguments: ["empty", "missing", "cut", "byte", "header"]) func imagesOfOthers(change: String) throws {
    var grid = TileGrid(width: 40, height: 90)
    var rng = RandomSource(8)
    for y in 0..<90 {
      let row = (0..<40).map { _ in 0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)) }
      grid.setRow(y, from: 0, to: row.span)
    }
    let whole = try PNGBytes.made(width: 40, height: 90, hasAlpha: true) { y, row in
      grid.copy(PixelRect(x: 0, y: y, width: 40, height: 1), to: &row, stride: 40)
    }
    var broken = whole
    switch change {
    case "empty": broken = []
    case "cut": broken.removeLast(whole.count / 2)
    // In the second chunk of pixels.
    case "byte": broken[whole.count - 1000] ^= 4
    case "header": broken[17] ^= 1
    default: break
    }
    let list = """
      <image w='40' h='90'><stack><layer name='top' src='a.png'/><layer name='bad' src='b.png' opacity='0.5'/>\
      <layer name='low' src='a.png'/></stack></image>
      """
    var all = [("stack.xml", Array(list.utf8)), ("a.png", whole)]
    if change != "missing" { all.append(("b.png", broken)) }
    try write(all.map { (name: $0.0, bytes: $0.1) })
    let (document, notes) = try opened()
    #expect(document.layers.map(\.name) == ["low", "bad", "top"] && document.layers[1].opacity == 0.5)
    #expect(document.layers[0].image.showsSame(as: grid) && document.layers[2].image.showsSame(as: grid))
    let bad = document.layers[1].image
    let rows = (0..<90).prefix { bad[0, $0] != 0 }.count
    for y in 0..<rows { for x in 0..<40 { #expect(bad[x, y] == grid[x, y]) } }
    #expect(bad.paintedBounds.height == rows)
    #expect(change == "cut" || change == "byte" ? rows < 90 : rows == 0, "\(rows) rows")
    #expect(notes.count == 1 && notes[0].contains("\"bad\""), "\(notes)")
    let losses = try Document.losses(inSaving: path)
    #expect(losses.damagedLayers == ["bad"] && losses.sentences.count == 1)
  }

  /// Fails if a damaged mask hides pixels that are whole.
  @Test func aDamagedMaskIsOff() throws {
    let document = try drawing()
    try document.save(to: path, historyLimit: 0)
    try write(try entries().filter { $0.name != "data/layer2-mask.png" })
    let (back, notes) = try opened()
    #expect(back.layers[1].mask != nil && !back.layers[1].isMaskOn && back.layers[1].image.tileCount > 0)
    #expect(notes.count == 1 && notes[0].contains("is off"), "\(notes)")
  }

  /// Fails if changed bytes anywhere crash the program, or show other pixels without a message.
  @Test func randomDamage() throws {
    let document = try drawing()
    try document.save(to: path)
    let whole = try folder.read("a.ora")
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var bytes = whole
      for _ in 0..<rng.roll(1...2) { bytes[rng.roll(0..<bytes.count)] ^= 1 << UInt8(rng.roll(0...7)) }
      try folder.write("a.ora", bytes)
      var notes: [String] = []
      guard let back = try? Document.open(path, notes: &notes).document else { continue }
      #expect(!notes.isEmpty || back.flatPixels == document.flatPixels, "seed \(seed)")
    }
  }
}
