import Geometry
import Input
import Paint

/// Shows the chosen one of many options, and all of them in a menu.
///
/// A press opens the menu and may continue in it. Space and Enter open it; arrow keys choose the
/// next option without it. With `leavesEnter`, Enter belongs to the dialog.
public final class DropDown: Widget {
  /// The options in the menu's order; `chosen` is an index into them.
  public var options: [String] { didSet { if options != oldValue { invalidate() } } }
  public var title = ""
  /// The chosen option; nil for none.
  public var chosen: Int? { didSet { if chosen != oldValue { invalidate() } } }
  /// The text if no option is chosen.
  public var otherwise = "" { didSet { if otherwise != oldValue { invalidate() } } }
  /// The greatest width, px at 96 dpi; a longer text is shortened.
  public var mostWidth = Double.infinity
  /// Whether Enter is left to the dialog around it.
  public var leavesEnter = false
  public var more: () -> [MenuEntry] = { [] }
  /// Called with another option. The owner updates `chosen` with the program's state.
  public var onChoose: (Int) -> Void = { _ in }

  public init(_ context: WidgetContext, _ options: [String] = []) {
    self.options = options
    super.init(context)
  }

  public override var label: String { title }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  private var shown: String {
    if let chosen, options.indices.contains(chosen) { options[chosen] } else { otherwise }
  }

  public override func press(_ touch: Touch) {
    open()
  }

  public var entries: [MenuEntry] {
    let entries = options.enumerated().map { i, option in
      MenuEntry.item(option, isChosen: i == chosen) { [weak self] in
        guard let self, i != self.chosen else { return }
        return onChoose(i)
      }
    }
    return entries + more()
  }

  private func open() {
    let menu = context.stage?.open(menu: entries, from: self, leastWidth: frame.width - context.whole(12))
    if context.stage?.isFocusVisible ?? false { menu?.list.highlightChosen() }
  }

  public override var access: Access {
    var access = Access.pressable(.dropDown, .opensPopup)
    access.text = nil
    access.description = shown
    return access
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, !options.isEmpty else { return false }
    let last = options.count - 1
    let next: Int
    switch key.keysym {
    case KeyCode.enter where leavesEnter, KeyCode.keypadEnter where leavesEnter: return false
    case KeyCode.space, KeyCode.enter, KeyCode.keypadEnter:
      if !key.isRepeat { open() }
      return true
    case KeyCode.down, KeyCode.right: next = min(last, chosen.map { $0 + 1 } ?? 0)
    case KeyCode.up, KeyCode.left: next = max(0, chosen.map { $0 - 1 } ?? last)
    case KeyCode.home: next = 0
    case KeyCode.end: next = last
    default: return false
    }
    if next != chosen { onChoose(next) }
    return true
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let widest = (options + [otherwise]).map { context.line($0).width }.max() ?? 0
    let wanted = Int(widest.rounded(.up)) + context.whole(46)
    let most = mostWidth.isFinite ? min(width, context.whole(mostWidth)) : width
    return (min(most, wanted), context.whole(40))
  }

  public override func draw(on painter: Painter) {
    let r = Rect(frame)
    let shape = Path.roundedRect(r, radius: theme.px(9))
    painter.fill(shape, colours.hover)
    if isEnabled, isPressed || isHovered { painter.fill(shape, isPressed ? colours.pressed : colours.hover) }
    painter.outline(r, radius: theme.px(9), theme)
    drawFocusRing(on: painter, r, radius: theme.px(9))
    let line = context.line(shown, maxWidth: r.width - theme.px(42))
    painter.draw(
      line, at: Point(r.minX + theme.px(12), r.center.y + theme.px(5)), isEnabled ? colours.text : colours.disabled)
    var arrow = Path()
    let (x, y, a) = (r.maxX - theme.px(19), r.center.y - theme.px(2), theme.px(4.5))
    arrow.move(to: Point(x - a, y))
    arrow.line(to: Point(x, y + a))
    arrow.line(to: Point(x + a, y))
    painter.stroke(
      arrow, StrokeStyle(width: theme.px(1.8), cap: .round, join: .round), isEnabled ? colours.dim : colours.disabled)
  }
}
