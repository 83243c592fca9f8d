import Raster

/// Composition of rows of premultiplied pixels, after the W3C's "Compositing and Blending Level 1"
/// (Candidate Recommendation, 2024), sections 9 and 10.
///
/// Blend modes use source over:
///
///     co = cs·as·(1 - ab) + cb·ab·(1 - as) + as·ab·B(cb, cs)
///
/// The layer is s, the backdrop b. The layer's opacity scales as. Each channel is rounded once.
///
/// Where the backdrop keeps its alpha (`keepsAlpha`), its colour becomes that of compositing over it as if
/// it were opaque: co = ab·((1 - as)·cb + as·B(cb, cs)). Operators that only change the alpha have no
/// effect then.
extension CompositeOperator {
  /// Whether transparent pixels of the layer leave the backdrop unchanged.
  public var keepsUnderClear: Bool { self != .destinationIn && self != .destinationAtop }

  /// Whether a layer looks on a transparent backdrop as without any mode.
  var paintsOnClear: Bool { self != .destinationIn && self != .destinationOut && self != .sourceAtop }

  /// Composites `count` pixels of a layer, from word `from`, onto a row, from its pixel `at`.
  /// `alpha` is the layer's opacity, 0...255.
  func composite(
    _ source: Span<UInt32>, from: Int, count: Int, alpha: UInt32, keepsAlpha: Bool,
    over row: inout MutableSpan<PixelChannels>, at: Int
  ) {
    precondition(from >= 0 && at >= 0 && count <= source.count - from && count <= row.count - at)
    let opacity = Float(alpha)
    composite(count: count, alpha: alpha, keepsAlpha: keepsAlpha, over: &row, at: at) {
      source[unchecked: from &+ $0] == 0
    } _: {
      PixelChannels(pixel: source[unchecked: from &+ $0], opacity: opacity)
    }
  }

  /// Composites `count` deep pixels of a layer, from the first, onto the start of a row. `alpha` is the layer's
  /// opacity, 0...255.
  func composite(
    _ source: Span<DeepPixel>, from: Int, count: Int, alpha: UInt32, keepsAlpha: Bool,
    over row: inout MutableSpan<PixelChannels>
  ) {
    precondition(from >= 0 && count <= source.count - from && count <= row.count)
    let opacity = Float(alpha)
    composite(count: count, alpha: alpha, keepsAlpha: keepsAlpha, over: &row, at: 0) {
      source[unchecked: from &+ $0].isClear
    } _: {
      PixelChannels(deep: source[unchecked: from &+ $0], opacity: opacity)
    }
  }

  /// Composites `count` kept pixels, from `from`, onto the start of a row. `alpha` is their opacity, 0...255.
  func composite(
    _ source: Span<KeptChannels>, from: Int, count: Int, alpha: UInt32, keepsAlpha: Bool,
    over row: inout MutableSpan<PixelChannels>
  ) {
    precondition(from >= 0 && count <= source.count - from && count <= row.count)
    let opacity = Float(alpha) * (1 / 255)
    composite(count: count, alpha: alpha, keepsAlpha: keepsAlpha, over: &row, at: 0) {
      source[unchecked: from &+ $0][3] == 0
    } _: {
      (PixelChannels(kept: source[unchecked: from &+ $0]) * opacity).nearest
    }
  }

  /// Composites the first `count` pixels of a group's row onto another row.
  /// `alpha` is the group's opacity, 0...255.
  func composite(
    _ source: Span<PixelChannels>, count: Int, alpha: UInt32, keepsAlpha: Bool,
    over row: inout MutableSpan<PixelChannels>
  ) {
    precondition(count <= source.count && count <= row.count)
    let opacity = Float(alpha) * (1 / 255)
    composite(count: count, alpha: alpha, keepsAlpha: keepsAlpha, over: &row, at: 0) {
      source[unchecked: $0][3] == 0
    } _: {
      (source[unchecked: $0] * opacity).nearest
    }
  }

