import Geometry
import Raster

/// From the document to the window's pixels.
extension Session {
  func update(_ region: Region) {
    for rect in region.rects { pyramid.update(rect, from: document) }
  }

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
      rect, windowToImage: view.windowToCanvas, source: document, pyramid: &pyramid, desk: desk, to: &target,
      stride: stride)
  }
}
