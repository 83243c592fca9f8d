import Geometry
import Input
import Paint

/// A slider for a value.
///
/// Pressed on its knob, it keeps the distance to the pointer; elsewhere the knob jumps there. A
/// double press sets the standard value, Escape while dragging the previous one. Wheel and arrow
/// keys move by a step (with Shift by a tenth on a logarithmic scale). Page keys move by ten steps,
/// Home and End to the ends. A typed digit opens a field for a number, as does a press on the text beside
/// the bar or in the box, and the right button. A drag that begins on the text in a box sets the value.
///
/// While it is dragged, it ignores `value` and shows its own.
public final class Slider: Widget {
  public let scale: SliderScale
  public let isVertical: Bool
  /// The value of a double press; nil for none.
  public var standard: Double?
  public var title = ""
  /// The text beside the bar, and the widest text that it can be; nil for none.
  public var text: ((Double) -> String)?
  public var widestText = ""
  /// Called with another value. `isSettled` is false while it is being dragged.
  public var onChange: (_ value: Double, _ isSettled: Bool) -> Void = { _, _ in }
  /// The value for screen readers if another widget shows it.
  public var spoken: ((Double) -> String)?

  /// The offset of the bar from the middle of the frame, across, px at 96 dpi.
  public var barOffset = 0.0
  /// Preferred length of the bar, px at 96 dpi.
  public var length = 200.0
  public var wheelSteps = 1.0
  /// Whether it is a box that is filled up to the value, with the text in it.
  public var isBox = false
  /// Whether numbers are typed in percent.
  public var isPercent = false
  /// The field for a typed number; nil for one by the slider's own range.
  public var entry: (() -> NumberEntry.Subject)?
  /// Called when `isInUse` may have changed.
  public var onUse: () -> Void = {}
  public var isInUse: Bool { isHovered || isPressed || showsFocus }

  public var value: Double {
    get { shown }
    set { if !isHeld { show(newValue) } }
  }

  private var shown: Double
  private var isHeld = false
  private var valueBefore = 0.0
  /// Distance along the bar from the touch to the knob's centre.
  private var grip = 0.0
  /// Where a press on the text in the box began, until it is dragged away from there.
  private var textPress: Point?

  public init(_ context: WidgetContext, _ scale: SliderScale, isVertical: Bool = false) {
    (self.scale, self.isVertical, shown) = (scale, isVertical, scale.range.lowerBound)
    super.init(context)
  }

  public override var label: String { title }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  private func show(_ value: Double) {
    guard value != shown else { return }
    let (before, text) = (knob, text?(shown))
    shown = value
    if knob != before || text != self.text?(shown) { invalidate() }
  }

  // MARK: Layout

  private var knobRadius: Double { isBox ? 0 : theme.px(9) }
  private var textWidth: Int {
    text == nil || isVertical || isBox ? 0 : Int(context.line(widestText).width.rounded(.up)) + context.whole(12)
  }
  private var textHeight: Int { text == nil || !isVertical ? 0 : context.whole(theme.lineHeight(22)) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    isVertical
      ? (context.whole(40), context.whole(length) + textHeight)
      : (min(width, context.whole(length) + textWidth), context.whole(40))
  }

  /// The line of the knob's centre, from the least to the greatest value.
  private var way: (start: Point, end: Point) {
    let r = Rect(frame)
    if isVertical {
      let x = (r.minX + r.maxX) / 2 + theme.px(barOffset)
      return (Point(x, r.maxY - Double(textHeight) - knobRadius), Point(x, r.minY + knobRadius))
    }
    let y = (r.minY + r.maxY) / 2 + theme.px(barOffset)
    return (Point(r.minX + knobRadius, y), Point(r.maxX - Double(textWidth) - knobRadius, y))
  }

  /// The knob's centre, on whole px along the bar.
  public var knob: Point {
    let p = way.start.lerp(to: way.end, scale.share(of: shown))
    return isVertical ? Point(p.x, p.y.rounded()) : Point(p.x.rounded(), p.y)
  }

