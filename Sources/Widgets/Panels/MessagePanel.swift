import Geometry
import Paint

/// A passing message at the bottom of the window: a sentence, perhaps with something to do about it, that goes away by
/// itself.
///
/// Its life: told a message and until when it stays; asked from time to time whether it is over; a press sends it away
/// earlier. It reads no clock: all times are given, in seconds since an origin of the caller's.
final class MessagePanel: Panel {
  /// What is said, and what can be done about it.
  struct Content: Hashable {
    var text: String
    /// Title and effect of its button.
    var action: MessageAction?
  }

  private(set) var content: Content?
  /// When the message goes, seconds; nil where there is none or it stays.
  private(set) var end: Double?
  private let button: Button

  override init(_ context: WidgetContext) {
    button = Button(context)
    super.init(context)
    isHidden = true
    add(button)
    button.onPress = { [weak self] in self?.act() ?? [] }
  }

  override var isHideable: Bool { false }

  /// Shows a message until the time `end`, in place of the one before. No text takes the message away.
  func show(_ text: String, action: MessageAction? = nil, until end: Double) {
    guard !text.isEmpty, end.isFinite else { return hide() }
    self.end = end
    let content = Content(text: text, action: action)
    guard content != self.content else { return }
    invalidate()
    self.content = content
    button.isHidden = action == nil
    button.face = .text(action?.title ?? "")
    isHidden = false
    context.overlay?.layOut()
    invalidate()
  }

  /// Takes the message away where its time has come.
  func expire(at now: Double) { if let end, now >= end { hide() } }

  /// Takes the message away.
  func hide() {
    guard content != nil else { return }
    (content, end) = (nil, nil)
    isHidden = true
  }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    hide()
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
    return (min((wanted + 1) / 2 * 2, max(width, context.whole(40))), context.whole(40))
  }

  override func layOut() {
    button.place(
      PixelRect(
        x: frame.maxX - buttonWidth - context.whole(4), y: frame.minY, width: buttonWidth, height: frame.height))
  }

  override func draw(on painter: Painter) {
    guard let content else { return }
    super.draw(on: painter)
    let line = context.line(
      content.text, maxWidth: Double(frame.width - 2 * padding - buttonWidth + 1), ellipsis: .middle)
    painter.draw(
      line, at: Point(Double(frame.minX + padding), Double(frame.minY) + Double(frame.height) / 2 + theme.px(5)),
      colours.text)
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
