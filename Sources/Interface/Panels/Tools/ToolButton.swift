import Geometry
import Input
import Language
import Paint
import Toolkit

/// A button of the tool strip for a tool or a group of tools.
///
/// A group's button shows and chooses its last used tool. The others are in a flyout beside it. A
/// long press, a press on the chosen tool, the right button and the key Right open it. A long press
/// can slide on to a tool of the flyout.
final class ToolButton: ActionButton {
  let group: [ToolItem]
  private(set) var item: ToolItem
  private weak var opened: ToolFlyout?

  /// Seconds until a press becomes a long press.
  static let longPress = 0.4

  init(_ context: WidgetContext, _ group: [ToolItem], first: ToolItem) {
    self.group = group
    item = first
    super.init(context)
    hasMore = group.count > 1
    updateFace()
  }

  private func updateFace() { (face, title, action) = (.icon(item.icon), item.title, item.action) }

  override func show() {
    if let chosen = group.first(where: { $0.isChosen(in: context.state) }), chosen != item { item = chosen }
    updateFace()
    isChosen = item.isChosen(in: context.state)
  }

  override var isToggle: Bool { true }

  override func press(_ touch: Touch) {
    opened = nil
    if hasMore { context.overlay?.timers.start(self, after: Self.longPress) }
    super.press(touch)
  }

  override func timerFired() { if isPressed { opened = openFlyout() } }

  override func drag(_ touch: Touch) {
    if let opened {
      context.overlay?.hover(opened.hit(touch.position))
      return
    }
    if !contains(touch.position) { context.overlay?.timers.cancel(self) }
    super.drag(touch)
  }

  override func release(_ touch: Touch) {
    context.overlay?.timers.cancel(self)
    if let opened {
      self.opened = nil
      (opened.hit(touch.position) as? Button)?.onPress()
      return
    }
    guard contains(touch.position) else { return }
    if hasMore, isChosen {
      openFlyout()
      return
    }
    post(item.effect)
  }

  override func cancel() {
    context.overlay?.timers.cancel(self)
  }

  override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    guard button == .secondary, hasMore else { return false }
    openFlyout()
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    if hasMore, KeyCode.opensMenu(key) {
      openFlyout()
      return true
    }
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.right where hasMore:
      openFlyout()
    case KeyCode.space, KeyCode.enter, KeyCode.keypadEnter: post(item.effect)
    default: return false
    }
    return true
  }

  @discardableResult private func openFlyout() -> ToolFlyout? {
    guard let overlay = context.overlay else { return nil }
    let flyout = ToolFlyout(context, group)
    // Beside the whole strip, so that it covers no other tool.
    let strip = parent?.frame ?? frame
    let anchor = PixelRect(minX: strip.minX, minY: frame.minY - context.whole(6), maxX: strip.maxX, maxY: frame.maxY)
    overlay.open(flyout, beside: anchor, isSideways: true)
    flyout.focusChosen()
    return flyout
  }
}

/// The tools of a group with names and keys, beside the strip.
final class ToolFlyout: Panel {
  private let buttons: [ActionButton]

  init(_ context: WidgetContext, _ group: [ToolItem]) {
    buttons = group.map { item in
      let button = ActionButton(context)
      button.face = .iconAndText(item.icon, item.title)
      button.action = item.action
      button.isChosen = item.isChosen(in: context.state)
      return button
    }
    super.init(context)
    for (button, item) in zip(buttons, group) {
      button.onPress = { [weak self] in
        if let self { self.context.overlay?.close(self) }
        context.post(item.effect)
      }
      add(button)
    }
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Tools")) }

  func focusChosen() {
    guard let overlay = context.overlay, let chosen = buttons.first(where: \.isChosen) else { return }
    overlay.focus(chosen)
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.down: context.overlay?.moveFocus(by: 1)
    case KeyCode.up: context.overlay?.moveFocus(by: -1)
    case KeyCode.left: context.overlay?.close(self)
    default: return false
    }
    return true
  }

  // MARK: Layout

  private var keyWidth: Int {
    let widest = buttons.map { $0.key.isEmpty ? 0 : context.line($0.key, size: 12).width }.max() ?? 0
    return widest == 0 ? 0 : Int(widest.rounded(.up)) + context.whole(16)
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let widest = buttons.map { $0.size(within: width).width }.max() ?? 0
    return (widest + keyWidth + context.whole(12), context.whole(12) + buttons.count * context.whole(40))
  }

  override func layOut() {
    var y = frame.minY + context.whole(6)
    for button in buttons {
      button.place(
        PixelRect(
          x: frame.minX + context.whole(6), y: y, width: frame.width - context.whole(12), height: context.whole(40)))
      y += context.whole(40)
    }
  }
}
