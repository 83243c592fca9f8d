import Document
import Geometry
import Ink
import Language
import Raster

/// Operations on layers by panels and keys.
extension Session {
  /// Performs an operation on the layers as one edit, for a chosen layer on all chosen ones. If it is
  /// impossible, the effects have a message.
  /// - Parameter isContinued: whether it continues the previous operation, as a slider being
  ///   dragged does.
  public func perform(_ operation: LayerOperation, isContinued: Bool = false) -> Effects {
    var effects = finishGesture()
    let operation = isContinued ? operation : document.operationOnChosen(operation)
    if let refusal = document.refusalOnChosen(operation) ?? document.refusal(of: operation) {
      effects.requests.append(.message(refusal))
      return effects
    }
    let look = document.look(after: operation)
    effects.add(
      change {
        if case .sameWithout(let empty) = look { return document.perform(.delete(empty)) }
        return document.perform(operation, isContinued: isContinued)
      })
    if case .different(let canMergeAll) = look {
      differentMerge = operation.layer.map { ($0, document.history.state) }
      effects.requests.append(canMergeAll ? .undoableMerge(Self.differentLook) : .undoable(Self.differentLook))
    }
    effects.panelsChanged = true
    return effects
  }

  private static var differentLook: String {
    translated("The picture looks different now: what is merged also acted on the layers below")
  }

  /// Merges the active layer and all visible layers below it. After a merge that changed the picture, that is undone, and
  /// its layers are merged so.
  func mergeVisible() -> Effects {
    var effects = finishGesture()
    var id = document.activeID
    if let differentMerge, differentMerge.state == document.history.state {
      effects.add(undo())
      id = differentMerge.layer
    }
    let before = document
    let merged = change { document.mergeVisible(upTo: id) }
    if merged.isEmpty {
      effects.requests.append(
        .message(translated("No layers can be merged: there is no other visible one below, or one is locked")))
    } else if !before.looksSame(as: document) {
      effects.requests.append(.undoable(Self.differentLook))
    }
    effects.add(merged)
    effects.panelsChanged = true
    return effects
  }

  /// Performs an operation on the canvas, likewise.
  public func perform(_ operation: CanvasOperation) -> Effects {
    var effects = finishGesture()
    if let refusal = document.refusal(of: operation) {
      effects.requests.append(.message(refusal))
      return effects
    }
    effects.add(change { document.perform(operation) })
    effects.panelsChanged = true
    return effects
  }

  /// Scales the image by layers that a worker scaled (`Document.scaledWithFileHistory`).
  public func perform(_ scaled: ScaledLayers) -> Effects {
    var effects = finishGesture()
    let changed = change { document.perform(scaled) }
    if changed.isEmpty {
      effects.requests.append(
        .message(translated("The image was not scaled: the drawing was changed meanwhile. Scale it again.")))
    }
    effects.add(changed)
    effects.panelsChanged = true
    return effects
  }

  /// Crops the canvas to the selected pixels; a floating selection is merged first.
  func cropToSelection() -> Effects {
    var effects = settle()
    guard let mask = document.selection else {
      effects.requests.append(.message(translated("Nothing is selected. Select what the canvas is to keep.")))
      return effects
    }
    effects.add(perform(.resize(mask.bounds)))
    return effects
  }

  /// Crops the canvas to everything that is drawn.
  func cropToInk() -> Effects {
    var effects = settle()
    let ink = document.inkBounds
    guard !ink.isEmpty else {
      effects.requests.append(.message(translated("Nothing is drawn, so the canvas stays as it is.")))
      return effects
    }
    effects.add(perform(.resize(ink)))
    return effects
  }

  /// Adds a mask to the active layer that shows what is selected, or all.
  func addMask() -> Effects {
    var effects = settle()
    let had = document.selection != nil
    let added = perform(.addMask(document.activeID, showing: document.selection))
    if had, document.isEndless, document.activePlane == .mask {
      effects.requests.append(
        .message(translated("On an endless canvas the mask hides what is drawn now, not what is drawn outside later.")))
    }
    effects.add(added)
    effects.adornmentsChanged = effects.adornmentsChanged || had
    return effects
  }

