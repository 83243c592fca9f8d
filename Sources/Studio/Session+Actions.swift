import Document
import Geometry
import Ink
import Paint
import Raster

/// What keys and menus ask for.
extension Session {
  /// Does what a key or a menu asks for. While a stroke is drawn, what would change the document ends it first; the
  /// stroke is kept, and undo takes it back.
  public func perform(_ action: Action) -> Effects {
    switch action {
    case .undo: return change { document.undo() }
    case .redo: return change { document.redo() }
    case .clear, .delete: return change { document.clearActiveLayer() }
    case .copy, .cut, .paste, .selectAll, .deselect, .cancel, .apply: break
    case .eyedropper, .fill, .line, .rectangle, .ellipse, .selectRectangle, .selectLasso, .hand, .symmetry: break
    case .swapColours, .defaultColours: break
    case .pen: return choose("pen")
    case .pencil: return choose("pencil")
    case .tiltPencil: return choose("tilt-pencil")
    case .brushPen: return choose("brush-pen")
    case .marker: return choose("marker")
    case .airbrush: return choose("airbrush")
    case .eraser: isErasing = true
    case .larger: resizeBrush(by: 1)
    case .smaller: resizeBrush(by: -1)
    case .zoomIn: return changeView { $0.zoom(bySteps: 1) }
    case .zoomOut: return changeView { $0.zoom(bySteps: -1) }
    case .zoomWhole: return changeView { $0.showWhole(canvasWidth: document.width, canvasHeight: document.height) }
    case .zoomActual: return changeView { $0.setZoom(1) }
    case .rotateLeft: return changeView { $0.setRotation($0.rotation - Angle(degrees: 15)) }
    case .rotateUpright: return changeView { $0.setRotation(.zero) }
    case .rotateRight: return changeView { $0.setRotation($0.rotation + Angle(degrees: 15)) }
    case .mirror: return changeView { $0.toggleMirror() }
    case .export: return Effects(.export)
    case .togglePanels: return Effects(.togglePanels)
    case .toggleFullScreen: return Effects(.toggleFullScreen)
    case .menu: return Effects(.menu)
    case .commandPalette: return Effects(.commandPalette)
    case .settings: return Effects(.settings)
    case .showKeys: return Effects(.showKeys)
    case .quit: return Effects(.quit)
    }
    return Effects()
  }

  func change(_ body: () -> Region?) -> Effects {
    var effects = finishGesture()
    guard let region = body() else { return effects }
    effects.damage.add(region)
    effects.historyChanged = true
    update(region)
    return effects
  }

  func changeView(_ body: (inout View) -> Void) -> Effects {
    body(&view)
    return viewEffects
  }

  func resizeBrush(by steps: Int) {
    func resized(_ b: Brush) -> Brush { b.resized(to: b.size * Self.power(2, Double(steps) / 3)) }
    if isErasing { eraser = resized(eraser) } else { brush = resized(brush) }
  }

  /// Draws with another brush from the next stroke on, of the size that it had when it was last used.
  func choose(_ name: String) -> Effects {
    guard let chosen = brushes[name] else { return Effects(.message(brushes.absence(of: name))) }
    isErasing = false
    if brush.name != name {
      used[brush.name] = brush
      brush = used[name] ?? steadied(chosen)
    }
    return Effects()
  }
}
