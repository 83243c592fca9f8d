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
  private let grain: Double
  /// The height, below which a full coverage does not touch the paper; below 0 it touches everything.
  private let bottom: Double
  /// The difference of heights between nothing and a full touch.
  private let slope: Double

  /// The grain of dabs of a strength, 0...1, enlarged by `scale`, >= 1.
  init(grain strength: Double, scale: Double) {
    (width, height, heights) = (PaperGrain.side, PaperGrain.side, PaperGrain.paper.heights)
    (scaleX, scaleY) = (scale, scale)
    (grain, bottom, slope) = (strength, -Self.softSlope, Self.softSlope)
  }

  /// Grain without hard edges.
  private static let softSlope = 1.1
  /// With the greatest strength the highest tenth of the paper is covered in full, and `bareShare` not at all.
  private static let hardSlope = 0.6
  private static let bareShare = 0.3

  /// Whether the coverage changes anywhere.
  public var shows: Bool { grain > 0 }

  /// A paper on a canvas that is enlarged by `magnification`, > 0.
  public init(_ paper: Brush.Paper, magnification: Double = 1) {
    let scale = paper.scale * magnification
    var texture = paper.texture
    // Of a smaller pattern, single heights would be noise.
    if scale < 1 {
      texture = texture.reduced(
        toWidth: max(1, Int((Double(texture.width) * scale).rounded())),
        height: max(1, Int((Double(texture.height) * scale).rounded())))
    }
    (width, height, heights) = (texture.width, texture.height, texture.spread)
    scaleX = scale * Double(paper.texture.width) / Double(width)
    scaleY = scale * Double(paper.texture.height) / Double(height)
    // The first half brings the relief where the tool is not pressed, the second half also where it is.
    grain = min(1, 2 * paper.strength)
    let depth = max(0, 2 * paper.strength - 1)
    bottom = -Self.softSlope * (1 - depth) + Self.bareShare * depth
    slope = Self.softSlope * (1 - depth) + Self.hardSlope * depth
  }

  /// The height at the middle of a pixel, 0...65535.
  @inline(__always)
  func height(x: Int, y: Int) -> UInt32 {
    if scaleX == 1, scaleY == 1 { return UInt32(heights[Self.wrapped(y, height) * width + Self.wrapped(x, width)]) }
    let (u, v) = ((Double(x) + 0.5) / scaleX, (Double(y) + 0.5) / scaleY)
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

  /// What a dry medium of coverage `c`, 0...65535, leaves at a pixel.
  @inline(__always)
  public func coverage(_ c: UInt32, x: Int, y: Int) -> UInt32 { grained(c, height: height(x: x, y: y)) }

  /// The coverage that a dry medium of coverage `c` leaves at a point of this height, 0...65535.
  ///
  /// The tool touches the share c of the paper that is highest, with a soft edge. Where it touches,
  /// more pressure leaves more. The result rises with `c` and with `height`.
  func grained(_ c: UInt32, height: UInt32) -> UInt32 {
    let (t, h) = (Double(c) / 65535, Double(height) / 65535)
    // At most 0 for t = 0, where nothing is touched; for t = 1 at least 0 from `bottom` on.
    let reach = (t * (1 - bottom) - (1 - h)) / slope
    let touched = max(0, min(1, reach))
    let smooth = touched * touched * (3 - 2 * touched)
    let remaining = smooth * (0.45 + 0.55 * t)
    return UInt32(65535 * (t * (1 - grain) + remaining * grain) + 0.5)
  }
}