  /// Composites `count` pixels onto a row, from its pixel `at`. `isClear` tells which are transparent.
  @inline(__always) private func composite(
    count: Int, alpha: UInt32, keepsAlpha: Bool, over row: inout MutableSpan<PixelChannels>, at: Int,
    isClear: (Int) -> Bool, _ channels: (Int) -> PixelChannels
  ) {
    guard self == .sourceOver, !keepsAlpha else {
      blend(count: count, alpha: alpha, keepsAlpha: keepsAlpha, over: &row, at: at, isClear: isClear, channels)
      return
    }
    // Nearly all layers. Among the loops of all modes, the compiler would call closures for each pixel.
    if alpha == 0 { return }
    for i in 0..<count where !isClear(i) {
      let layer = channels(i)
      row[unchecked: at &+ i] = (layer + row[unchecked: at &+ i] * (1 - layer[3] * (1 / PixelChannels.unit))).nearest
    }
  }

  @inline(__always) private func blend(
    count: Int, alpha: UInt32, keepsAlpha: Bool, over row: inout MutableSpan<PixelChannels>, at: Int,
    isClear: (Int) -> Bool, _ channels: (Int) -> PixelChannels
  ) {
    // A blend mode would divide by the layer's alpha.
    if alpha == 0, keepsUnderClear || keepsAlpha { return }
    // One loop for each mode keeps the `switch` out of the loop over pixels.
    @inline(__always) func each(_ composed: (PixelChannels, PixelChannels) -> PixelChannels) {
      for i in 0..<count {
        if isClear(i) { continue }
        row[unchecked: at &+ i] = composed(channels(i), row[unchecked: at &+ i])
      }
    }
    @inline(__always) func blend(_ function: (_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float>) {
      if keepsAlpha {
        each { $0[3] == 0 || $1[3] == 0 ? $1 : Blending.recoloured($0, $1, function) }
        return
      }
      each { $0[3] == 0 ? $1 : Blending.blended($0, $1, function) }
    }
    @inline(__always) func operate(_ function: (_ layer: Blending.Ink, _ under: Blending.Ink) -> SIMD4<Float>) {
      for i in 0..<count {
        let channels = function(Blending.Ink(channels(i)), Blending.Ink(row[unchecked: at &+ i]))
        row[unchecked: at &+ i] = Blending.rounded(channels)
      }
    }
    if keepsAlpha, keepAlpha(each) { return }
    switch self {
    case .sourceOver: break
    case .multiply: blend { $0 * $1 }
    case .screen: blend { $0 + $1 - $0 * $1 }
    case .overlay: blend { Blending.hardLight(layer: $0, under: $1) }
    case .darken: blend { $0.lesser($1) }
    case .lighten: blend { $0.greater($1) }
    case .colourDodge: blend(Blending.colourDodge)
    case .colourBurn: blend(Blending.colourBurn)
    case .hardLight: blend { Blending.hardLight(layer: $1, under: $0) }
    case .softLight: blend(Blending.softLight)
    case .difference: blend { $0.greater($1) - $0.lesser($1) }
    case .colour: blend { Blending.withLuminosity($1, Blending.luminosity($0)) }
    case .luminosity: blend { Blending.withLuminosity($0, Blending.luminosity($1)) }
    case .hue:
      blend {
        Blending.withLuminosity(Blending.withSaturation($1, Blending.saturation($0)), Blending.luminosity($0))
      }
    case .saturation:
      blend {
        Blending.withLuminosity(Blending.withSaturation($0, Blending.saturation($1)), Blending.luminosity($0))
      }
    case .plus: operate { ($0.channels + $1.channels).lesser(SIMD4(repeating: PixelChannels.unit)) }
    case .destinationIn: operate { $1.channels * $0.alpha }
    case .destinationOut: operate { $1.channels * (1 - $0.alpha) }
    case .sourceAtop: operate { $0.channels * $1.alpha + $1.channels * (1 - $0.alpha) }
    case .destinationAtop: operate { $1.channels * $0.alpha + $0.channels * (1 - $1.alpha) }
    }
  }

  /// Composites by an operator or by source over where the backdrop keeps its alpha. Returns false for a
  /// mode that mixes colours, which does nothing then.
  @inline(__always) private func keepAlpha(
    _ each: ((PixelChannels, PixelChannels) -> PixelChannels) -> Void
  ) -> Bool {
    switch self {
    case .sourceOver, .sourceAtop:
      each {
        let (sa, ba) = ($0[3] * (1 / PixelChannels.unit), $1[3] * (1 / PixelChannels.unit))
        return Blending.rounded($0 * ba + $1 * (1 - sa), alphaOf: $1)
      }
    case .plus: each { Blending.rounded($0 * ($1[3] * (1 / PixelChannels.unit)) + $1, alphaOf: $1) }
    case .destinationIn, .destinationOut, .destinationAtop: break
    default: return false
    }
    return true
  }
}

/// Colour arithmetic. Channels of `PixelChannels` are in 0...65025, those of colours in 0...1: blue, green, red, alpha.
private enum Blending {
  struct Ink {
    let channels: PixelChannels
    /// 0...1.
    @inline(__always) var alpha: Float { channels[3] * (1 / PixelChannels.unit) }
    @inline(__always) init(_ channels: PixelChannels) { self.channels = channels }
  }

