import Document
import Geometry
import Raster

/// What the canvas shows of the selection: outline, frame and handles.
extension Session {
  /// The outline of the selection, also of a floating one: closed polylines in canvas px with the
  /// inside to the right. Empty without a selection.
  public var selectionOutline: [[Point]] {
    guard let mask = document.floating?.clipping.mask ?? document.selection else { return [] }
    let map = document.floating?.map ?? .identity
    if selecting.outlines?.mask != mask { selecting.outlines = (mask, mask.outlines) }
    let lines = selecting.outlines?.lines ?? []
    return map == .identity ? lines : lines.map { line in line.map { map($0) } }
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
