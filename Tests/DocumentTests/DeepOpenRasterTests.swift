import Archive
import Files
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// OpenRaster files of drawings with tiles of 16 bits a channel.
@Suite struct DeepOpenRasterTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  /// The bits a channel in the files of a drawing by their names.
  private func depths(of path: String) throws -> [String: UInt8] {
    let reader = try OpenRasterReader(path: path)
    var depths: [String: UInt8] = [:]
    for entry in reader.archive.entries where entry.name.hasSuffix(".png") {
      depths[entry.name] = try #require(try reader.entry(entry.name, limit: 1 << 26))[24]
    }
    return depths
  }

  /// Fails if a layer or a mask of both depths changes by saving and opening, a tile takes 16 bits where 8 hold
  /// it, or a file has another depth than its tiles.
  @Test func drawingsOfBothDepthsComeBack() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...200), rng.roll(1...150))
      var document = try #require(Document(width: width, height: height))
      for _ in 0..<rng.roll(0...2) { _ = document.perform(.add(above: document.activeID)) }
      for i in document.layers.indices {
        if rng.isOne(in: 3) {
          document.layers[i].image.addBlots(1...3, &rng)
        } else {
          document.layers[i].image = .ofBothDepths(width: width, height: height, &rng)
        }
        if rng.isOne(in: 3) { document.layers[i].mask = .ofBothDepths(width: width, height: height, &rng) }
      }
      try document.save(to: path)
      var notes: [String] = []
      let opened = try Document(openRasterAt: path, notes: &notes)
      #expect(notes.isEmpty && opened.layers.count == document.layers.count, "seed \(seed): \(notes)")
      #expect(opened.pictureIdentity == document.pictureIdentity, "seed \(seed)")
      for (old, new) in zip(document.layers, opened.layers) {
        #expect(new.image.showsSame(as: old.image) && new.image.isNarrow, "seed \(seed), \(old.name)")
        #expect((old.mask == nil) == (new.mask == nil), "seed \(seed)")
        guard let mask = old.mask, let other = new.mask else { continue }
        #expect(other.showsSame(as: mask) && other.isNarrow, "seed \(seed), mask")
      }
      let depths = try depths(of: path)
      #expect(depths["mergedimage.png"] == 8 && depths["Thumbnails/thumbnail.png"] == 8)
      let deep = document.layers.flatMap { [$0.image, $0.mask ?? $0.image] }.filter { $0.hasDeepTiles(in: $0.bounds) }
      #expect(depths.values.contains(16) == !deep.isEmpty, "seed \(seed): \(depths)")
      #expect(try Document.losses(inSaving: path).isEmpty)
    }
  }

  /// Fails if the image of a layer of 8 bits is not the same, byte for byte, beside a deep layer.
  @Test func layersOfBytesStayAsTheyAre() throws {
    var rng = RandomSource(3)
    var document = try #require(Document(width: 130, height: 100))
    document.layers[0].image.addBlots(4...4, &rng)
    try document.save(to: path, historyLimit: 0)
    let plain = try OpenRasterReader(path: path)
    _ = document.perform(.add(above: document.activeID))
    document.layers[1].image = .ofBothDepths(width: 130, height: 100, &rng)
    try document.save(to: folder.path("b.ora"), historyLimit: 0)
    let both = try OpenRasterReader(path: folder.path("b.ora"))
    let names = Set(plain.archive.entries.map(\.name)).subtracting(["stack.xml", "mergedimage.png"])
    var same = 0
    for name in names where name.hasPrefix("data/") {
      #expect(try plain.entry(name, limit: 1 << 24) == both.entry(name, limit: 1 << 24), "\(name)")
      same += 1
    }
    #expect(same == 2, "the paper and the layer")
    #expect(try depths(of: folder.path("b.ora")).values.filter { $0 == 16 }.count == 1)
  }

  /// Fails if pixels of 16 bits outside the canvas are rounded, lost, or remain where they are cleared.
  @Test func pixelsOutsideTheCanvasKeepTheirBits() throws {
    var rng = RandomSource(9)
    let row = (0..<300).map { _ in DeepPixel.random(&rng) }
    let picture = try PNGBytes.made(deep: 300, height: 90, hasAlpha: true) { _, pixels in
      for x in 0..<300 { pixels[x] = row[x] }
    }
    let list = "<image w='100' h='70'><stack><layer name='l' src='a.png' x='-80' y='-10'/></stack></image>"
    try write(list, picture, to: path)
    #expect(try Document.losses(inSaving: path).isEmpty)
    var notes: [String] = []
    var document = try Document(openRasterAt: path, notes: &notes)
    func pixels(_ image: TileGrid, _ y: Int, from x: Int, _ count: Int) -> [DeepPixel] {
      var pixels = [DeepPixel](repeating: .clear, count: count)
      var span = pixels.mutableSpan
      image.copy(PixelRect(x: x, y: y, width: count, height: 1), to: &span, stride: count)
      return pixels
    }
    #expect(pixels(document.layers[0].image, 5, from: 0, 100) == Array(row[80..<180]))
    try document.save(to: path, historyLimit: 0)
    let reader = try OpenRasterReader(path: path)
    let node = try #require(reader.stack.nodes.last)
    #expect(node.name == "l" || reader.stack.nodes.count == 2)
    document = try Document(openRasterAt: path, notes: &notes)
    _ = document.perform(.resize(PixelRect(x: -80, y: -10, width: 300, height: 90)))
    #expect(notes.isEmpty && document.width == 300)
    for y in [0, 9, 10, 79, 89] { #expect(pixels(document.layers[0].image, y, from: 0, 300) == row, "row \(y)") }

    var image = TileGrid(width: 64, height: 64)
    let faint = [DeepPixel](repeating: DeepPixel(SIMD4(1, 0, 0, 40)), count: 64)
    for y in 0..<64 { image.setRow(y, from: 0, to: faint.span) }
    image.clear(PixelRect(x: 3, y: 2, width: 20, height: 30))
    #expect(pixels(image, 2, from: 0, 64).enumerated().allSatisfy { ($1 == .clear) == (3..<23).contains($0) })
    #expect(pixels(image, 32, from: 0, 64) == faint)
  }

  /// Fails if a paper of 16 bits is not recognized, or a picture of several colours within a level of 8 bits is
  /// taken for a paper.
  @Test func paperOfDeepPixels() throws {
    func isPaper(_ second: DeepPixel) throws -> Bool {
      let first = DeepPixel(0xFF10_2030)
      let picture = try PNGBytes.made(deep: 30, height: 20, hasAlpha: true) { y, row in
        for x in 0..<30 { row[x] = x == 7 ? second : first }
      }
      let list = "<image w='30' h='20'><stack><layer name='Paper' src='a.png'/></stack></image>"
      try write(list, picture, to: path)
      var notes: [String] = []
      let document = try Document(openRasterAt: path, notes: &notes)
      return document.isPaperShown && document.paper == 0x10_2030
    }
    #expect(try isPaper(DeepPixel(0xFF10_2030)))
    let near = DeepPixel(0xFF10_2030).channels &+ SIMD4(1, 0, 0, 0)
    #expect(try !isPaper(DeepPixel(near)))
  }

  /// Writes an OpenRaster file of a list of layers and a picture, "a.png".
  private func write(_ list: String, _ picture: [UInt8], to path: String) throws {
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in [("stack.xml", Array(list.utf8)), ("a.png", picture)] {
      try writer.add(name, isPacked: true) { bytes }
    }
    try writer.finish()
    try file.commitReplacing()
  }
}
