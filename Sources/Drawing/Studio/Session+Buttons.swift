import Ink
import Input
import Language

/// A button of a pen, a mouse or a tablet, or a key.
enum HeldButton: Sendable, Hashable {
  case pointer(PointerButton, source: Int)
  case pad(Int)
  /// A key by its keysym in the first Latin layout, which the other held keys do not change.
  case key(UInt32)

  /// The key of an event.
  static func key(_ e: KeyEvent) -> HeldButton { .key(Key.canonical(e.latin)) }
}

/// The buttons and keys that are held and change what a press does.
struct HeldButtons {
  /// Whether the space bar is held: a press pans.
  var isSpaceHeld = false
  var erasers: Set<HeldButton> = []
  /// The numbers of the tablet's buttons that are held to pan.
  var pans: Set<Int> = []
  /// The buttons and keys that are held to blend.
  var blenders: Set<HeldButton> = []

  /// Forgets held keys.
  mutating func forgetKeys() {
    isSpaceHeld = false
    blenders = blenders.filter { if case .key = $0 { false } else { true } }
  }
}

/// The buttons of pens, mice and tablets, and held keys.
extension Session {
  /// Whether a button makes a pen erase as if it were held upside down.
  public var isEraserHeld: Bool { !buttons.erasers.isEmpty }

  /// Whether a press pans, whatever the tool.
  var isPanHeld: Bool { buttons.isSpaceHeld || !buttons.pans.isEmpty }

  /// Whether a stroke that begins now blends instead of painting.
  public var isBlendHeld: Bool { !buttons.blenders.isEmpty }

  /// The brush of a stroke that begins now with a brush.
  func asHeld(_ brush: Brush) -> Brush { isBlendHeld ? brush.blender : brush }

  func use(of button: PointerButton, _ sample: PenSample) -> Settings.ButtonUse {
    switch sample.tool {
    case .pen, .eraser: settings.penButtons[button]
    case .mouse, .touch: settings.mouseButtons[button]
    }
  }

  /// Handles a press of a button while no gesture is in progress.
  func press(_ button: PointerButton, _ e: PointerEvent) -> Effects {
    switch use(of: button, e.sample) {
    case .pan: pan(e, button: button)
    case .action(.blend): Effects()
    case .action(let action): perform(action)
    case .popUp: Effects(.popUp(e.sample.position))
    case .pick: colour(at: e.sample.position).map(setColour) ?? Effects()
    case .erase, .nothing: Effects()
    }
  }

  private func pan(_ e: PointerEvent, button: PointerButton) -> Effects {
    begin(ViewDrag(e, button: button))
    return Effects()
  }

  /// Notes the buttons that are held to erase or blend, and returns the event with the pen's end. While one
  /// is held to erase, the pen counts as its eraser end. A stroke keeps the end that it began with.
  func asHeld(_ e: PointerEvent) -> PointerEvent {
    switch e.phase {
    case .press(let button):
      switch use(of: button, e.sample) {
      case .erase: buttons.erasers.insert(.pointer(button, source: e.source))
      case .action(.blend): buttons.blenders.insert(.pointer(button, source: e.source))
      default: break
      }
    case .release(let button):
      buttons.erasers.remove(.pointer(button, source: e.source))
      buttons.blenders.remove(.pointer(button, source: e.source))
    default: break
    }
    var e = e
    switch e.phase {
    // A button's use does not depend on the pen's end.
    case .press, .release: break
    default:
      if let end = active?.pen?.penEnd {
        e.sample.tool = end
      } else if isEraserHeld {
        e.sample.tool = .eraser
      }
    }
    return e
  }

  /// Handles a button of a tablet. Rings turn the dial, which belongs to the window.
  func handle(_ e: PadEvent) -> Effects {
    switch e.phase {
    case .turn: return Effects()
    case .release(let number):
      buttons.erasers.remove(.pad(number))
      buttons.pans.remove(number)
      buttons.blenders.remove(.pad(number))
      return Effects()
    case .press(let number):
      switch settings.padUse(number, hasRing: e.hasRing) {
      case .pan: buttons.pans.insert(number)
      case .erase: buttons.erasers.insert(.pad(number))
      case .action(.blend): buttons.blenders.insert(.pad(number))
      case .action(let action): return perform(action)
      case .popUp: return Effects(.popUp(e.position))
      case .pick: return colour(at: e.position).map(setColour) ?? Effects()
      case .nothing: break
      }
      return Effects()
    }
  }

  /// How to blend, for a menu, which cannot be held.
  var blendingAdvice: String {
    guard let key = settings.keys.label(for: .blend) else {
      return translated(
        "Give “{action}” a key or a button, and hold that while you draw.", ["action": Action.blend.title])
    }
    return translated("Hold {key} while you draw.", ["key": key])
  }
}
