import Document
import Geometry
import Raster

/// From the document to the window's pixels.
extension Session {
  func update(_ region: Region) {
    // Where nearly all of it changes (the paper, a large layer's opacity), the copies are made anew where they are seen.
    if region.area > document.width * document.height / 2, region.area > 1 << 20 { return pyramid.invalidate() }
    for rect in region.rects { pyramid.update(rect, from: source) }
  }

  /// What the view shows: while a stroke is drawn, what is under it is composed once.
  private var source: CachedDocument { CachedDocument(document, composed, keeps: isDrawing) }

  /// The window px that show a region of the canvas.
  public func windowDamage(of region: Region) -> Region {
    let window = PixelRect(x: 0, y: 0, width: view.windowWidth, height: view.windowHeight)
    let map = view.canvasToWindow
    var damage = Region()
    for rect in region.rects {
      damage.add(ViewRenderer.damage(of: rect, imageToWindow: map).intersection(window))
    }
    return damage
  }

  /// Draws the window px of `rect`, without any widgets, to `target`, which holds the window's rows from its upper left
  /// corner, `stride` words each. `desk` is the pixel around the canvas.
  public func render(_ rect: PixelRect, desk: UInt32, to target: inout MutableSpan<UInt32>, stride: Int) {
    renderer.render(
      rect, windowToImage: view.windowToCanvas, source: source, pyramid: &pyramid, desk: desk, to: &target,
      stride: stride)
  }
}