  private func share(at p: Point) -> Double {
    let (start, end) = way
    let length = isVertical ? start.y - end.y : end.x - start.x
    guard length > 0 else { return 0 }
    return (isVertical ? start.y - (p.y + grip) : p.x + grip - start.x) / length
  }

  // MARK: Input

  public override func touchChanged() { onUse() }
  public override func focusChanged() { onUse() }

  /// Opens the field for a number.
  public func open(typed: String = "") {
    let factor = isPercent ? 100.0 : 1
    let own = NumberEntry.Subject(
      title: title, unit: isPercent ? "%" : "", value: shown * factor,
      range: scale.range.lowerBound * factor...scale.range.upperBound * factor,
      decimals: scale.step * factor >= 1 ? 0 : 2,
      set: { [weak self] in self?.set($0 / factor, isSettled: true) })
    context.stage?.open(NumberEntry(context, entry?() ?? own, typed: typed), beside: frame)
  }

  /// Whether a position is on the text beside the bar.
  private func isOnText(_ p: Point) -> Bool { textWidth > 0 && p.x > Double(frame.maxX - textWidth) }

  /// Whether a position is on the text in the box.
  private func isOnBoxText(_ p: Point) -> Bool {
    guard isBox, let text else { return false }
    return abs(p.x - Rect(frame).center.x) <= context.line(text(shown)).width / 2 + theme.px(4)
  }

  public override func press(_ touch: Touch) {
    textPress = nil
    if isOnText(touch.position) {
      isHeld = false
      open()
      return
    }
    if let standard, touch.count == 2 {
      isHeld = false
      return set(standard, isSettled: true)
    }
    (isHeld, valueBefore) = (true, shown)
    if isOnBoxText(touch.position) {
      (grip, textPress) = (0, touch.position)
      return
    }
    let isOnKnob = !isBox && touch.position.distance(to: knob) <= knobRadius + theme.px(4)
    grip = isOnKnob ? (isVertical ? knob.y - touch.position.y : knob.x - touch.position.x) : 0
    if !isOnKnob { set(scale.value(at: share(at: touch.position)), isSettled: false) }
  }

