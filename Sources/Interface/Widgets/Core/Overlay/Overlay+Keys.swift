import Geometry
import Input

extension Overlay {
  /// Handles a key: first the focused widget, then its parents.
  ///
  /// Tab moves the focus if keys have moved it before, or if a popup is open; else Tab belongs to
  /// the canvas, like all unhandled keys. F6 moves the focus to the next panel, Escape back to the
  /// canvas.
  public func handle(_ event: KeyEvent) -> Response { respond { take(event) } }

  private func take(_ event: KeyEvent) -> Response {
    guard event.isDown else { return Response() }
    tooltip.dismiss()
    if event.keysym == KeyCode.escape, case .widget(let widget) = owner, widget.isPressed {
      widget.setPressed(false)
      // The touch continues without an owner until its release.
      (owner, presses.stroke) = (.ignored, nil)
      widget.cancel()
      return Response(isConsumed: true)
    }
    if let widget = focused ?? popups.last, widget.offer({ $0.key(event) }) != nil { return Response(isConsumed: true) }
    switch event.keysym {
    case KeyCode.tab, KeyCode.backTab:
      guard !popups.isEmpty || (focused != nil && isFocusVisible) || textInputFrame != nil,
        event.modifiers.isDisjoint(with: [.control, .alt])
      else { return Response() }
      moveFocus(by: event.modifiers.contains(.shift) || event.keysym == KeyCode.backTab ? -1 : 1)
      return Response(isConsumed: true)
    case KeyCode.f6:
      movePanelFocus(by: event.modifiers.contains(.shift) ? -1 : 1)
      return Response(isConsumed: true)
    case KeyCode.escape where !popups.isEmpty:
      closePopup()
      return Response(isConsumed: true)
    case KeyCode.escape where focused != nil && isFocusVisible:
      focus(nil)
      return Response(isConsumed: true)
    default:
      // Below a modal panel the canvas gets no keys.
      return Response(isConsumed: popups.contains { $0.isModal })
    }
  }

  /// Handles typed text.
  public func type(_ text: String) -> Response { respond { take(text) } }

  private func take(_ text: String) -> Response {
    if focused?.offer({ $0.type(text) }) != nil { return Response(isConsumed: true) }
    // Keys that come with the one that closes a field are decoded as its text.
    let scalars = text.unicodeScalars
    guard textInputFrame == nil, scalars.count == 1, let scalar = scalars.first, scalar.isASCII else {
      // Below a modal panel the canvas gets no text.
      return Response(isConsumed: isModal)
    }
    return take(KeyEvent(keysym: scalar.value))
  }

  /// Passes pasted text to the focused widget; does nothing if it takes no text.
  public func paste(_ text: String) -> Response {
    respond { Response(isConsumed: focused?.offer { $0.paste(text) } != nil) }
  }

  /// The place of typed text, window px, for an input method's windows; nil if no text is
  /// expected.
  public var textInputFrame: PixelRect? { focused?.textInputFrame }

  /// Moves the focus among the widgets of the uppermost popup, or of all panels.
  func moveFocus(by step: Int) {
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

  /// The panels that can have the focus, in reading order; a message comes last.
  private var keyPanels: [Panel] { panels + [message] }

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

/// The keysyms that widgets handle (keysymdef.h).
enum KeyCode {
  static let backspace: UInt32 = 0xff08
  static let tab: UInt32 = 0xff09
  static let backTab: UInt32 = 0xfe20
  static let enter: UInt32 = 0xff0d
  static let keypadEnter: UInt32 = 0xff8d
  static let escape: UInt32 = 0xff1b
  static let home: UInt32 = 0xff50
  static let left: UInt32 = 0xff51
  static let up: UInt32 = 0xff52
  static let right: UInt32 = 0xff53
  static let down: UInt32 = 0xff54
  static let pageUp: UInt32 = 0xff55
  static let pageDown: UInt32 = 0xff56
  static let end: UInt32 = 0xff57
  static let insert: UInt32 = 0xff63
  static let f6: UInt32 = 0xffc3
  static let menu: UInt32 = 0xff67
  static let f10: UInt32 = 0xffc7
  static let delete: UInt32 = 0xffff
  static let space: UInt32 = 0x20
  /// Whether a key opens the context menu of the focused widget: Menu, or Shift+F10.
  static func opensMenu(_ key: KeyEvent) -> Bool {
    key.keysym == menu && key.modifiers.isEmpty || key.keysym == f10 && key.modifiers == .shift
  }
  /// The keys that press a button.
  static let presses: Set<UInt32> = [space, enter, keypadEnter]
}
