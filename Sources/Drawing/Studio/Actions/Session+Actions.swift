import Document
import Geometry
import Glibc
import Ink
import Language
import Paint
import Raster

/// What keys and menus ask for.
extension Session {
  /// Does what a key or a menu asks for. While a stroke is drawn, what would change the document ends it first; the
  /// stroke is kept, and undo takes it back.
  public func perform(_ action: Action) -> Effects {
    switch action {
    case .undo: return undo()
    case .redo: return redo()
    case .clear: return saying(clearing) { delete() }
    case .delete: return saying(clearing) { delete() }
    case .copy: return copy()
    case .cut: return cut()
    case .paste: return askToPaste()
    case .selectAll: return selectAll()
    case .deselect: return deselect()
    case .addLayer, .duplicateLayer, .deleteLayer, .mergeDown, .raiseLayer, .lowerLayer, .layerAbove, .layerBelow,
      .toggleLayer, .lockLayer:
      return perform(layer: action)
    case .renameLayer: return Effects(.renameLayer)
    case .cancel: return cancel() ?? Effects()
    case .apply: return settle()
    case .eyedropper: return choose(.eyedropper)
    case .fill: return choose(.fill)
    case .line: return choose(.line)
    case .rectangle: return choose(.rectangle)
    case .ellipse: return choose(.ellipse)
    case .selectRectangle: return choose(.selectRectangle)
    case .selectLasso: return choose(.selectLasso)
    case .hand: return choose(.hand)
    case .symmetry: return toggleSymmetry()
    case .swapColours: return swapColours()
    case .defaultColours: return defaultColours()
    case .pen: return choose(brush: "pen")
    case .pencil: return choose(brush: "pencil")
    case .tiltPencil: return choose(brush: "tilt-pencil")
    case .brushPen: return choose(brush: "brush-pen")
    case .marker: return choose(brush: "marker")
    case .airbrush: return choose(brush: "airbrush")
    case .eraser: return choose(.eraser)
    case .larger: return resizeBrush(by: 1)
    case .smaller: return resizeBrush(by: -1)
    case .zoomIn: return changeView { $0.zoom(bySteps: 1) }
    case .zoomOut: return changeView { $0.zoom(bySteps: -1) }
    case .zoomWhole: return changeView { $0.showWhole(canvasWidth: document.width, canvasHeight: document.height) }
    case .zoomActual: return changeView { $0.setZoom(1) }
    case .rotateLeft: return changeView { $0.setRotation($0.rotation - Angle(degrees: 15)) }
    case .rotateUpright: return changeView { $0.setRotation(.zero) }
    case .rotateRight: return changeView { $0.setRotation($0.rotation + Angle(degrees: 15)) }
    case .mirror: return changeView { $0.toggleMirror() }
    case .nextDialMode: return Effects(.nextDialMode)
    case .new: return Effects(.new)
    case .newWindow: return Effects(.newWindow)
    case .open: return Effects(.open)
    case .save: return Effects(.save)
    case .saveAs: return Effects(.saveAs)
    case .export: return Effects(.export)
    case .exportAs: return Effects(.exportAs)
    case .close: return Effects(.close)
    case .togglePanels: return Effects(.togglePanels)
    case .toggleFullScreen: return Effects(.toggleFullScreen)
    case .menu: return Effects(.menu)
    case .popUp: return Effects(.popUpByKey)
    case .messages: return Effects(.messages)
    case .commandPalette: return Effects(.commandPalette)
    case .settings: return Effects(.settings)
    case .showKeys: return Effects(.showKeys)
    case .penDoctor: return Effects(.penDoctor)
    case .quit: return Effects(.quit)
    }
  }

  /// What clearing clears, for a sentence.
  private var clearing: String {
    document.selection != nil || document.floating != nil
      ? translated("What was selected is deleted") : translated("The layer is cleared")
  }

  /// Says a sentence where something was done that can be undone.
  private func saying(_ sentence: String, _ body: () -> Effects) -> Effects {
    let state = document.history.state
    var effects = body()
    if document.history.state != state { effects.requests.append(.undoable(sentence)) }
    return effects
  }

  /// The same where what may have changed is told by a handful of rectangles.
  func change(_ body: () -> Region?) -> Effects { change { body().map { FineRegion($0) } } }

  /// Changes the drawing, what was under way being finished first; `body` returns the pixels that may have changed, nil where nothing has.
  func change(_ body: () -> FineRegion?) -> Effects {
    let wasAdorned = isAdorned
    var effects = finishGesture()
    guard let region = body() else { return effects }
    effects.damage.add(region.region)
    effects.historyChanged = true
    if wasAdorned || isAdorned { effects.adornmentsChanged = true }
    update(region)
    return effects
  }

  /// Whether something is shown on the canvas that a change of the drawing can change.
  private var isAdorned: Bool { document.selection != nil || document.floating != nil || pick != nil }

  func resizeBrush(by steps: Int) -> Effects { setSize(size * pow(2, Double(steps) / 3)) }

  /// Draws with another brush, by its file's name, from the next stroke on. Its size and opacity are those of its last use.
  public func choose(brush name: String) -> Effects {
    guard let chosen = brushes[name] else { return Effects(.message(brushes.absence(of: name))) }
    var effects = choose(.brush)
    if brush.name != name {
      used[brush.name] = brush
      opacities[brush.name] = style.opacity
      style.opacity = opacities[name] ?? 255
      brush = used[name] ?? chosen
      effects.add(toolEffects)
    }
    return effects
  }
}
