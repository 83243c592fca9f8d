import Raster

/// Composition of premultiplied 8-bit pixels, after the W3C's "Compositing and Blending Level 1"
/// (Candidate Recommendation, 2024), sections 9 and 10.
///
/// Blend modes use source over:
///
///     co = cs·as·(1 - ab) + cb·ab·(1 - as) + as·ab·B(cb, cs)
///
/// The layer is s, the backdrop b. The layer's opacity scales as. Each channel is rounded once.
extension CompositeOperator {
  /// Whether transparent pixels of the layer leave the backdrop unchanged.
  var keepsUnderClear: Bool { self != .destinationIn && self != .destinationAtop }

  /// Blends `height` rows of `width` pixels of a tile, from word `from`, onto `target`. `alpha` is
  /// the layer's opacity, 0...255; `stride` is the distance of rows in `target`, words.
  func composite(
    _ source: Span<UInt32>, from: Int, width: Int, height: Int, alpha: UInt32, over target: inout MutableSpan<UInt32>,
    start: Int, stride: Int
  ) {
    precondition(from >= 0 && (height == 0 || from + (height - 1) * Tile.size + width <= source.count))
    precondition(start >= 0 && (height == 0 || start + (height - 1) * stride + width <= target.count))
    // One loop for each mode keeps the `switch` out of the loop over pixels.
    @inline(__always) func each(_ pixel: (UInt32, UInt32) -> UInt32) {
      for y in 0..<height {
        let (first, to) = (from &+ y &* Tile.size, start &+ y &* stride)
        for x in 0..<width {
          let (new, old) = (source[unchecked: first &+ x], target[unchecked: to &+ x])
          target[unchecked: to &+ x] = pixel(new, old)
        }
      }
    }
    let share = Float(alpha) / 255
    @inline(__always) func blend(_ function: (_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float>) {
      each { new, old in new == 0 ? old : Blending.blended(new, old, share, function) }
    }
    @inline(__always) func operate(_ function: (Blending.Ink, Blending.Ink) -> SIMD4<Float>) {
      each { new, old in
        Blending.word(function(Blending.Ink(new, share), Blending.Ink(old, 1)))
      }
    }
    switch self {
    case .sourceOver:
      if alpha == 255 {
        each { new, old in new == 0 ? old : Pixel.over(new, old) }
      } else {
        each { new, old in new == 0 ? old : Blending.over(new, alpha, old) }
      }
    case .multiply: blend { $0 * $1 }
    case .screen: blend { $0 + $1 - $0 * $1 }
    case .overlay: blend { Blending.hardLight(layer: $0, under: $1) }
    case .darken: blend { $0.lesser($1) }
    case .lighten: blend { $0.greater($1) }
    case .colorDodge: blend(Blending.colorDodge)
    case .colorBurn: blend(Blending.colorBurn)
    case .hardLight: blend { Blending.hardLight(layer: $1, under: $0) }
    case .softLight: blend(Blending.softLight)
    case .difference: blend { $0.greater($1) - $0.lesser($1) }
    case .color: blend { Blending.withLuminosity($1, Blending.luminosity($0)) }
    case .luminosity: blend { Blending.withLuminosity($0, Blending.luminosity($1)) }
    case .hue:
      blend {
        Blending.withLuminosity(Blending.withSaturation($1, Blending.saturation($0)), Blending.luminosity($0))
      }
    case .saturation:
      blend {
        Blending.withLuminosity(Blending.withSaturation($0, Blending.saturation($1)), Blending.luminosity($0))
      }
    case .plus: operate { ($0.channels + $1.channels).lesser(SIMD4(repeating: 1)) }
    case .destinationIn: operate { $1.channels * $0.alpha }
    case .destinationOut: operate { $1.channels * (1 - $0.alpha) }
    case .sourceAtop: operate { $0.channels * $1.alpha + $1.channels * (1 - $0.alpha) }
    case .destinationAtop: operate { $1.channels * $0.alpha + $0.channels * (1 - $1.alpha) }
    }
  }
}

/// Colour arithmetic with channels in 0...1: blue, green, red, alpha.
private enum Blending {
  struct Ink {
    let channels: SIMD4<Float>
    @inline(__always) var alpha: Float { channels[3] }
    @inline(__always) init(_ pixel: UInt32, _ share: Float) { channels = PixelChannels(pixel: pixel) * (share / 255) }
  }

