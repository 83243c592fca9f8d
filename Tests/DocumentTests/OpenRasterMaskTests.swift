import Files
import Geometry
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Masks in OpenRaster files.
@Suite struct OpenRasterMaskTests {
  private let folder: TemporaryFolder
  private let filler: CoverageFiller
  private var path: String { folder.path("a.ora") }

  init() throws {
    folder = try TemporaryFolder()
    filler = try #require(CoverageFiller())
  }

  /// Random layers and groups, some clipped and some masked, without a history.
  private func tree(_ seed: Int) throws -> Document {
    var rng = RandomSource(seed)
    var old = try CompositionTests.document(&rng, filler)
    try CompositionTests.group(&old, &rng)
    return try #require(
      Document(
        width: old.width, height: old.height, layers: Array(old.layers), active: old.activeLayer, paper: old.paper,
        isPaperShown: old.isPaperShown))
  }

  private func reopened() throws -> Document {
    var notes: [String] = []
    let back = try Document(openRasterAt: path, notes: &notes)
    #expect(notes.isEmpty, "\(notes)")
    return back
  }

  /// Fails if a mask, whether it is on, or anything else of a masked or clipped layer or group changes by
  /// saving and opening, or if the second file differs.
  @Test func masksComeBack() throws {
    var masks = 0
    for seed in RandomSource.seeds(40) {
      let document = try tree(seed)
      try document.save(to: path)
      #expect(try Document.losses(inSaving: path).isEmpty)
      let back = try reopened()
      #expect(back.layers.count == document.layers.count && back.activeLayer == document.activeLayer, "seed \(seed)")
      for (a, b) in zip(back.layers, document.layers) {
        masks += a.mask == nil ? 0 : 1
        #expect(a.name == b.name && a.depth == b.depth && a.group == b.group, "seed \(seed)")
        #expect(a.opacity == b.opacity && a.blend == b.blend && a.isClipped == b.isClipped, "seed \(seed)")
        #expect(a.isVisible == b.isVisible && a.isMaskOn == b.isMaskOn, "seed \(seed)")
        #expect(a.image.showsSame(as: b.image) && (a.mask == nil) == (b.mask == nil), "seed \(seed)")
        if let mask = a.mask, let other = b.mask { #expect(mask.showsSame(as: other), "seed \(seed)") }
      }
      #expect(back.flatPixels == document.flatPixels, "seed \(seed)")
      let bytes = try folder.read("a.ora")
      try back.save(to: path)
      #expect(try folder.read("a.ora") == bytes, "seed \(seed)")
    }
    #expect(masks > 20)
  }

  /// Fails if a masked layer or group looks different in a program that knows nothing of masks.
  @Test func otherProgramsShowMasks() throws {
    for seed in RandomSource.seeds(40) {
      let document = try tree(seed)
      try document.save(to: path)
      let reader = try OpenRasterReader(path: path)
      var stack = reader.stack
      for index in stack.nodes.indices {
        stack.nodes[index].masked = nil
        // Images are as large as the canvas when they are read, and the writer places them.
        if !stack.nodes[index].isGroup { (stack.nodes[index].x, stack.nodes[index].y) = (0, 0) }
      }
      var images: [String: TileGrid] = [:]
      for node in reader.stack.nodes {
        if case .layer(let source) = node.content { images[source] = try reader.image(of: node) }
      }
      let file = try AtomicFile(path: path)
      try OpenRasterWriter.write(
        stack, to: file, image: { images[$0] ?? TileGrid(width: 1, height: 1) }, hasAlpha: true, merged: { _, _ in })
      try file.commitReplacing()
      let back = try reopened()
      #expect(back.layers.allSatisfy { $0.mask == nil }, "seed \(seed)")
      let worst = zip(back.flatPixels, document.flatPixels).map { Pixel.distance($0, $1) }.max() ?? 0
      #expect(worst <= 1, "seed \(seed): \(worst)")
    }
  }

  /// Fails if a group that another program has changed, so that it no longer has a mask's nodes, is not
  /// opened as a group.
  @Test func aChangedGroupIsAGroup() throws {
    let layer = RasterNode(name: "a", content: .layer(source: "a"), depth: 1)
    let inner = RasterNode(name: "g", content: .group(isIsolated: true), depth: 1)
    for masked in [RasterNode.Masked.layer, .group, .passingGroup(.screen)] {
      var group = RasterNode(name: "m", content: .group(isIsolated: true))
      group.masked = masked
      for (count, inside) in [[], [layer], [inner, inner], [layer, inner, layer], [layer, layer, inner]].enumerated() {
        let nodes = MaskedNode.nodes(inside + [group])
        #expect(nodes.count == inside.count + 1 && nodes.allSatisfy { $0.mask == nil }, "\(masked), \(count)")
        #expect(nodes.last?.node.masked == nil && nodes.last?.pixels == nil)
      }
      let whole = MaskedNode.nodes([layer, layer, layer, layer, group])
      #expect(whole.count == (masked == .layer ? 5 : 3) && (whole.last?.mask == nil) == (masked == .layer))
    }
  }

  /// Fails if a word of a file is not the one that was written.
  @Test func wordsComeBack() {
    for masked in [RasterNode.Masked.layer, .group] + CompositeOperator.allCases.map({ .passingGroup($0) }) {
      #expect(RasterNode.Masked(masked.text) == masked)
    }
    for text in ["", "passing", "passing:x", "Layer"] { #expect(RasterNode.Masked(text) == nil) }
  }

  /// Fails if a drawing with as many masked layers as it can have is not opened again.
  @Test func manyMasksComeBack() throws {
    let side = Document.endlessSide
    var document = try #require(Document(width: side, height: side))
    _ = document.perform(.addMask(document.activeID, showing: nil))
    while document.perform(.duplicate(document.activeID)) != nil {}
    #expect(document.layers.count == Document.mostLayers(width: side, height: side))
    try document.save(to: path)
    let back = try reopened()
    #expect(back.layers.count == document.layers.count && back.layers.allSatisfy { $0.mask != nil })
  }

  /// Fails if a masked layer can be so deep in groups that a file has no room for it.
  @Test func masksAreNotTooDeep() throws {
    var layers = [Layer(name: "inner", width: 40, height: 30)]
    layers[0].depth = LayerTree.mostDepth
    for depth in (0..<LayerTree.mostDepth).reversed() {
      var group = Layer(name: "g", width: 40, height: 30)
      (group.content, group.depth) = (.group(.isolated), depth)
      layers.append(group)
    }
    layers.append(Layer(name: "above", width: 40, height: 30))
    var document = try #require(Document(width: 40, height: 30, layers: layers, active: 0))
    let (inner, deepest) = (document.layers[0].id, document.layers[1].id)
    #expect(document.refusal(of: .addMask(inner, showing: nil))?.contains("level") == true)
    let id = document.layers[layers.count - 1].id
    #expect(document.perform(.addMask(id, showing: nil)) != nil)
    #expect(document.refusal(of: .move(id, to: LayerPlace(in: deepest, position: 0)))?.contains("level") == true)
    #expect(document.perform(.addMask(deepest, showing: nil)) != nil)
    // A group that is as deep as a layer.
    var empty = Layer(name: "empty", width: 40, height: 30)
    (empty.depth, empty.content) = (LayerTree.mostDepth, .group(.isolated))
    let other = try #require(Document(width: 40, height: 30, layers: [empty] + layers, active: 0))
    #expect(other.refusal(of: .addMask(other.activeID, showing: nil))?.contains("level") == true)
    try document.save(to: path)
    let back = try reopened()
    #expect(back.layers.map(\.depth) == document.layers.map(\.depth) && back.layers.last?.mask != nil)
  }
}
