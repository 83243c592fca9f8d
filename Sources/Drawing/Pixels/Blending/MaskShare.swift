import Raster

/// How much of a layer the pixels of its mask show: 1 - alpha + luminance, so that transparent and white
/// pixels show it and black ones hide it.
///
/// The weights of luminance are those of Rec. 709 in 256ths, applied to the encoded channels, as the
/// luminance of a grey is then its level.
public enum MaskShare {
  /// The share that a premultiplied pixel shows, 0...255.
  @inlinable @inline(__always) public static func of(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return min(255, 255 - pixel >> 24 + (54 * red + 183 * green + 19 * blue) >> 8)
  }

  /// The share that a deep pixel shows, 0...1.
  @inline(__always) static func of(_ pixel: DeepPixel) -> Float {
    let (red, green, blue) = (Int32(pixel.channels[0]), Int32(pixel.channels[1]), Int32(pixel.channels[2]))
    let one = Int32(DeepPixel.one)
    let luminance = (54 * red + 183 * green + 19 * blue + 128) >> 8
    return Float(min(one, one - Int32(pixel.alpha) + luminance)) / Float(one)
  }

  /// Hides the first `count` pixels of a row by a mask, whose pixels begin at pixel `from` of the tile and lie in
  /// one row.
  static func hide(_ row: inout MutableSpan<PixelChannels>, by mask: Tile, from: Int, count: Int) {
    let (line, first) = (from >> Tile.shift, from & (Tile.size - 1))
    precondition(count <= Tile.size - first && count <= row.count)
    if mask.isDeep {
      return mask.withDeepRows(line..<line + 1) { shares in
        for i in 0..<count {
          let share = of(shares[unchecked: first &+ i])
          if share < 1 { row[unchecked: i] = (row[unchecked: i] * share).nearest }
        }
      }
    }
    mask.withRows(line..<line + 1) { shares in
      for i in 0..<count {
        let share = of(shares[unchecked: first &+ i])
        if share < 255 { row[unchecked: i] = (row[unchecked: i] * (Float(share) * (1 / 255))).nearest }
      }
    }
  }

  /// A tile of pixels, hidden by a tile of a mask; nil if all are transparent.
  public static func hidden(_ tile: Tile, by mask: Tile) -> Tile? {
    func hide<P: ComposedPixel>(_ depth: P.Type, _ channels: (P) -> PixelChannels) -> Tile? {
      var hidden = tile
      P.withMutablePixels(of: &hidden) { pixels in
        var row = [PixelChannels](repeating: .zero, count: Tile.size)
        var span = row.mutableSpan
        for y in 0..<Tile.size {
          let from = y << Tile.shift
          for x in 0..<Tile.size { span[x] = channels(pixels[from | x]) }
          Self.hide(&span, by: mask, from: from, count: Tile.size)
          for x in 0..<Tile.size { pixels[from | x] = .of(span[x]) }
        }
      }
      return hidden.isTransparent ? nil : hidden.narrowed
    }
    return tile.isDeep || mask.isDeep
      ? hide(DeepPixel.self) { PixelChannels(deep: $0) } : hide(UInt32.self) { PixelChannels(pixel: $0) }
  }
}
