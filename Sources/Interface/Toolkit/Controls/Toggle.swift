import Geometry
import Input
import Paint

/// A switch with two states and its title to the left.
///
/// It changes when the touch is released on it; Space and Enter change it.
public final class Toggle: Widget {
  public var title = "" { didSet { if title != oldValue { invalidate() } } }
  /// Whether the title is drawn; off if another widget shows it.
  public var showsTitle = true
  public var isOn = false { didSet { if isOn != oldValue { invalidate() } } }
  /// Called with the other state. The owner updates `isOn` with the program's state.
  public var onChange: (Bool) -> Void = { _ in }

  public override var label: String { title }
  public override var tip: String { showsTitle ? "" : label }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  public override var access: Access { .pressable(.toggle, isOn ? [.checked, .checkable] : .checkable) }

  public override func release(_ touch: Touch) { if contains(touch.position) { change() } }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, KeyCode.presses.contains(key.keysym) else { return false }
    if !key.isRepeat { change() }
    return true
  }

  private func change() { onChange(!isOn) }

  private var switchSize: (width: Double, height: Double) { (theme.whole(38), theme.whole(22)) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let text = title.isEmpty || !showsTitle ? 0 : Int(context.line(title).width.rounded(.up)) + context.whole(12)
    return (min(width, text + Int(switchSize.width)), context.whole(40))
  }

  public override func draw(on painter: Painter) {
    let r = Rect(frame)
    let (width, height) = switchSize
    let track = Rect(x: r.maxX - width, y: (r.center.y - height / 2).rounded(), width: width, height: height)
    let shape = Path.roundedRect(track, radius: height / 2)
    painter.fill(shape, isOn && isEnabled ? colours.accent : colours.track)
    if isEnabled, isPressed || isHovered { painter.fill(shape, isPressed ? colours.pressed : colours.hover) }
    painter.outline(track, radius: height / 2, theme)
    let radius = height / 2 - theme.px(3)
    let x = isOn ? track.maxX - height / 2 : track.minX + height / 2
    painter.knob(at: Point(x, track.center.y), radius: radius, isEnabled: isEnabled, edge: nil, theme)
    drawFocusRing(on: painter, track, radius: height / 2)
    guard !title.isEmpty, showsTitle else { return }
    painter.draw(
      context.line(title, maxWidth: r.width - width - theme.px(8)), at: Point(r.minX, r.center.y + theme.px(5)),
      isEnabled ? colours.text : colours.disabled)
  }
}
