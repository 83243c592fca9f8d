import Foundation
import Geometry
import Ink
import MyPaint
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Pixels
@testable import Storage

/// SVG files of drawings with layers whose strokes are unknown.
@Suite struct PixelLayerExportTests {
  private let vectors: VectorExportTests

  init() throws { vectors = try VectorExportTests() }

  /// A drawing with two layers whose strokes are unknown, as in a file of another program. The upper one is
  /// active.
  private func painted() throws -> Document {
    var document = try #require(Document(width: 120, height: 100))
    vectors.stroke(&document, Brush(size: 24), InkStyle(colour: 0x3060C0), seed: 1)
    _ = document.perform(.add(above: document.activeID))
    vectors.stroke(&document, Brush(size: 16), InkStyle(colour: 0xC06010, opacity: 180), seed: 2)
    document.history = History()
    return document
  }

  /// Adds a layer with strokes that become an image.
  private func addPencil(to document: inout Document) throws {
    _ = document.perform(.add(above: document.activeID))
    try drawPencil(on: &document)
  }

  private func drawPencil(on document: inout Document) throws {
    let pencil = try #require(vectors.fixture.library["pencil"]).resized(to: 12)
    vectors.stroke(&document, pencil, InkStyle(colour: 0x202020), seed: 3)
  }

  /// Whether each image in the SVG file of a drawing has more pixels than the canvas, from bottom to top.
  private func areLarge(_ document: Document) throws -> [Bool] {
    var options = ExportOptions(format: .svg)
    options.fineness = .scale(3)
    let path = vectors.fixture.folder.path("large.svg")
    try document.export(to: path, options, filler: vectors.fixture.filler)
    return try vectors.text("large.svg").split(separator: "base64,").dropFirst().map { text in
      let bytes = [UInt8](try #require(Data(base64Encoded: String(text.prefix(32)))))
      // The width in the header of the PNG.
      return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } > document.width
    }
  }

  /// Fails if a layer of pixels is enlarged, or one with strokes is not, or one with strokes on pixels.
  @Test func pixelsKeepTheirSize() throws {
    let (own, large) = (false, true)
    var document = try painted()
    #expect(try areLarge(document) == [own, own])
    try addPencil(to: &document)
    #expect(try areLarge(document) == [own, own, large])
    // Properties and changes of the canvas are no drawing.
    _ = document.perform(.set(document.layers[0].id, .opacity(0.5)))
    #expect(document.perform(CanvasOperation.flip(horizontally: true)) != nil)
    #expect(try areLarge(document) == [own, own, large])
    _ = document.activate(document.layers[1].id)
    try drawPencil(on: &document)
    #expect(try areLarge(document) == [own, large, large])
    _ = document.undo()
    #expect(try areLarge(document) == [own, own, large])
  }

  /// Fails if layers that are merged into an image are enlarged without need.
  @Test func mergedPixelsKeepTheirSize() throws {
    var document = try painted()
    _ = document.perform(.set(document.layers[1].id, .blend(.plus)))
    #expect(try areLarge(document) == [false])
    try addPencil(to: &document)
    #expect(try areLarge(document) == [false, true])
  }

  /// Fails if a layer of pixels is missing in an image that is larger than the drawing: one that is merged
  /// with strokes, clips others, is clipped, or is copied and drawn on.
  @Test(.enabled(if: VectorExportTests.canRenderSVG, "needs rsvg-convert"), arguments: 0..<6)
  func pictureStaysTheSame(kind: Int) throws {
    var document = try painted()
    let (lower, upper) = (document.layers[0].id, document.layers[1].id)
    switch kind {
    case 1:
      try addPencil(to: &document)
      _ = document.perform(.set(document.activeID, .blend(.plus)))
    case 2:
      try addPencil(to: &document)
      _ = document.perform(.set(document.activeID, .clipped(true)))
    case 3:
      try addPencil(to: &document)
      _ = document.perform(.mergeDown(document.activeID))
    case 4:
      _ = document.perform(.duplicate(lower))
      try drawPencil(on: &document)
    case 5:
      try addPencil(to: &document)
      _ = document.perform(.set(upper, .clipped(true)))
    default: try addPencil(to: &document)
    }
    let (mean, most) = try vectors.difference(document, .svg, scale: 2) { $0.fineness = .scale(4) }
    #expect(mean < 1.2, "\(kind): \(mean), \(most)")
  }
  /// Fails if a brush that smears what is below it finds no layers of pixels in the larger drawing.
  @Test(.enabled(if: VectorExportTests.canRenderSVG && MyPaintLibrary.system != nil, "needs rsvg-convert, libmypaint"))
  func pixelsBelowAreSmeared() throws {
    var document = try painted()
    let below = document.layers.map(\.id)
    _ = document.perform(.add(above: document.activeID))
    var stroke = StrokeInProgress(
      on: document, brush: try LayersBelowTests.blender(), style: InkStyle(colour: 0), filler: vectors.fixture.filler,
      conditions: PaintConditions(mixing: .exactWithLayersBelow))
    for i in 0...40 {
      stroke.add(PenSample(position: Point(20 + 2 * Double(i), 50), time: Double(i) * 0.01, pressure: 0.8))
    }
    _ = stroke.finish(on: &document)
    for id in below { _ = document.perform(.set(id, .visible(false))) }
    #expect(try areLarge(document) == [true])
    let (mean, most) = try vectors.difference(document, .svg, scale: 2) { $0.fineness = .scale(4) }
    #expect(mean < 1.2, "\(mean), \(most)")
  }
}
