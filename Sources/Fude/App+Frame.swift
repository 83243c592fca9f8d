import Desktop
import Geometry
import Language
import Paint
import Raster
import Studio
import Widgets

/// From pixels to the window.
extension App {
  /// Draws and presents what has changed, unless the server has not taken the frame before yet: then what changes meanwhile
  /// is drawn with the next frame, so that frames never queue up.
  func drawFrame() {
    guard isMapped, isViewNew || !damage.isEmpty || !canvasDamage.isEmpty else { return window.frameShown() }
    if image.isPending { return image.ask() }
    let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    damage.clip(to: whole)
    // Where panels look different it does not help to know what lies under them.
    for rect in damage.rects { plain.forget(rect) }
    // The pixel around the canvas.
    let surround = overlay.theme.colours.surround.premultipliedBGRA
    let before = isViewNew ? plain : nil
    let shown: [PixelRect]
    if isViewNew, !moveFrame() {
      shown = image.withPixels { bytes, stride in
        var pixels = bytes.bindMemory(to: UInt32.self).mutableSpan
        let drawn = session.render(surround: surround, to: &pixels, stride: stride / 4, plain: &plain)
        drawPanels(drawn, bytes, stride)
        return drawn
      }
    } else {
      if !canvasDamage.isEmpty {
        var changed = session.windowDamage(of: canvasDamage)
        changed.clip(to: whole)
        for rect in changed.rects { plain.forget(rect) }
        damage.add(changed)
      }
      damage.clip(to: whole)
      image.withPixels { bytes, stride in
        // Each with its panels before the next: where two overlap, panels that let something through would else lie there twice.
        for rect in damage.rects {
          var pixels = bytes.bindMemory(to: UInt32.self).mutableSpan
          session.render(rect, surround: surround, to: &pixels, stride: stride / 4)
          if !overlay.composite(rect, over: &pixels, stride: stride / 4) { drawPanels([rect], bytes, stride) }
        }
      }
      if isViewNew { session.learn(&plain, surround: surround) }
      shown = before.map { plain.changes(from: $0) } ?? damage.rects
    }
    if isViewNew { drawnPlacement = session.placement }
    isViewNew = false
    canvasDamage.removeAll()
    if image.present(shown, reports: gauge.wantsTime || penGauge.wantsTime) != nil {
      gauge.frameSent()
      penGauge.frameSent()
    }
    damage.removeAll()
    window.frameShown()
  }

  /// Draws what of the overlay lies in rectangles that do not overlap over what the frame's memory holds there.
  private func drawPanels(_ rects: [PixelRect], _ bytes: UnsafeMutableRawBufferPointer, _ stride: Int) {
    guard let base = bytes.baseAddress, rects.contains(where: overlay.intersects) else { return }
    do {
      try ImageSurface.withLent(base, width: image.width, height: image.height, stride: stride, format: .xrgb32) {
        try $0.paint { painter in
          for rect in rects where overlay.intersects(rect) { overlay.draw(on: painter, dirty: rect) }
        }
      }
    } catch {
      // The drawing is shown without its panels: that is better than not at all.
      say(translated("the panels cannot be drawn: {error}", ["error": "\(error)"]))
    }
  }

  /// Where the view has only moved, by whole px, moves what is drawn already, so that only what comes in at the edges and what lies under
  /// and over panels is drawn: the pixels are the same as if all were. Returns false where all must be.
  private func moveFrame() -> Bool {
    guard let drawnPlacement, let placement = session.placement, let (dx, dy) = drawnPlacement.move(to: placement),
      abs(dx) < image.width / 2, abs(dy) < image.height / 2
    else { return false }
    image.move(dx: dx, dy: dy)
    plain.move(dx: dx, dy: dy)
    // Panels stay where they are; where they, or what was to be drawn anew, were moved to, nothing of them may stay.
    let stale = damage.rects + overlay.places
    for rect in stale {
      damage.add(rect)
      damage.add(rect.offset(dx: dx, dy: dy))
    }
    let (width, height) = (image.width, image.height)
    damage.add(PixelRect(x: dx < 0 ? width + dx : 0, y: 0, width: abs(dx), height: height))
    damage.add(PixelRect(x: 0, y: dy < 0 ? height + dy : 0, width: width, height: abs(dy)))
    return true
  }
}
