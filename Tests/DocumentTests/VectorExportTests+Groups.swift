import Archive
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pixels
@testable import Storage

/// Drawings with groups.
extension VectorExportTests {
  private static let known: [CompositeOperator] = [.multiply, .screen, .darken, .lighten, .overlay, .difference]
  private static let unknown: [CompositeOperator] = [
    .plus, .destinationIn, .destinationOut, .sourceAtop, .destinationAtop,
  ]

  /// A drawing of random layers in random groups.
  /// - Parameters:
  ///   - share: one of so many layers and groups has a mode that the formats lack; 0 for none.
  ///   - hasImages: whether some layers are not of strokes only.
  private func tree(_ seed: Int, unknown share: Int, hasImages: Bool = true) throws -> Document {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 160, height: 120))
    for number in 0..<7 {
      if number > 0 { _ = document.perform(.add(above: document.layers[document.layers.count - 1].id)) }
      stroke(
        &document, Brush(size: Double(rng.roll(6...26))),
        InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(120...255))), seed: 10 * seed + number
      )
      if hasImages, rng.isOne(in: 4) {
        stroke(&document, Brush(size: 10), InkStyle(blend: .erase), seed: 100 * seed + number)
      }
    }
    for _ in 0..<8 {
      if hasImages, rng.isOne(in: 4) { _ = document.perform(RandomActs.clippingOperation(on: document, &rng)) }
      if hasImages, rng.isOne(in: 5) {
        var shown = Mask(width: 160, height: 120)
        shown.fill(PixelRect(x: rng.roll(0...60), y: rng.roll(0...40), width: 90, height: 70))
        _ = document.perform(.addMask(document.layers[rng.roll(0..<document.layers.count)].id, showing: shown))
      }
      let operation = RandomActs.groupOperation(on: document, &rng)
      if operation.newLayers + document.layers.count > 16 { continue }
      if case .flatten = operation, !rng.isOne(in: 3) { continue }
      _ = document.perform(operation)
      let id = document.layers[rng.roll(0..<document.layers.count)].id
      if rng.isOne(in: 2) { _ = document.perform(.set(id, .opacity(rng.roll(0.3...1)))) }
      if rng.isOne(in: 8) { _ = document.perform(.set(id, .visible(false))) }
      if rng.isOne(in: 2) {
        let modes = share > 0 && rng.isOne(in: share) ? Self.unknown : Self.known
        _ = document.perform(.set(id, .blend(modes[rng.roll(0..<modes.count)])))
      }
    }
    return document
  }

  /// Fails if groups are rendered differently from the canvas, with modes that the formats have and lack,
  /// with and without paper.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func groupsLookTheSame(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(24) {
      let document = try tree(seed, unknown: seed % 2 == 0 ? 0 : 3)
      let (mean, most) = try difference(document, format, scale: 2) {
        $0.fineness = .scale(4)
        $0.isTransparent = seed % 3 == 0
      }
      #expect(mean < 1.2, "seed \(seed): \(mean), \(most)")
    }
  }

  /// Fails if a layer in a group, or a group alone, is rendered differently.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func partsOfGroupsLookTheSame(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(4) {
      let document = try tree(seed, unknown: 4)
      for layer in document.layers where layer.depth > 0 || layer.isGroup {
        let (mean, most) = try difference(document, format, scale: 2) {
          $0.fineness = .scale(4)
          $0.layerID = layer.id
        }
        #expect(mean < 1.2, "seed \(seed), \(layer.id): \(mean), \(most)")
      }
    }
  }

  /// Fails if groups inside one another are rendered differently, or elements are nested deeper than
  /// librsvg draws them.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func deepGroupsLookTheSame(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    // Other programs round each of so many translucent groups.
    for seed in 0..<2 {
      var document = try #require(Document(width: 160, height: 120))
      stroke(&document, Brush(size: 20), InkStyle(colour: 0x3060C0), seed: seed)
      for depth in 1...LayerTree.mostDepth {
        if depth % 8 == 0 {
          _ = document.perform(.add(above: document.layers[document.layers.count - 1].id))
          stroke(&document, Brush(size: 6), InkStyle(colour: UInt32(0x1357 * depth)), seed: depth)
          _ = document.perform(.move(document.activeID, to: LayerPlace(position: .max)))
          _ = document.perform(.set(document.activeID, .blend(.multiply)))
        }
        _ = document.perform(.group(document.layers.filter { $0.depth == 0 }.map(\.id)))
        _ = document.perform(.set(document.activeID, .opacity(0.99)))
        if seed > 0, depth % 2 == 0 { _ = document.perform(.set(document.activeID, .group(.passThrough))) }
      }
      #expect(document.layers[0].depth == LayerTree.mostDepth)
      let (mean, most) = try difference(document, format, scale: 2) { $0.fineness = .scale(4) }
      #expect(mean < 4 && most < 40, "\(mean), \(most)")
      guard format == .svg else { continue }
      var (elements, depth) = ([try XMLReader.read(Array(try fixture.folder.read("out.svg")).span)], 0)
      while !elements.isEmpty { (elements, depth) = (elements.flatMap(\.children), depth + 1) }
      #expect((20...48).contains(depth), "\(depth)")
    }
  }

  /// Fails if the strokes of a merged group become an image though the formats can show them, or look
  /// different.
  @Test(
    .enabled(if: canRenderSVG || canRenderPDF, "needs rsvg-convert, or pdftoppm and pdftocairo"), arguments: formats)
  func aMergedGroupKeepsStrokes(format: FileFormat) throws {
    guard Self.canRender(format) else { return }
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      var document = try tree(seed, unknown: 0, hasImages: false)
      _ = document.perform(.group(document.layers.map(\.id)))
      _ = document.perform(.set(document.activeID, .opacity(0.9)))
      if rng.isOne(in: 2) { _ = document.perform(.set(document.activeID, .group(.passThrough))) }
      #expect(document.perform(.flatten(document.activeID)) != nil)
      #expect(document.layers.count == 1)
      let (mean, most) = try difference(document, format, scale: 2) { $0.fineness = .scale(4) }
      #expect(mean < 1.2, "seed \(seed): \(mean), \(most)")
      let hasImages = try text("out." + format.ending).contains(format == .svg ? "<image" : "/Subtype /Image")
      #expect(!hasImages, "seed \(seed)")
    }
  }
}
