import Geometry
import Raster

/// A tile before and after a change; nil if it did not exist.
package struct TileDelta: Sendable {
  /// The index of the tile, row by row.
  package var index: Int
  package var before: Tile?
  package var after: Tile?

  package init(index: Int, before: Tile?, after: Tile?) {
    (self.index, self.before, self.after) = (index, before, after)
  }

  /// Whether either side has 16 bits a channel.
  var isDeep: Bool { before?.isDeep ?? false || after?.isDeep ?? false }

  /// The bounding rectangle of the changed pixels, px in the tile; may be empty.
  var bounds: PixelRect { changedPixels.bounds }

  /// The pixels that differ, in the greater depth of both sides.
  var changedPixels: ChangedPixels {
    let none = Tile()
    let (before, after) = (self.before ?? none, self.after ?? none)
    return isDeep
      ? ChangedPixels(from: before, to: after, as: DeepPixel.self)
      : ChangedPixels(from: before, to: after, as: UInt32.self)
  }
}

/// The index of a changed tile and whether it exists before and after the change, in four bytes.
struct TilePlace: Sendable {
  private var bits: UInt32

  init(_ change: TileDelta) {
    precondition(change.index < 1 << 30, "a canvas has fewer tiles")
    bits = UInt32(change.index) | (change.before == nil ? 0 : 1 << 30) | (change.after == nil ? 0 : 1 << 31)
  }

  /// The index of the tile, row by row.
  var index: Int { Int(bits & (1 << 30 - 1)) }
  /// Whether the tile exists after the change, or before it.
  func exists(after: Bool) -> Bool { bits >> (after ? 31 : 30) & 1 != 0 }
}
