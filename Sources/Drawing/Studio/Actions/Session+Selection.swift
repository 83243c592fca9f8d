import Document
import Geometry
import Input
import Language
import Paint
import Pixels
import Raster

/// The actions on the selection.
extension Session {
  /// Selects the whole canvas, or what is drawn on an endless one; with the stroke tool chooses all strokes.
  public func selectAll() -> Effects {
    if tool == .strokes { return chooseStrokes(.all) }
    let all = document.shownBounds
    if all.isEmpty { return Effects(.message(translated("Nothing is drawn, so there is nothing to select."))) }
    return select(SelectionRecipe(.all))
  }

  /// Removes the selection. A floating one is merged first. With the stroke tool chosen strokes are no longer chosen.
  public func deselect() -> Effects {
    if hasChosenStrokes { return chooseStrokes { picking, _ in picking.choose([]) } }
    return select { _ in nil }
  }

  /// Copies the selected pixels, or the whole active layer without a selection.
  public func copy() -> Effects {
    let effects = finishGesture()
    guard let clipping = document.copied() else { return effects }
    (clipboard, copiedLayers) = (clipping, nil)
    return noted(effects.adding(.copied))
  }

  /// Effects of copying, with a message where strokes are still being changed: the copy shows them as before.
  private func noted(_ effects: Effects) -> Effects {
    if strokeChange == nil { return effects }
    return effects.adding(
      .message(translated("Strokes are still being changed: the copy shows them as they were. Copy again afterwards.")))
  }

  /// Copies the chosen layers with all that they contain, for this drawing or another one.
  func copyLayers() -> Effects {
    let effects = settle()
    guard let copied = CopiedLayers(document.chosenLayers, of: document) else { return effects }
    if let refusal = copied.refusal { return effects.adding(.message(refusal)) }
    (clipboard, copiedLayers) = (nil, copied)
    return noted(effects.adding(.copiedLayers))
  }

  /// Adds copied layers above the active one, at their place if that is on the canvas.
  public func paste(_ copied: CopiedLayers) -> Effects {
    perform(.paste(copied.fitted(width: document.width, height: document.height), above: document.activeID))
  }

  /// Copies and deletes the selected pixels, or the whole active layer without a selection.
  public func cut() -> Effects {
    var effects = copy()
    effects.add(delete())
    return effects
  }

  /// Deletes the selected pixels of the active layer, or all without a selection.
  public func delete() -> Effects {
    // A floating selection is not on the layer yet.
    if document.floating == nil, let refusal = drawingRefusal ?? erasingRefusal { return refusal }
    return change { document.clearActiveLayer() }
  }

  /// Covers the selected pixels of the active layer, or all without a selection, with the current
  /// colour.
  public func fillWithColour() -> Effects {
    if let refusal = drawingRefusal { return refusal }
    var effects = finishGesture()
    guard document.canCover else {
      let reason = translated("An endless canvas cannot be filled to its edges: select a part of it first")
      return effects.adding(.message(reason))
    }
    let isWhole = document.selection == nil && document.floating == nil
    let sentence = isWhole ? translated("The layer is filled") : translated("The selection is filled")
    effects.add(saying(sentence) { change { document.coverActiveLayer(colour: style.colour, opacity: style.opacity) } })
    effects.add(remember(style.colour))
    return effects
  }

  /// Pastes the copied pixels as a floating selection: at their place if that is visible, else in
  /// the middle of the window.
  public func paste() -> Effects {
    guard let clipboard else {
      return Effects(.message(translated("There is nothing to paste yet: copy something first")))
    }
    if let refusal = drawingRefusal { return refusal }
    let place = Rect(clipboard.bounds)
    return float(clipboard, by: place.intersects(seen) ? .zero : middleSeen - place.center)
  }

  /// Requests pasting from the program. What is pasted may be layers, which do not depend on the active one.
  func askToPaste() -> Effects { Effects(.paste) }

