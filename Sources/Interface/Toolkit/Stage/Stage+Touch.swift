import Geometry
import Ink
import Input

extension Stage {
  /// Whether a finger at a point of the window presses a widget instead of the
  /// canvas. While a popup is open, every finger does, since a press beside it closes it.
  public func takesTouch(at place: Point) -> Bool {
    hasPopup || covers(place)
  }

  /// Takes note of a gesture of fingers on the canvas, which the canvas carries out.
  public func take(_ event: TouchEvent) {
    tooltip.dismiss()
    // As for a press on the canvas.
    if case .hold = event { focus(nil) }
  }

  /// Takes a pinch on a touchpad. Over a panel it does not reach the canvas, but its end
  /// does, because the pinch may have begun there.
  public func take(_ event: PinchEvent) -> Answer {
    if case .canvas = owner { return Answer() }
    tooltip.dismiss()
    let isConsumed = event.phase != .end && covers(event.position)
    if event.phase == .begin {
      presses.pinched = target(at: event.position).widget?.offer { $0.pinch(event) }
      return Answer(isConsumed: isConsumed)
    }
    guard let pinched = presses.pinched else { return Answer(isConsumed: isConsumed) }
    if event.phase == .end { presses.pinched = nil }
    _ = pinched.pinch(event)
    return Answer(isConsumed: event.phase != .end)
  }
}
