import Desktop
import Geometry
import Language
import Paint
import Panels
import Raster
import Studio
import Toolkit

/// Drawing frames.
extension App {
  /// Draws and presents what has changed. While the server has not taken the previous frame,
  /// nothing is drawn, so frames never queue up.
  func drawFrame() {
    guard frame.needsFrame else { return window.frameShown() }
    if image.isPending { return image.ask() }
    let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    frame.damage.clip(to: whole)
    // Blocks under changed panels are unknown.
    for rect in frame.damage.rects { frame.plain.forget(rect) }
    let surround = overlay.theme.colours.surround.premultipliedBGRA
    let before = frame.isDirty(.view) ? frame.plain : nil
    let shown: [PixelRect]
    if frame.isDirty(.view), !moveFrame() {
      shown = image.withPixels { bytes, stride in
        var pixels = bytes.bindMemory(to: UInt32.self).mutableSpan
        let drawn = session.render(surround: surround, to: &pixels, stride: stride / 4, plain: &frame.plain)
        drawPanels(drawn, bytes, stride)
        return drawn
      }
    } else {
      if !frame.canvasDamage.isEmpty {
        var changed = session.windowDamage(of: frame.canvasDamage)
        changed.clip(to: whole)
        for rect in changed.rects { frame.plain.forget(rect) }
        frame.damage.add(changed)
      }
      frame.damage.clip(to: whole)
      image.withPixels { bytes, stride in
        // Panels are drawn rectangle by rectangle. Otherwise translucent panels would be drawn
        // twice where two rectangles overlap.
        for rect in frame.damage.rects {
          var pixels = bytes.bindMemory(to: UInt32.self).mutableSpan
          session.render(rect, surround: surround, to: &pixels, stride: stride / 4)
          if !overlay.composite(rect, over: &pixels, stride: stride / 4) { drawPanels([rect], bytes, stride) }
        }
      }
      if frame.isDirty(.view) { session.learn(&frame.plain, surround: surround) }
      shown = before.map { frame.plain.changes(from: $0) } ?? frame.damage.rects
    }
    if frame.isDirty(.view) { frame.drawnPlacement = session.placement }
    frame.clear(.view)
    frame.canvasDamage.removeAll()
    if image.present(shown, reports: parts.pens.meter.canvas.wantsTime || parts.pens.meter.page.wantsTime) != nil {
      parts.pens.meter.canvas.frameSent()
      parts.pens.meter.page.frameSent()
    }
    frame.damage.removeAll()
    window.frameShown()
  }

  /// Draws the panels over the frame. The rectangles must not overlap.
  private func drawPanels(_ rects: [PixelRect], _ bytes: UnsafeMutableRawBufferPointer, _ stride: Int) {
    guard let base = bytes.baseAddress, rects.contains(where: overlay.intersects) else { return }
    do {
      try ImageSurface.withLent(base, width: image.width, height: image.height, stride: stride, format: .xrgb32) {
        try $0.paint { painter in
          for rect in rects where overlay.intersects(rect) { overlay.draw(on: painter, dirty: rect) }
        }
      }
    } catch {
      // Show the drawing without its panels.
      say(translated("the panels cannot be drawn: {error}", ["error": "\(error)"]))
    }
  }

  /// Moves the pixels of the previous frame if the view moved by whole px, and marks the rest: the
  /// new edges, and the places under and over panels. Returns false if everything must be drawn.
  private func moveFrame() -> Bool {
    guard let drawnPlacement = frame.drawnPlacement, let placement = session.placement,
      let (dx, dy) = drawnPlacement.move(to: placement),
      abs(dx) < image.width / 2, abs(dy) < image.height / 2
    else { return false }
    image.move(dx: dx, dy: dy)
    frame.plain.move(dx: dx, dy: dy)
    // Panels do not move with the canvas, so their old and new places are drawn again.
    let stale = frame.damage.rects + overlay.places
    for rect in stale {
      frame.damage.add(rect)
      frame.damage.add(rect.offset(dx: dx, dy: dy))
    }
    let (width, height) = (image.width, image.height)
    frame.damage.add(PixelRect(x: dx < 0 ? width + dx : 0, y: 0, width: abs(dx), height: height))
    frame.damage.add(PixelRect(x: 0, y: dy < 0 ? height + dy : 0, width: width, height: abs(dy)))
    return true
  }
}
