import Geometry
import Input
import Paint

/// A viewport for taller content: scrolled by the wheel, by dragging the content or the bar, and to
/// reveal the focused widget.
///
/// A base class: a subclass gives the height (`contentHeight`) and places the content
/// (`placeContent`).
open class ScrollView: Widget {
  public private(set) var model = ScrollModel()

  private enum Grip {
    /// On the bar: distance from the thumb's start to the touch.
    case bar(Double)
    /// On the content, not yet moved far enough for a drag: where it began.
    case waiting(Point)
    /// Dragging the content: offset and position at the start.
    case content(offset: Int, start: Double)
  }
  private var grip: Grip?

  open override var takesTouch: Bool { true }

  // MARK: For subclasses

  /// The height of the content for a width, window px.
  open func contentHeight(within width: Int) -> Int { 0 }
  /// Places the content with its top `model.offset` above `contentFrame`.
  open func placeContent() {}
  /// The content is touched without scrolling.
  open func press(content touch: Touch) {}
  open func drag(content touch: Touch) {}
  open func release(content touch: Touch) {}
  /// The touch begins to scroll, or is cancelled.
  open func leaveContent() {}
  open func scrollsByDrag(_ touch: Touch) -> Bool { model.isNeeded }

  // MARK: Layout

  /// The width of the bar, window px.
  final var barWidth: Int { context.whole(14) }
  private var leastThumb: Int { context.whole(32) }

  public var contentFrame: PixelRect {
    PixelRect(
      minX: frame.minX, minY: frame.minY, maxX: frame.maxX - (model.isNeeded ? barWidth : 0), maxY: frame.maxY)
  }

  private var bar: PixelRect {
    PixelRect(x: frame.maxX - barWidth, y: frame.minY, width: barWidth, height: frame.height)
  }

  open override func layOut() { contentChanged() }

  public func contentChanged() {
    var height = contentHeight(within: frame.width)
    if height > frame.height { height = contentHeight(within: max(0, frame.width - barWidth)) }
    let before = model
    model.resize(content: height, window: frame.height)
    if model != before { invalidate() }
    placeContent()
  }

  // MARK: Scrolling

  /// Scrolls so that `offset` px are above the viewport.
  open func scroll(to offset: Double) {
    let before = model.offset
    model.scroll(to: offset)
    if model.offset != before { moved() }
  }

  private func moved() {
    invalidate()
    placeContent()
  }

  open override func reveal(_ rect: PixelRect) {
    let top = frame.minY - model.offset
    let before = model.offset
    model.reveal(rect.minY - top, rect.maxY - top)
    if model.offset != before { moved() }
    super.reveal(rect.offset(dx: 0, dy: before - model.offset).intersection(frame))
  }

  open override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    guard model.isNeeded, touch.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    wheel += dy * Double(context.whole(60))
    let whole = wheel.rounded(.towardZero)
    wheel -= whole
    scroll(to: Double(model.offset) + whole)
    return true
  }
  /// Fractions of a px from smooth scrolling devices.
  private var wheel = 0.0

  // MARK: Touch

  /// Takes over a touch that began elsewhere.
  public final func adopt(_ touch: Touch) { grip = .waiting(touch.position) }

  public final override func press(_ touch: Touch) {
    if model.isNeeded, touch.position.x >= Double(bar.minX) {
      let thumb = model.thumb(on: bar.height, least: leastThumb)
      let y = touch.position.y - Double(bar.minY)
      let isOn = y >= Double(thumb.start) && y < Double(thumb.start + thumb.length)
      // A press beside the thumb centres it there.
      let hold = isOn ? y - Double(thumb.start) : Double(thumb.length) / 2
      grip = .bar(hold)
      drag(bar: touch, hold)
      return
    }
    grip = .waiting(touch.position)
    press(content: touch)
  }

  public final override func drag(_ touch: Touch) {
    switch grip {
    case nil: break
    case .bar(let hold): drag(bar: touch, hold)
    case .waiting(let start):
      if scrollsByDrag(touch), abs(touch.position.y - start.y) > theme.px(8) {
        grip = .content(offset: model.offset, start: touch.position.y)
        leaveContent()
      } else {
        drag(content: touch)
      }
    case .content(let offset, let start): scroll(to: Double(offset) + start - touch.position.y)
    }
  }

  private func drag(bar touch: Touch, _ hold: Double) {
    let y = touch.position.y - Double(bar.minY) - hold
    scroll(to: model.offset(forThumbAt: y, on: bar.height, least: leastThumb))
  }

  public final override func release(_ touch: Touch) {
    defer { grip = nil }
    if case .waiting = grip { return release(content: touch) }
  }

  open override func cancel() {
    grip = nil
    leaveContent()
  }

  // MARK: Drawing

  /// Only the part inside the frame is visible.
  open override func invalidate(_ rect: PixelRect? = nil) {
    super.invalidate(rect.map { $0.intersection(frame) } ?? drawnFrame)
  }

  open override func clipChildren(_ painter: Painter, _ body: () -> Void) {
    painter.saved {
      painter.clip(to: frame)
      body()
    }
  }

  open override func hit(_ p: Point) -> Widget? { contains(p) ? super.hit(p) : nil }

  open override func draw(on painter: Painter) {
    guard model.isNeeded else { return }
    let thumb = model.thumb(on: bar.height, least: leastThumb)
    let width = theme.whole(6)
    let r = Rect(
      x: Double(bar.maxX) - width - theme.whole(2), y: Double(bar.minY + thumb.start) + theme.whole(2), width: width,
      height: Double(thumb.length) - 2 * theme.whole(2))
    let isHeld = if case .bar = grip { isPressed } else { false }
    painter.fill(.roundedRect(r, radius: width / 2), isHeld ? colours.dim : colours.track)
  }
}

public final class ScrollArea: ScrollView {
  public let content: Widget

  public init(_ context: WidgetContext, _ content: Widget) {
    self.content = content
    super.init(context)
    add(content)
  }

  /// Its purpose, if its content does not tell it.
  public var title = ""
  public override var label: String { title }
  /// Focusable if nothing inside is, so that keys can scroll it.
  public override var isFocusable: Bool { model.isNeeded && content.focusables.isEmpty }
  public override var access: Access { isFocusable ? Access(role: .scrollArea) : .nothing }

  public override func draw(on painter: Painter) {
    super.draw(on: painter)
    drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(3)), radius: theme.px(8))
  }

  /// Scrolls by keys that the focused widget inside does not use.
  public override func key(_ key: KeyEvent) -> Bool {
    guard model.isNeeded, key.modifiers.isEmpty else { return false }
    let (line, page) = (Double(context.whole(40)), Double(frame.height) * 0.9)
    switch key.keysym {
    case KeyCode.down: scroll(to: Double(model.offset) + line)
    case KeyCode.up: scroll(to: Double(model.offset) - line)
    case KeyCode.pageDown: scroll(to: Double(model.offset) + page)
    case KeyCode.pageUp: scroll(to: Double(model.offset) - page)
    case KeyCode.home: scroll(to: 0)
    case KeyCode.end: scroll(to: Double(model.content))
    default: return false
    }
    return true
  }

  public override func size(within width: Int) -> (width: Int, height: Int) { content.size(within: width) }
  public override func contentHeight(within width: Int) -> Int { content.size(within: width).height }

  public override func placeContent() {
    let at = contentFrame
    content.place(PixelRect(x: at.minX, y: at.minY - model.offset, width: at.width, height: model.content))
  }
}
