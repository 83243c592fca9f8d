import Raster

/// Pixels that look without a blend mode as others do with it, for programs that do not know the mode.
public enum Unblending {
  /// The tile of a picture that without a mode looks as a layer does with its mode, clipped to a base; nil if it is
  /// transparent.
  /// - Parameters:
  ///   - layer: the channels of the layer.
  ///   - opacity: its opacity, 0...255, if the picture contains it, else 255.
  ///   - base: the channels of the base, with the layers between them.
  public static func tile(
    of layer: [KeptChannels], opacity: UInt32, _ mode: CompositeOperator, over base: [KeptChannels], isDeep: Bool
  ) -> Tile? {
    isDeep
      ? tile(of: layer, opacity: opacity, mode, over: base, as: DeepPixel.self)
      : tile(of: layer, opacity: opacity, mode, over: base, as: UInt32.self)
  }

  private static func tile<P: ComposedPixel>(
    of layer: [KeptChannels], opacity: UInt32, _ mode: CompositeOperator, over base: [KeptChannels], as depth: P.Type
  ) -> Tile? {
    var tile = Tile()
    P.withMutablePixels(of: &tile) { pixels in
      var under = [PixelChannels](repeating: .zero, count: Tile.size)
      for y in 0..<Tile.size {
        let from = y << Tile.shift
        for x in 0..<Tile.size { under[x] = opaque(base[from | x]) }
        var results = under
        var row = results.mutableSpan
        mode.composite(layer.span, from: from, count: Tile.size, alpha: opacity, keepsAlpha: true, over: &row)
        for x in 0..<Tile.size where layer[from | x][3] > 0 && base[from | x][3] > 0 {
          let alpha = Float(layer[from | x][3]) * Float(opacity) * (1 / 255)
          pixels[from | x] = .of(pixel(alpha: alpha, turning: under[x], into: results[x]))
        }
      }
    }
    return tile.isTransparent ? nil : tile.narrowed
  }

  private static func opaque(_ kept: KeptChannels) -> PixelChannels {
    guard kept[3] > 0 else { return .zero }
    let channels = PixelChannels(kept: kept)
    return (channels * (PixelChannels.unit / channels[3])).lesser(PixelChannels(repeating: PixelChannels.unit))
  }

  /// The premultiplied pixel that, composited over an opaque one, gives another.
  /// - Parameter alpha: its alpha. It becomes larger where no colour gives the result, and a whole level of 255, since
  ///   a colour suits no other alpha.
  @inline(__always) private static func pixel(
    alpha: Float, turning under: PixelChannels, into result: PixelChannels
  ) -> PixelChannels {
    let unit = PixelChannels.unit
    let room = (unit - under).greater(PixelChannels(repeating: 1))
    let rise = (result - under - 1) / room * unit
    let least = max(alpha, rise[0], rise[1], rise[2])
    // Channels are rounded to whole numbers, so differences of one are none.
    let level = min(unit, ((least - 1) * (1 / 255)).rounded(.up) * 255)
    var pixel = (result - under * (1 - level / unit)).greater(.zero).lesser(PixelChannels(repeating: level))
    pixel[3] = level
    return pixel.nearest
  }
}
