import Geometry
import Pictures
import Pixels
import Raster

/// The canvas, the order and the properties of a drawing's layers, and its paper.
///
/// An `Edit` stores the complete stack of the other side, but only pixels that the current side
/// does not have. The edit is therefore its own inverse.
struct LayerStack: Sendable {
  /// How the pixels of layers that exist on both sides are restored.
  private enum Common {
    /// They are the same on both sides; changes are stored as tiles.
    case same
    /// They are those of the other side, rearranged.
    case arranged(PixelArrangement)
    /// They are stored here.
    case stored
  }

  /// The layers; without pixels if the other side has them.
  private var layers: LayerTree
  private var active: Int
  private var plane: SurfaceID.Plane
  private var paper: UInt32
  private var isPaperShown: Bool
  private let width: Int
  private let height: Int
  private let resolution: Resolution
  private var canvasMap: Affine
  private var common = Common.same
  private let blank: TileGrid

  init(of document: borrowing Document) {
    blank = TileGrid(width: 1, height: 1)
    layers = document.layers
    (active, plane) = (document.activeLayer, document.activePlane)
    (paper, isPaperShown) = (document.paper, document.isPaperShown)
    (width, height, resolution) = (document.width, document.height, document.resolution)
    canvasMap = document.canvasMap
  }

  /// The IDs of a layer and of all that it contains.
  func branch(of id: Layer.ID) -> [Layer.ID] {
    layers.index(of: id).map { layers.branch(at: $0).map { layers[$0].id } } ?? []
  }

  /// The memory of its pixels, bytes, shared or not.
  var memory: Int { layers.reduce(0) { $0 + $1.image.memory + ($1.mask?.memory ?? 0) } }

  /// Drops the pixels of layers that still exist; their changes are stored as tiles.
  mutating func dropCommonPixels(with document: borrowing Document) {
    let kept = Set(document.surfaces)
    layers.replaceAll { surface, image in kept.contains(surface) ? blank : image }
  }

  /// Prepares the stack from before a change of the canvas to restore it.
  /// - Parameter arrangement: from the other side's pixels to these, if it restores all; nil to
  ///   keep these.
  mutating func keepPixels(arrangedBy arrangement: PixelArrangement?, with document: borrowing Document) {
    if let arrangement {
      common = .arranged(arrangement)
      dropCommonPixels(with: document)
    } else {
      common = .stored
    }
  }

  /// Makes the map begin at another canvas: `map` leads from that to the one where it began.
  mutating func rebase(by map: Affine) { canvasMap = canvasMap * map }

  /// Exchanges the stack with a drawing's. Returns the pixels that may look different.
  mutating func swap(into document: inout Document) -> Region {
    var before = LayerStack(of: document)
    var new = layers
    let images = document.images
    new.replaceAll { surface, stored in
      guard let image = images[surface] else { return stored }
      return switch common {
      case .same: image
      case .arranged(let arrangement): arrangement(image)
      case .stored: stored
      }
    }
    document.setSize(width: width, height: height)
    (document.resolution, document.canvasMap) = (resolution, canvasMap)
    document.setStack(new, active: active, plane: plane, paper: paper, isPaperShown: isPaperShown)
    var region = Region(document.bounds)
    switch common {
    case .same:
      region = before.differences(from: document)
      before.dropCommonPixels(with: document)
    case .arranged(let arrangement): before.keepPixels(arrangedBy: arrangement.inverse, with: document)
    case .stored: before.keepPixels(arrangedBy: nil, with: document)
    }
    self = before
    return region
  }

  /// The pixels that may look different from this stack, which must have all its pixels.
  func differences(from document: borrowing Document) -> Region {
    if width != document.width || height != document.height { return Region(document.bounds) }
    if paper != document.paper || isPaperShown != document.isPaperShown { return Region(document.bounds) }
    var region = Region()
    for layer in Self.different(layers, document.layers) {
      guard layer.blend.keepsUnderClear else { return Region(document.bounds) }
      for index in layer.image.tileIndices {
        region.add(layer.image.bounds(ofTile: index))
      }
    }
    return region
  }

  /// The layers and groups on either side that may make the difference.
  private static func different(_ old: LayerTree, _ new: LayerTree) -> [Layer] {
    let same = sameContainers(old, new)
    let (old, new) = (shown(old), shown(new))
    var (start, end) = (0, 0)
    while start < min(old.count, new.count), old[start].looksSame(as: new[start], within: same) { start += 1 }
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end].looksSame(as: new[new.count - 1 - end], within: same)
    {
      end += 1
    }
    return (old[start..<(old.count - end)] + new[start..<(new.count - end)]).map(\.layer)
  }

  /// A layer that shows, and what it shows in.
  private struct Shown {
    var layer: Layer
    /// How what a group contains is composited: isolated if it is clipped, masked or the base of clipped layers.
    var group: Layer.Group?
    /// The group that contains it.
    var parent: Layer.ID?
    /// The base to which it is clipped.
    var base: Layer.ID?
    var isBase: Bool

    /// Whether it is composited as another one that has the same content, in the same way in each of
    /// these groups and bases.
    func looksSame(as other: Shown, within same: Set<Layer.ID>) -> Bool {
      layer.id == other.layer.id && layer.alpha == other.layer.alpha && layer.blend == other.layer.blend
        && layer.isMasked == other.layer.isMasked
        // The opacity of a group that passes through is multiplied before it is rounded.
        && group == other.group && (group != .passThrough || layer.opacity == other.layer.opacity)
        && parent == other.parent && base == other.base
        && parent.map(same.contains) ?? true && base.map(same.contains) ?? true
    }
  }

  /// The layers that show, lowest first.
  private static func shown(_ tree: LayerTree) -> [Shown] {
    let clippingBases = tree.clippingBases
    let bases = Set(clippingBases.values)
    var shown: [Shown] = []
    var groups: [(id: Layer.ID, depth: Int, isVisible: Bool)] = []
    for index in tree.indices.reversed() {
      let layer = tree[index]
      while let last = groups.last, last.depth >= layer.depth { groups.removeLast() }
      let base = clippingBases[index].map { tree[$0] }
      let isVisible = layer.isVisible && base?.isVisible ?? true && groups.last?.isVisible ?? true
      if isVisible {
        let isBase = bases.contains(index)
        let group = layer.isGroup && (isBase || base != nil || layer.isMasked) ? .isolated : layer.group
        shown.append(
          Shown(layer: layer, group: group, parent: groups.last?.id, base: base?.id, isBase: isBase))
      }
      if layer.isGroup { groups.append((layer.id, layer.depth, isVisible)) }
    }
    return shown.reversed()
  }

  /// The groups and the bases of clipped layers that are composited in the same way on both sides, with all
  /// that contain them.
  private static func sameContainers(_ old: LayerTree, _ new: LayerTree) -> Set<Layer.ID> {
    let before = Dictionary(
      uniqueKeysWithValues: shown(old).filter { $0.isBase || $0.layer.isGroup }.map { ($0.layer.id, $0) })
    var same: Set<Layer.ID> = []
    let containers = shown(new).filter { $0.isBase || $0.layer.isGroup }
    // A group comes before those that it contains, and a base, which is not clipped, is looked at first.
    for container in containers.reversed() {
      for next in [containers.first { $0.layer.id == container.base }, container].compactMap(\.self) {
        if let other = before[next.layer.id], other.looksSame(as: next, within: same) { same.insert(next.layer.id) }
      }
    }
    return same
  }
}
