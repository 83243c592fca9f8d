import Desktop
import Geometry
import Paint
import Raster
import Studio
import Widgets

/// From pixels to the window.
extension App {
  /// Draws and presents what has changed, unless the server has not taken the frame before yet: then what changes meanwhile
  /// is drawn with the next frame, so that frames never queue up.
  func drawFrame() {
    guard isMapped, !damage.isEmpty else { return }
    if image.isPending { return image.ask() }
    damage.clip(to: PixelRect(x: 0, y: 0, width: image.width, height: image.height))
    // The pixel around the canvas.
    let desk = overlay.theme.colours.surround.premultipliedBGRA
    image.withPixels { bytes, stride in
      let words = bytes.bindMemory(to: UInt32.self)
      // Each with its panels before the next: where two overlap, panels that let something through would else lie there twice.
      for rect in damage.rects {
        var pixels = words.mutableSpan
        session.render(rect, desk: desk, to: &pixels, stride: stride / 4)
        guard let base = bytes.baseAddress, overlay.intersects(rect) else { continue }
        do {
          try ImageSurface.withLent(base, width: image.width, height: image.height, stride: stride, format: .xrgb32) {
            try $0.paint { painter in overlay.draw(on: painter, dirty: rect) }
          }
        } catch {
          // The drawing is shown without its panels: that is better than not at all.
          say("the panels cannot be drawn: \(error)")
        }
      }
    }
    if image.present(damage.rects, reports: gauge.wantsTime || penGauge.wantsTime) != nil {
      gauge.frameSent()
      penGauge.frameSent()
    }
    damage.removeAll()
  }
}
