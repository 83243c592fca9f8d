import Raster

/// The pixels of a tile over those of the layers below it, for the library to pick up colours from.
final class PickedTile {
  /// The rows that are mixed and current; bit i is row i.
  private var current: UInt64 = 0
  /// Nil where nothing is below.
  private let below: MyPaintTile?
  private let mixed: MyPaintTile?

  /// - Parameter below: the layers below the tile; nil if they are transparent.
  init(_ below: Tile?) {
    self.below = below.map { MyPaintTile($0, keepsFirst: false) }
    mixed = below.map { _ in MyPaintTile() }
  }

  /// Tells that the tile has changed.
  func invalidate() { current = 0 }

  /// Red, green, blue and alpha of each pixel; those of other rows may be wrong. They stay valid while both
  /// tiles live.
  /// - Parameter rows: 0..<64.
  func channels(below tile: MyPaintTile, rows: Range<Int>) -> UnsafeMutablePointer<UInt16> {
    guard let below, let mixed else { return tile.channels }
    for row in rows where current & 1 << UInt64(row) == 0 {
      Self.put(tile.channels, over: below.channels, into: mixed.channels, row: row)
      current |= 1 << UInt64(row)
    }
    return mixed.channels
  }

  /// Premultiplied channels, 1 << 15 for 1.
  private static func put(
    _ upper: UnsafeMutablePointer<UInt16>, over lower: UnsafeMutablePointer<UInt16>,
    into result: UnsafeMutablePointer<UInt16>, row: Int
  ) {
    for pixel in stride(from: 4 * Tile.size * row, to: 4 * Tile.size * (row + 1), by: 4) {
      // Colours of dabs can exceed 1 by rounding.
      let rest = (1 << 15) - min(UInt32(upper[pixel + 3]), 1 << 15)
      for channel in pixel..<pixel + 4 {
        let sum = UInt32(upper[channel]) + (UInt32(lower[channel]) * rest + 1 << 14) >> 15
        result[channel] = UInt16(min(sum, 1 << 15))
      }
    }
  }
}
