import Document
import Geometry
import Input
import Raster

/// Keys that move, scale and rotate the selection, as the handles of its frame do.
extension SelectionTool {
  /// An arrow key moves, scales or rotates the selection.
  ///
  /// | key | alone | with Control | with Alt |
  /// | --- | --- | --- | --- |
  /// | left, right | moves by 1 canvas px | changes the width by 1 % | rotates by 1 degree |
  /// | up, down | moves by 1 canvas px | changes the height by 1 % | scales by 1 % |
  ///
  /// Shift makes the steps 10 px, 10 % and 15 degrees.
  func press(_ e: KeyEvent, in context: ToolContext) -> Effects? { Self.pressArrow(e, in: context) }

  static func pressArrow(_ e: KeyEvent, in context: ToolContext) -> Effects? {
    guard let frame = context.selectionFrame, let arrow = Vector.arrow(e.keysym),
      let change = Self.change(e.modifiers)
    else { return nil }
    if context.toolSettings.movesSelectionLine, context.document.floating == nil {
      guard case .place = change, let mask = context.document.selection, mask.bounds.area <= largestMove
      else { return nil }
      let way = context.view.windowToCanvas(arrow)
      let step = (way.normalized ?? arrow) * (e.modifiers.contains(.shift) ? 10 : 1)
      let moved = mask.mapped(by: .translation(Vector(step.dx.rounded(), step.dy.rounded())))
      return moved.isEmpty ? Effects() : context.select(SelectionRecipe(.mask(moved)))
    }
    if context.document.floating == nil, let refusal = context.drawingRefusal { return refusal }
    let before = context.document.floating?.placement
    guard context.lift() else { return Effects() }
    // A held key is one step.
    if !e.isRepeat || before == nil { context.addFloatingStep(from: before) }
    var new = context.document.floating?.placement ?? Placement(pivot: frame.rect.center)
    let isFar = e.modifiers.contains(.shift)
    // Right and up increase.
    let way = arrow.dx - arrow.dy
    switch change {
    case .place:
      let onCanvas = context.view.windowToCanvas(arrow)
      new.translation = new.translation + (onCanvas.normalized ?? arrow) * (isFar ? 10 : 1)
    case .sides:
      let factor = way > 0 ? (isFar ? 1.1 : 1.01) : 1 / (isFar ? 1.1 : 1.01)
      if arrow.dx != 0 {
        new.scaleX = FloatingSelectionDrag.clamped(new.scaleX * factor)
      } else {
        new.scaleY = FloatingSelectionDrag.clamped(new.scaleY * factor)
      }
    case .whole where arrow.dx != 0:
      new.rotation = (new.rotation + Angle(degrees: way * (isFar ? 15 : 1))).wrapped
    case .whole:
      let factor = way > 0 ? (isFar ? 1.1 : 1.01) : 1 / (isFar ? 1.1 : 1.01)
      (new.scaleX, new.scaleY) = (
        FloatingSelectionDrag.clamped(new.scaleX * factor), FloatingSelectionDrag.clamped(new.scaleY * factor)
      )
    }
    var effects = context.updated { $0.place(new) }
    effects.adornmentsChanged = true
    effects.panelsChanged = true
    return effects
  }

  private enum SelectionChange {
    case place, sides, whole
  }

  private static func change(_ modifiers: Modifiers) -> SelectionChange? {
    switch modifiers.subtracting(.shift) {
    case []: .place
    case .control: .sides
    case .alt: .whole
    default: nil
    }
  }
}
