import Geometry
import Input
import Language
import Paint
import Toolkit

/// A temporary message at the bottom of the window, possibly with an action.
///
/// `MessageQueue` decides which message is shown. A press dismisses it, unless it stays until it is
/// resolved. Times are seconds of the caller's clock.
final class MessagePanel: Panel {
  private var queue = MessageQueue()
  /// Those of the first and the second action.
  private let buttons: [Button]
  private var shown: MessageQueue.Content?
  private(set) var history: [String] = []
  static let historyLimit = 50

  override init(_ context: WidgetContext) {
    buttons = [Button(context), Button(context)]
    super.init(context)
    isHidden = true
    for (index, button) in buttons.enumerated() {
      add(button)
      button.onPress = { [weak self] in self?.act(index) }
    }
  }

  override var isHideable: Bool { false }

  var content: MessageQueue.Content? { queue.content }
  /// The time when the message disappears, seconds; nil if there is none or it stays.
  var end: Double? { queue.end }

  /// Shows a message until the time `end`; if infinite, until it is withdrawn. An empty text
  /// removes the shown message. If `old` is shown or waiting, the message replaces it.
  func show(
    _ text: String, action: MessageAction? = nil, second: MessageAction? = nil, until end: Double,
    isDismissable: Bool = false, replacing old: String? = nil
  ) {
    if text.isEmpty || end.isNaN || end == -.infinity { return hide() }
    let (text, old) = (ShownText.limited(text), old.map { ShownText.limited($0) })
    // Progress messages are repeated often and not kept.
    if action == nil || isDismissable {
      history.removeAll { $0 == text }
      history = (history + [text]).suffix(Self.historyLimit)
    }
    queue.show(
      MessageQueue.Content(text: text, action: action, second: second), until: end, isDismissable: isDismissable,
      replacing: old, now: context.now)
    update()
  }

  func withdraw(_ text: String) {
    queue.withdraw(ShownText.limited(text), now: context.now)
    update()
  }

  func expire(at now: Double) {
    queue.expire(now: now)
    update()
  }

  func hide() {
    queue.dismiss(now: context.now)
    update()
  }

  func hold(_ isHeld: Bool) { queue.hold(isHeld, now: context.now) }

  private func update() {
    guard queue.content != shown else { return }
    invalidate()
    shown = queue.content
    guard let shown else {
      isHidden = true
      if let focused = context.overlay?.focused, focused.isInside(self) { context.overlay?.focus(nil) }
      return
    }
    for (button, action) in zip(buttons, [shown.action, shown.second]) {
      button.isHidden = action == nil
      button.face = .text(action?.title ?? "")
    }
    isHidden = false
    context.overlay?.layOut()
    invalidate()
  }

  override func press(_ touch: Touch) {
    if !queue.isStanding { hide() }
  }

  override var isFocusable: Bool { true }
  override var access: Access { Access(role: .message, name: content?.text ?? "", isPressable: !queue.isStanding) }

  override func key(_ key: KeyEvent) -> Bool {
    // The button handles its own keys before this.
    guard key.modifiers.isEmpty, !queue.isStanding else { return false }
    guard KeyCode.presses.contains(key.keysym) || [KeyCode.escape, KeyCode.delete].contains(key.keysym) else {
      return false
    }
    if !key.isRepeat { hide() }
    return true
  }

  private func act(_ index: Int) {
    guard let action = index == 0 ? content?.action : content?.second else { return }
    hide()
    post(action.effect)
  }

  // MARK: Layout

  private var padding: Int { context.whole(18) }
  private var buttonWidths: [Int] { buttons.map { $0.isHidden ? 0 : $0.size(within: .max).width } }
  private var buttonWidth: Int { buttonWidths.reduce(0, +) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    guard let content else { return (0, 0) }
    let text = Int(context.line(content.text).width.rounded(.up))
    let wanted = text + 2 * padding + buttonWidth
    // Even, so that the centre is between two columns of pixels.
    let shown = min((wanted + 1) / 2 * 2, max(width, context.whole(40)))
    return (shown, context.whole(40) + (lines(content.text, within: shown).count - 1) * linePitch)
  }

  private static let mostLines = 6
  private var linePitch: Int { context.whole(theme.lineHeight(19)) }

  private func lines(_ text: String, within width: Int) -> [TextLine] {
    let room = Double(width - 2 * padding - buttonWidth + 1)
    let whole = context.line(text)
    guard whole.width > room, room > theme.px(40) else {
      return [whole.width > room ? context.line(text, maxWidth: room, ellipsis: .middle) : whole]
    }
    let lines = context.paragraph(text, width: room)
    // A longer text is shortened in its middle.
    return lines.count <= Self.mostLines ? lines : [context.line(text, maxWidth: room, ellipsis: .middle)]
  }

  override func layOut() {
    let height = min(frame.height, context.whole(40))
    var right = frame.maxX - context.whole(4)
    for (button, width) in zip(buttons, buttonWidths).reversed() {
      right -= width
      button.place(PixelRect(x: right, y: frame.minY + (frame.height - height) / 2, width: width, height: height))
    }
  }

  override func draw(on painter: Painter) {
    guard let content else { return }
    super.draw(on: painter)
    drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(3)), radius: theme.px(11))
    let lines = lines(content.text, within: frame.width)
    let first = Rect(frame).center.y - Double((lines.count - 1) * linePitch) / 2 + theme.px(5)
    for (i, line) in lines.enumerated() {
      painter.draw(line, at: Point(Double(frame.minX + padding), first + Double(i * linePitch)), colours.text)
    }
  }
}

/// The action of a message.
public struct MessageAction: Sendable, Hashable {
  /// The title of its button.
  public var title: String
  /// The effect of its button.
  public var effect: Overlay.Effect

  /// Creates an action from its parts.
  public init(title: String, effect: Overlay.Effect) {
    self.title = title
    self.effect = effect
  }
}