  /// Returns the rounded pixel of premultiplied channels, which are clamped to 0...1.
  @inline(__always) static func word(_ channels: SIMD4<Float>) -> UInt32 {
    (channels.greater(SIMD4(repeating: 0)).lesser(SIMD4(repeating: 1)) * 255).pixel
  }

  /// Source over with opacity `alpha`/255, exactly rounded: the division by 255² rounds once.
  @inline(__always) static func over(_ new: UInt32, _ alpha: UInt32, _ old: UInt32) -> UInt32 {
    let rest = 65025 &- (new &>> 24) &* alpha
    let share = alpha &* 255
    @inline(__always) func channel(_ shift: UInt32) -> UInt32 {
      let sum = ((new &>> shift) & 255) &* share &+ ((old &>> shift) & 255) &* rest
      return ((sum &+ 32512) / 65025) &<< shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  @inline(__always) static func blended(
    _ new: UInt32, _ old: UInt32, _ share: Float, _ function: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> UInt32 {
    let (s, d) = (PixelChannels(pixel: new), PixelChannels(pixel: old))
    let (sa, da) = (s[3] / 255 * share, d[3] / 255)
    let (source, under) = (s * (share / 255), d / 255)
    var result = source * (1 - da) + under * (1 - sa)
    if old != 0 { result += function(d / d[3], s / s[3]) * (sa * da) }
    result[3] = sa + da - sa * da
    return word(result)
  }

  @inline(__always) static func hardLight(layer: SIMD4<Float>, under: SIMD4<Float>) -> SIMD4<Float> {
    let twice = layer + layer
    let light = twice - 1
    return (under * twice).replacing(with: under + light - under * light, where: layer .> 0.5)
  }

  @inline(__always) static func colorDodge(_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float> {
    let one = SIMD4<Float>(repeating: 1)
    return one.lesser(under / (one - layer)).replacing(with: 1, where: layer .>= 1)
      .replacing(with: 0, where: under .== 0)
  }

  @inline(__always) static func colorBurn(_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float> {
    let one = SIMD4<Float>(repeating: 1)
    return (one - one.lesser((one - under) / layer)).replacing(with: 0, where: layer .<= 0)
      .replacing(with: 1, where: under .>= 1)
  }

  @inline(__always) static func softLight(_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float> {
    let twice = layer + layer - 1
    let dark = under + twice * under * (1 - under)
    let curve = ((16 * under - 12) * under + 4) * under
    let light = under + twice * (curve.replacing(with: under.squareRoot(), where: under .> 0.25) - under)
    return dark.replacing(with: light, where: layer .> 0.5)
  }

  @inline(__always) static func luminosity(_ c: SIMD4<Float>) -> Float { 0.3 * c[2] + 0.59 * c[1] + 0.11 * c[0] }

  @inline(__always) static func saturation(_ c: SIMD4<Float>) -> Float {
    max(c[0], c[1], c[2]) - min(c[0], c[1], c[2])
  }

  /// SetLum and ClipColor of the specification.
  @inline(__always) static func withLuminosity(_ c: SIMD4<Float>, _ luminosity: Float) -> SIMD4<Float> {
    let moved = c + (luminosity - Self.luminosity(c))
    let (low, high) = (min(moved[0], moved[1], moved[2]), max(moved[0], moved[1], moved[2]))
    var result = moved
    if low < 0 { result = luminosity + (result - luminosity) * (luminosity / (luminosity - low)) }
    if high > 1 { result = luminosity + (result - luminosity) * ((1 - luminosity) / (high - luminosity)) }
    return result
  }

  /// SetSat of the specification: its three cases are one linear map of the channels.
  @inline(__always) static func withSaturation(_ c: SIMD4<Float>, _ saturation: Float) -> SIMD4<Float> {
    let low = min(c[0], c[1], c[2])
    let range = max(c[0], c[1], c[2]) - low
    return range > 0 ? (c - low) * (saturation / range) : SIMD4(repeating: 0)
  }
}