  /// Makes a layer the active one, or its mask. A floating selection is merged first.
  public func activate(layer id: Layer.ID, _ plane: SurfaceID.Plane = .pixels) -> Effects {
    if plane == .mask, let layer = document.layer(id), layer.mask == nil {
      return Effects(.message(document.refusal(of: .removeMask(id)) ?? ""))
    }
    var effects = finishGesture()
    // A selection as a layer is its mask.
    let isSelection = document.layer(id).map { !$0.purpose.isInk && $0.mask != nil } ?? false
    let region = document.activate(id, isSelection ? .mask : plane)
    effects.damage.add(region)
    effects.adornmentsChanged = effects.adornmentsChanged || !region.isEmpty
    effects.panelsChanged = true
    effects.add(followPlane())
    effects.add(returnToTool())
    update(region)
    return effects
  }

  /// Chooses layers in the list of layers, one of them as the active one.
  public func choose(layers ids: Set<Layer.ID>, active id: Layer.ID) -> Effects {
    var effects = id == document.activeID ? finishGesture() : activate(layer: id)
    document.choose(ids)
    effects.panelsChanged = true
    return effects
  }

  /// Hides or shows in the list of layers what a group contains. A group that is folded over the active
  /// layer becomes the active one.
  public func fold(_ id: Layer.ID, _ isFolded: Bool) -> Effects {
    guard let index = document.index(of: id), document.layers[index].isGroup else { return Effects() }
    var effects = Effects()
    if isFolded, document.layers.ancestors(of: document.activeLayer).contains(index) { effects = activate(layer: id) }
    if isFolded { document.foldedGroups.insert(id) } else { document.foldedGroups.remove(id) }
    effects.panelsChanged = true
    return effects
  }

  /// The active layer.
  var activeLayer: Layer { document.layers[document.activeLayer] }

  func duplicateLayer() -> Effects {
    let count = document.layers.branchCount(at: document.activeLayer)
    return perform(.duplicate(document.activeID, layers: count))
  }

  /// Moves the chosen layers up; the outermost of them leads.
  func raiseLayer() -> Effects {
    let top = document.chosenLayers.last.flatMap { document.index(of: $0) } ?? document.activeLayer
    return move(document.layers[top].id, to: document.layers.placeAbove(top))
  }

  func lowerLayer() -> Effects {
    let lowest = document.layers.roots(of: document.chosenLayers).first ?? document.activeLayer
    return move(document.layers[lowest].id, to: document.layers.placeBelow(lowest))
  }

  /// Makes the mask the active pixels, or the layer's own pixels again.
  func editMask() -> Effects {
    activate(layer: document.activeID, document.activePlane == .mask ? .pixels : .mask)
  }

  func activateLayerAbove() -> Effects { step(in: Array(document.layers.indices), from: document.activeLayer) }

  func activateLayerBelow() -> Effects { step(in: document.layers.indices.reversed(), from: document.activeLayer) }

  private func move(_ id: Layer.ID, to place: LayerPlace?) -> Effects {
    place.map { perform(.move(id, to: $0)) } ?? finishGesture()
  }

  /// Makes the next layer active that no folded group contains.
  private func step(in order: [Int], from index: Int) -> Effects {
    let next = order.drop { $0 != index }.dropFirst().first { next in
      !document.layers.ancestors(of: next).contains { document.foldedGroups.contains(document.layers[$0].id) }
    }
    return next.map { activate(layer: document.layers[$0].id) } ?? Effects()
  }

  /// The message if strokes of a brush cannot be painted here.
  func refusal(of brush: Brush) -> Effects? { brush.absence.map { Effects(.message(Self.sentence($0))) } }

  /// A message that begins with a capital and ends with a full stop.
  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// The message why nothing can be drawn now; nil if it can.
  var drawingRefusal: Effects? { document.drawingRefusal.map { Effects(.message($0)) } }

  /// The message why nothing can be erased now; nil if it can.
  var erasingRefusal: Effects? { document.erasingRefusal.map { Effects(.message($0)) } }
}
