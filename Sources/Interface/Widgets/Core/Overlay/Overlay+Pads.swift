import Geometry
import Input
import Studio

/// Input of a tablet's ring and buttons.
extension Overlay {
  /// Handles an input of a pad. Its ring turns the dial, wherever the pointer is. Its buttons
  /// belong to the canvas, except while a dialog is open.
  public func handle(_ event: PadEvent) -> Response {
    switch event.phase {
    case .turn(let angle):
      if case .canvas = owner { return Response(isConsumed: true) }
      guard context.state.settings.ring == .dial, !isModal else { return Response(isConsumed: true) }
      return respond {
        dial.turn(by: angle.degrees, isSnapping: event.modifiers.contains(.shift))
        return Response(isConsumed: true)
      }
    case .press: return Response(isConsumed: isModal)
    // A release follows its press to the canvas, whatever has opened meanwhile.
    case .release: return Response()
    }
  }

  /// Switches the dial to its next mode.
  public func showNextDialMode() { dial.step(by: 1) }

  /// Whether a panel is open below which nothing else gets keys.
  public var isModal: Bool { popups.contains { $0.isModal } }
}
