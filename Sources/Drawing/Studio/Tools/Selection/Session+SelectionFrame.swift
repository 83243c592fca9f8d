import Document
import Geometry
import Language
import Paint
import Raster

/// What the canvas shows of the selection: outline, frame and handles.
extension Session {
  /// The outline of the selection, also of a floating one: closed polylines in canvas px with the
  /// inside to the right. Empty without a selection, while a stroke is drawn, and while it is hidden.
  public var selectionOutline: [[Point]] {
    guard !isDrawing, let mask = document.floating?.clipping.mask ?? document.selection,
      selecting.lineless.map({ $0 != mask }) ?? true
    else { return [] }
    let map = document.floating?.map ?? .identity
    if selecting.outlines?.mask != mask { selecting.outlines = (mask, mask.outlines) }
    let lines = selecting.outlines?.lines ?? []
    return map == .identity ? lines : lines.map { line in line.map { map($0) } }
  }

  /// The place of the selection in the window, px; nil without one, during gestures, and while a polygon is drawn.
  public var selectionPlace: PixelRect? {
    let piece = document.floating
    guard active == nil, selecting.corners.isEmpty, let bounds = piece?.clipping.bounds ?? document.selection?.bounds
    else { return nil }
    let map = view.canvasToWindow * (piece?.map ?? .identity)
    let place = map.bounds(of: Rect(bounds))
    let far = 1e6
    guard abs(place.minX) < far, abs(place.minY) < far, abs(place.maxX) < far, abs(place.maxY) < far else { return nil }
    return PixelRect(covering: place)
  }

  /// The frame with the handles; nil unless a selecting tool is chosen and there is a selection.
  public var selectionFrame: SelectionFrame? {
    guard tool.selects else { return nil }
    if let piece = document.floating { return SelectionFrame(rect: Rect(piece.clipping.bounds), map: piece.map) }
    return document.selection.map { SelectionFrame(rect: Rect($0.bounds), map: .identity) }
  }

  /// The handle at a window position; nil where a press starts a new selection.
  public func selectionHandle(at place: Point) -> SelectionFrame.Handle? {
    guard let frame = selectionFrame, let handle = frame.handle(at: place, in: view, scale: interfaceScale) else {
      return nil
    }
    if handle != .inside || document.floating != nil { return handle }
    // A lasso's selection does not fill its frame.
    let p = view.windowToCanvas(place)
    guard p.isFinite, abs(p.x) < 1e9, abs(p.y) < 1e9, let selection = document.selection else { return nil }
    return selection.share(x: Int(p.x.rounded(.down)), y: Int(p.y.rounded(.down))) >= 128 ? .inside : nil
  }

  /// Has the frame move the selection alone, or its pixels again. A floating selection is placed first.
  func toggleMovingLine() -> Effects {
    var effects = settle()
    toolSettings.movesSelectionLine.toggle()
    if toolSettings.movesSelectionLine, !tool.selects { tool = .selectRectangle }
    effects.add(toolEffects)
    effects.adornmentsChanged = true
    return effects
  }

  // MARK: The selection as a layer

  /// Begins to paint the selection with brushes, or selects what was painted.
  func toggleQuickMask() -> Effects {
    var effects = settle()
    if let id = SelectionLayer.quickMask(in: document) {
      if document.layer(id)?.isLocked == true { _ = document.perform(.set(id, .locked(false))) }
      if let refusal = document.refusal(of: .delete(id)) { return effects.adding(.message(refusal)) }
      // Where another layer was chosen meanwhile, that stays.
      let next = document.activeID == id ? selecting.surfaceBefore : document.activeSurface
      effects.add(change { SelectionLayer.endQuickMask(id, on: &document, next: next) })
      if let before = selecting.toolBeforeMask, tool.usesBrush { effects.add(choose(before)) }
      (selecting.surfaceBefore, selecting.toolBeforeMask) = (nil, nil)
      effects.adornmentsChanged = true
      return document.selection == nil ? effects.adding(.message(translated("Nothing is selected."))) : effects
    }
    if let refusal = SelectionLayer.refusal(in: document, seen: seenPixels) { return effects.adding(.message(refusal)) }
    selecting.surfaceBefore = document.activeSurface
    effects.add(change { SelectionLayer.beginQuickMask(on: &document, seen: seenPixels) })
    (style.colour, background) = MaskColours.standard
    if !tool.draws {
      selecting.toolBeforeMask = tool
      effects.add(choose(.brush))
    }
    effects.adornmentsChanged = true
    return effects.adding(
      .message(translated("Paint what is to be selected, and erase what is not. The same key selects it.")))
  }

  /// Keeps the selection as a hidden layer.
  func keepSelection() -> Effects {
    var effects = settle()
    guard let selection = document.selection else {
      return effects.adding(.message(translated("Nothing is selected that could be kept.")))
    }
    if let refusal = SelectionLayer.refusal(in: document, seen: selection.bounds) {
      return effects.adding(.message(refusal))
    }
    effects.add(change { SelectionLayer.keep(selection, on: &document) })
    return effects.adding(
      .message(
        translated("The selection is kept in the list of layers: Ctrl and a press on its picture select it again.")))
  }
}
