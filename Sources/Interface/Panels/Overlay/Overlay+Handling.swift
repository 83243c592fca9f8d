import Geometry
import Input
import Language
import Studio
import Toolkit

extension Overlay {
  /// The result of an input.
  public struct Response: Sendable, Equatable {
    /// Whether the overlay consumed the input, so that nothing else may act on it.
    public var isConsumed: Bool
    /// The effects to carry out, in order.
    public var effects: [Effect]
    /// Earlier events that turn out to belong to the canvas, oldest first: they come after the effects and
    /// before the input itself.
    public var earlier: [PointerEvent] = []

    /// Creates a response from its parts.
    public init(isConsumed: Bool = false, effects: [Effect] = []) {
      self.isConsumed = isConsumed
      self.effects = effects
    }
  }

  /// Handles an input, if it is for the overlay.
  public func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let event): handle(event)
    case .touch(let event): handle(event)
    case .pinch(let event): handle(event)
    case .scroll(let event): handle(event)
    case .key(let event): handle(event)
    case .pad(let event): handle(event)
    case .text(let text): type(text)
    }
  }

  /// Handles a step of a pointer.
  public func handle(_ event: PointerEvent) -> Response { respond { take(event) } }
  /// Handles a turn of a wheel. Over the overlay it never reaches the canvas.
  public func handle(_ event: ScrollEvent) -> Response { respond { take(event) } }
  /// Handles a key.
  public func handle(_ event: KeyEvent) -> Response { respond { take(event) } }
  /// Handles a pinch on a touchpad. Over the overlay it does not reach the canvas, but its end does.
  public func handle(_ event: PinchEvent) -> Response { respond { take(event) } }
  /// Handles typed text.
  public func type(_ text: String) -> Response { respond { take(text) } }
  /// Passes pasted text to the focused widget; does nothing if it takes no text.
  public func paste(_ text: String) -> Response { respond { take(pasted: text) } }

  /// Handles a gesture of fingers on the canvas, which the canvas carries out.
  public func handle(_ event: TouchEvent) -> Response {
    respond {
      take(event)
      return Answer()
    }
  }

  /// Handles an input of a pad. Its ring turns the dial, wherever the pointer is. Its buttons
  /// belong to the canvas, except while a dialog is open.
  public func handle(_ event: PadEvent) -> Response {
    switch event.phase {
    case .turn(let angle):
      if case .canvas = owner { return Response(isConsumed: true) }
      guard context.state.settings.ring == .dial, !isModal else { return Response(isConsumed: true) }
      return respond {
        dial.turn(by: angle.degrees, isSnapping: event.modifiers.contains(.shift))
        return Answer(isConsumed: true)
      }
    case .press: return Response(isConsumed: isModal)
    // A release follows its press to the canvas, whatever has opened meanwhile.
    case .release: return Response()
    }
  }

  /// Opens the main menu beside its button, or closes it.
  public func showMenu() {
    if popups.contains(where: { ($0 as? Menu)?.isMain ?? false }) { return closeMenus() }
    closePopups()
    let entries = MainMenu(context: context).entries
    let menu: Menu
    if !bar.isHidden {
      menu = open(menu: entries, from: menuButton)
    } else {
      let margin = Double(context.whole(Self.margin))
      menu = open(menu: entries, at: Point(margin, margin))
    }
    menu.isMain = true
    if owner == nil { menu.list.highlightFirst() }
  }

  /// Switches the dial to its next mode.
  public func showNextDialMode() { dial.step(by: 1) }

  /// Performs an action of assistive technology on a widget, as a press, key or typing would. Does nothing if the
  /// widget is gone, disabled, or does not support the action.
  public func perform(_ action: AccessibleAction, on id: AccessibleNode.ID) -> Response {
    respond { act(action, on: id) }
  }

  /// The nodes of everything visible, in reading order.
  /// - Parameter title: the window's title.
  public func accessibleTree(title: String) -> AccessibleNode {
    accessibleTree(title: title, canvas: translated("Drawing"))
  }

  /// The response to an input, with the effects that widgets post meanwhile.
  func respond(_ take: () -> Answer) -> Response {
    let answer = take()
    var response = Response(isConsumed: answer.isConsumed, effects: context.interface.takePosted())
    response.earlier = answer.earlier
    return response
  }
}
