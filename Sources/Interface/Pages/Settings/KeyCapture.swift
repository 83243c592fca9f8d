import Geometry
import Input
import Language
import Paint
import Panels
import Studio
import Toolkit

/// A button that waits for a key after it was pressed.
///
/// While it waits it takes every key. Escape or a loss of focus ends the waiting.
final class KeyCapture: Widget {
  var title = translated("Add a shortcut")
  var onKey: (Keystroke) -> Void = { _ in }
  private(set) var isWaiting = false

  override var label: String { title }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  func begin() {
    context.overlay?.focus(self)
    wait(true)
  }

  override var access: Access {
    var access = Access.pressable(.toggleButton, isWaiting ? .checked : [])
    if isWaiting { access.description = Self.asking }
    return access
  }

  private func wait(_ isWaiting: Bool) {
    guard isWaiting != self.isWaiting else { return }
    self.isWaiting = isWaiting
    invalidate()
  }

  override func release(_ touch: Touch) {
    if contains(touch.position) { wait(!isWaiting) }
  }

  override func focusChanged() { if !isFocused { wait(false) } }

  override func key(_ key: KeyEvent) -> Bool {
    guard isWaiting else {
      guard key.modifiers.isEmpty, KeyCode.presses.contains(key.keysym) else { return false }
      wait(true)
      return true
    }
    if key.isRepeat { return true }
    if key.keysym == KeyCode.escape, key.modifiers.isEmpty {
      wait(false)
      return true
    }
    guard let keystroke = Keystroke(key) else { return true }
    wait(false)
    onKey(keystroke)
    return true
  }

  private static let asking = translated("Press a key, or Esc")

  override func size(within width: Int) -> (width: Int, height: Int) {
    let widest = [title, Self.asking].map { context.line($0, .semibold).width }.max() ?? 0
    return (min(width, Int(widest.rounded(.up)) + context.whole(28)), context.whole(40))
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let shape = Path.roundedRect(r, radius: theme.px(9))
    painter.fill(shape, isWaiting ? colours.accent : colours.hover)
    if isEnabled, isPressed || isHovered { painter.fill(shape, isPressed ? colours.pressed : colours.hover) }
    painter.outline(r, radius: theme.px(9), theme)
    drawFocusRing(on: painter, r.insetBy(theme.px(2)), radius: theme.px(8))
    painter.draw(
      context.line(isWaiting ? Self.asking : title, .semibold, maxWidth: r.width - theme.px(8)),
      at: Point(r.center.x, r.center.y + theme.px(5)), anchor: .middle,
      !isEnabled ? colours.disabled : isWaiting ? colours.onAccent : colours.accentText)
  }
}
