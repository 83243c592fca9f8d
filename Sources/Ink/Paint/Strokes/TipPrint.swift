import Geometry
import Glibc
import Ink
import Raster

/// A picture of a tip as it is printed: its size, rotation and mirroring.
///
/// Pixels are sampled by bilinear interpolation in integers, so that they are the same on each machine once the four
/// coefficients are.
struct TipPrint {
  private let level: TipPyramid.Level
  /// The pixels of `level` to the right and down, for a pixel of the image to the right.
  private let right: Vector
  /// The same for a pixel down.
  private let down: Vector
  /// The distance from its centre to the sides of its bounds, px.
  let reach: Vector
  /// Share of its coverage that remains where it is smaller than a pixel.
  let share: Double

  /// A print whose longer side would be 2 `radius` px.
  init(
    _ pyramid: TipPyramid, radius: Double, roundness: Double, angle: Double, isFlippedAcross: Bool,
    isFlippedDown: Bool
  ) {
    let full = pyramid.levels[0]
    let scale = 2 * radius / Double(max(full.width, full.height))
    let wanted = (width: Double(full.width) * scale, height: Double(full.height) * scale * roundness)
    let (width, height) = (max(1, wanted.width), max(1, wanted.height))
    share = wanted.width / width * (wanted.height / height)
    level = pyramid.level(forSide: max(width, height) * roundness.squareRoot())
    let (c, s) = (cos(angle), sin(angle))
    let across = Double(level.width) / width * (isFlippedAcross ? -1 : 1)
    let along = Double(level.height) / height * (isFlippedDown ? -1 : 1)
    right = Vector(c * across, -s * along)
    down = Vector(s * across, c * along)
    // Interpolation extends a picture by half of its pixels.
    let x = width / 2 * (1 + 1 / Double(level.width))
    let y = height / 2 * (1 + 1 / Double(level.height))
    reach = Vector(abs(c) * x + abs(s) * y + 0.5, abs(s) * x + abs(c) * y + 0.5)
  }

  /// Bits of a fraction of a pixel of the picture.
  private static let fraction = 20

  /// Adds the print to the coverage of `area`, a part of one tile.
  /// - Parameters:
  ///   - center: its middle, px of the image.
  ///   - strength: 0...1.
  ///   - coverage: 0...65535.
  ///   - start: where the tile's values begin.
  ///   - addsUp: whether coverage adds up; otherwise it approaches `strength` and does not exceed it.
  func composite(
    at center: Point, strength: Double, _ area: PixelRect, _ coverage: inout MutableSpan<UInt16>, start: Int,
    addsUp: Bool
  ) {
    let mask = Tile.size - 1
    let one = Double(1 << Self.fraction)
    let most = UInt32(max(0, min(1, strength)) * 65535 + 0.5)
    let stride = level.width + 2
    let (stepX, stepY) = (Int((right.dx * one).rounded()), Int((right.dy * one).rounded()))
    let (endX, endY) = ((level.width + 1) << Self.fraction, (level.height + 1) << Self.fraction)
    let texels = level.mask.span
    for y in area.minY..<area.maxY {
      let d = Vector(Double(area.minX) + 0.5 - center.x, Double(y) + 0.5 - center.y)
      // From the middle of the border's first pixel.
      var u = Int(((right.dx * d.dx + down.dx * d.dy + Double(stride) / 2 - 0.5) * one).rounded())
      var v = Int(((right.dy * d.dx + down.dy * d.dy + Double(level.height + 2) / 2 - 0.5) * one).rounded())
      let columns = Self.inside(u, stepX, endX, area.width).clamped(to: Self.inside(v, stepY, endY, area.width))
      guard !columns.isEmpty else { continue }
      u += stepX * columns.lowerBound
      v += stepY * columns.lowerBound
      var i = start + (y & mask) << Tile.shift + (area.minX & mask) + columns.lowerBound
      for _ in columns {
        let at = (v >> Self.fraction) * stride + u >> Self.fraction
        let fx = UInt32(truncatingIfNeeded: u >> (Self.fraction - 8) & 255)
        let fy = UInt32(truncatingIfNeeded: v >> (Self.fraction - 8) & 255)
        let top = UInt32(texels[at]) &* (256 &- fx) &+ UInt32(texels[at + 1]) &* fx
        let bottom = UInt32(texels[at + stride]) &* (256 &- fx) &+ UInt32(texels[at + stride + 1]) &* fx
        let covered = ((top &* (256 &- fy) &+ bottom &* fy) &>> 8 &* 257) &>> 8
        if covered != 0 {
          let old = UInt32(coverage[i])
          coverage[i] = UInt16(truncatingIfNeeded: Self.blended(old, covered, most, addsUp))
        }
        u += stepX
        v += stepY
        i += 1
      }
    }
  }

  /// The coverage after a print of coverage `covered` and strength `most`, all 0...65535, rounded up: repeated faint
  /// prints reach the most.
  @inline(__always) private static func blended(
    _ old: UInt32, _ covered: UInt32, _ most: UInt32, _ addsUp: Bool
  ) -> UInt32 {
    let limit = addsUp ? 65535 : most
    if old >= limit { return old }
    let amount = addsUp ? Self.product(covered, most) : covered
    // Divided by 65535: exact for all products of two numbers of 16 bits, plus 65534.
    let n = (limit &- old) &* amount &+ 65535
    return old &+ (n &+ n &>> 16) &>> 16
  }

  /// a b / 65535, rounded.
  @inline(__always) private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let n = a &* b &+ 32768
    return (n &+ n &>> 16) &>> 16
  }

  /// The steps 0..<count after which `start` plus so many `step` is in 0..<end.
  private static func inside(_ start: Int, _ step: Int, _ end: Int, _ count: Int) -> Range<Int> {
    if step == 0 { return start >= 0 && start < end ? 0..<count : 0..<0 }
    // The first step at or after which a value is at least `bound`, for a rising sequence.
    func first(_ bound: Int, from start: Int, by step: Int) -> Int {
      max(0, min(count, start >= bound ? 0 : (bound - start + step - 1) / step))
    }
    if step > 0 {
      let lower = first(0, from: start, by: step)
      return lower..<max(lower, first(end, from: start, by: step))
    }
    let lower = first(1 - end, from: -start, by: -step)
    return lower..<max(lower, first(1, from: -start, by: -step))
  }
}
