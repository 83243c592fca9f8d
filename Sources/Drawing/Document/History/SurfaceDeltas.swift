import Raster

/// Changes of tiles of one surface.
package struct SurfaceDeltas: Sendable {
  /// The pixels, which exist before and after.
  package let surface: SurfaceID
  let content: EditContent
  /// Tiles of the content that do not count.
  var hidden: Set<Int> = []

  init(surface: SurfaceID, content: EditContent) { (self.surface, self.content) = (surface, content) }

  /// Changes that are not packed yet.
  init(_ surface: SurfaceID, _ changes: [TileDelta]) {
    self.init(surface: surface, content: EditContent(.pixels(surface, name: ""), changes))
  }

  /// The tiles that count.
  package var tileIndices: [Int] { content.tileIndices(except: hidden) }

  /// Hides tiles. Returns whether none is left.
  mutating func hide(_ tiles: some Sequence<Int>) -> Bool {
    let tiles = Set(tiles)
    hidden.formUnion(content.places.lazy.map(\.index).filter { tiles.contains($0) })
    return tileIndices.isEmpty
  }
}

extension [SurfaceDeltas] {
  /// Hides tiles of a surface.
  mutating func hide(_ tiles: some Sequence<Int>, of surface: SurfaceID) {
    self = compactMap { changes in
      var changes = changes
      return changes.surface == surface && changes.hide(tiles) ? nil : changes
    }
  }
}

extension EditContent {
  /// The changed tiles, except some.
  func tileIndices(except hidden: Set<Int>) -> [Int] {
    hidden.isEmpty ? places.map(\.index) : places.lazy.map(\.index).filter { !hidden.contains($0) }
  }
}
