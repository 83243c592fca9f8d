import Ink

/// The heights of a paper on the pixels of a canvas: `PaperGrain`, or a texture, enlarged or made smaller. The pattern
/// begins at the canvas's corner, so what returns to a place finds the same heights.
public struct PaperSurface: Sendable {
  private let width: Int
  private let height: Int
  private let heights: [UInt16]
  /// The size of a height, canvas px.
  private let scaleX: Double
  private let scaleY: Double
  /// How much of the coverage follows the heights, 0...1.
  private let strength: Double
  private let isGrain: Bool

  /// The grain of dabs of a strength, 0...1, enlarged by `scale`, >= 1.
  init(grain strength: Double, scale: Double) {
    (width, height, heights) = (PaperGrain.side, PaperGrain.side, PaperGrain.paper.heights)
    (scaleX, scaleY, self.strength, isGrain) = (scale, scale, strength, true)
  }

  /// Whether the coverage changes anywhere.
  public var shows: Bool { strength > 0 }

  /// A paper on a canvas that is enlarged by `magnification`, > 0.
  public init(_ paper: Brush.Paper, magnification: Double = 1) {
    let scale = paper.scale * magnification
    var texture: PaperTexture? = paper.texture
    // Of a smaller pattern, single heights would be noise.
    if scale < 1 {
      texture = paper.texture.reduced(
        toWidth: max(1, Int((Double(paper.texture.width) * scale).rounded())),
        height: max(1, Int((Double(paper.texture.height) * scale).rounded())))
    }
    (width, height, heights) = (texture?.width ?? 1, texture?.height ?? 1, texture?.spread ?? [0])
    scaleX = scale * Double(paper.texture.width) / Double(width)
    scaleY = scale * Double(paper.texture.height) / Double(height)
    (strength, isGrain) = (texture == nil ? 0 : paper.strength, false)
  }

  /// The height at the middle of a pixel, 0...65535.
  @inline(__always)
  func height(x: Int, y: Int) -> UInt32 {
    if scaleX == 1, scaleY == 1 { return UInt32(heights[Self.wrapped(y, height) * width + Self.wrapped(x, width)]) }
    // A texture's heights are those of the middles of its pixels. The grain is half of one aside, as it always was.
    let shift = isGrain ? 0 : 0.5
    let (u, v) = ((Double(x) + 0.5) / scaleX - shift, (Double(y) + 0.5) / scaleY - shift)
    let (fu, fv) = (u.rounded(.down), v.rounded(.down))
    let (i, j) = (Self.wrapped(Int(fu), width), Self.wrapped(Int(fv), height))
    let (a, b) = (u - fu, v - fv)
    let (i1, j1) = (i + 1 == width ? 0 : i + 1, j + 1 == height ? 0 : j + 1)
    let top = Double(heights[j * width + i]) * (1 - a) + Double(heights[j * width + i1]) * a
    let bottom = Double(heights[j1 * width + i]) * (1 - a) + Double(heights[j1 * width + i1]) * a
    return UInt32(top * (1 - b) + bottom * b)
  }

  /// A coordinate in a pattern that repeats after `period`, 0 ..< period.
  @inline(__always)
  private static func wrapped(_ x: Int, _ period: Int) -> Int {
    if period & (period - 1) == 0 { return x & (period - 1) }
    let rest = x % period
    return rest < 0 ? rest + period : rest
  }

  /// What coverage `c`, 0...65535, leaves at a pixel.
  @inline(__always)
  public func coverage(_ c: UInt32, x: Int, y: Int) -> UInt32 { covered(c, height: height(x: x, y: y)) }

  /// What coverage `c` leaves at a point of this height, 0...65535. It rises with `c` and with `height`.
  func covered(_ c: UInt32, height: UInt32) -> UInt32 {
    let (t, h) = (Double(c) / 65535, Double(height) / 65535)
    let remaining = isGrain ? Self.grained(t, h) : Self.papered(t, h)
    return UInt32(65535 * (t * (1 - strength) + remaining * strength) + 0.5)
  }

  /// What a dry tool leaves on the grain, 0...1: it touches the share t that is highest, with a soft edge. Where it touches,
  /// more pressure leaves more; full pressure fills everything.
  private static func grained(_ t: Double, _ h: Double) -> Double {
    let slope = 1.1
    // At most 0 for t = 0, where nothing is touched; at least 1 for t = 1, where everything is.
    let reach = (t * (1 + slope) - (1 - h)) / slope
    let touched = max(0, min(1, reach))
    let smooth = touched * touched * (3 - 2 * touched)
    return smooth * (0.45 + 0.55 * t)
  }

  /// The share of a paper that a full coverage leaves bare.
  private static let bareShare = 0.3
  /// The share that a coverage leaves bare that is nearly none.
  private static let lightBareShare = 0.65

  /// What a paper takes of paint, 0...1: nothing below a height that sinks with the coverage, above it more and more. Its average
  /// over all heights is t, as long as no height is full, so that a light tool stays as dark as it was.
  private static func papered(_ t: Double, _ h: Double) -> Double {
    let bare = bareShare * t + lightBareShare * (1 - t)
    return min(1, t * 2 * max(0, h - bare) / ((1 - bare) * (1 - bare)))
  }
}
