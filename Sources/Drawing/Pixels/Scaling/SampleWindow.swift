import Geometry
import Raster

/// A part of an image for interpolation: premultiplied channels, blue, green, red, alpha, 0...255.
/// Edge pixels are repeated outside the image.
public struct SampleWindow {
  /// The pixels that it has.
  public let rect: PixelRect
  /// Their channels, row by row.
  public var values: [SIMD4<Float>]

  /// How pixels are weighted.
  public enum Kernel {
    case linear
    /// The cubic with B = C = 1/3 of D. Mitchell and A. Netravali, "Reconstruction filters in
    /// computer graphics" (1988): sharper than linear, with hardly any ringing.
    case mitchell

    /// The number of pixels used on each side.
    var reach: Int { self == .linear ? 1 : 2 }

    /// The weights, with sum 1, of the pixels from `reach` - 1 before a position to `reach` after
    /// it. `t` is the position between two pixel centres, 0...1.
    func weights(_ t: Float) -> SIMD4<Float> {
      switch self {
      case .linear: return SIMD4(1 - t, t, 0, 0)
      case .mitchell:
        func near(_ x: Float) -> Float { (7 * x * x * x - 12 * x * x + 16 / 3) / 6 }
        func far(_ x: Float) -> Float { (-7 / 3 * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6 }
        return SIMD4(far(1 + t), near(t), near(1 - t), far(2 - t))
      }
    }
  }

  public init(_ rect: PixelRect, of image: TileGrid) {
    self.rect = rect
    values = Self.values(rect, of: image)
  }

  public init(_ rect: PixelRect, values: [SIMD4<Float>]) {
    precondition(values.count == rect.area, "a value for each pixel")
    (self.rect, self.values) = (rect, values)
  }

  /// Returns the channels of the pixels row by row. Edge pixels are repeated outside the image.
  /// - Parameter isDeep: whether to read them with 16 bits; nil if one of the tiles is deep. Values of the two
  ///   depths differ by their rounding.
  public static func values(_ rect: PixelRect, of image: TileGrid, isDeep: Bool? = nil) -> [SIMD4<Float>] {
    isDeep ?? image.hasDeepTiles(in: rect)
      ? pixels(rect, of: image).map { (pixel: DeepPixel) in channels(pixel) }
      : pixels(rect, of: image).map { (pixel: UInt32) in channels(pixel) }
  }

  private static func pixels<P: TilePixel>(_ rect: PixelRect, of image: TileGrid) -> [P] {
    var pixels = [P](repeating: .clear, count: rect.area)
    let inside = rect.intersection(image.bounds)
    guard !inside.isEmpty else { return pixels }
    var span = pixels.mutableSpan
    image.copy(rect, to: &span, stride: rect.width)
    guard inside != rect else { return pixels }
    for y in 0..<rect.height {
      let from = (min(max(y + rect.minY, inside.minY), inside.maxY - 1) - rect.minY) * rect.width
      for x in 0..<rect.width {
        pixels[y * rect.width + x] = pixels[from + min(max(x + rect.minX, inside.minX), inside.maxX - 1) - rect.minX]
      }
    }
    return pixels
  }

  @inlinable public static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }

  @inlinable public static func channels(_ pixel: DeepPixel) -> SIMD4<Float> {
    let channels = SIMD4<Float>(pixel.channels) * (255 / Float(DeepPixel.one))
    return SIMD4(channels.z, channels.y, channels.x, channels.w)
  }

  /// Returns the pixel of rounded channels, clamped to 0...255 and to the alpha.
  @inlinable public static func word(_ channels: SIMD4<Float>) -> UInt32 {
    let alpha = min(255, max(0, channels.w.rounded()))
    let kept = channels.rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    return UInt32(kept.x) | UInt32(kept.y) << 8 | UInt32(kept.z) << 16 | UInt32(alpha) << 24
  }

