import Geometry
import Ink
import Input

/// A pen's contact that began on a panel, or just beside one, and becomes a stroke if it leaves the panel.
struct PanelStroke {
  public let panel: Panel
  /// The events since the press.
  public var events: [PointerEvent]

  /// The distance from the panel at which the pen has left it, px at 96 dpi: a hand that sets a slider is not
  /// steady.
  public static let slack = 8.0
  /// A contact of more events is no stroke. It bounds the memory.
  static let mostEvents = 20_000
}

extension Stage {
  /// The contact that a press begins, if it may become a stroke on the canvas.
  func panelStroke(beginningWith event: PointerEvent) -> PanelStroke? {
    let (p, tool) = (event.sample.position, event.sample.tool)
    // A press beside a field for a number takes the number and does its own work, too.
    guard tool == .pen || tool == .eraser, popups.allSatisfy({ $0 is NumberEntry }) else { return nil }
    let panel: Panel? =
      switch target(at: p, by: tool) {
      case .canvas: nil
      // The handle of a panel moves it.
      case .widget(let widget): widget === widget.panel?.handle ? nil : widget.panel
      case .nothing: stack.last { $0.isNear(p, margin: theme.px(Self.margin(of: tool))) }
      }
    guard let panel, panel.yieldsToStrokes else { return nil }
    return PanelStroke(panel: panel, events: [event])
  }

  /// The response to a drag by which the pen leaves the panel that it pressed: what the press has done is
  /// undone, and the stroke begins where the pen touched. nil if the contact stays with its owner.
  ///
  /// A slider may be dragged beyond its ends, so there the pen leaves across it.
  func leavePanel(_ event: PointerEvent) -> Answer? {
    guard let stroke = presses.stroke, let owner else { return nil }
    if stroke.events.count >= PanelStroke.mostEvents {
      presses.stroke = nil
      return nil
    }
    let area = Rect(stroke.panel.frame).insetBy(-theme.px(PanelStroke.slack))
    let p = event.sample.position
    var pressed: Widget?
    if case .widget(let widget) = owner { pressed = widget }
    guard p.y < area.minY || p.y > area.maxY || !(pressed is Slider) && (p.x < area.minX || p.x > area.maxX) else {
      presses.stroke?.events.append(event)
      return nil
    }
    presses.stroke = nil
    var response = Answer()
    if let pressed, pressed.isPressed {
      pressed.setPressed(false)
      pressed.cancel()
    }
    // Those that the press opened.
    if let first = popups.first { close(first) }
    self.owner = .canvas
    hover(nil)
    focus(nil)
    canvasPressed()
    fade(near: p)
    response.earlier = stroke.events
    return response
  }
}
