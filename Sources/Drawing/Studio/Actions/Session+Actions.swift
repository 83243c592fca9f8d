import Document
import Geometry
import Glibc
import Ink
import Language
import Library
import Paint
import Raster

/// The actions of keys, menus and the command palette.
extension Session {
  /// Performs an action, or requests it if it is the program's. An action that changes the document finishes
  /// a stroke in progress first.
  public func perform(_ action: Action) -> Effects {
    action.body?(self) ?? Effects(.program(action))
  }

  /// Deletes the selection, or clears the layer.
  func deleteOrClear() -> Effects { saying(clearing) { delete() } }

  /// The message after clearing.
  private var clearing: String {
    document.selection != nil || document.floating != nil
      ? translated("The selection is deleted") : translated("The layer is cleared")
  }

  /// Adds a message with an Undo button if `body` changed the document.
  func saying(_ sentence: String, _ body: () -> Effects) -> Effects {
    let state = document.history.state
    var effects = body()
    if document.history.state != state { effects.requests.append(.undoable(sentence)) }
    return effects
  }

  /// Changes the document, as below, with the changed pixels as a `Region`.
  func change(_ body: () -> Region?) -> Effects { change { body().map { FineRegion($0) } } }

  /// Changes the document after finishing the gesture in progress. `body` returns the pixels that
  /// may have changed, nil if nothing changed.
  func change(_ body: () -> FineRegion?) -> Effects {
    let wasAdorned = isAdorned
    var effects = finishGesture()
    let canvas = (bounds: document.bounds, map: document.canvasMap, whole: wholeView)
    guard let region = body() else { return effects }
    effects.panelsChanged = true
    effects.add(followPlane())
    effects.add(returnToTool())
    if document.bounds != canvas.bounds || document.canvasMap != canvas.map {
      effects.add(followCanvas(from: canvas.map, whole: canvas.whole))
      return effects
    }
    effects.damage.add(region.region)
    if wasAdorned || isAdorned { effects.adornmentsChanged = true }
    update(region)
    return effects
  }

  /// Whether the canvas shows something that a change of the drawing can move.
  private var isAdorned: Bool { document.selection != nil || document.floating != nil || pick != nil }

  func resizeBrush(by steps: Int) -> Effects { setSize(size * pow(2, Double(steps) / 3)) }

  /// Chooses a brush by its file's name, from the next stroke on, with the size and opacity of its
  /// last use.
  public func choose(brush name: String) -> Effects {
    guard let chosen = brushes[name] else { return Effects(.message(brushes.missingMessage(for: name))) }
    var effects = choose(.brush)
    let left = brush.name
    if left != name {
      brushUse.left[brush.name] = brush
      brushUse.opacities[brush.name] = opacity
      style.exactOpacity = brushUse.opacities[name] ?? 1
      brush = brushUse.left[name] ?? chosen
      effects.add(usePaper())
      effects.add(toolEffects)
      // The brush of the first start was not chosen.
      if recentBrushes.isEmpty { note(brush: left) }
      note(brush: name)
    }
    return effects
  }
}
