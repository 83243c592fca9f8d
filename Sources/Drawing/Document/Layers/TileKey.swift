import Raster

/// The position of a tile: the pixels that have it, and its index.
public struct TileKey: Hashable, Sendable, Comparable {
  /// The pixels.
  public var surface: SurfaceID
  /// The tile's index, row by row.
  public var index: Int

  /// All indices are below this: those of an endless canvas.
  static let indexLimit = UInt64(Document.endlessSide / Tile.size * (Document.endlessSide / Tile.size))

  /// Makes a key from its values.
  public init(_ surface: SurfaceID, index: Int) { (self.surface, self.index) = (surface, index) }

  /// Orders by surface, then by index.
  public static func < (a: TileKey, b: TileKey) -> Bool { (a.surface, a.index) < (b.surface, b.index) }
}
