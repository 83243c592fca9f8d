import Archive
import Files
import Foundation
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Pixels
@testable import Storage

/// A random drawing: all kinds of layers with random content.
private func drawing(_ rng: inout RandomSource) -> Document? {
  let (width, height) = (rng.roll(1...200), rng.roll(1...150))
  let names = ["Ink", "Ebene 筆 é", "<&>\"'", "", "a\tb\nc", "Paper", "🖌️ 👩‍🎨", "מברשת"]
  let layers = (0..<rng.roll(1...5)).map { _ in
    var layer = Layer(name: names[rng.roll(0..<names.count)], width: width, height: height)
    (layer.isVisible, layer.isLocked) = (rng.isOne(in: 2), rng.isOne(in: 3))
    layer.opacity = rng.isOne(in: 2) ? 1 : rng.roll(0.0...1)
    layer.blend = CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)]
    layer.image.addBlots(0...3, &rng)
    return layer
  }
  var document = Document(
    width: width, height: height, layers: layers, active: rng.roll(0..<layers.count),
    paper: UInt32(rng.roll(0...0xFF_FFFF)), isPaperShown: rng.isOne(in: 2))
  document?.resolution = Resolution(x: Double(rng.roll(1...1200)), y: 300.5)
  return document
}

/// The pixels of a drawing as other programs see it.
private func flat(_ document: Document) -> [UInt32] {
  var pixels = [UInt32](repeating: 0, count: document.bounds.area)
  var span = pixels.mutableSpan
  document.flatten(document.bounds, to: &span, start: 0, stride: document.width)
  return pixels
}

