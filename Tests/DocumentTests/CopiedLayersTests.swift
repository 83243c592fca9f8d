import Geometry
import Journal
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

/// Layers that are copied into another drawing.
@Suite struct CopiedLayersTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func tree(_ seed: Int) throws -> Document {
    var rng = RandomSource(seed)
    var document = try CompositionTests.document(&rng, filler)
    try CompositionTests.group(&document, &rng)
    return document
  }

  /// Fails if a copied layer, group or mask, or a property of one, changes on its way through bytes into another
  /// drawing, if the place is wrong, or if undo and redo leave a difference.
  @Test func layersComeIntoAnotherDrawing() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let source = try tree(seed)
      let ids = source.layers.map(\.id).filter { _ in rng.isOne(in: 3) } + [source.layers[0].id]
      let copied = try #require(CopiedLayers(ids, of: source))
      let read = try CopiedLayers(copied.bytes())
      #expect(read == copied && read.count == copied.count, "seed \(seed)")
      var target = try #require(Document(width: source.width, height: source.height))
      let ink = target.activeID
      _ = target.perform(.add(above: ink))
      let before = target
      #expect(target.perform(.paste(read, above: ink)) != nil, "seed \(seed)")
      #expect(target.layers.first?.id == ink && target.layers.last?.id == before.layers.last?.id)
      let roots = source.layers.roots(of: ids)
      let expected = roots.flatMap { root in source.layers.branch(at: root).map { (source.layers[$0], root) } }
      #expect(target.layers.count == expected.count + 2 && target.activeLayer == expected.count, "seed \(seed)")
      for (new, (old, root)) in zip(target.layers.dropFirst(), expected) {
        var same = new
        (same.id, same.depth) = (old.id, old.depth)
        #expect(same == old && new.depth == old.depth - source.layers[root].depth, "seed \(seed)")
      }
      let after = target
      _ = target.undo()
      #expect(target.layers == before.layers)
      _ = target.redo()
      #expect(target.layers == after.layers && Set(target.layers.map(\.id)).count == target.layers.count)
    }
  }

  /// Fails if layers do not fit a canvas of another size at their place, or come outside it though they could be
  /// seen.
  @Test func anotherCanvasCutsThem() throws {
    var source = try #require(Document(width: 300, height: 200))
    var mask = Mask(width: 300, height: 200)
    mask.fill(PixelRect(x: 200, y: 120, width: 40, height: 30))
    source.select(mask)
    _ = source.coverActiveLayer(colour: 0x20_4060)
    source.select(nil)
    _ = source.perform(.addMask(source.activeID, showing: mask))
    let copied = try #require(CopiedLayers([source.activeID], of: source))
    var larger = try #require(Document(width: 400, height: 210))
    #expect(larger.perform(.paste(copied, above: larger.activeID)) == nil)
    #expect(larger.refusal(of: .paste(copied, above: larger.activeID)) != nil)
    _ = larger.perform(.paste(copied.fitted(width: 400, height: 210), above: larger.activeID))
    #expect(larger.layers[1].image.paintedBounds == PixelRect(x: 200, y: 120, width: 40, height: 30))
    #expect(larger.layers[1].mask?.width == 400)
    let part = copied.fitted(width: 220, height: 500).layers[0].image
    #expect(part.paintedBounds == PixelRect(x: 200, y: 120, width: 20, height: 30))
    let middle = copied.fitted(width: 100, height: 100).layers[0].image
    #expect(middle.paintedBounds == PixelRect(x: 30, y: 35, width: 40, height: 30))
  }

  /// Fails if layers from a canvas with edges are far from the drawing on an endless one, or the other way.
  @Test func anEndlessCanvasHasThemInItsMiddle() throws {
    var source = try #require(Document(width: 300, height: 200))
    _ = source.coverActiveLayer(colour: 0x20_4060)
    let side = Document.endlessSide
    let copied = try #require(CopiedLayers([source.activeID], of: source))
    var endless = source
    _ = endless.perform(endless.endlessOperation)
    let placed = copied.fitted(width: side, height: side).layers[0].image
    #expect(placed == endless.layers[0].image && placed.width == side)
    let back = try #require(CopiedLayers([endless.activeID], of: endless)).fitted(width: 400, height: 210)
    #expect(back.layers[0].image.paintedBounds == PixelRect(x: 50, y: 5, width: 300, height: 200))
    #expect(copied.fitted(width: 300, height: 200) == copied)
  }

  /// Fails if more is added to a drawing than a reader of its journal accepts.
  @Test func tooMuchIsRefused() throws {
    var source = try #require(Document(width: 16384, height: 16384))
    _ = source.coverActiveLayer(colour: 0x20_4060)
    let one = try #require(CopiedLayers([source.activeID], of: source))
    #expect(one.tileCount == TileGrid.mostTilesInFile && one.refusal == nil)
    _ = source.perform(.duplicate(source.activeID))
    let two = try #require(CopiedLayers(source.layers.map(\.id), of: source))
    #expect(two.refusal != nil && source.refusal(of: .paste(two, above: source.activeID)) == two.refusal)
  }

  /// Fails if damaged bytes are read, or groups come so deep that a drawing cannot have them.
  @Test func whatDoesNotFitIsRefused() throws {
    let source = try tree(3)
    let copied = try #require(CopiedLayers(source.layers.map(\.id), of: source))
    let bytes = try copied.bytes()
    #expect(throws: PayloadError.self) { try CopiedLayers([]) }
    #expect(throws: PayloadError.self) { try CopiedLayers([9] + bytes.dropFirst()) }
    #expect(throws: PayloadError.self) { try CopiedLayers(Array(bytes.dropLast())) }
    #expect(throws: PayloadError.self) { try CopiedLayers(bytes + [0]) }
    var rng = RandomSource(1)
    for _ in 0..<300 {
      var wrong = bytes
      wrong[rng.roll(0..<min(200, wrong.count))] ^= UInt8(rng.roll(1...255))
      _ = try? CopiedLayers(wrong)
    }
    var deep = try #require(Document(width: source.width, height: source.height))
    for _ in 0..<LayerTree.mostDepth { _ = deep.perform(.group([deep.layers[0].id])) }
    var inGroup = source
    _ = inGroup.perform(.group([source.layers[0].id]))
    let group = try #require(CopiedLayers([inGroup.activeID], of: inGroup))
    #expect(deep.refusal(of: .paste(group, above: deep.layers[0].id))?.contains("level") == true)
    #expect(CopiedLayers([], of: source) == nil)
  }
}
