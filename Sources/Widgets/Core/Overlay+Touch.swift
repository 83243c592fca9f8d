import Geometry
import Input

/// Fingers.
extension Overlay {
  /// Whether a finger that lands at a place of the window presses something here, rather than holding the canvas. While
  /// something is open that a press beside it closes, every finger does.
  public func takesTouch(at place: Point) -> Bool { covers(place) || hasPopup }

  /// Takes what fingers do with the canvas, which is the canvas's own.
  public func handle(_ event: TouchEvent) -> Response {
    tooltip.dismiss()
    // As a press on the canvas does.
    if case .hold = event { focus(nil) }
    return Response()
  }

  /// Takes a pinch on a touchpad: over the overlay it never reaches the canvas, but its end does, as it may have begun there.
  public func handle(_ event: PinchEvent) -> Response {
    if case .canvas = owner { return Response() }
    tooltip.dismiss()
    return Response(isConsumed: event.phase != .end && covers(event.position))
  }
}