@Suite struct DocumentFileTests {
  /// Fails if saving and opening changes a pixel, a layer's name, position, opacity, mode,
  /// visibility or lock, the paper, the resolution or the active layer.
  @Test func drawingsComeBackExactly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.ora")
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let document = try #require(drawing(&rng))
      try document.save(to: path)
      var notes: [String] = []
      let (back, format) = try Document.open(path, notes: &notes)
      #expect(format == .openRaster && notes.isEmpty, "seed \(seed): \(notes)")
      #expect(back.width == document.width && back.height == document.height)
      #expect(back.paper == document.paper && back.isPaperShown == document.isPaperShown, "seed \(seed)")
      #expect(back.resolution == document.resolution && back.activeLayer == document.activeLayer)
      #expect(back.layers.map(\.name) == document.layers.map(\.name), "seed \(seed)")
      #expect(back.layers.map(\.opacity) == document.layers.map(\.opacity))
      #expect(back.layers.map(\.blend) == document.layers.map(\.blend))
      #expect(back.layers.map(\.isVisible) == document.layers.map(\.isVisible))
      #expect(back.layers.map(\.isLocked) == document.layers.map(\.isLocked))
      for (a, b) in zip(back.layers, document.layers) { #expect(a.image.showsSame(as: b.image), "seed \(seed)") }
      let isSame = flat(back) == flat(document)
      #expect(isSame, "seed \(seed)")
      #expect(back.history.undoCount == 0)
      // Saving an unchanged drawing again gives the same file.
      let bytes = try folder.read("a.ora")
      try back.save(to: path)
      let isSameFile = try folder.read("a.ora") == bytes
      #expect(isSameFile, "seed \(seed)")
    }
  }

  /// Fails if the merged picture in the file, which other programs show, differs from the drawing.
  @Test func theMergedPictureIsTheDrawing() throws {
    let folder = try TemporaryFolder()
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let document = try #require(drawing(&rng))
      try document.save(to: folder.path("a.ora"))
      let reader = try OpenRasterReader(path: folder.path("a.ora"))
      try folder.write("a.png", try #require(try reader.entry("mergedimage.png", limit: 1 << 24)))
      var merged: [UInt32] = []
      let png = try PNGReader(path: folder.path("a.png"))
      try png.readRows { _, row in for x in row.indices { merged.append(row[x]) } }
      let isSame = merged == flat(document)
      #expect(isSame && png.hasAlpha == document.hasAlpha, "seed \(seed)")
    }
  }

  /// Fails if a floating selection is missing in the file, or saving puts it down in the drawing.
  @Test func floatingSelectionsAreSaved() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 100, height: 80))
    let pixels = [UInt32](repeating: 0xFF20_4060, count: 30 * 20)
    let clipping = try #require(Clipping(width: 30, height: 20, pixels: pixels))
    _ = document.float(clipping, translation: Vector(40, 30))
    try #require(document.floating != nil)
    try document.save(to: folder.path("a.ora"))
    #expect(document.floating != nil)
    var notes: [String] = []
    let back = try Document(openRasterAt: folder.path("a.ora"), notes: &notes)
    let isSame = flat(back) == flat(document)
    #expect(isSame && back.layers[0].image.tileCount > 0)
  }

  /// Fails if a drawing without paper gets one, or a lowest layer that only looks like paper
  /// becomes paper.
  @Test func paperIsKnownAgain() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.ora")
    func open(_ nodes: [RasterNode], _ images: [String: TileGrid]) throws -> Document {
      let file = try AtomicFile(path: path)
      try OpenRasterWriter.write(
        RasterStack(width: 70, height: 65, nodes: nodes), to: file,
        image: { images[$0] ?? TileGrid(width: 70, height: 65) }, hasAlpha: true, merged: { _, _ in })
      try file.commitReplacing()
      var notes: [String] = []
      return try Document(openRasterAt: path, notes: &notes)
    }
    let full = TileGrid(width: 70, height: 65, filledWith: 0xFF11_2233)
    var hole = full
    hole.setRow(64, from: 69, to: [UInt32(0)].span)
    func node(_ name: String, _ opacity: Double = 1) -> RasterNode {
      RasterNode(name: name, content: .layer(source: "a.png"), opacity: opacity)
    }
    var document = try open([node("Paper")], ["a.png": full])
    #expect(document.paper == 0x112233 && document.isPaperShown && document.layers.map(\.name) == ["Ink"])
    for (nodes, image) in [([node("Paper")], hole), ([node("Papier")], full), ([node("Paper", 0.5)], full)] {
      document = try open(nodes, ["a.png": image])
      #expect(!document.isPaperShown && document.layers.count == 1 && document.layers[0].name == nodes[0].name)
      #expect(document.layers[0].image.showsSame(as: image))
    }
    #expect(try open([], [:]).layers.count == 1)
  }

  /// Fails if messages that differ only in a name are not one, whatever the name is; or if others are
  /// merged.
  @Test func notesAreOneOfEachKind() throws {
    let notes: [FileNote] = [
      .layerCut("a"), .other("one"), .layerCut("b \" c"), .layerWithoutPixels("a"), .other("two"), .layerCut(""),
      .unknownMode(layer: "a", mode: "x"), .unknownMode(layer: "b", mode: "y"), .unknownMode(layer: "c", mode: "x"),
      .unsupported(element: "text", name: "a"), .unsupported(element: "filter", name: "a"), .groupTakenApart("a"),
    ]
    #expect(
      FileNote.condensed(notes) == [
        "The layer \"a\" was cut at the canvas's edge. The same applies to 2 more.", "one",
        "The layer \"a\" has no pixels and is not shown.", "two",
        "The layer \"a\" is blended normally: x is not known. The same applies to 1 more.",
        "The layer \"b\" is blended normally: y is not known.",
        "The text \"a\" is not shown: Fude does not support it.",
        "The filter \"a\" is not shown: Fude does not support it.",
        "The group \"a\" was taken apart, and may look different: groups can be nested 64 deep at most.",
      ])
    #expect(FileNote.condensed([]).isEmpty)
  }

  /// Fails if the file's name counts instead of its content, or a message does not say what is
  /// wrong.
  @Test func filesAreToldByTheirContent() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(3)
    let document = try #require(drawing(&rng))
    try document.save(to: folder.path("really ora.png"))
    try document.exportPNG(to: folder.path("really png.ora"))
    var notes: [String] = []
    #expect(try Document.open(folder.path("really ora.png"), notes: &notes).format == .openRaster)
    #expect(try Document.open(folder.path("really png.ora"), notes: &notes).format == .png)
    func said(_ name: String, _ bytes: [UInt8]?) throws -> String {
      let path = folder.path(name)
      if let bytes { try folder.write(name, bytes) }
      do throws(FileError) {
        _ = try Document.open(path, notes: &notes)
        return "read"
      } catch { return error.fault }
    }
    #expect(try said("a", []) == "it is empty")
    #expect(try said("a", Array("words".utf8)) == "it is neither an OpenRaster file nor a PNG, JPEG or WebP image")
    #expect(try said("none", nil) == "there is no such file")
    #expect(try said("", nil) == "it is a folder")
    let whole = try folder.read("really ora.png")
    #expect(try said("a", Array(whole.dropLast(30))) == "it is not a zip archive, or its end is missing")
  }

  /// Fails if saving that is cancelled or fails, at any moment, changes the old file.
  @Test func cancelledSavingLeavesTheOldFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ora", [1, 2, 3])
    var rng = RandomSource(5)
    let document = try #require(drawing(&rng))
    var told: [Double] = []
    try document.save(to: folder.path("b.ora")) { told.append($0) }
    #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) } && told.count > 3)
    for last in 0..<told.count {
      var count = 0
      let error = #expect(throws: FileError.self) {
        try document.save(to: path) { (_) throws(FileError) in
          if count == last { throw FileError(.write, path, fault: "it was cancelled") }
          count += 1
        }
      }
      #expect(error?.description == "cannot write \(path): it was cancelled")
      #expect(try folder.names == ["a.ora", "b.ora"] && folder.read("a.ora") == [1, 2, 3])
    }
  }

  /// Fails if a path that cannot be written to is not reported.
  @Test func writeErrorsAreReported() throws {
    var rng = RandomSource(5)
    let document = try #require(drawing(&rng))
    for path in ["/proc/a.ora", "/none/a.ora", "/dev/full"] {
      let error = #expect(throws: FileError.self) { try document.save(to: path) }
      #expect(error?.description.hasPrefix("cannot write \(path): ") ?? false)
    }
  }
}

