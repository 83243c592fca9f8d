import Geometry
import Ink
import Input

extension Overlay {
  /// Whether a finger at a point of the window presses something of the overlay instead of the
  /// canvas. While a popup is open, every finger does, since a press beside it closes it.
  public func takesTouch(at place: Point) -> Bool {
    hasPopup || covers(place)
  }

  /// Handles a gesture of fingers on the canvas, which the canvas carries out.
  public func handle(_ event: TouchEvent) -> Response {
    tooltip.dismiss()
    // As for a press on the canvas.
    if case .hold = event { focus(nil) }
    return Response()
  }

  /// Handles a pinch on a touchpad. Over the overlay it does not reach the canvas, but its end
  /// does, because the pinch may have begun there.
  public func handle(_ event: PinchEvent) -> Response { respond { take(event) } }

  private func take(_ event: PinchEvent) -> Response {
    if case .canvas = owner { return Response() }
    tooltip.dismiss()
    let isConsumed = event.phase != .end && covers(event.position)
    if event.phase == .begin {
      presses.pinched = target(at: event.position).widget?.offer { $0.pinch(event) }
      return Response(isConsumed: isConsumed)
    }
    guard let pinched = presses.pinched else { return Response(isConsumed: isConsumed) }
    if event.phase == .end { presses.pinched = nil }
    _ = pinched.pinch(event)
    return Response(isConsumed: event.phase != .end)
  }
}
