import Archive
import Files
import Foundation
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// A random picture: blots of random pixels.
private func picture(_ rng: inout RandomSource, width: Int, height: Int) -> TileGrid {
  var grid = TileGrid(width: width, height: height)
  grid.addBlots(0...4, &rng)
  return grid
}

/// Writes a stack with its images; the merged picture's colour depends on the position.
private func write(
  _ stack: RasterStack, _ images: [String: TileGrid], to path: String, extras: [OpenRasterWriter.Extra] = []
) throws {
  let file = try AtomicFile(path: path)
  try OpenRasterWriter.write(
    stack, to: file, image: { images[$0] ?? TileGrid(width: stack.width, height: stack.height) }, hasAlpha: false,
    merged: { y, row in for x in row.indices { row[x] = 0xFF00_0000 | UInt32(y & 255) << 8 | UInt32(x & 255) } },
    extras: extras)
  try file.commitReplacing()
}

/// Builds an archive by hand, to make it invalid.
private func pack(_ entries: [(String, [UInt8])], to path: String) throws {
  let file = try AtomicFile(path: path)
  let writer = try ZipWriter(descriptor: file.descriptor)
  for (name, bytes) in entries { try writer.add(name, isPacked: true) { bytes } }
  try writer.finish()
  try file.commitReplacing()
}

/// The error of opening a file and reading all its layers, or "read".
private func fault(_ path: String, limits: OpenRasterLimits = .init()) -> String {
  do throws(FileError) {
    let reader = try OpenRasterReader(path: path, limits: limits)
    for layer in reader.stack.nodes where !layer.isGroup { _ = try reader.image(of: layer) }
    return "read"
  } catch {
    let prefix = "cannot read \(path): "
    return error.description.hasPrefix(prefix) ? String(error.description.dropFirst(prefix.count)) : "?"
  }
}

private func png(_ grid: TileGrid) throws -> [UInt8] {
  try PNGBytes.made(width: grid.width, height: grid.height, hasAlpha: true) { y, row in
    grid.copy(PixelRect(x: 0, y: y, width: grid.width, height: 1), to: &row, stride: grid.width)
  }
}