@Suite struct SampleFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OpenRaster")

  private func open(_ name: String) throws -> (Document, [String], [UInt32]) {
    let path = Self.folder.appending(path: name).path
    var notes: [String] = []
    let document = try Document(openRasterAt: path, notes: &notes)
    let folder = try TemporaryFolder()
    try folder.write(
      "a.png", try #require(try OpenRasterReader(path: path).entry("mergedimage.png", limit: 1 << 24)))
    var merged: [UInt32] = []
    try PNGReader(path: folder.path("a.png")).readRows { _, row in for x in row.indices { merged.append(row[x]) } }
    return (document, notes, merged)
  }

  /// The largest difference of a channel between two pictures.
  private func difference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var worst = 0
    for (p, q) in zip(a, b) {
      for shift in [UInt32(0), 8, 16, 24] { worst = max(worst, abs(Int(p >> shift & 255) - Int(q >> shift & 255))) }
    }
    return worst
  }

  /// Fails if Krita's paper, layers or their compositing differ from what Krita shows.
  @Test func kritas() throws {
    let (document, notes, merged) = try open("krita-5.1.5.ora")
    #expect(document.layers.map(\.name) == ["red <&>", "blue \"é\"", "empty", "Gruppe 筆"] && document.isPaperShown)
    #expect(document.activeLayer == 0 && notes.isEmpty, "\(notes)")
    #expect(difference(flat(document), merged) <= 2)
  }

  /// Fails if MyPaint's layers differ; one of its modes has no equivalent.
  @Test func myPaints() throws {
    let (document, notes, _) = try open("mypaint-2.0.1.ora")
    #expect(document.layers.map(\.name) == ["background", "Skizze 筆", "red"] && document.activeLayer == 2)
    #expect(notes.count == 2, "\(notes)")
  }
}
