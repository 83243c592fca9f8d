import Geometry
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Pixels

/// PNG exports with 16 bits a channel.
@Suite struct DeepExportTests {
  private let folder: TemporaryFolder
  private let filler: CoverageFiller
  private var path: String { folder.path("a.png") }

  init() throws {
    folder = try TemporaryFolder()
    filler = try #require(CoverageFiller())
  }

  private func export(_ document: Document, _ change: (inout ExportOptions) -> Void = { _ in }) throws -> TileGrid {
    var options = ExportOptions()
    options.isDeep = true
    change(&options)
    try document.export(to: path, options, filler: filler)
    #expect(try PNGReader(path: path).isDeep)
    return try Document(pngAt: path).activeImage
  }

  /// Fails if an export does not have the composited pixels with all their bits, with or without the paper,
  /// cropped, or of an endless canvas.
  @Test func pixelsAreThoseOfTheDrawing() throws {
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...200), rng.roll(1...150))
      var document = try #require(Document(width: width, height: height))
      _ = document.perform(.add(above: document.activeID))
      for i in 0..<2 { document.layers[i].image = .ofBothDepths(width: width, height: height, &rng) }
      _ = document.perform(.set(document.layers[1].id, .opacity(0.7)))
      _ = document.perform(.set(document.layers[1].id, .blend(.multiply)))
      for isTransparent in [false, true] {
        var shown = document
        shown.showPaper(!isTransparent)
        var pixels = [DeepPixel](repeating: .clear, count: width * height)
        var span = pixels.mutableSpan
        shown.flattenDeep(shown.bounds, to: &span, start: 0, stride: width)
        var wanted = TileGrid(width: width, height: height)
        for y in 0..<height { wanted.setRow(y, from: 0, to: pixels.span.extracting(y * width..<(y + 1) * width)) }
        #expect(try export(document) { $0.isTransparent = isTransparent }.showsSame(as: wanted), "seed \(seed)")
        #expect(try PNGReader(path: path).hasAlpha == isTransparent)
        let ink = document.inkBounds
        guard isTransparent, !ink.isEmpty else { continue }
        let cropped = try export(document) { ($0.isTransparent, $0.isCropped) = (true, true) }
        #expect(cropped.width == ink.width && cropped.showsSame(as: wanted.part(ink)), "seed \(seed), cropped")
      }
    }
  }

  /// Fails if means are taken of rounded pixels, or are not the means.
  @Test func smallerPicturesKeepTheirBits() throws {
    var rng = RandomSource(7)
    var document = try #require(Document(width: 128, height: 128))
    let pixels = (0..<128 * 128).map { _ in DeepPixel.random(&rng) }
    for y in 0..<128 {
      document.layers[0].image.setRow(y, from: 0, to: pixels.span.extracting(y * 128..<(y + 1) * 128))
    }
    let small = try export(document) { ($0.isTransparent, $0.fineness) = (true, .scale(0.5)) }
    var wrong = 0
    let made = try #require(small[0]).deepPixels
    for y in 0..<64 {
      for x in 0..<64 {
        for i in 0..<4 {
          let sum = [0, 1, 128, 129].reduce(0.0) { $0 + Double(pixels[256 * y + 2 * x + $1].channels[i]) }
          if abs(Double(made[64 * y + x].channels[i]) - sum / 4) > 0.5 { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  /// Fails if other formats get rows of 16 bits, or the size of a deep PNG is not estimated.
  @Test func otherFormatsHaveBytes() throws {
    var rng = RandomSource(8)
    var document = try #require(Document(width: 100, height: 80))
    document.layers[0].image = .ofBothDepths(width: 100, height: 80, &rng)
    for format in [FileFormat.jpeg, .webP, .png] {
      var options = ExportOptions(format: format)
      options.isDeep = true
      try document.export(to: folder.path("b"), options, filler: filler)
      let estimate = try #require(document.estimatedSize(options))
      #expect(abs(estimate - (try folder.read("b").count)) < 100, "\(format)")
    }
  }
}

extension TileGrid {
  /// A part as an image of its own.
  fileprivate func part(_ rect: PixelRect) -> TileGrid {
    PixelArrangement(width: width, height: height, resizedTo: rect)(self)
  }
}
