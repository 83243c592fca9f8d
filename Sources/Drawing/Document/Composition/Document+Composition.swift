import Geometry
import Pixels
import Raster

extension Document {
  /// The side of the checkerboard squares, canvas px; two squares divide `Tile.size`.
  private static let checkSide = 16
  private static let checks: (UInt32, UInt32) = (0xFFFF_FFFF, 0xFFDC_DCDC)

  /// The drawing without layers that are no part of the picture: as files show it, and as fills see it.
  public var picture: Document { picture(withActiveDraft: false) }

  /// The same; the active layer and the groups around it stay if they are drafts and that is asked for.
  func picture(withActiveDraft keepsActive: Bool) -> Document {
    let kept = keepsActive ? Set(layers.ancestors(of: activeLayer) + [activeLayer]) : []
    let others = layers.indices.filter {
      layers[$0].isVisible && layers[$0].purpose != .picture && !(kept.contains($0) && layers[$0].purpose == .draft)
    }
    if others.isEmpty { return self }
    var (picture, shown) = (self, layers)
    picture.takesNotes = false
    for index in others { shown[index].isVisible = false }
    picture.setLayers(shown)
    return picture
  }

  /// Writes the opaque pixels of the composited drawing, with a checkerboard behind transparent
  /// ones. Pixels outside the canvas are 0. `start` and `stride` are the first word and the
  /// distance of rows in `target`.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    flatten(rect, to: &target, start: start, stride: stride)
    if hasAlpha { drawChecks(under: rect, &target, start, stride) }
  }

  /// Writes the premultiplied pixels of the composited drawing, as a file stores them. Pixels outside
  /// the canvas are 0.
  public func flatten(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    composed(rect, to: &target, start, stride)
  }

  /// Likewise, with 16 bits a channel.
  public func flattenDeep(_ rect: PixelRect, to target: inout MutableSpan<DeepPixel>, start: Int, stride: Int) {
    composed(rect, to: &target, start, stride)
  }

  private func composed<P: ComposedPixel>(
    _ rect: PixelRect, to target: inout MutableSpan<P>, _ start: Int, _ stride: Int
  ) {
    let inside = rect.intersection(bounds)
    if inside != rect { target.fill(rect, with: .clear, start: start, stride: stride) }
    guard !inside.isEmpty else { return }
    let first = start + (inside.minY - rect.minY) * stride + inside.minX - rect.minX
    compositor.flatten(inside, of: self, to: &target, start: first, stride: stride)
  }

  /// Whether the composited drawing can have translucent pixels.
  public var hasAlpha: Bool { compositor.hasAlpha }

  /// The premultiplied pixel of the background: the paper or transparent.
  package var ground: UInt32 { compositor.ground }

  /// Whether all pixels of `rect` are known to be those of the background without reading them.
  package func isGround(_ rect: PixelRect) -> Bool { compositor.isGround(rect, in: self) }

  func drawChecks(under rect: PixelRect, _ target: inout MutableSpan<UInt32>, _ start: Int, _ stride: Int) {
    let inside = rect.intersection(bounds)
    for y in inside.minY..<inside.maxY {
      let row = start + (y - rect.minY) * stride - rect.minX
      for x in inside.minX..<inside.maxX {
        let pixel = target[row + x]
        if pixel >> 24 == 255 { continue }
        let isDark = (x / Self.checkSide + y / Self.checkSide) & 1 != 0
        target[row + x] = Pixel.over(pixel, isDark ? Self.checks.1 : Self.checks.0)
      }
    }
  }
}
