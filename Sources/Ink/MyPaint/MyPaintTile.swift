import Raster

/// The pixels of a tile for the library: deep pixels, which are the library's own.
final class MyPaintTile {
  /// Red, green, blue and alpha of each pixel.
  let channels: UnsafeMutablePointer<UInt16>
  /// The first pixels; nil if they were transparent.
  private let first: Tile?

  /// A tile with the pixels of another; transparent without one. Colours above alpha, which no valid
  /// pixel has, are lowered to it.
  /// - Parameter keepsFirst: whether `restore` can be called.
  init(_ tile: Tile? = nil, keepsFirst: Bool = true) {
    first = keepsFirst ? tile : nil
    channels = .allocate(capacity: 4 * Tile.count)
    channels.initialize(repeating: 0, count: 4 * Tile.count)
    tile?.withDeepRows(0..<Tile.size) { pixels in
      for index in 0..<Tile.count where pixels[index] != .clear { set(index, to: pixels[index]) }
    }
  }

  private func set(_ index: Int, to pixel: DeepPixel) {
    let pixel = pixel.limited
    for channel in 0..<4 { channels[4 * index + channel] = pixel.channels[channel] }
  }

  /// Sets the pixels of a row that are not in `kept` to their first values; bit i is column i.
  func restore(row: Int, except kept: UInt64) {
    (first ?? .clear).withDeepRows(row..<row + 1) { pixels in
      var rest = ~kept
      while rest != 0 {
        let column = rest.trailingZeroBitCount
        set(row << Tile.shift | column, to: pixels[column])
        rest &= rest - 1
      }
    }
  }

  deinit { channels.deallocate() }

  /// All pixels with 16 bits. Those that were not changed are exactly the first ones.
  func copied() -> Tile { Tile(deep: (0..<Tile.count).map { self[$0] }) }

  /// A pixel; colours are limited to the alpha, which the library can exceed by rounding.
  subscript(index: Int) -> DeepPixel {
    let start = 4 * index
    return DeepPixel(SIMD4(channels[start], channels[start + 1], channels[start + 2], channels[start + 3])).limited
  }
}

extension DeepPixel {
  /// The pixel with its alpha limited to 1 and its colours to its alpha.
  fileprivate var limited: DeepPixel {
    let alpha = min(alpha, Self.one)
    let most = SIMD4<UInt16>(repeating: alpha)
    return DeepPixel(channels.replacing(with: most, where: channels .> most))
  }
}
