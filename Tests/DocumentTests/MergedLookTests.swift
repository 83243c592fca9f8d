import Geometry
import Paint
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// How merged layers look, compared with before.
@Suite struct MergedLookTests {
  /// A red layer, a half transparent blue one over its right part, and a green one over all parts, with modes. The paper
  /// is shown or not.
  private func drawing(_ lower: CompositeOperator, _ upper: CompositeOperator, hasPaper: Bool = false) throws
    -> (document: Document, ids: [Layer.ID])
  {
    var document = try #require(Document(width: 120, height: 70))
    if document.isPaperShown != hasPaper { _ = document.perform(.setPaperShown(hasPaper)) }
    cover(&document, 0xD0_3020, PixelRect(x: 10, y: 10, width: 60, height: 40))
    _ = document.perform(.add(above: document.activeID))
    cover(&document, 0x20_40C0, PixelRect(x: 40, y: 20, width: 60, height: 40), opacity: 128)
    _ = document.perform(.add(above: document.activeID))
    cover(&document, 0x30_B050, PixelRect(x: 0, y: 30, width: 120, height: 10))
    let ids = document.layers.map(\.id)
    _ = document.perform(.set(ids[1], .blend(lower)))
    _ = document.perform(.set(ids[2], .blend(upper)))
    return (document, ids)
  }

  private func cover(_ document: inout Document, _ colour: UInt32, _ rect: PixelRect, opacity: UInt8 = 255) {
    document.select(document.mask(of: rect))
    _ = document.coverActiveLayer(colour: colour, opacity: opacity)
    document.select(nil)
  }

  /// Fails if a merge that changes the picture counts as one that does not, or the other way round.
  @Test(arguments: CompositeOperator.allCases) func theLookIsKnown(mode: CompositeOperator) throws {
    for (lower, upper) in [(.sourceOver, mode), (mode, .sourceOver), (mode, mode)]
      as [(CompositeOperator, CompositeOperator)]
    {
      let (document, ids) = try drawing(lower, upper)
      let look = document.look(after: .mergeDown(ids[2]))
      var merged = document
      #expect(merged.perform(.mergeDown(ids[2])) != nil)
      #expect((look == .same) == merged.looksSame(as: document), "\(lower) \(upper)")
      guard case .different(let canMergeAll) = look else { continue }
      var all = document
      #expect(all.mergeVisible(upTo: ids[2]) != nil && all.layers.count == 1)
      #expect(all.looksSame(as: document) == canMergeAll, "\(lower) \(upper)")
      #expect(all.undo() != nil && all.undo() != nil && all.showsSame(as: document))
    }
  }

  /// Fails if what the layer did to those below the lower one is gone without a word, or the way out does not keep it.
  @Test(arguments: [CompositeOperator.multiply, .colour, .difference, .screen]) func lostEffects(
    mode: CompositeOperator
  ) throws {
    let (document, ids) = try drawing(.sourceOver, mode)
    #expect(document.look(after: .mergeDown(ids[2])) == .different(canMergeAll: true))
    #expect(try drawing(.sourceOver, .sourceOver).document.look(after: .mergeDown(ids[2])) == .same)
    #expect(try drawing(.multiply, .multiply).document.look(after: .mergeDown(ids[2])) == .same)
  }

  /// Fails if merging a group that changes the picture counts as one that does not, or an empty layer below takes the
  /// mode away.
  @Test func groupsAndEmptyLayers() throws {
    var (document, ids) = try drawing(.sourceOver, .multiply)
    _ = document.perform(.group([ids[1], ids[2]]))
    let group = document.activeID
    _ = document.perform(.set(group, .group(.passThrough)))
    #expect(document.look(after: .flatten(group)) == .different(canMergeAll: true))
    (document, ids) = try drawing(.sourceOver, .multiply)
    _ = document.perform(.add(above: ids[1]))
    let empty = document.activeID
    #expect(document.look(after: .mergeDown(ids[2])) == .sameWithout(empty))
  }

  /// Fails if hidden or locked layers are merged, or those of another group.
  @Test func whatIsMerged() throws {
    var (document, ids) = try drawing(.sourceOver, .multiply)
    _ = document.perform(.set(ids[1], .visible(false)))
    let before = document
    #expect(document.mergeVisible(upTo: ids[2]) != nil && document.layers.count == 2)
    #expect(document.layers.contains { $0.id == ids[1] } && document.looksSame(as: before))
    document = before
    _ = document.perform(.set(ids[0], .locked(true)))
    let locked = document
    #expect(document.mergeVisible(upTo: ids[2]) == nil && document.showsSame(as: locked))
    #expect(document.mergeVisible(upTo: ids[0]) == nil && document.history.undoCount == locked.history.undoCount)
  }
}