  /// Pastes a picture of another program as a floating selection. Its middle is at `place` or in
  /// the middle of the visible canvas; it is moved onto the canvas and, if larger, scaled to fit.
  /// - Parameter place: a position in the window, px.
  public func paste(_ picture: Clipping, at place: Point? = nil) -> Effects {
    if let refusal = drawingRefusal { return refusal }
    let (canvas, piece) = (Rect(document.bounds), Rect(picture.bounds))
    let scale = min(1, canvas.width / piece.width, canvas.height / piece.height)
    let wanted = place.map { view.windowToCanvas($0) } ?? middleSeen
    let (reachX, reachY) = (piece.width * scale / 2, piece.height * scale / 2)
    let middle = Point(
      max(canvas.minX + reachX, min(canvas.maxX - reachX, wanted.x)),
      max(canvas.minY + reachY, min(canvas.maxY - reachY, wanted.y)))
    var effects = float(picture, by: middle - piece.center, scale: scale)
    if scale < 1 {
      effects.requests.append(
        .message(
          translated(
            "The picture ({width} x {height} px) is larger than the canvas, so it was scaled down to fit.",
            ["width": picture.bounds.width, "height": picture.bounds.height])))
    }
    return effects
  }

  /// The part of the canvas that the window shows, canvas px.
  private var seen: Rect {
    let window = Rect(x: 0, y: 0, width: Double(view.windowWidth), height: Double(view.windowHeight))
    return view.windowToCanvas.bounds(of: window).intersection(Rect(document.bounds))
  }

  private var middleSeen: Point { seen.isEmpty ? Rect(document.bounds).center : seen.center }

  private func float(_ clipping: Clipping, by way: Vector, scale: Double = 1) -> Effects {
    var effects = finishGesture()
    selecting.corners = []
    let count = document.history.undoCount
    let region = document.float(
      clipping, translation: Vector(way.dx.rounded(), way.dy.rounded()), scale: scale)
    selecting.steps = FloatingSteps()
    effects.damage.add(region)
    if document.history.undoCount != count { effects.panelsChanged = true }
    effects.adornmentsChanged = true
    update(region)
    if !tool.selects {
      selecting.toolBefore = tool
      tool = .selectRectangle
      effects.toolsChanged = true
    }
    return effects
  }

  func select(_ mask: (borrowing Document) -> Mask?) -> Effects {
    var effects = settle()
    let count = document.history.undoCount
    document.select(mask(document))
    if document.history.undoCount != count { effects.panelsChanged = true }
    effects.adornmentsChanged = true
    return effects
  }

  func select(_ recipe: SelectionRecipe, _ distances: ColourDistances? = nil) -> Effects {
    var effects = settle()
    let count = document.history.undoCount
    guard let mask = recipe.mask(in: document, distances) else { return effects }
    document.select(mask, recipe)
    if document.history.undoCount != count { effects.panelsChanged = true }
    effects.adornmentsChanged = true
    return effects
  }

  /// Selects the pixels of a layer, or what a mask shows, by the opacity.
  /// - Parameter modifiers: the keys that are held, for how it joins the selection.
  public func select(opacityOf surface: SurfaceID, _ modifiers: Modifiers = []) -> Effects {
    let purpose = document.layer(surface.layer)?.purpose ?? .picture
    // The pixels of a kept selection are its colour.
    if surface.plane == .pixels, !purpose.isInk { return select(opacityOf: SurfaceID(surface.layer, .mask), modifiers) }
    guard document.image(of: surface) != nil else {
      return Effects(.message(translated("A group has no pixels of its own: choose one of its layers.")))
    }
    var recipe = SelectionRecipe(.opacity(surface))
    recipe.mode = SelectionRecipe.Mode(modifiers)
    return selectAny(
      recipe,
      else: surface.plane == .mask
        ? translated("The mask shows nothing") : translated("There is nothing on this layer to select."))
  }

