import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Operations on groups.
@Suite struct GroupTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(layers: Int, _ rng: inout RandomSource) throws -> (document: Document, ids: [Layer.ID]) {
    try LayerTests.drawing(layers: layers, strokes: 1, &rng, filler)
  }

  private func pixels(_ document: Document) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 10000)
    var span = words.mutableSpan
    document.compose(document.bounds, to: &span, start: 0, stride: 100)
    return words
  }

  /// The depths and numbers of the layers, lowest first: "0:1 1:2".
  private func shape(_ document: Document) -> String {
    document.layers.map { "\($0.depth):\($0.id.number)" }.joined(separator: " ")
  }

  /// Fails if grouping changes the order or the picture, or takes what another chosen layer contains a
  /// second time.
  @Test func layersAreGroupedInTheirOrder() throws {
    var rng = RandomSource(1)
    var (document, ids) = try drawing(layers: 4, &rng)
    let picture = pixels(document)
    #expect(document.perform(.group([ids[1], ids[0]])) != nil)
    #expect(shape(document) == "1:1 1:2 0:5 0:3 0:4" && document.activeID == Layer.ID(5))
    #expect(document.perform(.group([ids[3], Layer.ID(5), ids[1]])) != nil)
    #expect(shape(document) == "0:3 2:1 2:2 1:5 1:4 0:6")
    #expect(document.layers.last?.name == "Group 2")
    _ = document.perform(.move(ids[2], to: LayerPlace(in: Layer.ID(6), position: 1)))
    // A group of layers with 16 bits a channel is rounded once more.
    #expect(zip(pixels(document), picture).allSatisfy(areNear))
    _ = document.perform(.ungroup(Layer.ID(6)))
    #expect(shape(document) == "1:1 1:2 0:5 0:3 0:4" && document.activeID == ids[3])
    #expect(document.perform(.group([])) == nil && document.perform(.group([ids[0], Layer.ID(99)])) == nil)
  }

  /// Fails if the picture of a group's layers is not that of the layer that replaces them.
  @Test func aMergedGroupLooksTheSame() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(layers: 5, &rng)
      for id in ids {
        _ = document.perform(.set(id, .opacity(rng.roll(0.2...1))))
        if rng.isOne(in: 3) { _ = document.perform(.set(id, .visible(false))) }
        if rng.isOne(in: 2) { _ = document.perform(.set(id, .blend([.multiply, .screen, .darken][rng.roll(0...2)]))) }
      }
      _ = document.perform(.group([ids[2], ids[3]]))
      let inner = document.activeID
      if rng.isOne(in: 2) { _ = document.perform(.set(inner, .group(.passThrough))) }
      _ = document.perform(.group([ids[1], inner]))
      let group = document.activeID
      _ = document.perform(.set(group, .opacity(0.5)))
      _ = document.perform(.set(group, .blend(.multiply)))
      let before = pixels(document)
      _ = document.activate(ids[2])
      #expect(document.perform(.flatten(group)) != nil)
      #expect(document.layers.count == 3 && document.activeLayer == 1 && document.layers[1].blend == .multiply)
      // The group's pixels are rounded.
      let worst = zip(before, pixels(document)).map { Pixel.distance($0, $1) }.max() ?? 255
      #expect(worst <= 1, "seed \(seed)")
      _ = document.undo()
      #expect(pixels(document) == before && document.activeID == ids[2])
    }
  }

  /// Fails if anything is painted, cut or pasted on a group, or a selection made there is no edit.
  @Test func nothingIsPaintedOnAGroup() throws {
    var rng = RandomSource(3)
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.perform(.group([ids[1]]))
    let group = document.activeID
    #expect(document.drawingRefusal == "\u{201C}Group 1\u{201D} is a group: select a layer to draw on")
    let (before, edits) = (document, document.history.undoCount)
    var stroke = StrokeInProgress(on: document, brush: Brush(size: 9), style: InkStyle(colour: 0), filler: filler)
    stroke.add(PenSample(position: Point(50, 50), time: 0))
    #expect(stroke.finish(on: &document).isEmpty)
    #expect(document.clearActiveLayer().isEmpty)
    _ = document.fill(at: Point(3, 3), colour: 0, opacity: 255, FillSettings())
    _ = document.coverActiveLayer(colour: 0, opacity: 255)
    let clipping = try #require(Clipping(width: 9, height: 7, pixels: [UInt32](repeating: 0xFF20_4060, count: 63)))
    _ = document.float(clipping)
    #expect(document.floating == nil && document.history.undoCount == edits)
    #expect(document.layers == before.layers)
    document.select(Mask(width: 100, height: 100, isFull: true))
    #expect(!document.lift() && document.history.undoCount == edits + 1)
    _ = document.undo()
    #expect(document.selection == nil)
    // What contains the active layer counts too.
    _ = document.activate(ids[1])
    #expect(document.drawingRefusal == nil)
    _ = document.perform(.set(group, .locked(true)))
    #expect(document.drawingRefusal == "The layer \u{201C}Group 1\u{201D} is locked")
    #expect(document.perform(.delete(ids[1])) == nil && document.perform(.flatten(group)) == nil)
    _ = document.perform(.set(group, .locked(false)))
    _ = document.perform(.set(group, .visible(false)))
    #expect(document.drawingRefusal == "The layer \u{201C}Group 1\u{201D} is hidden")
  }

  /// Fails if an impossible operation succeeds or gives no message.
  @Test func impossibleOperationsAreRefused() throws {
    var rng = RandomSource(4)
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.perform(.group([ids[1]]))
    let group = document.activeID
    for (operation, message) in [
      (LayerOperation.ungroup(ids[0]), "\u{201C}Ink\u{201D} is no group"),
      (.flatten(ids[0]), "\u{201C}Ink\u{201D} is no group"),
      (.set(ids[0], .group(.passThrough)), "\u{201C}Ink\u{201D} is no group"),
      (.mergeDown(group), "\u{201C}Group 1\u{201D} is a group: merge the group first"),
      (.mergeDown(ids[1]), "There is no layer below \u{201C}Layer 2\u{201D}"),
      (.move(group, to: LayerPlace(in: group, position: 0)), "A group cannot be moved into itself"),
      (.move(group, to: LayerPlace(in: ids[0], position: 0)), "\u{201C}Ink\u{201D} is no group"),
      (.move(group, to: LayerPlace(in: Layer.ID(99), position: 0)), "This layer no longer exists"),
      (.duplicate(group), "This layer no longer exists"),
    ] {
      #expect(document.refusal(of: operation) == message && document.perform(operation) == nil, "\(operation)")
    }
    for _ in 1..<LayerTree.mostDepth { _ = document.perform(.group([document.activeID])) }
    for operation in [
      LayerOperation.group([document.activeID]), .move(document.activeID, to: LayerPlace(in: group, position: 0)),
    ] {
      #expect(document.perform(operation) == nil, "\(operation)")
    }
    #expect(document.layers[1].depth == LayerTree.mostDepth)
    #expect(document.refusal(of: .group([ids[1]])) == "Groups can be 64 levels deep at most")
    #expect(document.perform(.add(above: ids[1])) != nil && document.perform(.add(above: group)) != nil)
    // All that is left is the outermost group.
    #expect(document.perform(.delete(ids[0])) != nil)
    let outermost = try #require(document.layers.last)
    #expect(document.refusal(of: .delete(outermost.id)) == "A drawing needs at least one layer")
  }

  /// Fails if the keys that raise and lower a layer miss a place, or leave a group out.
  @Test func raisedAndLoweredALayerVisitsAllPlaces() throws {
    var rng = RandomSource(5)
    var (document, ids) = try drawing(layers: 4, &rng)
    _ = document.perform(.group([ids[1], ids[2]]))
    var shapes = [shape(document)]
    while let at = document.index(of: ids[0]), let place = document.layers.placeAbove(at) {
      #expect(document.perform(.move(ids[0], to: place)) != nil)
      shapes.append(shape(document))
    }
    #expect(
      shapes == [
        "0:1 1:2 1:3 0:5 0:4", "1:1 1:2 1:3 0:5 0:4", "1:2 1:1 1:3 0:5 0:4", "1:2 1:3 1:1 0:5 0:4",
        "1:2 1:3 0:5 0:1 0:4", "1:2 1:3 0:5 0:4 0:1",
      ])
    while let at = document.index(of: ids[0]), let place = document.layers.placeBelow(at) {
      shapes.removeLast()
      #expect(document.perform(.move(ids[0], to: place)) != nil)
      #expect(shape(document) == shapes.last)
    }
    #expect(shapes.count == 1)
  }
}
