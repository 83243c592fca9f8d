import Geometry
import Ink
import Input
import Pages
import Paint
import Panels
import Raster
import Studio
import Toolkit

/// The field for trying the brush.
extension BrushEditor {
  /// Ends the editing when the page is closed, and makes the field for trying the brush as large as
  /// it is on the page.
  func followPanels() {
    guard editing != nil else { return }
    guard place.overlay.isEditingBrush, let field = place.overlay.scratchField else {
      editing = nil
      return
    }
    guard field.width > 0, field.height > 0, editing?.pad?.isHeld != true else { return }
    if editing?.pad?.bounds.width != field.width || editing?.pad?.bounds.height != field.height {
      let ground = editing?.needsGround ?? false
      editing?.pad = BrushEditingState.Pad(width: field.width, height: field.height, ground: ground)
      if let pad = editing?.pad { drawScratch([pad.bounds]) }
    }
    guard let editing, let pad = editing.pad else { return }
    pad.tidy()
    pad.session.draw(with: editing.shown.draft.tried.on(place.session.paper(ofBrush: editing.name)))
    pad.session.apply(place.session.settings)
    pad.session.smoothing = place.session.smoothing
    _ = pad.session.setColour(place.session.colour)
    pad.session.interfaceScale = place.overlay.theme.scale
  }

  /// Draws with a pen that touches the field for trying the brush.
  func scratch(_ event: PointerEvent) {
    guard let field = place.overlay.scratchField, let pad = editing?.pad else { return }
    switch event.phase {
    case .down where place.overlay.isScratching: editing?.pad?.isHeld = true
    case .drag where pad.isHeld: break
    case .up where pad.isHeld: editing?.pad?.isHeld = false
    default: return
    }
    editing?.pad?.isUsed = true
    var event = event
    event.sample.position = event.sample.position - Vector(Double(field.minX), Double(field.minY))
    takeScratch(pad.session.handle(.pointer(event)))
  }

  /// Draws the newest ink of the field.
  func flushScratch() {
    guard let pad = editing?.pad else { return }
    takeScratch(pad.session.flush(now: place.received))
  }

  private func takeScratch(_ effects: Effects) {
    guard let pad = editing?.pad, !effects.damage.isEmpty else { return }
    drawScratch(pad.session.windowDamage(of: effects.damage).rects)
  }

  /// Draws rectangles of the field, unless it has another size by now.
  private func drawScratch(_ rects: [PixelRect]) {
    guard let pad = editing?.pad, let field = place.overlay.scratchField, pad.bounds.width == field.width,
      pad.bounds.height == field.height
    else { return }
    let surround = place.overlay.theme.colours.surround.premultipliedBGRA
    let inside = rects.map { $0.intersection(pad.bounds) }.filter { !$0.isEmpty }
    place.overlay.drawScratch(inside, isUsed: pad.isUsed) { pixels, stride in
      for rect in inside { pad.session.render(rect, surround: surround, to: &pixels, stride: stride) }
    }
  }
}
