import Geometry
import Input
import Studio

/// A tablet's ring and buttons.
extension Overlay {
  /// Takes what was done on a pad: its ring turns the dial, wherever the pointer is. Its buttons are the canvas's, but while
  /// a dialog wants an answer.
  public func handle(_ event: PadEvent) -> Response {
    switch event.phase {
    case .turn(let angle):
      if case .canvas = owner { return Response(isConsumed: true) }
      guard context.state.settings.ring == .dial, !isModal else { return Response(isConsumed: true) }
      return Response(
        isConsumed: true, effects: dial.turn(by: angle.degrees, isSnapping: event.modifiers.contains(.shift)))
    case .press: return Response(isConsumed: isModal)
    // What was pressed is released, whatever has opened meanwhile.
    case .release: return Response()
    }
  }

  /// Has the dial turn what comes after what it turns now.
  public func showNextDialMode() { dial.step(by: 1) }

  private var isModal: Bool { popups.contains { $0.isModal } }
}
