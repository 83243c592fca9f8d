/// Tiles of surfaces and masks, or all of theirs.
public struct TileSet: Sendable, Hashable {
  /// Tiles by their pixels, as indices.
  public private(set) var tiles: [SurfaceID: Set<Int>] = [:]
  /// The pixels that are in the set as a whole.
  public private(set) var surfaces: Set<SurfaceID> = []
  /// Whether all tiles are in the set.
  public private(set) var isAll = false

  /// No tile.
  public init() {}

  /// Some tiles of one surface.
  init(_ surface: SurfaceID, _ tiles: some Sequence<Int>) { insert(tiles, of: surface) }

  /// The most tiles that the footprint of an edit names; for more it has the whole ones.
  static let mostNamed = 4096

  /// Some tiles of several, or all of them if there are more than `mostNamed`.
  init(_ surfaces: some Sequence<SurfaceID>, atMost tiles: some Sequence<Int>) {
    self.init()
    let first = Set(tiles.prefix(Self.mostNamed + 1))
    if first.count > Self.mostNamed {
      self.surfaces = Set(surfaces)
    } else if !first.isEmpty {
      // They share the memory of the set.
      self.tiles = Dictionary(uniqueKeysWithValues: Set(surfaces).map { ($0, first) })
    }
  }

  /// All tiles of some.
  init(surfaces: some Sequence<SurfaceID>) { self.surfaces = Set(surfaces) }

  /// All tiles of all.
  static let all = {
    var set = TileSet()
    set.isAll = true
    return set
  }()

  var isEmpty: Bool { !isAll && surfaces.isEmpty && tiles.isEmpty }

  /// The number of tiles that it names.
  var namedCount: Int { tiles.values.reduce(0) { $0 + $1.count } }

  mutating func insert(_ new: some Sequence<Int>, of surface: SurfaceID) {
    for tile in new { tiles[surface, default: []].insert(tile) }
  }

  /// Inserts a tile, or removes it.
  mutating func set(_ tile: Int, of surface: SurfaceID, _ isIn: Bool) {
    if isIn {
      tiles[surface, default: []].insert(tile)
    } else if let i = tiles.index(forKey: surface) {
      tiles.values[i].remove(tile)
      if tiles.values[i].isEmpty { tiles.remove(at: i) }
    }
  }

  public mutating func formUnion(_ other: TileSet) {
    isAll = isAll || other.isAll
    surfaces.formUnion(other.surfaces)
    tiles.merge(other.tiles) { $0.union($1) }
  }

  /// Whether it has a tile.
  func contains(_ tile: Int, of surface: SurfaceID) -> Bool {
    isAll || surfaces.contains(surface) || tiles[surface]?.contains(tile) ?? false
  }

  /// Whether it has all that another one has.
  func isSuperset(of other: TileSet) -> Bool {
    if isAll { return true }
    if other.isAll || !surfaces.isSuperset(of: other.surfaces) { return false }
    return other.tiles.allSatisfy { surface, named in
      surfaces.contains(surface) || tiles[surface]?.isSuperset(of: named) ?? false
    }
  }

  /// Whether it has one of some tiles of a surface.
  func meets(_ named: some Sequence<Int>, of surface: SurfaceID) -> Bool {
    if isAll || surfaces.contains(surface) { return named.contains { _ in true } }
    guard let own = tiles[surface] else { return false }
    return named.contains { own.contains($0) }
  }

  /// Whether both have a tile.
  func meets(_ other: TileSet) -> Bool {
    if isAll { return !other.isEmpty }
    if other.isAll { return !isEmpty }
    if !surfaces.isDisjoint(with: other.surfaces) { return true }
    if surfaces.contains(where: { other.tiles[$0] != nil }) || other.surfaces.contains(where: { tiles[$0] != nil }) {
      return true
    }
    return tiles.contains { surface, own in other.tiles[surface].map { !own.isDisjoint(with: $0) } ?? false }
  }
}