@Suite struct OpenRasterTests {
  /// Fails if a layer's pixel or attribute changes by saving and opening.
  @Test func drawingsComeBackExactly() throws {
    let folder = try TemporaryFolder()
    for seed in RandomSource.seeds(25) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...300), rng.roll(1...200))
      var images: [String: TileGrid] = [:]
      let nodes = (0..<rng.roll(1...4)).flatMap { number in
        let source = "data/layer\(number).png"
        images[source] = picture(&rng, width: width, height: height)
        var layer = RasterNode(
          name: "Ebene \(number) 筆", content: .layer(source: source), opacity: rng.roll(0.0...1))
        guard rng.isOne(in: 3) else { return [layer] }
        layer.depth = 1
        return [layer, RasterNode(name: "g", content: .group(isIsolated: true), opacity: 0.5)]
      }
      let stack = RasterStack(width: width, height: height, density: (300, 300), nodes: nodes)
      let path = folder.path("\(seed).ora")
      let extra = OpenRasterWriter.Extra(name: "fude/history", bytes: [1, 2, 3], isPacked: true)
      try write(stack, images, to: path, extras: [extra])

      let reader = try OpenRasterReader(path: path)
      #expect(reader.stack.width == width && reader.stack.height == height && reader.stack.density == (300, 300))
      #expect(try reader.entry("fude/history", limit: 10) == [1, 2, 3])
      #expect(try reader.entry("nothing", limit: 10) == nil)
      let (layers, expected) = (reader.stack.nodes, stack.nodes)
      #expect(layers.map(\.name) == expected.map(\.name) && layers.map(\.opacity) == expected.map(\.opacity))
      #expect(layers.map(\.depth) == expected.map(\.depth))
      for (layer, original) in zip(layers, expected) {
        guard case .layer(let source) = original.content, let image = images[source] else { continue }
        #expect(try reader.image(of: layer).showsSame(as: image), "seed \(seed), \(source)")
      }
      #expect(reader.notes.isEmpty)
    }
  }

  /// Fails if one of the 32,896 pairs of opacity and premultiplied colour changes by conversion to
  /// straight 8-bit colours.
  @Test func everyPremultipliedPixelComesBack() throws {
    let folder = try TemporaryFolder()
    var grid = TileGrid(width: 256, height: 256)
    var count = 0
    for alpha in 0...255 {
      let row = (0...alpha).map { UInt32(alpha << 24 | $0 << 16 | (alpha - $0) << 8 | $0) }
      grid.setRow(alpha, from: 0, to: row.span)
      count += row.count
    }
    #expect(count == 32_896)
    let stack = RasterStack(
      width: 256, height: 256, nodes: [RasterNode(name: "", content: .layer(source: "data/a.png"))])
    try write(stack, ["data/a.png": grid], to: folder.path("a.ora"))
    let reader = try OpenRasterReader(path: folder.path("a.ora"))
    #expect(try reader.image(of: try #require(reader.stack.nodes.first)).showsSame(as: grid))
  }

  /// Fails if the type in the first bytes, the pictures or the cropped layers are not where other
  /// programs expect them.
  @Test func theFileIsAsOthersExpect() throws {
    let folder = try TemporaryFolder()
    var grid = TileGrid(width: 600, height: 300)
    let dots: [UInt32] = [0xFF11_2233, 0, 0xFF44_5566]
    grid.setRow(100, from: 200, to: dots.span)
    grid.setRow(104, from: 201, to: dots.span.extracting(0..<1))
    let stack = RasterStack(
      width: 600, height: 300,
      nodes: [
        RasterNode(name: "a", content: .layer(source: "data/a.png")),
        RasterNode(name: "b", content: .layer(source: "data/b.png")),
      ])
    try write(stack, ["data/a.png": grid], to: folder.path("a.ora"))
    let bytes = try folder.read("a.ora")
    #expect(String(decoding: bytes[30..<54], as: UTF8.self) == "mimetypeimage/openraster")
    try write(stack, ["data/a.png": grid], to: folder.path("b.ora"))
    #expect(try folder.read("b.ora") == bytes, "the same drawing gives the same file")

    let archive = try ZipReader(bytes: bytes)
    #expect(
      archive.entries.map(\.name) == [
        "mimetype", "stack.xml", "data/a.png", "data/b.png", "mergedimage.png", "Thumbnails/thumbnail.png",
      ])
    func size(_ name: String) throws -> [Int] {
      let claim = try PNGBytes.claim(try archive.read(try #require(archive.entry(name))), limits: .standard)
      return [claim.width, claim.height]
    }
    #expect(try size("mergedimage.png") == [600, 300])
    #expect(try size("Thumbnails/thumbnail.png") == [256, 128])
    #expect(try size("data/a.png") == [3, 5])
    #expect(try size("data/b.png") == [1, 1])
    let reader = try OpenRasterReader(path: folder.path("a.ora"))
    #expect(reader.stack.nodes.map(\.x) == [200, 0] && reader.stack.nodes.map(\.y) == [100, 0])
    try folder.write("merged.png", try #require(try reader.entry("mergedimage.png", limit: 1 << 20)))
    let merged = try PNGReader(path: folder.path("merged.png"))
    var wrong = 0
    try merged.readRows { y, row in
      for x in row.indices where row[x] != 0xFF00_0000 | UInt32(y & 255) << 8 | UInt32(x & 255) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// Fails if pixels beyond the canvas are on the layer, or those that are not kept give no note, or others do.
  @Test func layersBeyondTheCanvasAreCut() throws {
    let folder = try TemporaryFolder()
    var image = TileGrid(width: 4, height: 3)
    for y in 0..<3 {
      let row = [UInt32](repeating: 0xFF00_0001 + UInt32(y), count: 4)
      image.setRow(y, from: 0, to: row.span)
    }
    func xml(_ x: Int, _ y: Int) -> [UInt8] {
      Array("<image w='5' h='5'><stack><layer name='l' src='a.png' x='\(x)' y='\(y)'/></stack></image>".utf8)
    }
    for (x, y) in [(0, 0), (-2, 0), (3, 3), (-4, 0), (0, -99), (900_000, 2), (1, -1)] {
      try pack([("stack.xml", xml(x, y)), ("a.png", try png(image))], to: folder.path("a.ora"))
      let reader = try OpenRasterReader(path: folder.path("a.ora"))
      let grid = try reader.image(of: try #require(reader.stack.nodes.first))
      for row in 0..<5 { for column in 0..<5 { #expect(grid[column, row] == image[column - x, row - y]) } }
      #expect(reader.notes == (x < 900_000 ? [] : ["The layer \"l\" was cut at the canvas's edge."]))
    }
    try pack([("stack.xml", xml(-3, -3)), ("a.png", try png(TileGrid(width: 9, height: 9)))], to: folder.path("a.ora"))
    let reader = try OpenRasterReader(path: folder.path("a.ora"))
    #expect(try reader.image(of: try #require(reader.stack.nodes.first)).tileCount == 0)
    #expect(reader.notes.isEmpty)
  }
}

@Suite struct BadOpenRasterTests {
  /// Fails if two kinds of errors have the same message.
  @Test func wrongFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.ora")
    let stack = Array("<image w='5' h='5'><stack><layer src='../a.png'/></stack></image>".utf8)
    func said(_ entries: [(String, [UInt8])]) throws -> String {
      try pack(entries, to: path)
      return fault(path)
    }
    let image = try png(TileGrid(width: 4, height: 4))
    #expect(try said([("stack.xml", stack), ("../a.png", image)]) == "read", "a name is a name")
    #expect(try said([("stack.xml", stack)]) == "its layer image ../a.png is missing")
    #expect(try said([("a", [])]) == "it is not an OpenRaster file: it has no stack.xml")
    #expect(
      try said([("mimetype", Array("application/x-krita".utf8)), ("stack.xml", stack)])
        == "it is not an OpenRaster file")
    #expect(try said([("stack.xml", Array("<image>".utf8))]) == "its stack.xml, line 1: no element found")
    #expect(
      try said([("stack.xml", stack), ("../a.png", [1, 2])]) == "its layer image ../a.png: it is not a PNG image")
    #expect(
      try said([("stack.xml", stack), ("../a.png", Array(image[..<60]))]).hasPrefix(
        "its layer image ../a.png: it is cut short"))
    var flipped = image
    flipped[50] ^= 1
    #expect(
      try said([("stack.xml", stack), ("../a.png", flipped)]).hasPrefix("its layer image ../a.png: it is damaged"))
    let huge = Array("<image w='32768' h='5'><stack/></image>".utf8)
    #expect(try said([("stack.xml", huge)]) == "it is 32768 x 5 px large, but at most 32767 px a side are allowed")
    #expect(fault(folder.path) == "it is a folder")
    #expect(fault(folder.path("none")) == "there is no such file")
    #expect(fault(try folder.write("empty", [])) == "it is empty")
    #expect(fault(try folder.write("png", image)) == "it is not a zip archive, or its end is missing")
  }

  /// Fails if memory is allocated for an image before its claimed size is checked. The sum of all
  /// images counts.
  @Test func bombsAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.ora")
    var claim = try png(TileGrid(width: 4, height: 4))
    claim.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
    let layers = "<layer src='a'/><layer src='a'/><layer src='a'/>"
    let stack = Array("<image w='100' h='100'><stack>\(layers)</stack></image>".utf8)
    try pack([("stack.xml", stack), ("a", claim)], to: path)
    #expect(fault(path).hasPrefix("its layer image a: it is 32767 x 32767 px large, but at most 1000 megapixels"))

    var full = TileGrid(width: 100, height: 100)
    // Of several colours, since equal tiles of one colour count once.
    let line = (0..<100).map { 0xFF00_0000 | UInt32($0) }
    for y in 0..<100 { full.setRow(y, from: 0, to: line.span) }
    try pack([("stack.xml", stack), ("a", try png(full))], to: path)
    var limits = OpenRasterLimits()
    #expect(fault(path, limits: limits) == "read")
    limits.decoded = 29_999
    #expect(fault(path, limits: limits) == "its layers have together more than 0 megapixels")
    limits = OpenRasterLimits()
    limits.painted = 11 * Tile.count
    #expect(fault(path, limits: limits) == "its layers have together more than 0 megapixels painted")
    limits = OpenRasterLimits()
    limits.nodes = 2
    #expect(fault(path, limits: limits) == "it has more than 2 layers")

    // A small image followed by a hundred times the data that its size can have.
    try pack([("stack.xml", stack), ("a", try png(full) + [UInt8](repeating: 0, count: 30_000_000))], to: path)
    #expect(fault(path) == "its entry a would be larger than 16 MB")
  }

  /// Fails if a truncated file or flipped bits cause a crash or other pixels instead of an error.
  @Test func damageIsNoticed() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(4)
    let grid = picture(&rng, width: 40, height: 30)
    let stack = RasterStack(
      width: 40, height: 30, nodes: [RasterNode(name: "l", content: .layer(source: "data/l.png"))])
    try write(stack, ["data/l.png": grid], to: folder.path("whole.ora"))
    let whole = try folder.read("whole.ora")
    let path = folder.path("a.ora")
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 300)) {
      try folder.write("a.ora", Array(whole[..<count]))
      #expect(fault(path) != "read", "cut to \(count)")
    }
    for seed in RandomSource.seeds(600) {
      var rng = RandomSource(seed)
      var bytes = whole
      for _ in 0..<rng.roll(1...3) { bytes[rng.roll(0..<bytes.count)] ^= 1 << UInt8(rng.roll(0...7)) }
      try folder.write("a.ora", bytes)
      do throws(FileError) {
        let reader = try OpenRasterReader(path: path)
        for layer in reader.stack.nodes {
          let image = try reader.image(of: layer)
          #expect(image.showsSame(as: grid), "seed \(seed)")
        }
      } catch { #expect(error.description.hasPrefix("cannot read \(path): it")) }
    }
  }

  /// Fails if an error while writing damages the old file, or is not reported.
  @Test func failedWritingLeavesTheOldFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ora", [1, 2, 3])
    let stack = RasterStack(
      width: 40, height: 30, nodes: [RasterNode(name: "l", content: .layer(source: "data/l.png"))])
    // The image is read twice and the merged picture's rows once; each read can fail.
    for last in [0, 1, 2, 3, 20] {
      var asked = 0
      func ask() throws(FileError) {
        if asked == last { throw FileError(.write, path, fault: "it was cancelled") }
        asked += 1
      }
      let error = #expect(throws: FileError.self) {
        let file = try AtomicFile(path: path)
        try OpenRasterWriter.write(
          stack, to: file,
          image: { (_: String) throws(FileError) in
            try ask()
            return TileGrid(width: 40, height: 30)
          }, hasAlpha: true, merged: { (_, _) throws(FileError) in try ask() })
        try file.commitReplacing()
      }
      #expect(error?.description == "cannot write \(path): it was cancelled")
      #expect(asked == last)
      #expect(try folder.names == ["a.ora"] && folder.read("a.ora") == [1, 2, 3])
    }
  }
}
