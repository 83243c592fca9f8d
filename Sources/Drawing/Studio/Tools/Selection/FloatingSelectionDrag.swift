import Document
import Geometry
import Ink
import Input

/// A floating selection being moved, scaled or rotated by a handle of its frame.
final class FloatingSelectionDrag: InkGesture {
  private var drag: FrameDrag
  /// The placement before; nil if nothing floated.
  private let floated: Placement?

  /// A drag that starts at a window position.
  /// - Parameter rect: the frame's rectangle before any move, canvas px.
  init(
    _ handle: SelectionFrame.Handle, at start: Point, modifiers: Modifiers, floated: Placement?, rect: Rect
  ) {
    drag = FrameDrag(
      handle, at: start, modifiers: modifiers, before: floated ?? Placement(pivot: rect.center), rect: rect)
    self.floated = floated
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    drag.move(e)
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    guard drag.hasMoved, context.lift() else { return Effects() }
    let new = drag.placement(in: context.view)
    var effects = context.updated { $0.place(new) }
    effects.adornmentsChanged = true
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = Effects()
    if end == .cancelled {
      effects = context.updated { document in
        if let floated { document.place(floated) } else { document.cancelFloating() }
      }
    } else if let piece = context.document.floating, piece.placement != floated {
      context.addFloatingStep(from: floated)
      effects.panelsChanged = true
    }
    effects.adornmentsChanged = true
    return effects
  }

  /// A scale within `Placement.scales`, with its sign.
  static func clamped(_ scale: Double) -> Double {
    let size = max(Placement.scales.lowerBound, min(Placement.scales.upperBound, abs(scale)))
    return scale < 0 ? -size : size
  }
}
