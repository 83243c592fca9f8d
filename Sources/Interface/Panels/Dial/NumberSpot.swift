import Geometry
import Input
import Language
import Paint
import Toolkit

/// The shown number of a dial mode in a panel: a press, Enter or a digit opens a field for it.
///
/// The panel draws the number; this draws only its highlight.
final class NumberSpot: Widget {
  let mode: DialMode

  init(_ context: WidgetContext, _ mode: DialMode) {
    self.mode = mode
    super.init(context)
  }

  override var label: String { translated("{value}: type a number", ["value": mode.name]) }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  override var access: Access { .pressable(.button, .opensPopup) }

  override func act(_ action: AccessibleAction, on part: Int?) {
    if action == .press { open() }
  }

  override func release(_ touch: Touch) {
    if contains(touch.position) { open() }
  }

  override func key(_ key: KeyEvent) -> Bool {
    if key.modifiers.isEmpty, KeyCode.presses.contains(key.keysym) {
      if !key.isRepeat { open() }
      return true
    }
    guard let digit = key.digit else { return false }
    open(typed: digit)
    return true
  }

  private func open(typed: String = "") {
    context.stage?.open(NumberEntry(context, mode.entry(context), typed: typed), beside: frame)
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    if isHovered || isPressed {
      painter.fill(.roundedRect(r, radius: theme.px(6)), isPressed ? colours.pressed : colours.hover)
    }
    drawFocusRing(on: painter, r, radius: theme.px(6))
  }
}

extension DialMode {
  /// The field for a typed number of this mode.
  func entry(_ context: WidgetContext) -> NumberEntry.Subject {
    let state = context.state
    let factor = self == .opacity || self == .zoom ? 100.0 : 1
    let value =
      switch self {
      case .rotate: Angle(degrees: state.rotation).wrapped.degrees
      case .size: state.size
      case .opacity: state.opacity
      case .zoom: state.zoom
      case .hue: Angle(degrees: state.hue).positive.degrees
      }
    let range = range ?? (self == .hue ? 0...360 : -360...360)
    return NumberEntry.Subject(
      title: name, unit: self == .size ? "px" : factor == 100 ? "%" : "°", value: value * factor,
      range: range.lowerBound * factor...range.upperBound * factor, decimals: self == .opacity ? 0 : 1,
      set: { context.post(.released(self, $0 / factor)) })
  }
}
