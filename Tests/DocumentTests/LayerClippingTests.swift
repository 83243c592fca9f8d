import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Layers that are clipped to the one below.
@Suite struct LayerClippingTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(layers: Int, _ rng: inout RandomSource) throws -> (document: Document, ids: [Layer.ID]) {
    try LayerTests.drawing(layers: layers, strokes: 3, &rng, filler)
  }

  /// Fails if clipping to nothing has an effect: the paper is no base, nor a layer in another group.
  @Test func withoutABaseClippingHasNoEffect() throws {
    var rng = RandomSource(1)
    var (document, ids) = try drawing(layers: 3, &rng)
    let picture = document.flatPixels
    #expect(document.perform(.set(ids[0], .clipped(true)))?.isEmpty == true)
    #expect(document.flatPixels == picture && document.refusal(of: .set(ids[0], .clipped(true))) == nil)
    #expect(document.perform(.set(ids[0], .clipped(true))) == nil)
    _ = document.perform(.group([ids[2]]))
    #expect(document.perform(.set(ids[2], .clipped(true))) != nil && document.flatPixels == picture)
    // Both of the lowest ones have no base.
    #expect(document.perform(.set(ids[1], .clipped(true))) != nil && document.flatPixels == picture)
    #expect(document.history.lastDone?.head == .layer(.set(ids[1], .clipped(true))))
  }

  /// Fails if a clipped layer shows where its base does not, or if it does not go with its base: hidden,
  /// translucent.
  @Test func aClippedLayerShowsOnItsBase() throws {
    for seed in RandomSource.seeds(10) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(layers: 3, &rng)
      _ = document.perform(.setPaperShown(false))
      _ = document.perform(.set(ids[1], .clipped(true)))
      _ = document.perform(.set(ids[2], .clipped(true)))
      let base = document.layers[0].image
      let all = document.flatPixels
      #expect(all.indices.allSatisfy { all[$0] >> 24 == base[$0 % 100, $0 / 100] >> 24 }, "seed \(seed)")
      _ = document.perform(.set(ids[0], .opacity(0.5)))
      let half = document.flatPixels
      let isHalf = zip(all, half).allSatisfy { whole, half in
        let wanted: UInt32 = (whole >> 24) * 128 / 255
        return (wanted...wanted + 1).contains(half >> 24)
      }
      #expect(isHalf)
      _ = document.perform(.set(ids[0], .visible(false)))
      #expect(document.flatPixels.allSatisfy { $0 == 0 })
    }
  }

  /// Fails if merging a clipped layer into its base, or the group of both into a layer, changes the picture,
  /// or the base's alpha, opacity or mode.
  @Test func mergingKeepsTheLook() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(layers: 4, &rng)
      _ = document.perform(.set(ids[2], .clipped(true)))
      _ = document.perform(.set(ids[3], .clipped(true)))
      _ = document.perform(.set(ids[1], .opacity(rng.roll(0.2...1))))
      _ = document.perform(.set(ids[2], .opacity(rng.roll(0.2...1))))
      _ = document.perform(.set(ids[1], .blend([.sourceOver, .multiply, .screen][rng.roll(0...2)])))
      _ = document.perform(.set(ids[2], .blend([.sourceOver, .multiply, .overlay, .plus, .hue][rng.roll(0...4)])))
      let (picture, base) = (document.flatPixels, document.layers[1])
      func isSame(_ document: Document) -> Bool {
        zip(document.flatPixels, picture).allSatisfy { Pixel.distance($0, $1) <= 2 }
      }
      var merged = document
      #expect(merged.perform(.mergeDown(ids[2])) != nil && isSame(merged), "seed \(seed)")
      let new = merged.layers[1]
      #expect(new.opacity == base.opacity && new.blend == base.blend && merged.layers[2].isClipped)
      let hasSameAlpha = (0..<10000).allSatisfy {
        new.image[$0 % 100, $0 / 100] >> 24 == base.image[$0 % 100, $0 / 100] >> 24
      }
      #expect(hasSameAlpha)
      _ = merged.undo()
      #expect(merged.layers == document.layers)
      // A base with its clipped layers is the same in a group.
      var grouped = document
      _ = grouped.perform(.group([ids[1], ids[2], ids[3]]))
      _ = grouped.perform(.set(ids[1], .blend(.sourceOver)))
      _ = grouped.perform(.set(grouped.activeID, .blend(base.blend)))
      #expect(grouped.perform(.flatten(grouped.activeID)) != nil && isSame(grouped), "seed \(seed), group")
    }
  }

  /// Fails if a copy of a clipped layer, or the layer that a clipped group becomes, is not clipped.
  @Test func copiesAreClippedToo() throws {
    var rng = RandomSource(6)
    var (document, ids) = try drawing(layers: 3, &rng)
    _ = document.perform(.set(ids[1], .clipped(true)))
    _ = document.perform(.set(ids[1], .alphaLocked(true)))
    _ = document.perform(.duplicate(ids[1]))
    #expect(document.layers[2].isClipped && document.layers[2].isAlphaLocked && !document.layers[3].isClipped)
    _ = document.perform(.group([ids[2]]))
    let group = document.activeID
    _ = document.perform(.set(group, .clipped(true)))
    let picture = document.flatPixels
    _ = document.perform(.flatten(group))
    #expect(document.layers.last?.isClipped == true && document.layers.count == 4)
    let isSame = zip(document.flatPixels, picture).allSatisfy { Pixel.distance($0, $1) <= 1 }
    #expect(isSame)
    _ = document.perform(.group([ids[0]]))
    #expect(document.refusal(of: .set(document.activeID, .alphaLocked(true)))?.contains("is a group") == true)
  }
}