  /// Selects by a recipe, unless that selects nothing.
  private func selectAny(_ recipe: SelectionRecipe, else message: String) -> Effects {
    let effects = settle()
    guard let mask = recipe.mask(in: document), !mask.isEmpty else { return effects.adding(.message(message)) }
    var selected = effects
    selected.add(select(recipe))
    return selected
  }

  /// Selects the pixels that the chosen strokes paint.
  func selectChosenStrokes() -> Effects {
    let effects = settle()
    let chosen = strokePicking.chosenStrokes(in: document)
    guard hasChosenStrokes, !chosen.isEmpty else { return effects.adding(.message(needsChoice)) }
    guard let mask = StrokeInk.mask(of: chosen, in: document, filler: filler) else {
      return effects.adding(
        .message(
          translated("These strokes were drawn before the canvas or the layers were changed: select them by an area.")))
    }
    var selected = effects
    selected.add(selectAny(SelectionRecipe(.mask(mask)), else: translated("These strokes have no pixels to select.")))
    return selected
  }

  /// Shows or hides the outline of the selection.
  func toggleSelectionLine() -> Effects {
    selecting.lineless = selecting.lineless == document.selection ? nil : document.selection
    return adornmentEffects
  }

  /// Floats the selected pixels with the frame that moves, scales and rotates them.
  func transformSelection() -> Effects {
    var effects = settle()
    if let refusal = drawingRefusal { return refusal }
    guard document.selection != nil else {
      return effects.adding(.message(translated("Nothing is selected. Select what is to be transformed.")))
    }
    if !tool.selects {
      tool = .selectRectangle
      effects.toolsChanged = true
    }
    if document.lift() { selecting.steps.add(from: nil) }
    effects.panelsChanged = true
    effects.adornmentsChanged = true
    return effects
  }

  // MARK: The edge

  /// The edge of the selection that was set last.
  public var selectionEdge: SelectionEdge { selecting.edge?.edge ?? EdgeDraft.edge(of: document) }

  /// Gives the selection another edge.
  /// - Parameter isSettled: whether it is a step; otherwise it is shown at the next `flush`, and settled before anything else.
  public func setEdge(_ edge: SelectionEdge, isSettled: Bool) -> Effects {
    var effects = Effects()
    if selecting.edge == nil {
      effects = settle()
      selecting.edge = EdgeDraft(of: document)
    }
    guard selecting.edge != nil else { return effects.adding(.message(nothingSelected)) }
    if selecting.edge?.edge != edge {
      selecting.edge?.edge = edge
      selecting.edgeIsNew = true
    }
    effects.panelsChanged = true
    if isSettled { effects.add(settleEdge()) }
    return effects
  }

  /// Shows the edge that is being set.
  func showEdge() -> Effects {
    guard selecting.edgeIsNew, let draft = selecting.edge else { return Effects() }
    selecting.edgeIsNew = false
    document.preview(selection: draft.mask ?? draft.earlier)
    return adornmentEffects
  }

  /// Makes the edge that is being set a step.
  func settleEdge() -> Effects {
    guard let draft = selecting.edge else { return Effects() }
    (selecting.edge, selecting.edgeIsNew) = (nil, false)
    document.preview(selection: draft.earlier)
    var effects = adornmentEffects
    effects.panelsChanged = true
    if !draft.settle(in: &document) { effects.requests.append(.message(translated("This edge would select nothing."))) }
    return effects
  }

  /// Why there is no edge to set; nil if there is one.
  public var edgeRefusal: String? { document.selection == nil && document.floating == nil ? nothingSelected : nil }

  private var nothingSelected: String { translated("Nothing is selected, so there is no edge to change.") }

  /// Selects what was selected last.
  func selectAgain() -> Effects {
    let effects = settle()
    guard let last = document.lastSelection else {
      return effects.adding(.message(translated("Nothing was selected before.")))
    }
    var again = effects
    again.add(select { _ in last })
    return again
  }

  /// Merges a floating selection into its layer.
  func dropFloating() -> Effects {
    guard document.floating != nil else { return Effects() }
    return change { document.drop() }
  }
}
