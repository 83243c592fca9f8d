import Document
import Geometry
import Glibc
import Ink
import Language
import Paint
import Raster

/// The actions of keys, menus and the command palette.
extension Session {
  /// Performs an action. An action that changes the document finishes a stroke in progress first.
  public func perform(_ action: Action) -> Effects {
    switch action {
    case .undo: return undo()
    case .redo: return redo()
    case .clear: return saying(clearing) { delete() }
    case .delete: return saying(clearing) { delete() }
    case .fillWithColour: return fillWithColour()
    case .recolourStrokes, .rebrushStrokes, .deleteStrokes: return changeStrokes(by: action)
    case .copy: return copy()
    case .copyLayer: return copyLayers()
    case .cut: return cut()
    case .paste: return askToPaste()
    case .selectAll: return selectAll()
    case .deselect: return deselect()
    case .invertSelection: return invertSelection()
    case .flipSelection: return flipSelection(horizontally: true)
    case .flipSelectionVertically: return flipSelection(horizontally: false)
    case .addLayer, .duplicateLayer, .deleteLayer, .mergeDown, .mergeVisible, .groupLayer, .ungroupLayer, .raiseLayer,
      .lowerLayer,
      .layerAbove, .layerBelow,
      .toggleLayer, .lockLayer, .lockTransparency, .clipLayer, .addMask, .editMask, .toggleMask:
      return perform(layer: action)
    case .renameLayer: return Effects(.renameLayer)
    case .layerOpacity: return Effects(.layerOpacity)
    case .layerBlend: return Effects(.layerBlend)
    case .canvasSize: return Effects(.canvasSize)
    case .scaleImage: return Effects(.scaleImage)
    case .paperColour: return Effects(.paperColour)
    case .cropToSelection: return cropToSelection()
    case .cropToInk: return cropToInk()
    case .flipImage: return perform(.flip(horizontally: true))
    case .flipImageVertically: return perform(.flip(horizontally: false))
    case .turnImageLeft: return perform(.turn(quarters: 3))
    case .turnImageRight: return perform(.turn(quarters: 1))
    case .cancel: return cancel() ?? Effects()
    case .apply: return apply()
    case .eraser, .eyedropper, .fill, .line, .rectangle, .ellipse, .selectRectangle, .selectLasso, .crop, .hand,
      .pen, .pencil, .tiltPencil, .brushPen, .marker, .airbrush:
      return choose(by: action)
    case .blend: return Effects(.message(blendingAdvice))
    case .previousBrush: return chooseBrush(before: 1)
    case .secondLastBrush: return chooseBrush(before: 2)
    case .pickFromScreen: return Effects(.pickFromScreen)
    case .brushes: return Effects(.brushes)
    case .editBrush: return Effects(.editBrush(isErasing ? eraser.name : brush.name))
    case .symmetry: return toggleSymmetry()
    case .nextGuide: return Effects(.nextGuide)
    case .swapColours: return swapColours()
    case .defaultColours: return defaultColours()
    case .larger: return resizeBrush(by: 1)
    case .smaller: return resizeBrush(by: -1)
    case .zoomIn: return changeView { $0.zoom(bySteps: 1) }
    case .zoomOut: return changeView { $0.zoom(bySteps: -1) }
    case .zoomWhole:
      showWhole(.openArea)
      return viewEffects()
    case .zoomWidth: return showWidth()
    case .zoomSelection: return showSelection()
    case .zoomActual: return changeView { $0.setZoom(1) }
    case .rotateLeft: return changeView { $0.setRotation($0.rotation - Angle(degrees: 15)) }
    case .rotateUpright: return changeView { $0.setRotation(.zero) }
    case .rotateRight: return changeView { $0.setRotation($0.rotation + Angle(degrees: 15)) }
    case .mirror: return changeView { $0.toggleMirror() }
    case .nextDialMode: return Effects(.nextDialMode)
    case .foldDial: return Effects(.foldDial)
    case .navigator: return Effects(.navigator)
    case .references: return Effects(.references)
    case .new: return Effects(.new)
    case .newAtOnce: return Effects(.newAtOnce)
    case .newWindow: return Effects(.newWindow)
    case .open: return Effects(.open)
    case .save: return Effects(.save)
    case .saveAs: return Effects(.saveAs)
    case .export: return Effects(.export)
    case .exportAs: return Effects(.exportAs)
    case .timeLapse: return Effects(.timeLapse)
    case .close: return Effects(.close)
    case .togglePanels: return Effects(.togglePanels)
    case .resetPanels: return Effects(.resetPanels)
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
    effects.historyChanged = true
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

  /// Chooses the tool or the brush of an action.
  private func choose(by action: Action) -> Effects {
    switch action.entry.choice {
    case .tool(let tool): choose(tool)
    case .brush(let name): choose(brush: name)
    case nil: Effects()
    }
  }

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
