import Raster

@testable import Document
@testable import Pixels
@testable import Storage

/// Compositing of two colours in doubles, without rounding.
extension CompositionTests {
  /// A straight colour with its opacity, all in 0...1.
  struct Colour {
    var channels: [Double]
    var alpha: Double

    init(premultiplied: [Double], alpha: Double) {
      (channels, self.alpha) = (premultiplied.map { alpha == 0 ? 0 : $0 / alpha }, alpha)
    }

    /// The premultiplied channels red, green, blue and alpha, 0...255.
    var levels: [Double] { (channels.map { $0 * alpha } + [alpha]).map { $0 * 255 } }

    init(_ pixel: UInt32) {
      let a = Double(pixel >> 24)
      alpha = a / 255
      channels = [16, 8, 0].map { a == 0 ? 0 : Double(pixel >> UInt32($0) & 255) / a }
    }

    /// A pixel of an image, whatever its depth.
    init(_ image: TileGrid, _ x: Int, _ y: Int) {
      let index = image.index(column: x >> 6, row: y >> 6)
      guard let tile = image[index], tile.isDeep else {
        self.init(image[x, y])
        return
      }
      let row = y & 63
      let pixel = tile.withDeepRows(row..<row + 1) { $0[x & 63].channels }
      self.init(
        premultiplied: (0..<3).map { Double(pixel[$0]) / 32768 }, alpha: Double(pixel[3]) / 32768)
    }
  }

  // The functions of "Compositing and Blending Level 1", as defined there.

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

  private static func clipColor(_ c: [Double]) -> [Double] {
    let (l, n, x) = (lum(c), c.min() ?? 0, c.max() ?? 0)
    var c = c
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  private static func setLum(_ c: [Double], _ l: Double) -> [Double] { clipColor(c.map { $0 + l - lum(c) }) }

  private static func sat(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private static func setSat(_ c: [Double], _ s: Double) -> [Double] {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    var result = [0.0, 0.0, 0.0]
    if c[order[2]] > c[order[0]] {
      result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
      result[order[2]] = s
    }
    return result
  }

  private static func separable(_ mode: CompositeOperator, _ b: Double, _ s: Double) -> Double? {
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    switch mode {
    case .sourceOver: return s
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return hardLight(s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colourDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colourBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return hardLight(b, s)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    default: return nil
    }
  }

  /// The straight colour of compositing two where the backdrop keeps its alpha: as if it were opaque.
  static func clipped(_ mode: CompositeOperator, _ s: Colour, _ opacity: Double, to b: Colour) -> Colour {
    if [.destinationIn, .destinationOut, .destinationAtop].contains(mode) { return b }
    var opaque = b
    opaque.alpha = 1
    var result = b.alpha == 0 || s.alpha * opacity == 0 ? b : reference(mode, s, opacity, opaque)
    result.alpha = b.alpha
    return result
  }

  /// The straight colour of compositing two.
  static func reference(_ mode: CompositeOperator, _ s: Colour, _ opacity: Double, _ b: Colour) -> Colour {
    let (sa, ba) = (s.alpha * opacity, b.alpha)
    func operated(_ fs: Double, _ fb: Double) -> Colour {
      Colour(
        premultiplied: zip(s.channels, b.channels).map { min(1, $0 * sa * fs + $1 * ba * fb) },
        alpha: min(1, sa * fs + ba * fb))
    }
    switch mode {
    case .plus: return operated(1, 1)
    case .destinationIn: return operated(0, sa)
    case .destinationOut: return operated(0, 1 - sa)
    case .sourceAtop: return operated(ba, 1 - sa)
    case .destinationAtop: return operated(1 - ba, sa)
    default: break
    }
    let mixed: [Double]
    switch mode {
    case .hue: mixed = setLum(setSat(s.channels, sat(b.channels)), lum(b.channels))
    case .saturation: mixed = setLum(setSat(b.channels, sat(s.channels)), lum(b.channels))
    case .colour: mixed = setLum(s.channels, lum(b.channels))
    case .luminosity: mixed = setLum(b.channels, lum(s.channels))
    default: mixed = zip(s.channels, b.channels).map { separable(mode, $1, $0) ?? 0 }
    }
    return Colour(
      premultiplied: (0..<3).map { i in
        s.channels[i] * sa * (1 - ba) + b.channels[i] * ba * (1 - sa) + sa * ba * mixed[i]
      }, alpha: sa + ba - sa * ba)
  }
}
