import Geometry
import Pixels
import Raster

/// How a drawing looks after layers are merged, compared with before.
public enum MergedLook: Sendable, Hashable {
  /// It looks the same.
  case same
  /// It looks the same if this empty layer is deleted instead.
  case sameWithout(Layer.ID)
  /// It looks different.
  /// - canMergeAll: whether it looks the same if all visible layers below are merged, too.
  case different(canMergeAll: Bool)
}

extension Document {
  /// The largest difference of a channel with which a pixel looks the same, levels: one for each of two roundings.
  private static let unseenDifference: UInt32 = 2

  /// How the drawing looks after an operation that merges layers; `.same` for others and for those that are refused.
  /// O(pixels of the painted tiles) unless both layers cover what is below.
  public func look(after operation: LayerOperation) -> MergedLook {
    guard let id = operation.layer, let at = index(of: id), refusal(of: operation) == nil else { return .same }
    var before = self
    before.takesNotes = false
    _ = before.drop()
    switch operation {
    case .mergeDown:
      // What covers does so as one layer, too.
      let (upper, lower) = (layers[at], layers[at - 1])
      if upper.blend == .sourceOver, lower.blend == .sourceOver, !upper.isClipped, !lower.isClipped { return .same }
      if before.looksSame(after: { $0.perform(operation) }) { return .same }
      if lower.image.isBlank, before.looksSame(after: { $0.perform(.delete(lower.id)) }) {
        return .sameWithout(lower.id)
      }
    case .flatten: if before.looksSame(after: { $0.perform(operation) }) { return .same }
    default: return .same
    }
    return .different(canMergeAll: before.looksSame { $0.mergeVisible(upTo: id) })
  }

  /// Whether the drawing looks the same after a change, which must be possible.
  private func looksSame(after change: (inout Document) -> Region?) -> Bool {
    var other = self
    return change(&other) != nil && looksSame(as: other)
  }

  /// Whether another drawing of the same size looks the same, but for roundings.
  public func looksSame(as other: Document) -> Bool {
    guard bounds == other.bounds else { return false }
    let tiles = [self, other].reduce(into: Set<Int>()) { tiles, document in
      for layer in document.layers { tiles.formUnion(layer.image.tileIndices) }
    }
    return tiles.allSatisfy { index in
      let (old, new) = (compositor.tile(index, of: self) ?? .clear, other.compositor.tile(index, of: other) ?? .clear)
      if old == new { return true }
      let (first, second) = (old.pixels, new.pixels)
      return zip(first, second).allSatisfy { Pixel.distance($0, $1) <= Self.unseenDifference }
    }
  }

  /// Merges a layer or group and all visible layers below it in its group into one layer, as two edits: a group of them,
  /// then its merging.
  /// - Returns: the pixels that may have changed; nil, with nothing changed, if there is none below, or it is refused.
  public mutating func mergeVisible(upTo id: Layer.ID) -> Region? {
    var next = self
    let ids = next.visibleLayers(upTo: id)
    let group = LayerOperation.group(ids)
    guard ids.count > 1, next.refusal(of: group) == nil, var region = next.perform(group) else { return nil }
    let merging = LayerOperation.flatten(next.activeID)
    guard next.refusal(of: merging) == nil, let merged = next.perform(merging) else { return nil }
    self = next
    region.add(merged)
    return region
  }

  /// A layer, and the visible ones below it in its group; empty if it is hidden.
  private func visibleLayers(upTo id: Layer.ID) -> [Layer.ID] {
    guard let at = index(of: id), layers[at].isVisible else { return [] }
    let depth = layers[at].depth
    let below = layers[...at].reversed().prefix { $0.depth >= depth }
    return below.filter { $0.depth == depth && $0.isVisible && $0.purpose == .picture }.map(\.id).reversed()
  }
}

extension TileGrid {
  /// Whether no pixel is painted.
  fileprivate var isBlank: Bool { tileIndices.allSatisfy { self[$0]?.isTransparent ?? true } }
}
