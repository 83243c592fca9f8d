import Input

extension Settings {
  /// What a button of a pen, mouse or tablet does.
  public enum ButtonUse: Sendable, Hashable {
    case nothing
    /// Moves the canvas while it is held.
    case pan
    /// Picks the colour under the pointer.
    case pick
    /// Shows brushes and colours under the pointer.
    case popUp
    /// Erases while it is held, as the pen's other end does.
    case erase
    /// Does what a key could ask for.
    case action(Action)
  }

  /// What the buttons of pens, or of mice, do, but for the one that draws.
  public struct ButtonUses: Sendable, Hashable {
    /// Button 2: a mouse's middle one, the lower one at most pens' side.
    public var middle: ButtonUse
    /// Button 3: a mouse's right one, the upper one at most pens' side.
    public var secondary: ButtonUse
    /// Button 8: a mouse's thumb button "back", a pen's third one.
    public var back: ButtonUse
    /// Button 9: a mouse's thumb button "forward".
    public var forward: ButtonUse

    /// The uses of all.
    public init(
      middle: ButtonUse, secondary: ButtonUse, back: ButtonUse = .nothing, forward: ButtonUse = .nothing
    ) {
      self.middle = middle
      self.secondary = secondary
      self.back = back
      self.forward = forward
    }

    /// The use of a button; nothing for the one that draws.
    public subscript(button: PointerButton) -> ButtonUse {
      switch button {
      case .contact: .nothing
      case .middle: middle
      case .secondary: secondary
      case .back: back
      case .forward: forward
      }
    }
  }

  /// What a finger on a tablet's ring or strip does.
  public enum RingUse: String, Sendable, Hashable, CaseIterable {
    /// Turns the dial, whatever that turns at the time.
    case dial
    /// Nothing.
    case none
  }

  /// The default use of a tablet's button, by its number on the pad from 1 on. With a ring, the
  /// first button is usually in its middle.
  public static func standardPadUse(_ number: Int, hasRing: Bool) -> ButtonUse {
    let uses: [ButtonUse] = [.action(.undo), .action(.redo), .pan, .popUp]
    let all = hasRing ? [.action(.nextDialMode)] + uses : uses
    return all.indices.contains(number - 1) ? all[number - 1] : .nothing
  }

  /// What a button of a tablet does, by its number on the pad from 1 on.
  public func padUse(_ number: Int, hasRing: Bool) -> ButtonUse {
    padButtons[number] ?? Self.standardPadUse(number, hasRing: hasRing)
  }
}
