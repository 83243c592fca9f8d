import Document
import Geometry
import Ink
import Language
import Storage

/// The view, the tool and the active layer as a value that journals and lists keep.
extension Session {
  /// The present state. It never changes by resizing a window that shows the whole canvas.
  public var work: ViewMemory {
    let isWhole = showsWhole
    return ViewMemory(
      center: isWhole ? .zero : view.center, zoom: isWhole ? 1 : view.zoom, showsWhole: isWhole,
      rotation: view.rotation, isMirrored: view.isMirrored, tool: tool.name, layer: document.activeLayer,
      layerCount: document.layers.count)
  }

  /// Returns to a state. Parts that do not fit the drawing are ignored: an unknown tool, a layer of
  /// another number of layers, and a view in which nothing of the canvas is in the window.
  public func resume(_ work: ViewMemory) -> Effects {
    var effects = Effects()
    if let tool = CanvasTool.named(work.tool) { effects.add(choose(tool)) }
    if let layer = work.layer, work.layerCount == document.layers.count, document.layers.indices.contains(layer),
      layer != document.activeLayer
    {
      effects.add(activate(layer: document.layers[layer].id))
    }
    var new = view
    new.restore(center: work.center, zoom: work.zoom, rotation: work.rotation, isMirrored: work.isMirrored)
    if work.showsWhole || !new.shows(document.bounds) {
      new.showWhole(whole)
    }
    effects.add(changeView { $0 = new })
    return effects
  }

  /// Takes up what a drawing showed and its history lacks: finishes a stroke, or lets a selection
  /// float again.
  public func resume(_ work: UnfinishedWork) -> Effects {
    let count = document.history.recordedCount
    var effects = updated { $0.resume(work, filler: filler) }
    selecting.steps = FloatingSteps()
    effects.panelsChanged = document.history.recordedCount != count
    effects.adornmentsChanged = true
    if case .stroke(let record) = work, let absence = record.brush.absence {
      effects.requests.append(
        .message(translated("The stroke that was not finished cannot be painted again: {reason}", ["reason": absence])))
    }
    if document.floating != nil, !tool.selects {
      tool = .selectRectangle
      effects.toolsChanged = true
    }
    return effects
  }
}
