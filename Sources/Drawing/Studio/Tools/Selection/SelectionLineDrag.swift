import Document
import Geometry
import Ink
import Input
import Raster

/// The selection being moved, scaled or rotated by a handle of its frame, while its pixels stay.
final class SelectionLineDrag: InkGesture {
  private var drag: FrameDrag
  private let before: Mask
  private let rect: Rect
  private var placement: Placement

  /// A drag that starts at a window position.
  init(_ handle: SelectionFrame.Handle, at start: Point, modifiers: Modifiers, of mask: Mask) {
    (before, rect) = (mask, Rect(mask.bounds))
    placement = Placement(pivot: rect.center)
    drag = FrameDrag(handle, at: start, modifiers: modifiers, before: placement, rect: rect)
  }

  var undoCancels: Bool { true }
  var drawsAtEnd: Bool { true }
  var marks: ToolMarks { ToolMarks(frame: SelectionFrame(rect: rect, map: placement.map)) }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    drag.move(e)
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    guard drag.hasMoved else { return Effects() }
    placement = drag.placement(in: context.view)
    let moved = before.mapped(by: placement.map)
    return context.preview(selection: moved.isEmpty ? before : moved)
  }

  func withdraw(from document: inout Document) { document.preview(selection: before) }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.preview(selection: before)
    guard end == .finished, drag.hasMoved else { return effects }
    placement = drag.placement(in: context.view)
    let moved = before.mapped(by: placement.map)
    // Beside the canvas there is nothing to select.
    if !moved.isEmpty { effects.add(context.select(SelectionRecipe(.mask(moved)))) }
    return effects
  }
}
