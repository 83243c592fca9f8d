import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// The cache of composited layers with groups: its pixels, and the work that it saves.
@Suite struct CompositionGroupCacheTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static func pixels(_ document: Document, _ rect: PixelRect, _ cache: (CompositionCache, keeps: Bool)?)
    -> [UInt32]
  {
    var pixels = [UInt32](repeating: 0, count: rect.area)
    var span = pixels.mutableSpan
    if let cache {
      cache.0.compose(document, keeps: cache.keeps, rect, to: &span, stride: rect.width)
    } else {
      document.compose(rect, to: &span, start: 0, stride: rect.width)
    }
    return pixels
  }

  /// A random tree of painted layers, without a history.
  private func document(_ rng: inout RandomSource) throws -> Document {
    var old = try CompositionTests.document(&rng, filler)
    for _ in 0..<rng.roll(0...12) {
      _ = old.perform(.add(above: old.activeID))
      for _ in 0..<3 { LayerTests.stroke(on: &old, &rng, filler) }
    }
    try CompositionTests.group(&old, &rng)
    return try #require(
      Document(
        width: old.width, height: old.height, layers: Array(old.layers), active: old.activeLayer, paper: old.paper,
        isPaperShown: old.isPaperShown))
  }

  /// Changes a drawing at random: ink, the properties of a layer or group, another active layer, undo and
  /// redo, a floating selection.
  private func change(_ document: inout Document, _ rng: inout RandomSource) {
    let any = document.layers[rng.roll(0..<document.layers.count)]
    switch rng.roll(0..<15) {
    case 12: _ = document.perform(.addMask(any.id, showing: nil))
    case 13: _ = document.perform(rng.isOne(in: 3) ? .applyMask(any.id) : .set(any.id, .maskOn(!any.isMaskOn)))
    case 14 where any.mask != nil: _ = document.activate(any.id, .mask)
    case 10: _ = document.perform(.set(any.id, .clipped(!any.isClipped)))
    case 11 where !any.isGroup: _ = document.perform(.set(any.id, .alphaLocked(!any.isAlphaLocked)))
    case 0: _ = document.undo()
    case 1: _ = document.redo()
    case 2 where !any.isGroup: _ = document.activate(any.id)
    case 3: _ = document.perform(.set(any.id, .opacity(rng.isOne(in: 3) ? 1 : rng.roll(0.0...1.0))))
    case 4:
      let mode = CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)]
      _ = document.perform(.set(any.id, .blend(rng.isOne(in: 2) ? .sourceOver : mode)))
    case 5: _ = document.perform(.set(any.id, .visible(!rng.isOne(in: 3))))
    case 6:
      document.select(Mask(width: document.width, height: document.height, isFull: true))
      guard document.lift(), var placement = document.floating?.placement else { return }
      placement.translation = Vector(Double(rng.roll(-40...40)), Double(rng.roll(-40...40)))
      _ = document.place(placement)
    default:
      _ = document.drop()
      document.select(nil)
      LayerTests.stroke(on: &document, &rng, filler)
    }
  }

  /// Fails if a cached pixel differs from the drawing, bit by bit: with the active layer at any depth, after
  /// any change, also while a selection floats.
  @Test func cachedGroupsAreNeverOutOfDate() throws {
    var (most, floating) = (0, 0)
    for seed in RandomSource.seeds(25) {
      var rng = RandomSource(seed)
      var document = try document(&rng)
      let cache = CompositionCache()
      for step in 0..<40 {
        change(&document, &rng)
        let rect = PixelRect(
          x: rng.roll(0...120), y: rng.roll(0...90), width: rng.roll(1...70), height: rng.roll(1...50))
        let isSame =
          Self.pixels(document, rect, (cache, keeps: !rng.isOne(in: 3))) == Self.pixels(document, rect, nil)
        #expect(isSame, "seed \(seed), step \(step)")
        most = max(most, cache.entryCount)
        if document.floating != nil { floating += 1 }
      }
    }
    #expect(most > 0 && floating > 0)
  }

  /// Fails if a floating selection in a group looks different before and after it is put down, for any
  /// mode and opacity of the groups.
  @Test func aFloatingSelectionBelongsToItsGroup() throws {
    var count = 0
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try document(&rng)
      guard document.layers[document.activeLayer].depth > 0 else { continue }
      document.select(Mask(width: document.width, height: document.height, isFull: true))
      guard document.lift(), var placement = document.floating?.placement else { continue }
      placement.translation = Vector(17, -9)
      _ = document.place(placement)
      let floating = Self.pixels(document, document.bounds, nil)
      _ = document.drop()
      let wrong = zip(floating, Self.pixels(document, document.bounds, nil)).filter { $0 != $1 }.count
      #expect(wrong == 0, "seed \(seed)")
      count += 1
    }
    #expect(count > 0)
  }

  /// A drawing of one tile: isolated groups of painted layers.
  private static func groups(_ groups: Int, of layers: Int) throws -> Document {
    let tile = Tile(filledWith: 0x8010_2030)
    var list: [Layer] = []
    for _ in 0..<groups {
      for _ in 0..<layers {
        var layer = Layer(name: "", width: 64, height: 64)
        layer.image[0] = tile
        layer.depth = 1
        list.append(layer)
      }
      var group = Layer(name: "", width: 64, height: 64)
      group.content = .group(.isolated)
      list.append(group)
    }
    return try #require(Document(width: 64, height: 64, layers: list, active: 0))
  }

  /// Fails if a sample composites more than its layer, those above it in its group, and one plate for each
  /// group above and for all that is below.
  @Test func aSampleCompositesItsLayerAndWhatIsAbove() throws {
    var document = try Self.groups(4, of: 5)
    let painted = document.layers.filter { !$0.isGroup }.map(\.id)
    let cache = CompositionCache()
    func cost(_ layer: Int) -> Int {
      _ = document.activate(painted[layer])
      let before = cache.compositeCount
      document.activeImage.withMutableTile(0) { $0[100] = 0xFF00_0000 }
      let isSame =
        Self.pixels(document, document.bounds, (cache, keeps: true)) == Self.pixels(document, document.bounds, nil)
      #expect(isSame)
      return cache.compositeCount - before
    }
    for layer in painted.indices {
      _ = cost(layer)
      let (group, place) = (layer / 5, layer % 5)
      // The begin, the layer, those above and the end.
      let own = 1 + 1 + 4 - place + 1
      // One layer alone is not worth an entry.
      let below = (group > 0 ? 1 : 0) + (place > 0 ? 1 : 0)
      #expect(cost(layer) == own + below + 3 - group, "layer \(layer)")
    }
    // Activating a layer elsewhere keeps the groups that are neither left nor entered.
    _ = (cost(0), cost(1))
    #expect(cost(5) > cost(5) && cache.entryCount <= 5)
  }

  /// Fails if more groups and tiles than fit make a sweep slower than without the cache.
  @Test func aSweepOverMoreThanFitsIsNotSlower() throws {
    let document = try Self.groups(4, of: 5)
    let most = 2
    let cache = CompositionCache(limit: most * CompositionCache.entrySize + 1)
    var costs: [Int] = []
    for _ in 0..<20 {
      let before = cache.compositeCount
      _ = Self.pixels(document, document.bounds, (cache, keeps: true))
      costs.append(cache.compositeCount - before)
    }
    // There are four groups of seven plates; the cache has room for two groups.
    #expect(cache.entryCount == most && costs.dropFirst().allSatisfy { $0 == 7 + 7 + 2 })
  }
}
