import Document
import Geometry
import Ink
import Input
import Raster

/// A selection's outline being drawn, as a rectangle or freehand.
final class SelectionDrag: Gesture {
  /// How the new area changes the selection.
  enum Mode { case replace, add, subtract, intersect }

  private let mode: Mode
  private var area: AreaDraft

  /// An outline that starts at a canvas position. Shift adds, Alt or Control subtracts, both
  /// intersect.
  /// - Parameter scale: canvas px per window px.
  init(isLasso: Bool, at start: Point, modifiers: Modifiers, scale: Double) {
    let subtracts = !modifiers.isDisjoint(with: [.alt, .control])
    area = AreaDraft(isLasso: isLasso, at: start, modifiers: modifiers, scale: scale)
    mode = modifiers.contains(.shift) ? (subtracts ? .intersect : .add) : (subtracts ? .subtract : .replace)
  }

  var marks: ToolMarks { area.marks }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    area.add(context.view.windowToCanvas(e.sample.position), modifiers: e.modifiers)
    return context.adornmentEffects
  }

  /// Selects the area. A tap selects nothing.
  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled || area.isTap {
      var effects = end == .finished && mode == .replace ? context.deselect() : context.adornmentEffects
      effects.add(context.returnToTool())
      return effects
    }
    context.keepTool()
    return context.select { applied(to: $0.selection, of: $0) }
  }

  /// The selection after the drag.
  private func applied(to selected: Mask?, of document: Document) -> Mask {
    let new = area.mask(width: document.width, height: document.height)
    guard var result = selected, mode != .replace else {
      guard mode == .subtract else { return new }
      // Without a selection everything can be drawn on; subtracting from that leaves the rest.
      var rest = document.mask(of: document.shownBounds.union(document.isEndless ? new.bounds : .empty))
      rest.subtract(new)
      return rest
    }
    switch mode {
    case .replace: return new
    case .add: result.formUnion(new)
    case .subtract: result.subtract(new)
    case .intersect: result.formIntersection(new)
    }
    return result
  }
}
