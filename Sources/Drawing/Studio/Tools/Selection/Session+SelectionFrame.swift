import Document
import Geometry
import Raster

/// What the canvas shows of the selection: outline, frame and handles.
extension Session {
  /// The outline of the selection, also of a floating one: closed polylines in canvas px with the
  /// inside to the right. Empty without a selection, while a stroke is drawn, and while it is hidden.
  public var selectionOutline: [[Point]] {
    guard !selecting.hidesLine, !isDrawing, let mask = document.floating?.clipping.mask ?? document.selection else {
      return []
    }
    let map = document.floating?.map ?? .identity
    if selecting.outlines?.mask != mask { selecting.outlines = (mask, mask.outlines) }
    let lines = selecting.outlines?.lines ?? []
    return map == .identity ? lines : lines.map { line in line.map { map($0) } }
  }

  /// The place of the selection in the window, px; nil without one, and during gestures.
  public var selectionPlace: PixelRect? {
    let piece = document.floating
    guard active == nil, let bounds = piece?.clipping.bounds ?? document.selection?.bounds else { return nil }
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
}
