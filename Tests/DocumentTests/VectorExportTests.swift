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
@testable import Library
@testable import Pictures
@testable import Pixels
@testable import Storage

/// Drawings exported as SVG and PDF. Other programs render them: librsvg's rsvg-convert, and Poppler's
/// pdftoppm and pdftocairo.
@Suite struct VectorExportTests {
  let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  static let canRenderSVG = program("rsvg-convert") != nil
  static let canRenderPDF = program("pdftoppm") != nil && program("pdftocairo") != nil

  private static func program(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The picture that another program renders from a file, with `scale` px for each CSS px.
  /// - Parameter byCairo: whether a PDF is rendered by pdftocairo. pdftoppm has a rasteriser of its
  ///   own, but moves images to whole pixels.
  private func rendered(
    _ path: String, _ format: FileFormat, scale: Double, byCairo: Bool = false
  ) throws -> Document {
    let out = fixture.folder.path("rendered")
    let (name, arguments) =
      format == .svg
      ? ("rsvg-convert", ["-z", "\(scale)", "-o", out + ".png", path])
      : (byCairo ? "pdftocairo" : "pdftoppm", ["-png", "-r", "\(96 * scale)", "-singlefile", path, out])
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.program(name)))
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try Document(pngAt: out + ".png")
  }

  func stroke(
    _ document: inout Document, _ brush: Brush, _ style: InkStyle, seed: Int, symmetry: Symmetry = Symmetry()
  ) {
    var rng = RandomSource(seed)
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: fixture.filler, symmetry: symmetry)
    let box = Rect(minX: 20, minY: 20, maxX: Double(document.width - 20), maxY: Double(document.height - 20))
    for sample in EnlargementTests.writing(&rng, in: box, count: 150) { stroke.add(sample) }
    _ = stroke.finish(on: &document)
  }

  /// The text of a file without its compressed parts.
  func text(_ name: String) throws -> String { String(decoding: try fixture.folder.read(name), as: UTF8.self) }

  /// Exports a drawing, lets another program render the file, and returns the mean and the largest
  /// difference from the PNG that Fude exports, 0...255.
  func difference(
    _ document: Document, _ format: FileFormat, scale: Double, byCairo: Bool = false,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> (mean: Double, most: Int) {
    var options = ExportOptions(format: format)
    change(&options)
    let path = fixture.folder.path("out." + format.ending)
    try document.export(to: path, options, title: "A <title> & more", filler: fixture.filler)
    let hasImages = try text("out." + format.ending).contains("/Subtype /Image")
    let other = try rendered(path, format, scale: scale, byCairo: hasImages || byCairo)
    options.format = .png
    options.fineness = .scale(scale)
    let own = fixture.folder.path("own.png")
    try document.export(to: own, options, filler: fixture.filler)
    let ours = try Document(pngAt: own)
    #expect(other.width == ours.width && other.height == ours.height)
    // Where the drawing is transparent, a rendered PDF shows a white page.
    var (sum, most) = (0, 0)
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        let white: UInt32 = 0xFFFF_FFFF
        let d = Int(
          Pixel.distance(Pixel.over(ours.layers[0].image[x, y], white), Pixel.over(other.layers[0].image[x, y], white)))
        (sum, most) = (sum + d, max(most, d))
      }
    }
    let mean = Double(sum) / Double(ours.width * ours.height)
    return (mean, most)
  }

  static let formats: [FileFormat] = [.svg, .pdf]
  static func canRender(_ format: FileFormat) -> Bool { format == .svg ? canRenderSVG : canRenderPDF }

  /// Fails if strokes rendered from paths differ from the PNG at four times the size, by seams, holes
  /// or darker crossings, or if strokes are exported as images. Pens, flat nibs, dots, symmetry and
  /// translucent ink are tried.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func linesAreLines(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for (seed, name) in ["pen", "brush-pen", "pen"].enumerated() {
      var document = try #require(Document(width: 220, height: 180))
      let brush = try #require(fixture.library[name])
      stroke(&document, brush.resized(to: 14), InkStyle(colour: 0x203060), seed: seed)
      stroke(&document, brush.resized(to: 5), InkStyle(colour: 0xC02010, opacity: 120), seed: seed + 10)
      _ = document.perform(.add(above: document.activeID))
      _ = document.perform(.set(document.activeID, .opacity(0.6)))
      stroke(
        &document, brush.resized(to: 8), InkStyle(colour: 0x10A040), seed: seed + 20,
        symmetry: Symmetry(.radial(count: 3, isMirrored: true)))
      if seed == 2 {
        var nib = brush.resized(to: 20)
        nib.tip = .flat(Brush.Nib(thickness: 0.15, angle: Angle(degrees: 40), followsAzimuth: true))
        stroke(&document, nib, InkStyle(colour: 0x8020A0), seed: seed + 30)
        var dot = StrokeInProgress(
          on: document, brush: Brush(size: 30), style: InkStyle(colour: 0), filler: fixture.filler)
        dot.add(PenSample(position: Point(110, 90), time: 0, pressure: 1))
        _ = dot.finish(on: &document)
      }
      let (mean, most) = try difference(document, format, scale: 4)
      #expect(mean < 0.8 && most < 90, "\(name): \(mean), \(most)")
      let bytes = try text("out." + format.ending)
      #expect(!bytes.contains(format == .svg ? "<image" : "/Subtype /Image"))
    }
  }

  /// Fails if a pixel rendered at scale 1 differs from the window's by more than 40 of 255 levels, or
  /// all by more than 0.3 on average.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func scaleOneLooksLikeTheWindow(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(6) {
      var document = try #require(Document(width: 220, height: 180))
      for (i, size) in [2.0, 12, 30].enumerated() {
        stroke(&document, Brush(size: size), InkStyle(colour: 0x203060), seed: 3 * seed + i)
      }
      let (mean, most) = try difference(document, format, scale: 1, byCairo: true)
      #expect(mean < 0.3 && most <= 40, "seed \(seed): \(mean), \(most)")
    }
  }

  /// Fails if layers that are not made of strokes only are missing, misplaced or too coarse as images,
  /// or a layer of strokes becomes one.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func otherLayersAreImages(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    var document = try #require(Document(width: 220, height: 180))
    stroke(&document, try #require(fixture.library["pencil"]).resized(to: 12), InkStyle(colour: 0x203060), seed: 1)
    stroke(&document, Brush(size: 9), InkStyle(colour: 0xC06010), seed: 2)
    stroke(&document, try #require(fixture.library["eraser"]).resized(to: 12), InkStyle(blend: .erase), seed: 3)
    _ = document.perform(.add(above: document.activeID))
    stroke(&document, Brush(size: 6), InkStyle(colour: 0x104020), seed: 4)
    let (mean, most) = try difference(document, format, scale: 2) { $0.fineness = .scale(4) }
    #expect(mean < 1.2 && most < 110, "\(mean), \(most)")
    let bytes = try text("out." + format.ending)
    #expect(bytes.contains(format == .svg ? "<image" : "/Subtype /Image"))
    // The stroke of the second layer is a path.
    if format == .svg { #expect(bytes.contains("<path")) }
  }

  /// Fails if a blend mode is rendered differently, whether the format has it or not, with and
  /// without paper.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func modesAreKept(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(CompositeOperator.allCases.count) {
      let blend = CompositeOperator.allCases[seed]
      var document = try #require(Document(width: 160, height: 120))
      stroke(&document, Brush(size: 24), InkStyle(colour: 0x3060C0), seed: seed)
      stroke(
        &document, try #require(fixture.library["marker"]).resized(to: 20), InkStyle(colour: 0xF0D040), seed: seed + 1)
      _ = document.perform(.add(above: document.activeID))
      stroke(&document, Brush(size: 20), InkStyle(colour: 0xE08050, opacity: 200), seed: seed + 2)
      _ = document.perform(.set(document.activeID, .blend(blend)))
      _ = document.perform(.set(document.activeID, .opacity(0.8)))
      if seed % 2 == 0 { _ = document.perform(.setPaper(0xE0F0D0)) }
      let (mean, most) = try difference(document, format, scale: 2) { $0.fineness = .scale(4) }
      // Other programs round hue and saturation of nearly grey colours, such as paper's,
      // differently.
      let room = [.hue, .saturation, .colour, .luminosity].contains(blend) ? 7.0 : 1.2
      #expect(mean < room, "\(blend): \(mean), \(most)")
    }
  }

  /// Fails if the paths of any history are wrong: copies, merged and emptied layers, undone edits.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func anyHistoryLooksTheSame(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(16) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 150, height: 120))
      for _ in 0..<10 { EnlargementTests.doAnything(&rng, &document, fixture.filler, fixture.library) }
      let (mean, most) = try difference(document, format, scale: 2) {
        $0.fineness = .scale(4)
        $0.isTransparent = seed % 3 == 0
      }
      #expect(mean < 2, "seed \(seed): \(mean), \(most)")
    }
  }

  /// Fails if a page does not have the size of the canvas at its dpi, shows more than was asked for, or
  /// a title is missing or not escaped.
  @Test(.enabled(if: canRenderSVG && canRenderPDF, "needs rsvg-convert, pdftoppm and pdftocairo"), arguments: formats)
  func pagesAndTitles(format: FileFormat) throws {
    var document = try #require(Document(width: 300, height: 150))
    stroke(&document, Brush(size: 10, minimumShare: 1), InkStyle(colour: 0), seed: 1)
    document.resolution = Resolution(x: 150, y: 150)
    let path = fixture.folder.path("out." + format.ending)
    try document.export(to: path, ExportOptions(format: format), title: "筆 <&> \"x\"\u{1}", filler: fixture.filler)
    var page = try rendered(path, format, scale: 1)
    #expect(page.width == 192 && page.height == 96)
    if format == .svg {
      #expect(try text("out.svg").contains("<title>筆 &lt;&amp;&gt; &quot;x&quot;\u{FFFD}</title>"))
    }
    #expect(!(try text("out." + format.ending)).contains(fixture.folder.path))
    document.resolution = Resolution()
    let box = document.inkBounds
    var options = ExportOptions(format: format)
    options.isCropped = true
    options.isTransparent = true
    try document.export(to: path, options, filler: fixture.filler)
    page = try rendered(path, format, scale: 1)
    #expect(abs(page.width - box.width) <= 1 && abs(page.height - box.height) <= 1)
    document = try #require(Document(width: 100, height: 50))
    try document.export(to: path, ExportOptions(format: format), filler: fixture.filler)
    page = try rendered(path, format, scale: 1)
    #expect(page.width == 100 && page.layers[0].image[50, 25] == 0xFFFD_FCF9)
  }

  /// Fails if an image in a PDF has other pixels than the drawing's own where no resolution was chosen.
  @Test func imagesInPDFKeepTheirPixels() throws {
    var document = try #require(Document(width: 192, height: 128))
    for y in 0..<128 { document.load(row: y, pixels: [UInt32](repeating: 0xFF80_4020 + UInt32(y), count: 192).span) }
    try document.export(to: fixture.folder.path("out.pdf"), ExportOptions(format: .pdf), filler: fixture.filler)
    let own = try text("out.pdf")
    #expect(own.contains("/Width 192") && own.contains("/Height 128"))
    var options = ExportOptions(format: .pdf)
    options.fineness = .scale(2)
    try document.export(to: fixture.folder.path("out.pdf"), options, filler: fixture.filler)
    #expect(try text("out.pdf").contains("/Width 384"))
  }
}
