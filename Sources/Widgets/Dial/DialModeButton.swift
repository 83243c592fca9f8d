import Geometry
import Input
import Paint

/// A round button beside the dial that says what it turns. A tap on it switches; so do Space and Enter.
final class DialModeButton: Widget {
  let mode: DialMode
  /// Whether the dial turns this now.
  var isChosen = false { didSet { if isChosen != oldValue { invalidate() } } }
  /// What pressing it does.
  var onPress: () -> Void = {}
  private var isInside = false

  /// Radius of its disc and of its target, px at 96 dpi.
  static let radius = 17.0
  static let reach = 20.0

  init(_ context: WidgetContext, _ mode: DialMode) {
    self.mode = mode
    super.init(context)
  }

  override var label: String { mode.name }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  override var access: Access { .pressable(.radioButton, isChosen ? [.checked, .checkable] : .checkable) }

  var center: Point { Rect(frame).center }

  override func contains(_ p: Point) -> Bool { (p - center).length <= theme.px(Self.reach) }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    isInside = true
    return []
  }

  override func drag(_ touch: Touch) -> [Overlay.Effect] {
    if contains(touch.position) != isInside {
      isInside.toggle()
      invalidate()
    }
    return []
  }

  override func release(_ touch: Touch) -> [Overlay.Effect] {
    if contains(touch.position) { onPress() }
    return []
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isEmpty, [KeyCode.space, KeyCode.enter, KeyCode.keypadEnter].contains(key.keysym) else {
      return nil
    }
    onPress()
    return []
  }

  override func draw(on painter: Painter) {
    let radius = theme.px(Self.radius)
    let shape = Path.circle(center: center, radius: radius)
    painter.shadow(
      SoftShadow(
        offset: Vector(0, theme.px(1)), layers: [2.5, 1].map { .init(spread: theme.px($0), colour: colours.shadow) }),
      of: Rect.null.grown(to: center, radius), radius: radius)
    painter.fill(shape, isChosen ? colours.accent : colours.button)
    if isPressed, isInside {
      painter.fill(shape, colours.pressed)
    } else if isHovered {
      painter.fill(shape, colours.hover)
    }
    if let outline = colours.outline {
      painter.stroke(.circle(center: center, radius: radius - theme.px(0.5)), StrokeStyle(width: theme.px(1)), outline)
    }
    drawFocusRing(on: painter, Rect.null.grown(to: center, radius), radius: radius)
    let letter = context.line(mode.letter, .semibold)
    // The middle of the capital is on the middle of the disc, however far larger letters are lowered.
    let middle = letter.ink.isEmpty ? 0 : (letter.ink.minY + letter.ink.maxY) / 2 + theme.text(13, .semibold).drop
    painter.draw(
      letter, at: Point(center.x, center.y - middle), anchor: .middle, isChosen ? colours.onAccent : colours.text)
  }
}
