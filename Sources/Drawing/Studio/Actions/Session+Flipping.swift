import Document
import Geometry
import Language
import Raster

/// Actions that flip and invert the selection.
extension Session {
  /// Flips the selected pixels about their middle, along the canvas. They float afterwards.
  func flipSelection(horizontally: Bool) -> Effects {
    var effects = finishGesture()
    selecting.corners = []
    if document.floating == nil, let refusal = drawingRefusal { return refusal }
    let before = document.floating?.placement
    guard document.lift(), var new = document.floating?.placement else {
      effects.requests.append(
        .message(translated("Nothing is selected. Select what is to be flipped, or flip the whole image.")))
      return effects
    }
    selecting.steps.add(from: before)
    // A flip of a rotated selection is a rotation the other way of the flipped one.
    new.rotation = -new.rotation
    if horizontally { new.scaleX = -new.scaleX } else { new.scaleY = -new.scaleY }
    effects.add(updated { $0.place(new) })
    effects.panelsChanged = true
    effects.adornmentsChanged = true
    if !tool.selects {
      tool = .selectRectangle
      effects.toolsChanged = true
    }
    return effects
  }

  /// Selects what is not selected. Without a selection everything gets selected.
  func invertSelection() -> Effects {
    var recipe = SelectionRecipe(.present)
    recipe.isInverted = document.selection != nil
    return select(recipe)
  }
}
