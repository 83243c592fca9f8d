import Geometry
import Input
import Paint

/// A passing message at the bottom of the window: a sentence, perhaps with something to do about it, that goes away by
/// itself.
///
/// Its life: told messages and until when each stays (`MessageQueue` says which is shown); asked from time to time whether
/// one is over; a press sends it away earlier, unless it stands until it is resolved. It reads no clock: all times are
/// given, in seconds since an origin of the caller's.
final class MessagePanel: Panel {
  private var queue = MessageQueue()
  private let button: Button
  private var shown: MessageQueue.Content?
  /// What was said, the latest last.
  private(set) var said: [String] = []
  /// The most that is kept of it.
  static let mostSaid = 50

  override init(_ context: WidgetContext) {
    button = Button(context)
    super.init(context)
    isHidden = true
    add(button)
    button.onPress = { [weak self] in self?.act() ?? [] }
  }

  override var isHideable: Bool { false }

  /// What is said.
  var content: MessageQueue.Content? { queue.content }
  /// When the message goes, seconds; nil where there is none or it stays.
  var end: Double? { queue.end }

  /// Shows a message until the time `end`; for ever, until it is withdrawn, where that is infinite. No text takes the
  /// shown message away. Where `old` is there, the message takes its place.
  func show(
    _ text: String, action: MessageAction? = nil, until end: Double, isDismissable: Bool = false,
    replacing old: String? = nil
  ) {
    if text.isEmpty || end.isNaN || end == -.infinity { return hide() }
    // How far something is, is told again and again.
    if action == nil || isDismissable {
      said.removeAll { $0 == text }
      said = (said + [text]).suffix(Self.mostSaid)
    }
    queue.show(
      MessageQueue.Content(text: text, action: action), until: end, isDismissable: isDismissable, replacing: old,
      now: context.now)
    update()
  }

  /// Takes a message away, shown or not yet.
  func withdraw(_ text: String) {
    queue.withdraw(text, now: context.now)
    update()
  }

  /// Takes the message away where its time has come.
  func expire(at now: Double) {
    queue.expire(now: now)
    update()
  }

  /// Takes the message away.
  func hide() {
    queue.dismiss(now: context.now)
    update()
  }

  /// A pointer rests on it, or does no more.
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
    button.isHidden = shown.action == nil
    button.face = .text(shown.action?.title ?? "")
    isHidden = false
    context.overlay?.layOut()
    invalidate()
  }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    if !queue.isStanding { hide() }
    return []
  }

  override var isFocusable: Bool { true }
  override var access: Access { Access(role: .message, name: content?.text ?? "", isPressable: !queue.isStanding) }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    // Its button's own keys never come here.
    guard key.modifiers.isEmpty, !queue.isStanding else { return nil }
    guard KeyCode.presses.contains(key.keysym) || [KeyCode.escape, KeyCode.delete].contains(key.keysym) else {
      return nil
    }
    if !key.isRepeat { hide() }
    return []
  }

  private func act() -> [Overlay.Effect] {
    guard let action = content?.action else { return [] }
    hide()
    return [action.effect]
  }

  // MARK: Layout

  private var padding: Int { context.whole(18) }
  private var buttonWidth: Int { button.isHidden ? 0 : button.size(within: .max).width }

  override func size(within width: Int) -> (width: Int, height: Int) {
    guard let content else { return (0, 0) }
    let text = Int(context.line(content.text).width.rounded(.up))
    let wanted = text + 2 * padding + buttonWidth
    // Even, so that the middle falls between two columns.
    let shown = min((wanted + 1) / 2 * 2, max(width, context.whole(40)))
    return (shown, context.whole(40) + (lines(content.text, within: shown).count - 1) * linePitch)
  }

  /// The most lines that a sentence gets.
  private static let mostLines = 6
  private var linePitch: Int { context.whole(theme.lineHeight(19)) }

  /// The sentence in as many lines as it asks for in a panel so wide.
  private func lines(_ text: String, within width: Int) -> [TextLine] {
    let room = Double(width - 2 * padding - buttonWidth + 1)
    let whole = context.line(text)
    guard whole.width > room, room > theme.px(40) else {
      return [whole.width > room ? context.line(text, maxWidth: room, ellipsis: .middle) : whole]
    }
    let lines = context.paragraph(text, width: room)
    // What is longer than anyone reads in passing is cut in its middle.
    return lines.count <= Self.mostLines ? lines : [context.line(text, maxWidth: room, ellipsis: .middle)]
  }

  override func layOut() {
    let height = min(frame.height, context.whole(40))
    button.place(
      PixelRect(
        x: frame.maxX - buttonWidth - context.whole(4), y: frame.minY + (frame.height - height) / 2, width: buttonWidth,
        height: height))
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

/// Something to do about a message.
public struct MessageAction: Sendable, Hashable {
  /// What its button says.
  public var title: String
  /// What the button asks for.
  public var effect: Overlay.Effect

  /// An action by its parts.
  public init(title: String, effect: Overlay.Effect) {
    self.title = title
    self.effect = effect
  }
}
