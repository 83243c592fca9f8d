import Geometry
import Raster

extension Document {
  /// The side of the checkerboard squares, canvas px; two squares divide `Tile.size`.
  private static let checkSide = 16
  private static let checks: (UInt32, UInt32) = (0xFFFF_FFFF, 0xFFDC_DCDC)

  /// Writes the opaque pixels of the composited drawing, with a checkerboard behind transparent
  /// ones. Pixels outside the canvas are 0. `start` and `stride` are the first word and the
  /// distance of rows in `target`.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    flatten(rect, to: &target, start: start, stride: stride)
    if hasAlpha { drawChecks(under: rect, &target, start, stride) }
  }

  /// Writes the premultiplied pixels of the composited drawing, as a file stores them.
  ///
  /// Pixels are rounded to 8 bits after each layer, but only once for the topmost run of
  /// source-over layers (`Cover`). The result does not depend on the active layer or on
  /// `CompositionCache`, so a window and a file show identical pixels.
  public func flatten(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    let inside = rect.intersection(bounds)
    if inside != rect || !isPaperShown { target.fill(rect, with: 0, start: start, stride: stride) }
    guard !inside.isEmpty else { return }
    let first = start + (inside.minY - rect.minY) * stride + inside.minX - rect.minX
    if isPaperShown { target.fill(inside, with: ground, start: first, stride: stride) }
    let top = coverStart
    composite(0..<top, inside, over: &target, start: first, stride: stride)
    compositeCovers(top..<layers.count, inside, over: &target, start: first, stride: stride)
  }

  /// Composites layers one by one onto `target`, rounding each; `rect` must be inside the canvas.
  func composite(
    _ indices: Range<Int>, _ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    var indices = indices
    // What is below a layer that clears everything here does not show.
    if let clearing = indices.last(where: { clears(rect, layer: $0) }) {
      target.fill(rect, with: 0, start: start, stride: stride)
      indices = (clearing + 1)..<indices.upperBound
    }
    for i in indices where layers[i].isVisible {
      // A fast path for most layers that does not copy the layer.
      if layers[i].blend == .sourceOver, layers[i].opacity == 1, floating == nil || i != activeLayer {
        layers[i].image.composite(rect, over: &target, start: start, stride: stride)
        continue
      }
      layers[i].composite(rect, over: &target, start: start, stride: stride, with: i == activeLayer ? floating : nil)
    }
  }

  /// Whether a layer makes all pixels of `rect` transparent: it is empty there and shows the backdrop
  /// only where it has paint.
  private func clears(_ rect: PixelRect, layer i: Int) -> Bool {
    guard !layers[i].blend.keepsUnderClear, layers[i].isVisible, layers[i].image.isEmpty(rect) else { return false }
    return i != activeLayer || !(floating?.bounds.intersects(rect) ?? false)
  }

  /// The premultiplied pixel of the background: the paper or transparent.
  var ground: UInt32 { isPaperShown ? Pixel.opaque(paper) : 0 }

  /// Whether the composited drawing can have translucent pixels.
  public var hasAlpha: Bool {
    !isPaperShown
      || layers.contains { $0.isVisible && [.destinationIn, .destinationOut, .destinationAtop].contains($0.blend) }
  }

  func isGround(_ rect: PixelRect) -> Bool {
    if let floating, floating.bounds.intersects(rect) { return false }
    // Indices avoid a copy of each layer.
    for i in layers.indices where layers[i].isVisible {
      if !layers[i].blend.keepsUnderClear || !layers[i].image.isEmpty(rect) { return false }
    }
    return true
  }

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
