import Document
import Geometry

/// The view as panels show and set it.
extension Session {
  /// Sets the zoom about the window's middle, as the dial does; clamped.
  public func setZoom(_ zoom: Double) -> Effects { changeView { $0.setZoom(zoom) } }

  /// Whether the view shows the whole canvas as `Action.zoomWhole` does.
  public var showsWhole: Bool {
    var whole = view
    whole.showWhole(canvasWidth: document.width, canvasHeight: document.height)
    return (whole.center - view.center).length < 0.5 && abs(whole.zoom / view.zoom - 1) < 1e-6
  }
}
