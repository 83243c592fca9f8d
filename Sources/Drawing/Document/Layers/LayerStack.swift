import Raster

/// Which layers a drawing has, in which order, and on what they lie: all but the pixels.
///
/// An `Edit` that changes any of it holds the whole of it as it is on the other side of the change, which is small, and the
/// pixels of just those layers that are not in the drawing on this side. So every such edit is its own inverse, whatever
/// it does.
struct LayerStack: Sendable {
  /// The layers, lowest first; those that the drawing has on both sides without their pixels.
  private var layers: [Layer]
  /// The index of the one that is drawn on.
  private var active: Int
  private var paper: UInt32
  private var isPaperShown: Bool
  private let blank: TileGrid

  /// That of a drawing before it is changed.
  init(of document: borrowing Document) {
    blank = TileGrid(width: 1, height: 1)
    layers = document.layers
    (active, paper, isPaperShown) = (document.activeLayer, document.paper, document.isPaperShown)
  }

  /// Tiles of layers that are held with their pixels.
  var tileCount: Int { layers.reduce(0) { $0 + $1.image.tileCount } }

  /// Forgets the pixels of those layers that the drawing, as it is after the change, still has: their changes are
  /// remembered by tiles.
  mutating func dropCommonPixels(with document: borrowing Document) {
    let kept = Set(document.layers.map(\.id))
    for i in layers.indices where kept.contains(layers[i].id) { layers[i].image = blank }
  }

  /// Exchanges it with a drawing's. Returns the pixels that may look different.
  mutating func swap(into document: inout Document) -> Region {
    var before = LayerStack(of: document)
    var new = layers
    let images = Dictionary(uniqueKeysWithValues: document.layers.map { ($0.id, $0.image) })
    for i in new.indices {
      if let image = images[new[i].id] { new[i].image = image }
    }
    document.setStack(new, active: active, paper: paper, isPaperShown: isPaperShown)
    let region = before.differences(from: document)
    before.dropCommonPixels(with: document)
    self = before
    return region
  }

  /// The pixels of a drawing that may look different from what they would with this, which still has all its pixels.
  func differences(from document: borrowing Document) -> Region {
    if paper != document.paper || isPaperShown != document.isPaperShown { return Region(document.bounds) }
    var region = Region()
    // Everything that those layers have painted which were moved, came, went, or are shown otherwise.
    for layer in Self.different(layers, document.layers) {
      guard layer.blend.keepsUnderClear else { return Region(document.bounds) }
      for index in 0..<(layer.image.columns * layer.image.rows) where layer.image[index] != nil {
        region.add(layer.image.bounds(ofTile: index))
      }
    }
    return region
  }

  /// The layers of either list between what is the same below and above.
  private static func different(_ old: [Layer], _ new: [Layer]) -> [Layer] {
    let (old, new) = (old.filter(\.isVisible), new.filter(\.isVisible))
    func looksSame(_ a: Layer, _ b: Layer) -> Bool { a.id == b.id && a.alpha == b.alpha && a.blend == b.blend }
    var (start, end) = (0, 0)
    while start < min(old.count, new.count), looksSame(old[start], new[start]) { start += 1 }
    while end < min(old.count, new.count) - start, looksSame(old[old.count - 1 - end], new[new.count - 1 - end]) {
      end += 1
    }
    return Array(old[start..<(old.count - end)] + new[start..<(new.count - end)])
  }
}
