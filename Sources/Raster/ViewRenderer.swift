import Geometry

/// Shows an image under an affine view: computes the pixels of a window from those of a `PixelSource`.
///
/// Seen from afar (below 100 %) the next larger pyramid level is sampled with bilinear filtering; between 100 % and 400 % the
/// image itself is; from 400 % on each pixel is shown as a crisp square. Where level and window pixels coincide they are
/// copied. Outside the image the window shows `desk`.
///
/// A pixel's value depends on the view and the image alone, not on which rectangle it is rendered with: the window is cut
/// into blocks of a fixed grid, so that drawing a part again gives exactly the pixels that drawing all of it gives.
public struct ViewRenderer: Sendable {
  /// From this scale on pixels are squares.
  public static let crispScale = 4.0
  /// Side of a block, window px.
  static let block = 64
  /// The most texels a block may span in each direction: a view shows at most two a window px (smaller scales than
  /// 2^-11 have no pyramid level, nothing but desk is shown).
  private static let largestPatch = 4 * block
  /// Bits after the point of texture coordinates.
  private static let bits = 16

  private var scratch: [UInt32] = []

  /// A renderer; keeps only memory for reuse.
  public init() {}

  /// Which pyramid level a view of `scale` window px per image px reads: 0 the image itself.
  public static func level(forScale scale: Double) -> Int {
    guard scale > 0, scale < 1 else { return 0 }
    var k = 0
    var s = scale
    // A hair of slack, so that 50 % computed with rounding errors still is 50 %.
    while s <= 0.5 * (1 + 1e-9), k < Pyramid.highestLevel {
      s *= 2
      k += 1
    }
    return k
  }

