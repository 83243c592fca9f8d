import Geometry
import Input
import Paint

/// A segmented control: one of a few options, all shown beside each other.
///
/// A touch chooses the option that it is released on; arrow keys choose the next one. `DropDown` is
/// for options that do not fit beside each other.
public final class Choice: Widget {
  public var title = ""
  public var options: [String] { didSet { if options != oldValue { invalidate() } } }
  /// The chosen option; nil for none.
  public var chosen: Int? { didSet { if chosen != oldValue { invalidate() } } }
  /// Called with another option. The owner updates `chosen` with the program's state.
  public var onChoose: (Int) -> Void = { _ in }

  private var underTouch: Int?

  public init(_ context: WidgetContext, _ options: [String] = []) {
    self.options = options
    super.init(context)
  }

  public override var label: String { title }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  // MARK: Layout

  private var gap: Int { context.whole(3) }

  private var wantedWidths: [Int] {
    options.map { Int(context.line($0, .semibold).width.rounded(.up)) + context.whole(28) }
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    (min(width, wantedWidths.reduce(2 * gap, +)), context.whole(40))
  }

  /// The frames of the options: their preferred widths, with the difference to the available width
  /// shared by all.
  private var segments: [PixelRect] {
    let wanted = wantedWidths
    let inside = PixelRect(
      minX: frame.minX + gap, minY: frame.minY + gap, maxX: frame.maxX - gap, maxY: frame.maxY - gap)
    let spare = inside.width - wanted.reduce(0, +)
    var (sum, x) = (0, inside.minX)
    return wanted.enumerated().map { i, width in
      sum += width
      let end = max(x, inside.minX + sum + spare * (i + 1) / wanted.count)
      defer { x = end }
      return PixelRect(minX: x, minY: inside.minY, maxX: end, maxY: inside.maxY)
    }
  }

  private func option(at p: Point) -> Int? {
    guard contains(p) else { return nil }
    return segments.firstIndex { p.x < Double($0.maxX) } ?? (options.isEmpty ? nil : options.count - 1)
  }

  // MARK: Input

  private func track(_ touch: Touch) {
    let now = option(at: touch.position)
    if now != underTouch {
      underTouch = now
      invalidate()
    }
  }

  public override func hover(_ touch: Touch) { track(touch) }
  public override func press(_ touch: Touch) {
    track(touch)
  }
  public override func drag(_ touch: Touch) {
    track(touch)
  }
  public override func release(_ touch: Touch) {
    guard let option = option(at: touch.position), option != chosen else { return }
    onChoose(option)
  }

  public override var access: Access {
    let segments = segments
    let parts = options.indices.map { i in
      Access.Part(
        role: .radioButton, name: options[i], states: i == chosen ? [.checked, .checkable] : .checkable,
        frame: segments[i])
    }
    return Access(role: .radioGroup, parts: parts)
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part, options.indices.contains(part), part != chosen else { return }
    onChoose(part)
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, !options.isEmpty else { return false }
    let last = options.count - 1
    let next: Int
    switch key.keysym {
    case KeyCode.right, KeyCode.down: next = min(last, chosen.map { $0 + 1 } ?? 0)
    case KeyCode.left, KeyCode.up: next = max(0, chosen.map { $0 - 1 } ?? last)
    case KeyCode.home: next = 0
    case KeyCode.end: next = last
    case KeyCode.space: next = chosen.map { $0 == last ? 0 : $0 + 1 } ?? 0
    default: return false
    }
    if next != chosen { onChoose(next) }
    return true
  }

  // MARK: Drawing

  public override func draw(on painter: Painter) {
    let ground = Rect(frame)
    painter.fill(.roundedRect(ground, radius: theme.px(9)), colours.hover)
    for (i, segment) in segments.enumerated() {
      let r = Rect(segment)
      let shape = Path.roundedRect(r, radius: theme.px(7))
      let isChosen = i == chosen
      if isChosen {
        painter.fill(shape, isEnabled ? colours.accent : colours.disabledFill)
      } else if isEnabled, i == underTouch, isHovered || isPressed {
        painter.fill(shape, isPressed ? colours.pressed : colours.hover)
      }
      let ink = !isEnabled ? colours.disabled : isChosen ? colours.onAccent : colours.text
      painter.draw(
        context.line(options[i], isChosen ? .semibold : .regular, maxWidth: r.width - theme.px(8)),
        at: Point(r.center.x, r.center.y + theme.px(5)), anchor: .middle, ink)
    }
    painter.outline(ground, radius: theme.px(9), theme)
    drawFocusRing(on: painter, ground, radius: theme.px(9))
  }
}
