import Files
import Foundation
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Pixels
@testable import Storage

@Suite struct PictureExportTests {
  let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  /// A drawing of two layers: a bar from (20, 30) to (60, 50) on the lower, a wider one on the
  /// upper.
  private func bars() throws -> Document {
    var document = try #require(Document(width: 120, height: 90))
    func bar(_ box: PixelRect, _ colour: UInt32) throws {
      var clip = [UInt32](repeating: 0, count: 120 * 90)
      for y in box.minY..<box.maxY { for x in box.minX..<box.maxX { clip[y * 120 + x] = 0xFF00_0000 | colour } }
      _ = document.float(try #require(Clipping(width: 120, height: 90, pixels: clip)))
      _ = document.drop()
      document.select(nil)
    }
    try bar(PixelRect(x: 20, y: 30, width: 40, height: 20), 0xFF0000)
    _ = document.perform(.add(above: document.activeID))
    try bar(PixelRect(x: 30, y: 40, width: 70, height: 8), 0x0000FF)
    return document
  }

  private func export(
    _ document: Document, _ name: String = "out.png", _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> Document {
    var options = ExportOptions()
    change(&options)
    try document.export(to: fixture.folder.path(name), options, filler: fixture.filler)
    return try Document(pngAt: fixture.folder.path(name))
  }

  private func size(_ document: Document) -> [Int] { [document.width, document.height] }

  /// Fails if an export at the drawing's own size differs from the ordinary one in any byte.
  @Test func itsOwnSizeIsTheOrdinaryExport() throws {
    for seed in RandomSource.seeds(12) {
      var document = try fixture.drawing(seed, count: 12)
      if seed % 3 == 0 { document.resolution = Resolution(x: 300, y: 300) }
      try document.exportPNG(to: fixture.folder.path("a.png"))
      for fineness in [nil, ExportOptions.Fineness.scale(1)] {
        _ = try export(document, "b.png") { $0.fineness = fineness }
        #expect(try fixture.folder.read("b.png") == fixture.folder.read("a.png"), "seed \(seed)")
      }
    }
  }

  /// Fails if an estimate is far from the size of the file that an export writes: by more than 40 %
  /// for a picture of strips, or by more than its header for a small one. Enlarged pictures may
  /// differ by a factor of 2.
  @Test(arguments: [FileFormat.png, .jpeg, .webP])
  func sizesAreEstimated(_ format: FileFormat) throws {
    var document = try fixture.drawing(3, count: 60)
    for (scale, range) in [(1.0, 0.98...1.02), (0.5, 0.98...1.02), (2, 0.5...2.0)] {
      var options = ExportOptions(format: format)
      options.fineness = .scale(scale)
      let bytes = try #require(document.estimatedSize(options))
      try document.export(to: fixture.folder.path("a"), options, filler: fixture.filler)
      let ratio = Double(bytes) / Double(try fixture.folder.read("a").count)
      #expect(range.contains(ratio), "\(format) at \(scale): \(ratio)")
    }
    // Larger than what an estimate encodes: only strips are.
    _ = document.perform(.scale(width: 3000, height: 2400))
    let options = ExportOptions(format: format)
    let bytes = try #require(document.estimatedSize(options))
    try document.export(to: fixture.folder.path("a"), options, filler: fixture.filler)
    let ratio = Double(bytes) / Double(try fixture.folder.read("a").count)
    #expect((0.6...1.4).contains(ratio), "\(format), strips: \(ratio)")
    #expect(document.estimatedSize(options, isWanted: { false }) == nil)
    #expect(document.estimatedSize(ExportOptions(format: .svg)) == nil)
  }

  /// Fails if the strips of an estimate are no rows of the picture, or not from all of its height.
  @Test func stripsCoverTheHeight() {
    for (width, height) in [(1, 1), (1000, 1000), (5000, 200), (30000, 40), (30000, 30000), (4000, 6000)] {
      let rows = Document.sampledRows(width: width, height: height)
      #expect(rows.allSatisfy { (0..<height).contains($0) } && rows == rows.sorted() && Set(rows).count == rows.count)
      #expect(rows.count == height || rows.count * width <= max(Document.estimatedArea, 64 * width))
      let gaps = zip(rows, rows.dropFirst()).map { $1 - $0 }
      #expect((gaps.max() ?? 0) <= max(1, 4 * height * 64 / max(1, rows.count)))
    }
  }

  /// Fails if a WebP without losses changes a pixel, also a transparent one, or is larger than the PNG of line art.
  @Test func webPWithoutLosses() throws {
    var document = try fixture.drawing(3, count: 40)
    document.resolution = Resolution(x: 300, y: 300)
    let png = try export(document) { $0.isTransparent = true }
    var options = ExportOptions(format: .webP)
    (options.isLossless, options.isTransparent) = (true, true)
    try document.export(to: fixture.folder.path("a.webp"), options, filler: fixture.filler)
    let bytes = Array(try fixture.folder.read("a.webp"))
    let read = try PictureDecoder(bytes, .webP).image
    // A PNG image has the straight colours of faint ink from 16 bits.
    let expected = png.layers[0].image
    #expect((read.width, read.height) == (expected.width, expected.height))
    for y in 0..<read.height {
      for x in 0..<read.width where !areNear(read[x, y], expected[x, y]) { Issue.record("pixel \(x), \(y)") }
    }
    options.isTransparent = false
    try document.export(to: fixture.folder.path("a.webp"), options, filler: fixture.filler)
    _ = try export(document) { _ in }
    let (webP, plain) = (try fixture.folder.read("a.webp").count, try fixture.folder.read("out.png").count)
    #expect(webP < plain)
  }

  /// Fails if a JPEG has the Huffman tables of the standard instead of its own, as progressive ones always have, or the
  /// resolution of its colour does not follow the quality.
  @Test(arguments: [(70, 0x22), (89, 0x22), (90, 0x11), (100, 0x11)])
  func jpegIsProgressive(_ quality: Int, _ sampling: UInt8) throws {
    let document = try fixture.drawing(3, count: 20)
    var options = ExportOptions(format: .jpeg)
    options.quality = quality
    try document.export(to: fixture.folder.path("a.jpg"), options, filler: fixture.filler)
    let bytes = Array(try fixture.folder.read("a.jpg"))
    // A frame begins with its marker, its length, the depth, the size and the number of components; then the first one's
    // number and sampling.
    let frame = try #require(
      (0..<bytes.count - 12).first { bytes[$0] == 0xFF && (0xC0...0xC2).contains(bytes[$0 + 1]) })
    #expect(bytes[frame + 1] == 0xC2 && bytes[frame + 11] == sampling)
  }

  /// Fails if pixels per inch give a wrong size or are not written, or change with a scale.
  @Test func pixelsForAnInch() throws {
    var document = try fixture.drawing(3, count: 12)
    #expect(size(try export(document) { $0.fineness = .dpi(192) }) == [380, 300])
    var read = try export(document) { $0.fineness = .dpi(48) }
    #expect(size(read) == [95, 75] && abs(read.resolution.x - 48) < 0.02)
    read = try export(document) { $0.fineness = .scale(2) }
    #expect(read.resolution == Resolution())
    document.resolution = Resolution(x: 150, y: 150)
    read = try export(document) { $0.fineness = .dpi(300) }
    #expect(size(read) == [380, 300] && abs(read.resolution.x - 300) < 0.02)
    read = try export(document) { $0.fineness = .scale(0.5) }
    #expect(size(read) == [95, 75] && abs(read.resolution.x - 75) < 0.02)
    read = try export(document) { $0.fineness = .scale(1.5) }
    #expect(size(read) == [285, 225] && abs(read.resolution.x - 225) < 0.02)
  }

  /// Fails if paper, cropping or a single layer are not as requested, at any scale.
  @Test(arguments: [1.0, 3, 0.5]) func onlyWhatIsWanted(scale: Double) throws {
    var document = try bars()
    let s = { (v: Int) in Int((Double(v) * scale).rounded()) }
    // Enlarging pixels softens their edges by half a pixel on each side.
    let soft = scale > 1 ? 2 : 0
    var read = try export(document) {
      $0.fineness = .scale(scale)
      $0.isTransparent = true
    }
    #expect(read.width == s(120) && read.layers[0].image[s(4), s(4)] == 0)
    #expect(read.layers[0].image[s(25), s(35)] == 0xFFFF_0000)
    read = try export(document) {
      $0.fineness = .scale(scale)
      $0.isCropped = true
    }
    #expect(size(read) == [s(80) + soft, s(20) + soft])
    #expect(read.layers[0].image[s(5), s(5)] == 0xFFFF_0000 && read.layers[0].image[s(60), s(14)] == 0xFF00_00FF)
    #expect(read.layers[0].image[s(60), s(4)] == 0xFFFD_FCF9)
    _ = document.perform(.set(document.layers[1].id, .visible(false)))
    _ = document.perform(.set(document.layers[1].id, .blend(.destinationIn)))
    read = try export(document) {
      $0.fineness = .scale(scale)
      $0.layer = "Layer 2"
      $0.isCropped = true
    }
    #expect(size(read) == [s(70) + soft, s(8) + soft])
    #expect(read.layers[0].image[s(30), s(4)] == 0xFF00_00FF)
    read = try export(document) {
      $0.fineness = .scale(scale)
      $0.layer = "Ink"
    }
    #expect(read.layers[0].image[s(4), s(4)] == 0 && read.layers[0].image[s(35), s(44)] == 0xFFFF_0000)
  }

  /// Fails if a chosen layer is confused with another of the same name, or file extensions are not
  /// understood.
  @Test func aLayerIsMeantByItself() throws {
    var document = try bars()
    _ = document.perform(.set(document.layers[1].id, .name("Ink")))
    for (id, colour) in zip(document.layers.map(\.id), [UInt32(0xFFFF_0000), 0xFF00_00FF]) {
      for scale in [1.0, 2] {
        let read = try export(document) {
          $0.fineness = .scale(scale)
          $0.layerID = id
          $0.layer = "nowhere"
        }
        #expect(read.layers[0].image[Int(45 * scale), Int(44 * scale)] == colour)
        #expect(read.layers[0].image[0, 0] == 0)
      }
    }
    let formats = ["/a.png/b.SVG", "a.Pdf", ".png", "png", "a.ora"].map { FileFormat(exportedTo: $0) }
    #expect(formats == [.svg, .pdf, nil, nil, nil])
  }

  /// Fails if a reduced image loses or adds ink, or even areas become uneven.
  @Test func madeSmallNothingIsLost() throws {
    var document = try #require(Document(width: 100, height: 70, paper: 0xFFFFFF))
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 1.2, minimumShare: 1), style: InkStyle(colour: 0), filler: fixture.filler)
    for i in 0...20 {
      stroke.add(PenSample(position: Point(10 + Double(i) * 4, 20 + Double(i)), time: Double(i) * 0.01))
    }
    _ = stroke.finish(on: &document)
    func darkness(_ d: Document) -> Double {
      var sum = 0.0
      for y in 0..<d.height { for x in 0..<d.width { sum += Double(255 - d.layers[0].image[x, y] & 255) } }
      return sum
    }
    let whole = darkness(try export(document))
    for scale in [0.5, 0.37, 0.1] {
      let read = try export(document) { $0.fineness = .scale(scale) }
      let part = Double(read.width * read.height) / 7000
      #expect(abs(darkness(read) / part / whole - 1) < 0.03, "\(scale)")
      #expect(read.layers[0].image[0, 0] == 0xFFFF_FFFF)
    }
    let one = try export(document) { $0.fineness = .scale(0.001) }
    #expect(one.width == 1 && one.height == 1)
  }

  /// Fails if an impossible request succeeds, gives no message or leaves a file.
  @Test func impossibleWishesAreRefused() throws {
    var document = try bars()
    func refusal(memory: Int? = nil, _ change: (inout ExportOptions) -> Void) -> String {
      var options = ExportOptions()
      change(&options)
      do {
        try document.export(to: fixture.folder.path("no.png"), options, filler: fixture.filler, memory: memory)
        return "none"
      } catch { return "\(error)" }
    }
    let limits = "but at most 32767 px a side and 1000 megapixels are allowed: a scale of 273.058 fits"
    #expect(refusal { $0.fineness = .scale(300) } == "it would be 36000 x 27000 px large, \(limits)")
    #expect(refusal { $0.fineness = .scale(1e300) }.hasSuffix(limits))
    #expect(refusal { $0.fineness = .dpi(.nan) } == "it cannot be drawn at a scale of nan")
    #expect(refusal { $0.fineness = .scale(0) } == "it cannot be drawn at a scale of 0.0")
    #expect(
      refusal(memory: 2_000_000) { $0.fineness = .scale(30) }
        == "this size needs about 0.1 GB of memory, but only 0.1 GB are available")
    #expect(
      refusal { $0.layer = "Tinte" }
        == "it has no layer \u{201C}Tinte\u{201D}; its layers are \u{201C}Layer 2\u{201D}, \u{201C}Ink\u{201D}")
    _ = document.perform(.set(document.layers[1].id, .name("Ink")))
    #expect(
      refusal { $0.layer = "Ink" }
        == "it has 2 layers \u{201C}Ink\u{201D}; its layers are \u{201C}Ink\u{201D}, \u{201C}Ink\u{201D}")
    document = try #require(Document(width: 30, height: 30))
    for format in FileFormat.exported {
      #expect(
        refusal {
          $0.isCropped = true
          $0.format = format
        } == "it is empty, so it cannot be cropped")
    }
    #expect(try fixture.folder.names == [])
  }

  /// Fails if a cancelled export goes on, leaves a file or changes the old one. Also fails if
  /// progress goes back or does not reach the end.
  @Test(arguments: FileFormat.exported) func stoppedItLeavesNothing(format: FileFormat) throws {
    let document = try fixture.drawing(7, count: 12)
    try fixture.folder.write("out", Array("old".utf8))
    var options = ExportOptions(format: format)
    options.fineness = .scale(2)
    var shares: [Double] = []
    try document.export(
      to: fixture.folder.path("whole"), options, filler: fixture.filler,
      progress: ExportProgress { share in
        shares.append(share)
        return true
      })
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count > 1)
    for stop in Set([0, 1, 2, shares.count / 3, shares.count / 2, shares.count - 1]).sorted() where stop < shares.count
    {
      var left = stop
      #expect(throws: ExportError.cancelled) {
        try document.export(
          to: fixture.folder.path("out"), options, filler: fixture.filler,
          progress: ExportProgress { _ in
            left -= 1
            return left >= 0
          })
      }
      #expect(try fixture.folder.names == ["out", "whole"])
      #expect(try fixture.folder.read("out") == Array("old".utf8))
    }
  }

  /// Fails if a full disk is not reported, or leaves a partial file.
  @Test(arguments: FileFormat.exported) func aFullDiskIsTold(format: FileFormat) throws {
    let document = try fixture.drawing(8, count: 12)
    let path = fixture.folder.path("out")
    let error = #expect(throws: ExportError.self) {
      let file = try AtomicFile(path: path)
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0 && dup2(full, file.descriptor) == file.descriptor)
      close(full)
      try document.export(to: file, ExportOptions(format: format), filler: fixture.filler)
    }
    #expect(error?.description == "cannot write \(path): the disk is full")
    #expect(try fixture.folder.names == [])
    let missing = fixture.folder.path("none/out.png")
    #expect(throws: ExportError.file(FileError(.write, missing, fault: "its folder does not exist"))) {
      try document.export(to: missing, ExportOptions(format: format), filler: fixture.filler)
    }
  }

  /// Fails if the available memory is misread.
  @Test func memoryIsRead() {
    #expect(SystemMemory.available(in: "MemTotal: 10 kB\nMemAvailable:     2048 kB\n") == 2_097_152)
    #expect(SystemMemory.available(in: "MemTotal: 10 kB\nMemAvailable: much\n") == nil)
    #expect(SystemMemory.available ?? 1 > 0)
  }
}