  public override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    guard button == .secondary, text != nil else { return false }
    open()
    return true
  }

  public override func drag(_ touch: Touch) {
    guard isHeld else { return }
    if let textPress, touch.position.distance(to: textPress) <= theme.px(6) { return }
    textPress = nil
    set(scale.value(at: share(at: touch.position)), isSettled: false)
  }

  public override func release(_ touch: Touch) {
    guard isHeld else { return }
    isHeld = false
    if textPress != nil {
      textPress = nil
      if contains(touch.position) { open() }
      return
    }
    if shown != valueBefore { onChange(shown, true) }
  }

  public override func cancel() {
    guard isHeld else { return }
    isHeld = false
    guard shown != valueBefore else { return }
    show(valueBefore)
    onChange(shown, true)
  }

  public override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    guard !isHeld else { return true }
    // Scrolling up or right increases the value.
    move(by: (dx - dy) * wheelSteps, isFine: touch.modifiers.contains(.shift))
    return true
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
    let isFine = key.modifiers.contains(.shift)
    switch key.keysym {
    case KeyCode.right, KeyCode.up: move(by: 1, isFine: isFine)
    case KeyCode.left, KeyCode.down: move(by: -1, isFine: isFine)
    case KeyCode.pageUp: move(by: 10)
    case KeyCode.pageDown: move(by: -10)
    case KeyCode.home: set(scale.range.lowerBound, isSettled: true)
    case KeyCode.end: set(scale.range.upperBound, isSettled: true)
    case KeyCode.backspace, KeyCode.delete:
      guard let standard else { return false }
      set(standard, isSettled: true)
    default:
      guard let digit = key.digit else { return false }
      open(typed: digit)
    }
    return true
  }

  public override var access: Access {
    let words = text?(shown) ?? spoken?(shown) ?? ""
    return Access(
      role: .slider,
      value: .init(now: shown, range: scale.range, step: scale.isLogarithmic ? 0 : scale.step, words: words))
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard case .setValue(let value) = action, value.isFinite, !isHeld else { return }
    set(max(scale.range.lowerBound, min(scale.range.upperBound, value)), isSettled: true)
  }

  private func move(by steps: Double, isFine: Bool = false) {
    set(scale.value(shown, movedBy: isFine && scale.isLogarithmic ? steps / 10 : steps), isSettled: true)
  }

  private func set(_ value: Double, isSettled: Bool) {
    guard value != shown else { return }
    show(value)
    onChange(value, isSettled)
  }

  // MARK: Drawing

  public override func draw(on painter: Painter) {
    if isBox { return drawBox(on: painter) }
    let (start, end) = way
    let knob = knob
    func bar(_ a: Point, _ b: Point, _ thick: Double) -> Path {
      let low = Point(min(a.x, b.x), min(a.y, b.y))
      let high = Point(max(a.x, b.x), max(a.y, b.y))
      let r =
        isVertical
        ? Rect(x: (low.x - thick / 2).rounded(), y: low.y, width: thick, height: high.y - low.y)
        : Rect(x: low.x, y: (low.y - thick / 2).rounded(), width: high.x - low.x, height: thick)
      return .roundedRect(r.isEmpty ? Rect(x: low.x, y: low.y, width: 0.01, height: 0.01) : r, radius: thick / 2)
    }
    // The empty part is thinner, so that the filled part is visible without colours.
    painter.fill(bar(start, end, theme.whole(4)), isEnabled ? colours.track : colours.disabledFill)
    painter.fill(bar(start, knob, theme.whole(6)), isEnabled ? colours.accent : colours.disabled)
    let edge = !isEnabled ? nil : isPressed ? colours.accent : isHovered ? colours.dim : nil
    painter.knob(at: knob, radius: knobRadius, isEnabled: isEnabled, edge: edge, theme)
    let r = knobRadius
    drawFocusRing(on: painter, Rect(x: knob.x - r, y: knob.y - r, width: 2 * r, height: 2 * r), radius: r)
    guard let text else { return }
    let line = context.line(text(shown))
    let ink = isEnabled ? colours.text : colours.disabled
    let r2 = Rect(frame)
    if isVertical {
      painter.draw(line, at: Point(r2.center.x, r2.maxY - theme.px(6)), anchor: .middle, ink)
    } else {
      painter.draw(line, at: Point(r2.maxX, r2.center.y + theme.px(5)), anchor: .end, ink)
    }
  }
  private func drawBox(on painter: Painter) {
    let r = Rect(frame)
    let shape = Path.roundedRect(r, radius: theme.px(9))
    painter.fill(shape, colours.hover)
    if isEnabled, isPressed || isHovered { painter.fill(shape, isPressed ? colours.pressed : colours.hover) }
    painter.saved {
      painter.clip(to: shape)
      let bar = Rect(minX: r.minX, minY: r.maxY - theme.whole(4), maxX: r.maxX, maxY: r.maxY)
      painter.fill(.rect(bar), isEnabled ? colours.track : colours.disabledFill)
      let filled = Rect(minX: r.minX, minY: bar.minY, maxX: knob.x, maxY: r.maxY)
      if !filled.isEmpty { painter.fill(.rect(filled), isEnabled ? colours.accent : colours.disabled) }
    }
    painter.outline(r, radius: theme.px(9), theme)
    drawFocusRing(on: painter, r, radius: theme.px(9))
    painter.draw(
      context.line(text?(shown) ?? "", maxWidth: r.width), at: Point(r.center.x, r.center.y + theme.px(3.5)),
      anchor: .middle, isEnabled ? colours.text : colours.disabled)
  }
}
