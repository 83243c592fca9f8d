import Geometry
import Input
import Language
import Paint

/// A popup with a field for one number, beside the value that it sets.
///
/// Enter, and a press elsewhere, set the number and close it; Escape closes it. A number out of range
/// becomes the nearest allowed one.
final class NumberEntry: Panel {
  /// What a typed number sets. The numbers are in the shown unit.
  struct Subject {
    var title: String
    var unit: String
    var value: Double
    var range: ClosedRange<Double>
    var decimals: Int
    var set: (Double) -> Void
  }

  let field: TextField
  private let subject: Subject
  private let unit: Label

  /// - Parameter typed: what has been typed already; the present value is shown, selected, if it is
  ///   empty.
  init(_ context: WidgetContext, _ subject: Subject, typed: String = "") {
    self.subject = subject
    field = TextField(context)
    unit = Label(context, subject.unit, tone: .dim)
    super.init(context)
    add(field)
    add(unit)
    field.title = subject.title
    field.text = typed.isEmpty ? NumberText.text(subject.value, decimals: subject.decimals) : typed
    (field.selectsOnFocus, field.isBegun) = (typed.isEmpty, !typed.isEmpty)
    field.commitsOnPress = true
    field.onChange = { [weak self] text in
      self?.field.isWrong = NumberText.number(text) == nil
    }
    field.onCommit = { [weak self] in self?.commit($0) }
  }

  private func commit(_ text: String) {
    guard let number = NumberText.number(text), number.isFinite else {
      field.isWrong = true
      return
    }
    let set = subject.set
    let value = max(subject.range.lowerBound, min(subject.range.upperBound, number))
    context.overlay?.close(self)
    set(value)
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { field }
  override var access: Access { Access(role: .panel, name: subject.title) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(96 * theme.textScale + 24), context.whole(theme.lineHeight(30) + 18))
  }

  override func layOut() {
    let inside = frame.grown(by: -context.whole(8))
    let unitWidth = subject.unit.isEmpty ? 0 : unit.size(within: inside.width).width + context.whole(6)
    field.place(
      PixelRect(minX: inside.minX, minY: inside.minY, maxX: inside.maxX - unitWidth, maxY: inside.maxY))
    let height = unit.size(within: inside.width).height
    unit.place(
      PixelRect(
        x: inside.maxX - unitWidth + context.whole(6), y: inside.minY + (inside.height - height) / 2,
        width: max(0, unitWidth - context.whole(6)), height: height))
  }
}

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
    context.overlay?.open(NumberEntry(context, mode.entry(context), typed: typed), beside: frame)
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

extension KeyEvent {
  /// The digit, minus sign or decimal separator that the key types without modifiers; nil for other
  /// keys.
  var digit: String? {
    guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    switch keysym {
    case 0x30...0x39, 0x2C...0x2E: return Unicode.Scalar(keysym).map { String(Character($0)) }
    case 0xFFB0...0xFFB9: return "\(keysym - 0xFFB0)"
    default: return nil
    }
  }
}
