import Geometry
import Input

extension Stage {
  /// Takes a key: first the focused widget, then its parents.
  ///
  /// Tab moves the focus if keys have moved it before, or if a popup is open; else Tab belongs to
  /// the canvas, like all unhandled keys. F6 moves the focus to the next panel, Escape back to the
  /// canvas.
  public func take(_ event: KeyEvent) -> Answer {
    guard event.isDown else { return Answer() }
    tooltip.dismiss()
    if event.keysym == KeyCode.escape, case .widget(let widget) = owner, widget.isPressed {
      widget.setPressed(false)
      // The touch continues without an owner until its release.
      (owner, presses.stroke) = (.ignored, nil)
      widget.cancel()
      return Answer(isConsumed: true)
    }
    if let widget = focused ?? popups.last, widget.offer({ $0.key(event) }) != nil { return Answer(isConsumed: true) }
    switch event.keysym {
    case KeyCode.tab, KeyCode.backTab:
      guard !popups.isEmpty || (focused != nil && isFocusVisible) || textInputFrame != nil,
        event.modifiers.isDisjoint(with: [.control, .alt])
      else { return Answer() }
      moveFocus(by: event.modifiers.contains(.shift) || event.keysym == KeyCode.backTab ? -1 : 1)
      return Answer(isConsumed: true)
    case KeyCode.f6:
      movePanelFocus(by: event.modifiers.contains(.shift) ? -1 : 1)
      return Answer(isConsumed: true)
    case KeyCode.escape where !popups.isEmpty:
      closePopup()
      return Answer(isConsumed: true)
    case KeyCode.escape where focused != nil && isFocusVisible:
      focus(nil)
      return Answer(isConsumed: true)
    default:
      // Below a modal panel the canvas gets no keys.
      return Answer(isConsumed: popups.contains { $0.isModal })
    }
  }

  /// Takes typed text.
  public func take(_ text: String) -> Answer {
    if focused?.offer({ $0.type(text) }) != nil { return Answer(isConsumed: true) }
    // Keys that come with the one that closes a field are decoded as its text.
    let scalars = text.unicodeScalars
    guard textInputFrame == nil, scalars.count == 1, let scalar = scalars.first, scalar.isASCII else {
      // Below a modal panel the canvas gets no text.
      return Answer(isConsumed: isModal)
    }
    return take(KeyEvent(keysym: scalar.value))
  }

  /// Passes pasted text to the focused widget; does nothing if it takes no text.
  public func take(pasted text: String) -> Answer {
    Answer(isConsumed: focused?.offer { $0.paste(text) } != nil)
  }

  /// The place of typed text, window px, for an input method's windows; nil if no text is
  /// expected.
  public var textInputFrame: PixelRect? { focused?.textInputFrame }

  /// Moves the focus among the widgets of the uppermost popup, or of all panels.
  public func moveFocus(by step: Int) {
    let all = popups.last.map(\.focusables) ?? keyPanels.flatMap(\.focusables)
    guard !all.isEmpty else { return }
    isFocusVisible = true
    let next =
      if let at = all.firstIndex(where: { $0 === focused }) { (at + step + all.count) % all.count } else {
        step > 0 ? 0 : all.count - 1
      }
    let old = focused
    focus(all[next])
    all[next].reveal(all[next].frame)
    if old === focused { focused?.invalidate() }
    explainFocus()
  }

  /// The panels that can have the focus, in reading order; notices come last.
  private var keyPanels: [Panel] { panels + notices }

  private func explainFocus() {
    guard let focused else { return }
    tooltip.point(at: focused, Rect(focused.frame).center)
  }

  private func movePanelFocus(by step: Int) {
    guard popups.isEmpty else { return moveFocus(by: step) }
    let all = keyPanels.filter { !$0.focusables.isEmpty }
    guard !all.isEmpty else { return }
    isFocusVisible = true
    let at = all.firstIndex { focused?.isInside($0) ?? false }
    let next = at.map { ($0 + step + all.count) % all.count } ?? (step > 0 ? 0 : all.count - 1)
    focus(all[next].focusables.first)
    explainFocus()
  }
}
