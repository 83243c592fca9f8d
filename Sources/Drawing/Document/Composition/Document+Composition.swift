import Geometry
import Raster

/// The layers as one picture.
extension Document {
  /// The sides of the squares that stand for no ground, canvas px; tiles are made of whole pairs of them.
  private static let checkSide = 16
  /// The colours of these.
  private static let checks: (UInt32, UInt32) = (0xFFFF_FFFF, 0xFFDC_DCDC)

  /// Writes the composed drawing's pixels in `rect`, opaque, to `target`, `stride` words a row, the first at word `start`. Where the
  /// drawing lets through what is under it, light squares are seen. Outside the canvas pixels are 0.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    flatten(rect, to: &target, start: start, stride: stride)
    if hasAlpha { layChecks(under: rect, &target, start, stride) }
  }

  /// Writes the composed drawing's pixels in `rect`, on paper where that is shown, as `compose` does, but premultiplied with their
  /// opacity: what a file holds.
  ///
  /// Layer is laid on layer, the lowest first, and the pixels rounded to 8 bits each time, but for the run of layers at the top that
  /// just cover what is under them: these are composed in one (see `Cover`) and rounded once. So what a pixel is does not
  /// depend on which layer is active nor on what is kept of the others (`CompositionCache`): a window and a file show the same, to the bit.
  public func flatten(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    let inside = rect.intersection(bounds)
    if inside != rect || !isPaperShown { target.fill(rect, with: 0, start: start, stride: stride) }
    guard !inside.isEmpty else { return }
    let first = start + (inside.minY - rect.minY) * stride + inside.minX - rect.minX
    if isPaperShown { target.fill(inside, with: ground, start: first, stride: stride) }
    let top = coverStart
    lay(0..<top, inside, over: &target, start: first, stride: stride)
    layCovers(top..<layers.count, inside, over: &target, start: first, stride: stride)
  }

  /// Lays the layers of some indices, each rounded, over what is in `target`; `rect` lies inside the canvas.
  func lay(
    _ indices: Range<Int>, _ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    for i in indices where layers[i].isVisible {
      // What `Layer.lay` does with most layers, without one in hand.
      if layers[i].blend == .sourceOver, layers[i].opacity == 1, floating == nil || i != activeLayer {
        layers[i].image.composite(rect, over: &target, start: start, stride: stride)
        continue
      }
      layers[i].lay(rect, over: &target, start: start, stride: stride, with: i == activeLayer ? floating : nil)
    }
  }

  /// What is under the layers, premultiplied: the paper or nothing.
  var ground: UInt32 { isPaperShown ? Pixel.opaque(paper) : 0 }

  /// Whether the composed drawing can be translucent anywhere.
  public var hasAlpha: Bool {
    !isPaperShown
      || layers.contains { $0.isVisible && [.destinationIn, .destinationOut, .destinationAtop].contains($0.blend) }
  }

  /// Whether nothing is seen in `rect` but the ground.
  func isGround(_ rect: PixelRect) -> Bool {
    if let floating, floating.bounds.intersects(rect) { return false }
    // By their numbers, as below: a layer in hand would be a copy of it.
    for i in layers.indices where layers[i].isVisible {
      if !layers[i].blend.keepsUnderClear || !layers[i].image.isEmpty(rect) { return false }
    }
    return true
  }

  func layChecks(under rect: PixelRect, _ target: inout MutableSpan<UInt32>, _ start: Int, _ stride: Int) {
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
