import Geometry
import Ink
import Input

/// The keys that the overlay knows, as X numbers them (keysymdef.h).
private enum Key {
  static let tab: UInt32 = 0xff09
  static let escape: UInt32 = 0xff1b
  static let left: UInt32 = 0xff51
  static let up: UInt32 = 0xff52
  static let right: UInt32 = 0xff53
  static let down: UInt32 = 0xff54
}

/// The way of an input: who owns it, and what it does there.
extension Overlay {
  /// Whether a place of the window is the overlay's, so that the canvas shows no cursor there.
  public func covers(_ place: Point) -> Bool { part(at: place) != nil }

  /// Takes an input, if it is the overlay's.
  public func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let event): handle(event)
    case .scroll(let event): handle(event)
    case .key(let event): handle(event)
    // No part of it takes text.
    case .text: Response()
    }
  }

  /// Takes a step of a pointer.
  public func handle(_ event: PointerEvent) -> Response {
    let place = event.sample.position
    switch event.phase {
    case .down: return down(at: place)
    case .drag: return drag(to: place, isSnapping: event.modifiers.contains(.shift))
    case .up: return up(at: place)
    case .hover:
      return Response(isConsumed: part(at: place) != nil, dirty: hover(part(at: place)))
    case .left:
      // The canvas wants to know that too.
      return Response(dirty: owner == nil ? hover(nil) : .empty)
    case .press(let button):
      guard owner == nil ? part(at: place) != nil : owner != .canvas else { return Response() }
      buttons.insert(button)
      return Response(isConsumed: true)
    case .release(let button):
      return Response(isConsumed: buttons.remove(button) != nil)
    }
  }

  /// Takes a turn of a wheel: over the dial it turns it, over other panels it does nothing.
  public func handle(_ event: ScrollEvent) -> Response {
    guard owner != .canvas, let part = part(at: event.position) else { return Response() }
    guard part == .dial else { return Response(isConsumed: true) }
    // Away from the user is up, and up is more.
    let (outcome, dirty) = dial.input { model in
      model.scroll(notches: -event.dy, isSnapping: event.modifiers.contains(.shift))
    }
    return Response(isConsumed: true, effect: effect(outcome), dirty: dirty)
  }

  /// Takes a key: Tab hides and shows the panels, Escape takes back a turn, arrows turn the dial while it has the focus.
  public func handle(_ event: KeyEvent) -> Response {
    guard event.isDown, event.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return Response() }
    let isSnapping = event.modifiers.contains(.shift)
    switch event.keysym {
    case Key.tab where !event.isRepeat && !isSnapping: return showPanels(!arePanelsShown)
    case Key.escape where dial.model.isPressed:
      let (outcome, dirty) = dial.input { $0.cancel() }
      return Response(isConsumed: true, effect: effect(outcome), dirty: dirty)
    case Key.right, Key.up: return arrow(1, isSnapping)
    case Key.left, Key.down: return arrow(-1, isSnapping)
    default: return Response()
    }
  }

  // MARK: Steps

  private func arrow(_ steps: Int, _ isSnapping: Bool) -> Response {
    guard dial.isFocused, isShown(.dial) else { return Response() }
    let (outcome, dirty) = dial.input { $0.key(steps: steps, isSnapping: isSnapping) }
    return Response(isConsumed: true, effect: effect(outcome), dirty: dirty)
  }

  private func down(at place: Point) -> Response {
    // A press whose release got lost is over now.
    var response = owner == nil ? Response() : end()
    let part = part(at: place)
    owner = part.map { .part($0) } ?? .canvas
    response.isConsumed = part != nil
    response.dirty = response.dirty.union(hover(part)).union(seen(dial.focus(part == .dial)))
    switch part {
    case .dial:
      // On a mode's button the model ignores it: its mode is chosen already.
      let (_, dirty) = dial.input { [center = dial.center] in $0.press(at: place - center) }
      response.dirty = response.dirty.union(dirty)
    case .toast: response.dirty = response.dirty.union(toast.hide())
    case .status, nil: break
    }
    return response
  }

  private func drag(to place: Point, isSnapping: Bool) -> Response {
    guard case .part(let part) = owner else { return Response() }
    guard part == .dial else { return Response(isConsumed: true) }
    let (outcome, dirty) = dial.input { [center = dial.center] in
      $0.move(to: place - center, isSnapping: isSnapping)
    }
    return Response(isConsumed: true, effect: effect(outcome), dirty: dirty)
  }

  private func up(at place: Point) -> Response {
    var response = end()
    response.dirty = response.dirty.union(hover(part(at: place)))
    return response
  }

  /// Ends the press for its owner.
  private func end() -> Response {
    defer { owner = nil }
    guard case .part(let part) = owner else { return Response() }
    guard part == .dial else { return Response(isConsumed: true) }
    let (outcome, dirty) = dial.input { $0.release() }
    return Response(isConsumed: true, effect: effect(outcome), dirty: dirty)
  }

  private func hover(_ part: Part?) -> PixelRect { seen(dial.hover(part == .dial)) }

  /// What the dial dirtied, where it is on the window at all.
  func seen(_ dirty: PixelRect) -> PixelRect { isShown(.dial) ? dirty : .empty }

  /// What the world must do about what happened in the dial.
  func effect(_ outcome: DialModel.Outcome) -> Effect? {
    switch outcome {
    case .ignored, .held: nil
    case .turning(let value): .turning(dial.model.mode, value)
    case .released(let value): .released(dial.model.mode, value)
    }
  }
}
