import Raster

/// The pixels of a tile over those of the layers below it, for the library to pick up colours from.
final class PickedTile {
  /// Whether the tile has changed since the last call of `channels`.
  var isStale = true
  /// Nil where nothing is below.
  private let below: MyPaintTile?
  private let mixed: MyPaintTile?

  /// - Parameter below: the layers below the tile; nil if they are transparent.
  init(_ below: Tile?) {
    self.below = below.map { MyPaintTile($0) }
    mixed = below.map { _ in MyPaintTile() }
  }

  /// Red, green, blue and alpha of each pixel. They stay valid while both tiles live.
  func channels(below tile: MyPaintTile) -> UnsafeMutablePointer<UInt16> {
    guard let below, let mixed else { return tile.channels }
    if isStale {
      Self.put(tile.channels, over: below.channels, into: mixed.channels)
      isStale = false
    }
    return mixed.channels
  }

  /// Premultiplied channels, 1 << 15 for 1.
  private static func put(
    _ upper: UnsafeMutablePointer<UInt16>, over lower: UnsafeMutablePointer<UInt16>,
    into result: UnsafeMutablePointer<UInt16>
  ) {
    for pixel in stride(from: 0, to: 4 * Tile.count, by: 4) {
      // Colours of dabs can exceed 1 by rounding.
      let rest = (1 << 15) - min(UInt32(upper[pixel + 3]), 1 << 15)
      for channel in pixel..<pixel + 4 {
        let sum = UInt32(upper[channel]) + (UInt32(lower[channel]) * rest + 1 << 14) >> 15
        result[channel] = UInt16(min(sum, 1 << 15))
      }
    }
  }
}
