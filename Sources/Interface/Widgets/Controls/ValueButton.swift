import Geometry
import Input
import Paint

/// The target over a shown number that lets the user type another. The number itself is drawn by
/// its owner.
///
/// A press, Enter, Space or a digit opens the entry.
final class ValueButton: Widget {
  /// The number as it is now; nil while it cannot be changed.
  var form: () -> NumberForm? = { nil }
  var onEnter: (Double) -> [Overlay.Effect] = { _ in [] }
  /// The shown text, for screen readers.
  var words: () -> String = { "" }

  override var label: String { form()?.title ?? "" }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  private func open(_ typed: String = "") {
    guard let form = form() else { return }
    context.overlay?.askNumber(form, beside: self, typed: typed) { [weak self] in self?.onEnter($0) ?? [] }
  }

  override func release(_ touch: Touch) -> [Overlay.Effect] {
    if contains(touch.position) { open() }
    return []
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isEmpty else { return nil }
    if KeyCode.presses.contains(key.keysym) {
      if !key.isRepeat { open() }
      return []
    }
    guard NumberForm.starts(key) else { return nil }
    open(key.text)
    return []
  }

  override var access: Access {
    var access = Access.pressable(.button, .opensPopup)
    access.text = nil
    access.description = words()
    return access
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    if isHovered || isPressed {
      let y = (r.center.y + theme.px(9 * theme.textScale)).rounded()
      painter.fill(.rect(Rect(x: r.minX, y: y, width: r.width, height: theme.whole(1))), colours.dim)
    }
    drawFocusRing(on: painter, r.insetBy(theme.px(2)), radius: theme.px(5))
  }
}
