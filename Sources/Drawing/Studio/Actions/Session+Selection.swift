import Document
import Geometry
import Ink
import Input
import Language
import Raster

/// Selecting, and what is done with what is selected.
extension Session {
  // MARK: actions

  /// Selects the whole canvas.
  public func selectAll() -> Effects {
    select { Mask(width: $0.width, height: $0.height, isFull: true) }
  }

  /// Selects nothing; what floats is laid down first.
  public func deselect() -> Effects { select { _ in nil } }

  /// Keeps what is selected, or all of the active sheet where nothing is, for pasting.
  public func copy() -> Effects {
    let effects = finishGesture()
    guard let clipping = document.copied() else { return effects }
    clipboard = clipping
    return effects.adding(.copied)
  }

  /// Copies what is selected, or the whole sheet, and deletes it.
  public func cut() -> Effects {
    var effects = copy()
    effects.add(delete())
    return effects
  }

  /// Deletes what is selected on the active sheet, or all of it where nothing is.
  public func delete() -> Effects { clear() }

  func clear() -> Effects {
    // What floats is not on the sheet yet.
    if document.floating == nil, let refusal = drawingRefusal { return refusal }
    return change { document.clearActiveLayer() }
  }

  /// Lets what was copied float: in its place where that is in sight, else in the middle of the window.
  public func paste() -> Effects {
    guard let clipboard else {
      return Effects(.message(translated("There is nothing to paste yet: copy something first")))
    }
    if let refusal = drawingRefusal { return refusal }
    let place = Rect(clipboard.bounds)
    return float(clipboard, by: place.intersects(seen) ? .zero : middleSeen - place.center)
  }

  /// Asks the program to paste what was copied last, here or elsewhere; says so where nothing can be pasted now.
  func askToPaste() -> Effects { drawingRefusal ?? Effects(.paste) }

  /// Lets a picture from elsewhere float: with its middle at a place, else in the middle of what is seen, but moved so that it
  /// lies on the canvas; what is larger than that is made to fit it.
  /// - Parameter place: in the window, px.
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
            "The picture of {width} x {height} px is larger than the canvas: it was made to fit.",
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
    let count = document.history.undoCount
    let region = document.float(
      clipping, translation: Vector(way.dx.rounded(), way.dy.rounded()), scale: scale)
    effects.damage.add(region)
    effects.historyChanged = document.history.undoCount != count
    effects.adornmentsChanged = true
    update(region)
    if !tool.selects {
      tool = .selectRectangle
      effects.toolsChanged = true
    }
    return effects
  }

  private func select(_ mask: (borrowing Document) -> Mask?) -> Effects {
    var effects = settle()
    let count = document.history.undoCount
    document.select(mask(document))
    effects.historyChanged = effects.historyChanged || document.history.undoCount != count
    effects.adornmentsChanged = true
    return effects
  }

  /// Lays down what floats.
  func dropFloating() -> Effects {
    guard document.floating != nil else { return Effects() }
    return change { document.drop() }
  }

  // MARK: what is shown

  /// The edge of what is selected or floats, closed polylines in canvas px; empty where nothing is. Inside lies to the right.
  public var selectionOutline: [[Point]] {
    guard let mask = document.floating?.clipping.mask ?? document.selection else { return [] }
    let map = document.floating?.map ?? .identity
    if outlineCache?.mask != mask { outlineCache = (mask, mask.outlines) }
    let lines = outlineCache?.lines ?? []
    return map == .identity ? lines : lines.map { line in line.map { map($0) } }
  }

  /// The edge that is being drawn, a polyline in canvas px; empty where none is.
  public var selectionDraft: [Point] { if case .selecting(let drag) = gesture { drag.outline } else { [] } }

  /// The frame with the handles, while a tool that selects is in hand and something is selected or floats.
  public var selectionFrame: SelectionFrame? {
    guard tool.selects else { return nil }
    if let piece = document.floating { return SelectionFrame(rect: Rect(piece.clipping.bounds), map: piece.map) }
    return document.selection.map { SelectionFrame(rect: Rect($0.bounds), map: .identity) }
  }

  /// What a touch at a window place would take hold of; nil where a new selection would begin.
  public func selectionHandle(at place: Point) -> SelectionFrame.Handle? {
    guard let frame = selectionFrame, let handle = frame.handle(at: place, in: view, scale: interfaceScale) else {
      return nil
    }
    if handle != .inside || document.floating != nil { return handle }
    // Inside the frame of a lasso's selection is not all selected.
    let p = view.windowToCanvas(place)
    return document.selection?[Int(p.x.rounded(.down)), Int(p.y.rounded(.down))] == true ? .inside : nil
  }

  // MARK: gestures

  func beginSelecting(_ e: PointerEvent) -> Effects {
    let handle = selectionHandle(at: e.sample.position)
    if handle != nil, document.floating == nil, let refusal = drawingRefusal { return refusal }
    if let handle, let frame = selectionFrame, handle != .inside || e.modifiers.isEmpty {
      gesture = .moving(
        FloatingSelectionDrag(
          handle, at: e.sample.position, modifiers: e.modifiers, floated: document.floating?.placement,
          rect: frame.rect))
      return adornmentEffects
    }
    var effects = dropFloating()
    gesture = .selecting(
      SelectionDrag(
        isLasso: tool == .selectLasso, at: view.windowToCanvas(e.sample.position), modifiers: e.modifiers,
        scale: 1 / view.zoom))
    effects.adornmentsChanged = true
    return effects
  }

  /// Selects what an edge goes round; a tap selects nothing.
  func finish(_ drag: SelectionDrag) -> Effects {
    if drag.isTap {
      if drag.mode == .replace { return deselect() }
      return adornmentEffects
    }
    return select { drag.applied(to: $0.selection, width: $0.width, height: $0.height) }
  }

  /// Shows a piece where the pen has taken it.
  func place(_ drag: FloatingSelectionDrag) -> Effects {
    var effects = Effects()
    guard drag.hasMoved, document.lift() else { return effects }
    effects.damage = document.place(drag.placement(in: view))
    effects.adornmentsChanged = true
    return effects
  }
}
