import Geometry

/// The mapping from window pixels to a level of the image in fixed-point numbers, from which pixels
/// are computed.
///
/// Positions count from an anchor, the window px of the image's upper left corner. So two views
/// that differ by a move of whole window px have the same numbers except the anchor, and show
/// exactly the same pixels in other places.
public struct ViewPlacement: Sendable, Hashable {
  /// Fractional bits of positions.
  static let bits = 32

  /// The pyramid level that is read, 0 for the image itself.
  public let level: Int
  /// Whether pixels are shown as squares.
  let isCrisp: Bool
  /// The window px from which positions count.
  let anchorX: Int
  let anchorY: Int
  /// The step in the level for a window px to the right and one down, and the position of the
  /// centre of the anchor's px, in 2^-32 px.
  let stepX: SIMD2<Int>
  let stepY: SIMD2<Int>
  let start: SIMD2<Int>

  /// The placement of a view; nil for one that shows only background, because it has no inverse or
  /// exceeds the number range.
  /// - Parameter windowToImage: maps the window (px) to the image (px).
  public init?(windowToImage: Affine) {
    guard let back = windowToImage.inverse else { return nil }
    let scale = 1 / abs(windowToImage.determinant).squareRoot()
    level = ViewRenderer.level(forScale: scale)
    isCrisp = scale >= ViewRenderer.crispScale
    let corner = back(Point.zero)
    let far = 1e8
    let shrink = 1 / Double(1 << level)
    let map = Affine.scale(shrink, shrink) * windowToImage
    let step = max(max(abs(map.a), abs(map.b)), max(abs(map.c), abs(map.d)))
    guard abs(corner.x) < far, abs(corner.y) < far, step < 4 else { return nil }
    // Rounded much finer than a weight, so that a move by whole px does not change the rounding
    // errors of the map.
    let grain = Double(1 << 20)
    let (x, y) = ((corner.x * grain).rounded() / grain, (corner.y * grain).rounded() / grain)
    (anchorX, anchorY) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let one = Double(1 << Self.bits)
    func whole(_ x: Double, _ y: Double) -> SIMD2<Int> { SIMD2(Int((x * one).rounded()), Int((y * one).rounded())) }
    stepX = whole(map.a, map.b)
    stepY = whole(map.c, map.d)
    // Texels' centres are at halves: bilinear weights count from the centres, squares from the
    // edges.
    let shift = isCrisp ? 0.0 : 0.5
    // Without the map's translation, which may be large: only the distance of the anchor from the
    // corner.
    let offset = Point(Double(anchorX) + 0.5 - x, Double(anchorY) + 0.5 - y)
    start = whole(map.a * offset.x + map.c * offset.y - shift, map.b * offset.x + map.d * offset.y - shift)
  }

  /// The position of the centre of a window px, in 2^-32 px of the level.
  @inline(__always) func place(_ x: Int, _ y: Int) -> SIMD2<Int> {
    let (i, j) = (x &- anchorX, y &- anchorY)
    return SIMD2(
      start.x &+ stepX.x &* i &+ stepY.x &* j, start.y &+ stepX.y &* i &+ stepY.y &* j)
  }

  /// The pixels of the level that are read for the window px of `part`, which is not empty.
  public func texels(for part: PixelRect) -> PixelRect {
    let (a, b) = (place(part.minX, part.minY), place(part.maxX - 1, part.minY))
    let (c, d) = (place(part.minX, part.maxY - 1), place(part.maxX - 1, part.maxY - 1))
    let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
    let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
    let reach = isCrisp ? 1 : 2
    return PixelRect(
      minX: low.x >> Self.bits, minY: low.y >> Self.bits, maxX: high.x >> Self.bits + reach,
      maxY: high.y >> Self.bits + reach)
  }

  /// The translation from window px to px of the level where they coincide, so that pixels can be
  /// copied; else nil.
  var copied: (dx: Int, dy: Int)? {
    let one = 1 << Self.bits
    guard stepX == SIMD2(one, 0), stepY == SIMD2(0, one), (start.x | start.y) & (one - 1) == 0 else { return nil }
    return (start.x >> Self.bits - anchorX, start.y >> Self.bits - anchorY)
  }

  /// The move in window px from this view to another one; nil where they differ by more than a
  /// move.
  public func move(to other: ViewPlacement) -> (dx: Int, dy: Int)? {
    guard level == other.level, isCrisp == other.isCrisp, stepX == other.stepX, stepY == other.stepY,
      start == other.start
    else { return nil }
    return (other.anchorX - anchorX, other.anchorY - anchorY)
  }
}
