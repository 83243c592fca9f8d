import Raster

/// Where the selections of two drawings differ.
enum SelectionDifference: Sendable, Equatable {
  /// Nowhere.
  case none
  /// In these tiles; in none if all pixels are selected in one drawing, and nothing in the other one.
  case tiles(Set<Int>)
  /// Perhaps everywhere: the canvases have different sizes, or the selections too many tiles.
  case any

  /// The most tiles of a selection that are compared: 268 megapixels.
  private static let mostTiles = 1 << 16

  /// - Parameters:
  ///   - old: the selection of a drawing; nil for none. An empty one selects nothing, too.
  ///   - new: that of another one.
  init(_ old: Mask?, _ new: Mask?) {
    let (old, new) = (old.flatMap { $0.isEmpty ? nil : $0 }, new.flatMap { $0.isEmpty ? nil : $0 })
    guard let mask = old ?? new else {
      self = .none
      return
    }
    if old == new {
      self = .none
    } else if mask.slotCount > Self.mostTiles, old == nil || new == nil {
      self = .any
    } else {
      // Without a selection, all pixels can be painted.
      let all = { Mask(width: mask.width, height: mask.height, isFull: true) }
      let tiles = (old ?? all()).differingTiles(from: new ?? all(), most: Self.mostTiles)
      self = tiles.map { .tiles($0) } ?? .any
    }
  }

  /// The tiles of some surfaces in which they differ.
  func tiles(of surfaces: Set<SurfaceID>) -> TileSet {
    switch self {
    case .none: return TileSet()
    case .tiles(let tiles):
      var all = TileSet()
      for surface in surfaces { all.insert(tiles, of: surface) }
      return all
    case .any: return TileSet(surfaces: surfaces)
    }
  }
}