  /// Likewise, with 16 bits.
  static func deepPixel(_ channels: SIMD4<Float>) -> DeepPixel {
    let levels = (channels * (Float(DeepPixel.one) / 255)).rounded(.toNearestOrAwayFromZero)
    let alpha = min(Float(DeepPixel.one), max(0, levels.w))
    let kept = levels.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    return DeepPixel(SIMD4(UInt16(kept.z), UInt16(kept.y), UInt16(kept.x), UInt16(alpha)))
  }

  /// The tile with these channels in its upper left corner, `width` in a row; nil if it is transparent.
  public static func tile(_ values: [SIMD4<Float>], width: Int, isDeep: Bool) -> Tile? {
    var tile = Tile()
    func write<P: TilePixel>(_ pixel: (SIMD4<Float>) -> P) {
      P.withMutablePixels(of: &tile) { pixels in
        for i in values.indices {
          let (y, x) = i.quotientAndRemainder(dividingBy: width)
          pixels[y << Tile.shift | x] = pixel(values[i])
        }
      }
    }
    if isDeep { write(deepPixel) } else { write(word) }
    return tile.isTransparent ? nil : tile.narrowed
  }

  /// The source pixels needed for `rect` of an image `scale` times as large.
  public static func source(of rect: PixelRect, scale: Double, kernel: Kernel) -> PixelRect {
    PixelRect(
      minX: Int(((Double(rect.minX) + 0.5) / scale - 0.5).rounded(.down)) - kernel.reach + 1,
      minY: Int(((Double(rect.minY) + 0.5) / scale - 0.5).rounded(.down)) - kernel.reach + 1,
      maxX: Int(((Double(rect.maxX) - 0.5) / scale - 0.5).rounded(.down)) + kernel.reach + 1,
      maxY: Int(((Double(rect.maxY) - 0.5) / scale - 0.5).rounded(.down)) + kernel.reach + 1)
  }

  /// The values at the pixel centres of `target`, row by row, enlarged by `scale`.
  public func enlarged(to target: PixelRect, scale: Double, kernel: Kernel) -> [SIMD4<Float>] {
    let columns = Self.taps(target.minX..<target.maxX, scale, kernel, origin: rect.minX)
    let rows = Self.taps(target.minY..<target.maxY, scale, kernel, origin: rect.minY)
    let (width, count) = (target.width, 2 * kernel.reach)
    precondition(
      (columns.last.map { $0.first + count <= rect.width } ?? true)
        && (rows.last.map { $0.first + count <= rect.height } ?? true)
        && (columns.first?.first ?? 0) >= 0 && (rows.first?.first ?? 0) >= 0, "the window holds all that is looked up")
    let values = values.span
    var along = [SIMD4<Float>](repeating: .zero, count: width * rect.height)
    for y in 0..<rect.height {
      for x in 0..<width {
        let tap = columns[x]
        var sum = SIMD4<Float>.zero
        for k in 0..<count { sum += values[y &* rect.width &+ tap.first &+ k] * tap.weights[k] }
        along[y &* width &+ x] = sum
      }
    }
    var result = [SIMD4<Float>](repeating: .zero, count: target.area)
    for y in 0..<target.height {
      let tap = rows[y]
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for k in 0..<count { sum += along[(tap.first &+ k) &* width &+ x] * tap.weights[k] }
        result[y &* width &+ x] = sum
      }
    }
    return result
  }

  /// For each larger pixel: the first source pixel, relative to `origin`, and the weights.
  private static func taps(
    _ range: Range<Int>, _ scale: Double, _ kernel: Kernel, origin: Int
  ) -> [(first: Int, weights: SIMD4<Float>)] {
    range.map { i in
      let place = (Double(i) + 0.5) / scale - 0.5
      let below = place.rounded(.down)
      return (Int(below) - kernel.reach + 1 - origin, kernel.weights(Float(place - below)))
    }
  }
}