  @inline(__always) static func rounded(_ channels: PixelChannels) -> PixelChannels {
    channels.greater(SIMD4(repeating: 0)).lesser(SIMD4(repeating: PixelChannels.unit)).nearest
  }

  /// The rounded channels with the alpha of others.
  @inline(__always) static func rounded(_ channels: PixelChannels, alphaOf under: PixelChannels) -> PixelChannels {
    var whole = channels.greater(SIMD4(repeating: 0)).lesser(SIMD4(repeating: under[3])).nearest
    whole[3] = under[3]
    return whole
  }

  /// Like `blended`, but the alpha stays. Neither is transparent.
  @inline(__always) static func recoloured(
    _ layer: PixelChannels, _ under: PixelChannels, _ function: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> PixelChannels {
    let sa = layer[3] * (1 / PixelChannels.unit)
    return rounded(under * (1 - sa) + function(under / under[3], layer / layer[3]) * (sa * under[3]), alphaOf: under)
  }

  @inline(__always) static func blended(
    _ layer: PixelChannels, _ under: PixelChannels, _ function: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> PixelChannels {
    let (sa, ba) = (layer[3] * (1 / PixelChannels.unit), under[3] * (1 / PixelChannels.unit))
    var result = layer * (1 - ba) + under * (1 - sa)
    if under[3] > 0 { result += function(under / under[3], layer / layer[3]) * (sa * under[3]) }
    result[3] = layer[3] + under[3] - sa * under[3]
    // Colour and alpha are rounded apart, and no colour may exceed the alpha.
    let whole = rounded(result)
    return whole.lesser(SIMD4(repeating: whole[3]))
  }

  @inline(__always) static func hardLight(layer: SIMD4<Float>, under: SIMD4<Float>) -> SIMD4<Float> {
    let twice = layer + layer
    let light = twice - 1
    return (under * twice).replacing(with: under + light - under * light, where: layer .> 0.5)
  }

  @inline(__always) static func colourDodge(_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float> {
    let one = SIMD4<Float>(repeating: 1)
    return one.lesser(under / (one - layer)).replacing(with: 1, where: layer .>= 1)
      .replacing(with: 0, where: under .== 0)
  }

  @inline(__always) static func colourBurn(_ under: SIMD4<Float>, _ layer: SIMD4<Float>) -> SIMD4<Float> {
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
    if low < 0, low < luminosity { result = luminosity + (result - luminosity) * (luminosity / (luminosity - low)) }
    if high > 1, high > luminosity {
      result = luminosity + (result - luminosity) * ((1 - luminosity) / (high - luminosity))
    }
    return result
  }

  /// SetSat of the specification: its three cases are one linear map of the channels.
  @inline(__always) static func withSaturation(_ c: SIMD4<Float>, _ saturation: Float) -> SIMD4<Float> {
    let low = min(c[0], c[1], c[2])
    let range = max(c[0], c[1], c[2]) - low
    return range > 0 ? (c - low) * (saturation / range) : SIMD4(repeating: 0)
  }
}
