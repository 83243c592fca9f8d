import Document
import Geometry
import Input
import Language
import Raster

/// Changes of the view by panels and the window.
extension Session {
  /// Takes the window's new size, px. A view that shows the whole canvas keeps showing all of it.
  /// While a tool is used on the canvas, the drawing stays at its place in the window until the end.
  /// - Parameter newArea: the new `openArea`.
  public func resize(width: Int, height: Int, openArea newArea: PixelRect? = nil) -> Effects {
    if keepsInputsWaiting {
      if viewAtGesture == nil { viewAtGesture = (view, wholeView) }
      openArea = newArea
      view.resize(width: width, height: height, keepsPlaces: true)
      return viewEffects()
    }
    let shown = wholeView
    openArea = newArea
    view.resize(width: width, height: height)
    if let shown { showWhole(shown) }
    return viewEffects()
  }

  /// Follows the changes of the window's size during the gesture that has ended.
  func followWindow() -> Effects {
    guard !keepsInputsWaiting, let (before, shown) = viewAtGesture else { return Effects() }
    let size = (width: view.windowWidth, height: view.windowHeight)
    viewAtGesture = nil
    view = before
    view.resize(width: size.width, height: size.height)
    if let shown { showWhole(shown) }
    return viewEffects()
  }

  /// The whole drawing, canvas px: the canvas, or what is drawn on an endless one with a margin. On
  /// an empty endless canvas, the middle.
  var whole: Rect {
    guard document.isEndless else { return Rect(document.bounds) }
    let state = document.history.state
    if let known = rendering.drawn, known.state == state { return Rect(known.bounds) }
    let bounds = document.frame
    rendering.drawn = (state, bounds)
    return Rect(bounds)
  }

  /// The part of the canvas that the window shows, canvas px.
  public var seenPixels: PixelRect {
    let window = Rect(x: 0, y: 0, width: Double(view.windowWidth), height: Double(view.windowHeight))
    return PixelRect(covering: view.windowToCanvas.bounds(of: window)).intersection(document.bounds)
  }

  /// Shows the whole drawing in the part of the window that panels leave free.
  func fitWhole() -> Effects {
    showWhole(.openArea)
    return viewEffects()
  }

  /// Shows the drawing as wide as the window, upright or turned, at its vertical place.
  func showWidth() -> Effects { changeView { $0.show(whole, byWidth: true, in: area(of: .openArea)) } }

  /// Shows the selected pixels as large as possible.
  func showSelection() -> Effects {
    guard let bounds = document.floating?.bounds ?? document.selection?.bounds else {
      return Effects(.message(translated("Nothing is selected, so there is nothing to zoom to.")))
    }
    return changeView { $0.show(Rect(bounds), byWidth: false, in: area(of: .openArea)) }
  }

  /// Sets the rotation about the window's middle.
  public func setRotation(_ angle: Angle) -> Effects {
    view.setRotation(angle)
    return viewEffects()
  }

  /// Sets the zoom about the window's middle, clamped to `View.zooms`.
  public func setZoom(_ zoom: Double) -> Effects { changeView { $0.setZoom(zoom) } }

  /// Where a view shows the whole canvas.
  enum WholeView: CaseIterable {
    /// In the part of the window that panels leave free, as `Action.zoomWhole` does.
    case openArea
    /// In the window, as a new drawing is shown.
    case window
  }

  /// Whether the view shows the whole canvas.
  public var showsWhole: Bool { wholeView != nil }

  /// Where the view shows the whole canvas; nil if it does not.
  var wholeView: WholeView? {
    WholeView.allCases.first {
      var shown = view
      shown.showWhole(whole, in: area(of: $0))
      return (shown.center - view.center).length < 0.5 && abs(shown.zoom / view.zoom - 1) < 1e-6
    }
  }

  /// Shows the whole drawing.
  func showWhole(_ place: WholeView) { view.showWhole(whole, in: area(of: place)) }

  private func area(of place: WholeView) -> Rect? { place == .window ? nil : openArea.map { Rect($0) } }

  /// Follows a change of the canvas: the window shows the same part of the drawing, or still the
  /// whole.
  /// - Parameter old: `Document.canvasMap` before the change.
  func followCanvas(from old: Affine, whole shown: WholeView?) -> Effects {
    rendering.forgetCanvas(width: document.width, height: document.height)
    selecting.outlines = nil
    (toolSettings.crop, selecting.corners) = (nil, [])
    if let back = old.inverse {
      let map = document.canvasMap * back
      view.follow(map)
      if let center = toolSettings.symmetry.center { toolSettings.symmetry.center = map(center) }
    }
    // A canvas that became endless has no edges to show.
    if let shown, !document.isEndless { showWhole(shown) }
    var effects = viewEffects()
    effects.canvasChanged = true
    effects.adornmentsChanged = true
    effects.panelsChanged = true
    return effects
  }

  func viewEffects() -> Effects {
    var effects = Effects()
    effects.viewChanged = true
    let isSeen = seesEdge
    if isSeen, !rendering.isEdgeSeen { effects.requests.append(.message(Self.edgeMessage)) }
    rendering.isEdgeSeen = isSeen
    return effects
  }

  func changeView(_ body: (inout View) -> Void) -> Effects {
    body(&view)
    return viewEffects()
  }
}
