import Document
import Geometry
import Ink
import Input
import Raster

/// A selection's outline being drawn.
final class SelectionDrag: Gesture {
  private let mode: SelectionRecipe.Mode
  private var area: AreaDraft

  /// An outline that starts at a canvas position.
  /// - Parameter scale: canvas px per window px.
  init(
    _ kind: AreaDraft.Kind, at start: Point, mode: SelectionRecipe.Mode, modifiers: Modifiers, scale: Double
  ) {
    area = AreaDraft(kind, at: start, modifiers: modifiers, scale: scale)
    self.mode = mode
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
    var recipe = SelectionRecipe(area.shape)
    recipe.mode = mode
    return context.select(recipe)
  }
}

extension SelectionRecipe.Mode {
  /// Shift adds, Alt or Control subtracts, both intersect; without them it is `standard`.
  init(_ modifiers: Modifiers, else standard: Self = .replace) {
    let subtracts = !modifiers.isDisjoint(with: [.alt, .control])
    self = modifiers.contains(.shift) ? (subtracts ? .intersect : .add) : (subtracts ? .subtract : standard)
  }
}
