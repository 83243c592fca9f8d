import Geometry
import Paint

/// The tooltip: the label and key of the widget under a resting pointer.
///
/// It appears beside the widget once the pointer has rested for `timeout` (counted from the next
/// `tick`), and disappears when the pointer leaves the widget, or at any press, key or scrolling.
/// It takes no input. It has a deadline only while it waits.
final class Tooltip: Panel {
  /// Seconds that the pointer must rest.
  public static let timeout = 0.6
  /// Tolerated movement of a resting pointer, px at 96 dpi.
  private static let tremble = 3.0

  private enum State {
    case away
    /// Until a time, seconds; nil until the next tick.
    case waiting(until: Double?, Point)
    case shown
    case done
  }

  private var state = State.away
  private weak var subject: Widget?
  private var words = (tip: "", key: "")

  public override init(_ context: WidgetContext) {
    super.init(context)
    isHidden = true
  }

  public override var isHideable: Bool { false }
  public override var cornerRadius: Double { 7 }
  public override func hit(_ p: Point) -> Widget? { nil }

  public override var access: Access { Access(role: .tooltip, name: words.tip, description: words.key) }

  /// When `tick` must be called, seconds; nil for never.
  public var deadline: Double? { if case .waiting(let end, _) = state { end } else { nil } }

  /// The pointer is at a point, over a widget or none.
  public func point(at widget: Widget?, _ p: Point) {
    let widget = widget.flatMap { $0.hasTip && !$0.tip.isEmpty ? $0 : nil }
    guard let widget else { return away() }
    if widget === subject {
      guard case .waiting(_, let start) = state, p.distance(to: start) > theme.px(Self.tremble) else { return }
      state = .waiting(until: nil, p)
      return
    }
    let wasShown = if case .shown = state { true } else { false }
    subject = widget
    // While a tooltip is shown, the next one appears without delay.
    if wasShown { appear(beside: widget) } else { state = .waiting(until: nil, p) }
  }

  /// A press, key or scrolling hides it, for this widget permanently.
  public func dismiss() {
    if case .away = state { return }
    state = .done
    isHidden = true
  }

  private func away() {
    (state, subject) = (.away, nil)
    isHidden = true
  }

  public func tick(now: Double) {
    guard case .waiting(let end, let p) = state else { return }
    guard let end else {
      state = .waiting(until: now + Self.timeout, p)
      return
    }
    guard now >= end else { return }
    guard let subject, subject.panel.map({ !$0.isHidden }) ?? false else { return away() }
    appear(beside: subject)
  }

  private func appear(beside widget: Widget) {
    state = .shown
    isHidden = true
    words = (widget.tip, widget.shortcut)
    let anchor = widget.frame
    guard let stage = context.stage else { return }
    let box = size(within: stage.size.width - 2 * context.whole(4))
    let (gap, margin) = (context.whole(8), context.whole(4))
    // Beside a vertical panel, below a horizontal one, so that no other control of it is covered.
    // Pages may fill the window, so there it is next to the widget.
    let isColumn = widget.panel.map { $0.frame.height > $0.frame.width } ?? false
    let around = widget.panel.flatMap { $0.isHideable ? $0.frame : nil } ?? anchor
    var (x, y) = (anchor.minX + (anchor.width - box.width) / 2, around.maxY + gap)
    if isColumn {
      (x, y) = (around.maxX + gap, anchor.minY + (anchor.height - box.height) / 2)
      if x + box.width > stage.size.width - margin { x = around.minX - gap - box.width }
    } else if y + box.height > stage.size.height - margin {
      y = around.minY - gap - box.height
    }
    x = max(margin, min(x, stage.size.width - margin - box.width))
    y = max(margin, min(y, stage.size.height - margin - box.height))
    place(PixelRect(x: x, y: y, width: box.width, height: box.height))
    isHidden = false
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let key = words.key.isEmpty ? 0 : context.line(words.key, size: 12).width + theme.px(12)
    let text = context.line(words.tip, size: 12).width + key
    return (min(width, Int(text.rounded(.up)) + 2 * context.whole(10)), context.whole(theme.lineHeight(28, size: 12)))
  }

  public override func draw(on painter: Painter) {
    super.draw(on: painter)
    let r = Rect(frame)
    let (left, right, y) = (r.minX + theme.whole(10), r.maxX - theme.whole(10), r.center.y + theme.px(4.5))
    let key = words.key.isEmpty ? nil : context.line(words.key, size: 12)
    let room = right - left - (key.map { $0.width + theme.px(12) } ?? 0) + 1
    painter.draw(context.line(words.tip, size: 12, maxWidth: room), at: Point(left, y), colours.text)
    if let key { painter.draw(key, at: Point(right, y), anchor: .end, colours.dim) }
  }
}
