import Ink
import Input

/// A button that is held, of whatever it is a part.
enum HeldButton: Sendable, Hashable {
  case pointer(PointerButton, source: Int)
  case pad(Int)
}

/// What the buttons of pens, mice and tablets do.
extension Session {
  /// Whether a button makes a pen erase as if it were held upside down.
  public var isEraserHeld: Bool { !heldErasers.isEmpty }

  /// Whether a press moves the canvas, whatever the tool.
  var isPanHeld: Bool { isSpaceHeld || !heldPans.isEmpty }

  /// What the user set a button to do.
  func use(of button: PointerButton, _ sample: PenSample) -> Settings.ButtonUse {
    switch sample.tool {
    case .pen, .eraser: settings.penButtons[button]
    case .mouse, .touch: settings.mouseButtons[button]
    }
  }

  /// A button went down while nothing is in progress.
  func press(_ button: PointerButton, _ e: PointerEvent) -> Effects {
    switch use(of: button, e.sample) {
    case .pan: beginViewDrag(e, button: button)
    case .action(let action): perform(action)
    case .popUp: Effects(.popUp(e.sample.position))
    case .pick: colour(at: e.sample.position).map(setColour) ?? Effects()
    case .erase, .nothing: Effects()
    }
  }

  /// Takes note of buttons that are held to erase, also while something is in progress. While one is, a pen counts as held
  /// upside down; but a stroke ends as what it began.
  func asHeld(_ e: PointerEvent) -> PointerEvent {
    switch e.phase {
    case .press(let button):
      if use(of: button, e.sample) == .erase { heldErasers.insert(.pointer(button, source: e.source)) }
    case .release(let button): heldErasers.remove(.pointer(button, source: e.source))
    default: break
    }
    var e = e
    switch e.phase {
    // A button does what it is set to, whichever end the pen seems to have.
    case .press, .release: break
    default: if isDrawing { e.sample.tool = strokeTool } else if isEraserHeld { e.sample.tool = .eraser }
    }
    return e
  }

  /// Buttons of a tablet. Rings turn the dial, which is not the session's.
  func handle(_ e: PadEvent) -> Effects {
    switch e.phase {
    case .turn: return Effects()
    case .release(let number):
      heldErasers.remove(.pad(number))
      heldPans.remove(number)
      return Effects()
    case .press(let number):
      switch settings.padUse(number, hasRing: e.hasRing) {
      case .pan: heldPans.insert(number)
      case .erase: heldErasers.insert(.pad(number))
      case .action(let action): return perform(action)
      case .popUp: return Effects(.popUp(e.position))
      case .pick: return colour(at: e.position).map(setColour) ?? Effects()
      case .nothing: break
      }
      return Effects()
    }
  }
}
