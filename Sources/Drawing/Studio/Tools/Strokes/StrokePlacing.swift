import Document
import Geometry
import Ink
import Input

/// The chosen strokes being moved, scaled or turned by a handle of their frame. A tap inside the frame is one on a stroke.
final class StrokePlacing: Gesture {
  private var drag: FrameDrag
  /// What was changed before and is not recorded yet.
  private let before: StrokeChange
  private let press: PointerEvent
  private var isRefused = false

  /// - Parameter rect: the frame's rectangle before `before`, canvas px.
  init(_ handle: SelectionFrame.Handle, _ press: PointerEvent, _ rect: Rect, _ before: StrokeChange) {
    let middle = before.map(about: rect.center)(rect.center)
    var placement = Placement(pivot: rect.center)
    placement.translation = middle - rect.center
    (placement.scaleX, placement.scaleY, placement.rotation) = (before.scale, before.scale, before.rotation)
    drag = FrameDrag(
      handle, at: press.sample.position, modifiers: press.modifiers, before: placement, rect: rect,
      keepsProportions: true)
    (self.before, self.press) = (before, press)
  }

  var undoCancels: Bool { true }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let hadMoved = drag.hasMoved
    drag.move(e)
    guard drag.hasMoved else { return Effects() }
    // It is said once.
    if isRefused { return Effects() }
    if !hadMoved, let refusal = context.refusalOfChosenStrokes {
      isRefused = true
      return refusal
    }
    let placement = drag.placement(in: context.view)
    var value = before
    (value.pivot, value.move) = (placement.pivot, placement.translation)
    (value.scale, value.rotation) = (placement.scaleX, placement.rotation)
    var effects = context.changeChosenStrokes(to: value)
    if effects.requests.contains(where: { if case .message = $0 { true } else { false } }) { isRefused = true }
    effects.adornmentsChanged = true
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if drag.hasMoved {
      var effects = end == .cancelled && !isRefused ? context.changeChosenStrokes(to: before) : Effects()
      effects.adornmentsChanged = true
      return effects
    }
    if end == .cancelled { return context.adornmentEffects }
    return StrokeArea(
      isLasso: true, at: context.view.windowToCanvas(press.sample.position), modifiers: press.modifiers,
      scale: 1 / context.view.zoom
    ).end(.finished, in: context)
  }
}