  /// The window px that may look different when `rect` of the image has changed.
  public static func damage(of rect: PixelRect, imageToWindow: Affine) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let scale = abs(imageToWindow.determinant).squareRoot()
    // A pixel of the level covers 2^k of the image; filtering reaches one pixel of the level farther.
    let reach = Double(2 << level(forScale: scale))
    return PixelRect(covering: imageToWindow.bounds(of: Rect(rect).insetBy(-reach)))
  }

  /// Computes the window pixels of `rect` and writes them to `target`, which holds the window's rows, `stride` words
  /// each, from its upper left corner.
  ///
  /// - Parameters:
  ///   - rect: window px, not negative and inside the window that `target` holds.
  ///   - windowToImage: where a place of the window (px) is in the image (px): a zoom, turned, mirrored and moved at will.
  ///   - desk: the pixel to show outside the image.
  public mutating func render(
    _ rect: PixelRect, windowToImage: Affine, source: some PixelSource, pyramid: inout Pyramid, desk: UInt32,
    to target: inout MutableSpan<UInt32>, stride: Int
  ) {
    target.requireRoom(for: rect, start: rect.minY * stride + rect.minX, stride: stride)
    let scale = 1 / abs(windowToImage.determinant).squareRoot()
    let level = Self.level(forScale: scale)
    let shrink = 1 / Double(1 << level)
    let view = Affine.scale(shrink, shrink) * windowToImage
    let bounds = level == 0 ? source.bounds : pyramid.bounds(ofLevel: level)
    var y = rect.minY
    while y < rect.maxY {
      let bottom = min(rect.maxY, (y & ~(Self.block - 1)) + Self.block)
      var x = rect.minX
      while x < rect.maxX {
        let right = min(rect.maxX, (x & ~(Self.block - 1)) + Self.block)
        let part = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom)
        let wanted = PixelRect(covering: view.bounds(of: Rect(part))).grown(by: 2)
        let patch = wanted.intersection(bounds)
        let image = PixelRect(
          minX: patch.minX << level, minY: patch.minY << level, maxX: patch.maxX << level, maxY: patch.maxY << level)
        if patch.isEmpty || max(wanted.width, wanted.height) > Self.largestPatch {
          target.fill(part, with: desk, start: y * stride + x, stride: stride)
        } else if patch == wanted, source.isBlank(image) {
          target.fill(part, with: source.blank, start: y * stride + x, stride: stride)
        } else {
          gather(wanted, patch, level, source, &pyramid, desk)
          sample(part, wanted, view, isCrisp: scale >= Self.crispScale, &target, stride)
        }
        x = right
      }
      y = bottom
    }
  }

  /// Brings the pixels `wanted` of a level into `scratch`, its rows `wanted.width` long: `patch` from the image, the rest
  /// desk.
  private mutating func gather(
    _ wanted: PixelRect, _ patch: PixelRect, _ level: Int, _ source: some PixelSource, _ pyramid: inout Pyramid,
    _ desk: UInt32
  ) {
    let stride = wanted.width
    if scratch.count < wanted.area { scratch = [UInt32](repeating: 0, count: wanted.area) }
    var all = scratch.mutableSpan
    if patch != wanted { all.fill(wanted, with: desk, start: 0, stride: stride) }
    let start = (patch.minY - wanted.minY) * stride + patch.minX - wanted.minX
    if level == 0 {
      source.compose(patch, to: &all, start: start, stride: stride)
    } else {
      pyramid.prepare(level: level, patch, from: source)
      pyramid.copy(level: level, patch, blank: source.blank, to: &all, start: start, stride: stride)
    }
  }

  private func sample(
    _ part: PixelRect, _ patch: PixelRect, _ view: Affine, isCrisp: Bool, _ target: inout MutableSpan<UInt32>,
    _ stride: Int
  ) {
    let source = scratch.span
    let width = patch.width
    let isUpright = view.b == 0 && view.c == 0
    if isUpright, view.a == 1, view.d == 1, view.tx == view.tx.rounded(), view.ty == view.ty.rounded() {
      let (dx, dy) = (Int(view.tx) - patch.minX, Int(view.ty) - patch.minY)
      for y in part.minY..<part.maxY {
        let from = (y + dy) * width + dx
        for x in part.minX..<part.maxX { target[unchecked: y &* stride &+ x] = source[unchecked: from &+ x] }
      }
      return
    }
    let one = Double(1 << Self.bits)
    let (du, dv) = (Int((view.a * one).rounded()), Int((view.b * one).rounded()))
    // Texels' centres are at halves: bilinear weights count from there, crisp squares from the edges.
    let shift = isCrisp ? 0.0 : 0.5
    // Coordinates start at the block's left edge wherever `part` starts, so that they never depend on it.
    let blockX = part.minX & ~(Self.block - 1)
    for y in part.minY..<part.maxY {
      let start = view(Point(Double(blockX) + 0.5, Double(y) + 0.5))
      var u = Int(((start.x - shift) * one).rounded(.down)) - (patch.minX << Self.bits) + du * (part.minX - blockX)
      var v = Int(((start.y - shift) * one).rounded(.down)) - (patch.minY << Self.bits) + dv * (part.minX - blockX)
      let to = y * stride
      if isCrisp {
        for x in part.minX..<part.maxX {
          target[unchecked: to &+ x] = source[unchecked: (v >> Self.bits) &* width &+ (u >> Self.bits)]
          u &+= du
          v &+= dv
        }
      } else {
        for x in part.minX..<part.maxX {
          let at = (v >> Self.bits) &* width &+ (u >> Self.bits)
          let fx = UInt32(truncatingIfNeeded: (u >> (Self.bits - 8)) & 255)
          let fy = UInt32(truncatingIfNeeded: (v >> (Self.bits - 8)) & 255)
          let upper = Pixel.lerp(source[unchecked: at], source[unchecked: at &+ 1], fx)
          let lower = Pixel.lerp(source[unchecked: at &+ width], source[unchecked: at &+ width &+ 1], fx)
          target[unchecked: to &+ x] = Pixel.lerp(upper, lower, fy)
          u &+= du
          v &+= dv
        }
      }
    }
  }
}
