/// Tiles of layers, or whole layers.
public struct TileSet: Sendable, Hashable {
  /// Tiles by their layer, as indices.
  private(set) var tiles: [Layer.ID: Set<Int>] = [:]
  /// The layers that are in the set as a whole.
  private(set) var layers: Set<Layer.ID> = []
  /// Whether all tiles of all layers are in the set.
  private(set) var isAll = false

  /// No tile.
  init() {}

  /// Some tiles of a layer.
  init(_ layer: Layer.ID, _ tiles: some Sequence<Int>) { insert(tiles, of: layer) }

  /// The most tiles that the footprint of an edit names; for more it has the whole layers.
  static let mostNamed = 4096

  /// Some tiles of layers, or all of them if there are more than `mostNamed`.
  init(_ layers: some Sequence<Layer.ID>, atMost tiles: some Sequence<Int>) {
    self.init()
    let first = Set(tiles.prefix(Self.mostNamed + 1))
    if first.count > Self.mostNamed {
      self.layers = Set(layers)
    } else if !first.isEmpty {
      // The layers share the memory of the set.
      self.tiles = Dictionary(uniqueKeysWithValues: Set(layers).map { ($0, first) })
    }
  }

  /// All tiles of layers.
  init(layers: some Sequence<Layer.ID>) { self.layers = Set(layers) }

  /// All tiles of all layers.
  static let all = {
    var set = TileSet()
    set.isAll = true
    return set
  }()

  var isEmpty: Bool { !isAll && layers.isEmpty && tiles.isEmpty }

  /// The number of tiles that it names.
  var namedCount: Int { tiles.values.reduce(0) { $0 + $1.count } }

  mutating func insert(_ new: some Sequence<Int>, of layer: Layer.ID) {
    for tile in new { tiles[layer, default: []].insert(tile) }
  }

  /// Inserts a tile, or removes it.
  mutating func set(_ tile: Int, of layer: Layer.ID, _ isIn: Bool) {
    if isIn {
      tiles[layer, default: []].insert(tile)
    } else if let i = tiles.index(forKey: layer) {
      tiles.values[i].remove(tile)
      if tiles.values[i].isEmpty { tiles.remove(at: i) }
    }
  }

  mutating func formUnion(_ other: TileSet) {
    isAll = isAll || other.isAll
    layers.formUnion(other.layers)
    tiles.merge(other.tiles) { $0.union($1) }
  }

  /// Whether both have a tile of a layer.
  func meets(_ other: TileSet) -> Bool {
    if isAll { return !other.isEmpty }
    if other.isAll { return !isEmpty }
    if !layers.isDisjoint(with: other.layers) { return true }
    if layers.contains(where: { other.tiles[$0] != nil }) || other.layers.contains(where: { tiles[$0] != nil }) {
      return true
    }
    return tiles.contains { layer, own in other.tiles[layer].map { !own.isDisjoint(with: $0) } ?? false }
  }
}
