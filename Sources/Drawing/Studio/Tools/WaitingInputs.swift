import Input

/// The inputs that came while a tool was used on the canvas, in their order: keys, wheels, buttons and
/// rings of tablets. They act when the pen is lifted.
///
/// So a stroke keeps the view that it began with, and the key of the next tool does not cut it. Undo and
/// Escape do not wait, because they may take back what is being drawn. Saving does not touch it.
///
/// 1. `add` takes each input before anything else handles it.
/// 2. After each input that was handled, `next` returns what may be handled now.
public struct WaitingInputs {
  /// An input that waits.
  public enum Item: Sendable, Hashable {
    case input(InputEvent)
    /// The window lost the keyboard.
    case focusLost
  }

  /// Oldest first.
  private var items: [Item] = []

  /// No inputs.
  public init() {}

  /// Whether no input waits.
  public var isEmpty: Bool { items.isEmpty }

  /// Keeps an input if it has to wait, or to come after one that waits. Returns whether it does. A key
  /// that repeats while it is held counts once.
  public mutating func add(_ item: Item, for session: Session) -> Bool {
    guard session.keepsInputsWaiting else { return false }
    guard case .input(let input) = item else {
      items.append(item)
      return true
    }
    guard session.mayWait(input), !items.isEmpty || !session.actsAtOnce(input) else { return false }
    if case .key(let e) = input, e.isRepeat { return true }
    items.append(item)
    return true
  }

  /// Returns the oldest input, which no longer waits; nil while the tool is still in use, or if there is
  /// none.
  public mutating func next(for session: Session) -> Item? {
    items.isEmpty || session.keepsInputsWaiting ? nil : items.removeFirst()
  }
}

extension Session {
  /// Whether a gesture in progress keeps other inputs waiting for its end.
  public var keepsInputsWaiting: Bool { gesture?.keepsInputsWaiting ?? false }

  /// Whether an input is of a kind that waits. The pointer makes the gesture; modifiers change it; fingers
  /// do nothing meanwhile.
  fileprivate func mayWait(_ input: InputEvent) -> Bool {
    switch input {
    case .pointer, .touch, .pinch: false
    case .key(let e): ModifierKey.modifier(of: e.keysym) == nil
    case .scroll, .pad, .text: true
    }
  }

  /// Whether an input may take back what is being drawn, or saves the drawing, which leaves the gesture alone.
  fileprivate func actsAtOnce(_ input: InputEvent) -> Bool {
    let action: Action?
    switch input {
    case .key(let e) where e.isDown:
      if e.keysym == Key.escape { return true }
      action = settings.keys.action(for: e)
    case .pad(let e):
      guard case .press(let number) = e.phase, case .action(let use) = settings.padUse(number, hasRing: e.hasRing)
      else { return false }
      action = use
    default: return false
    }
    return action == .undo || action == .cancel || action == .save
  }
}
