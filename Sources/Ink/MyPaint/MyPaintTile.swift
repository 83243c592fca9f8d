import Raster

/// The pixels of a tile for the library: premultiplied red, green, blue and alpha with 16 bits each;
/// `one` is 1.
final class MyPaintTile {
  static let one: UInt32 = 1 << 15

  let channels: UnsafeMutablePointer<UInt16>
  /// The first pixels; nil if they were transparent.
  private let first: Tile?

  /// A tile with the pixels of another; transparent without one. Colours above alpha, which no valid
  /// pixel has, are lowered to it.
  init(_ tile: Tile? = nil) {
    first = tile
    channels = .allocate(capacity: 4 * Tile.count)
    channels.initialize(repeating: 0, count: 4 * Tile.count)
    guard let tile else { return }
    for (index, pixel) in tile.pixels.enumerated() where pixel != 0 { set(index, to: pixel) }
  }

  private func set(_ index: Int, to pixel: UInt32) {
    let alpha = pixel >> 24
    channels[4 * index] = Self.widened(min(pixel >> 16 & 255, alpha))
    channels[4 * index + 1] = Self.widened(min(pixel >> 8 & 255, alpha))
    channels[4 * index + 2] = Self.widened(min(pixel & 255, alpha))
    channels[4 * index + 3] = Self.widened(alpha)
  }

  /// Sets the pixels of a row that are not in `kept` to their first values; bit i is column i.
  func restore(row: Int, except kept: UInt64) {
    var rest = ~kept
    while rest != 0 {
      let index = row << Tile.shift | rest.trailingZeroBitCount
      set(index, to: first?.pixels[index] ?? 0)
      rest &= rest - 1
    }
  }

  deinit { channels.deallocate() }

  /// The pixels rounded to 8 bits. Those that were not changed are exactly the first ones.
  func rounded() -> Tile {
    var tile = Tile()
    tile.withMutablePixels { pixels in
      for index in 0..<Tile.count { pixels[index] = pixel(index) }
    }
    return tile
  }

  /// A pixel rounded to 8 bits.
  func pixel(_ index: Int) -> UInt32 {
    let alpha = Self.narrowed(channels[4 * index + 3])
    guard alpha > 0 else { return 0 }
    func channel(_ number: Int) -> UInt32 { min(alpha, Self.narrowed(channels[4 * index + number])) }
    return alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
  }

  /// An 8-bit channel with 16 bits, rounded.
  static func widened(_ value: UInt32) -> UInt16 { UInt16((value * one * 2 + 255) / 510) }

  /// A channel with 8 bits, rounded. The inverse of `widened`.
  static func narrowed(_ value: UInt16) -> UInt32 { (min(UInt32(value), one) * 255 + one / 2) / one }
}
