import Document
import Geometry
import Language
import Raster

/// The actions on the selection.
extension Session {
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

  func select(_ mask: (borrowing Document) -> Mask?) -> Effects {
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
}
