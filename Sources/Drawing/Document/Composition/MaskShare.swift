import Raster

/// How much of a layer the pixels of its mask show: 1 - alpha + luminance, so that transparent and white
/// pixels show it and black ones hide it.
///
/// The weights of luminance are those of Rec. 709 in 256ths, applied to the encoded channels, as the
/// luminance of a grey is then its level.
enum MaskShare {
  /// The share that a premultiplied pixel shows, 0...255.
  @inline(__always) static func of(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return min(255, 255 - pixel >> 24 + (54 * red + 183 * green + 19 * blue) >> 8)
  }

  /// Hides the first `count` pixels of a row by a mask, whose pixels begin at word `from`.
  static func hide(_ row: inout MutableSpan<PixelChannels>, by mask: Span<UInt32>, from: Int, count: Int) {
    precondition(from >= 0 && count <= mask.count - from && count <= row.count)
    for i in 0..<count {
      let share = of(mask[unchecked: from &+ i])
      if share < 255 { row[unchecked: i] = (row[unchecked: i] * (Float(share) * (1 / 255))).nearest }
    }
  }

  /// A tile of pixels, hidden by a tile of a mask; nil if all are transparent.
  static func hidden(_ tile: Tile, by mask: Tile) -> Tile? {
    var hidden = tile
    let shares = mask.pixels.span
    hidden.withMutablePixels { pixels in
      for i in 0..<Tile.count where pixels[i] != 0 {
        let channels = PixelChannels(pixel: pixels[i])
        pixels[i] = (channels * (Float(of(shares[i])) * (1 / 255))).nearest.pixel
      }
    }
    return hidden.isTransparent ? nil : hidden
  }
}
