import Geometry
import Ink
import Input

extension Stage {
  /// Whether a point of the window belongs to a widget, so that the canvas shows no cursor
  /// there.
  public func covers(_ place: Point) -> Bool { target(at: place) != .canvas }

  /// Takes a step of a pointer.
  public func take(_ event: PointerEvent) -> Answer {
    let touch = Touch(position: event.sample.position, modifiers: event.modifiers)
    switch event.phase {
    case .down:
      let stroke = panelStroke(beginningWith: event)
      let response = down(counted(touch, at: event.sample.time), by: event.sample.tool)
      presses.stroke = stroke
      return response
    case .drag:
      if let stroke = leavePanel(event) { return stroke }
      switch owner {
      case .canvas:
        fade(near: touch.position)
        return Answer()
      case nil: return Answer()
      case .ignored: return Answer(isConsumed: true)
      case .widget(let widget):
        if widget.isPressed { widget.drag(touch) }
        return Answer(isConsumed: true)
      }
    // A resting palm must not press anything.
    case .up(.overruled): return up(touch, isCancelled: true)
    case .up: return up(touch)
    case .hover:
      let target = target(at: touch.position, by: event.sample.tool)
      hover(target.widget)
      target.widget?.hover(touch)
      // No tooltips while a button is held.
      if owner == nil, presses.buttons.isEmpty, presses.canvasButtons.isEmpty {
        tooltip.point(at: target.widget, touch.position)
      }
      return Answer(isConsumed: target != .canvas)
    case .left:
      // Not consumed: the canvas needs this event too.
      if owner == nil { hover(nil) }
      tooltip.point(at: nil, touch.position)
      return Answer()
    case .press(let button):
      tooltip.dismiss()
      presses.canvasButtons.insert(button)
      switch owner {
      case .canvas: return Answer()
      case nil where target(at: touch.position) == .canvas:
        commitTyped(before: touch.position)
        closePopups(outside: touch.position)
        return Answer()
      case nil:
        presses.canvasButtons.remove(button)
        presses.buttons.insert(button)
        press(button, touch)
        return Answer(isConsumed: true)
      case .widget, .ignored:
        presses.canvasButtons.remove(button)
        presses.buttons.insert(button)
        return Answer(isConsumed: true)
      }
    case .release(let button):
      presses.canvasButtons.remove(button)
      guard presses.buttons.remove(button) != nil else { return Answer() }
      popups.last?.release(button, touch)
      return Answer(isConsumed: true)
    }
  }

  /// Takes a turn of a wheel: first the widget under it, then its parents. Over a panel it never reaches the canvas.
  public func take(_ event: ScrollEvent) -> Answer {
    if case .canvas = owner { return Answer() }
    tooltip.dismiss()
    let target = target(at: event.position)
    guard target != .canvas else { return Answer() }
    let touch = Touch(position: event.position, modifiers: event.modifiers)
    target.widget?.offer { $0.scroll(dx: event.dx, dy: event.dy, touch) }
    return Answer(isConsumed: true)
  }

  // MARK: Targets

  public enum Target: Equatable {
    case canvas
    /// Nothing, because a modal panel is open elsewhere, or a panel is just beside it.
    case nothing
    case widget(Widget)

    public var widget: Widget? { if case .widget(let widget) = self { widget } else { nil } }

    public static func == (a: Target, b: Target) -> Bool {
      switch (a, b) {
      case (.canvas, .canvas), (.nothing, .nothing): true
      case (.widget(let a), .widget(let b)): a === b
      default: false
      }
    }
  }

  /// How far beside a panel a press does not draw, px at 96 dpi.
  public static func margin(of tool: Tool) -> Double { tool == .touch ? 10 : 4 }

  /// The target of an input at a point, the uppermost surface first. Allocates nothing, because it
  /// is called for every sample of a hovering pen.
  /// - Parameter tool: what draws if it presses there; nil for inputs that do not draw, such as a wheel.
  public func target(at p: Point, by tool: Tool? = nil) -> Target {
    func find(in surface: Panel) -> Target? {
      if let found = surface.hit(p) { return .widget(found) }
      return surface.isModal && !surface.isHidden ? .nothing : nil
    }
    if let found = find(in: tooltip) { return found }
    for notice in notices.reversed() { if let found = find(in: notice) { return found } }
    for popup in popups.reversed() { if let found = find(in: popup) { return found } }
    for panel in stack.reversed() { if let found = find(in: panel) { return found } }
    guard let tool else { return .canvas }
    let margin = theme.px(Self.margin(of: tool))
    func isNear(_ panel: Panel) -> Bool { panel.isNear(p, margin: margin) }
    return notices.contains(where: isNear) || stack.contains(where: isNear) ? .nothing : .canvas
  }

  // MARK: Steps

  /// The touch with its number of presses in a row. A pen's second press is rarely at the same
  /// place, so some distance is allowed.
  private func counted(_ touch: Touch, at time: Double) -> Touch {
    var touch = touch
    if let last = presses.last, (0...0.4).contains(time - last.time),
      touch.position.distance(to: last.touch.position) <= theme.px(8)
    {
      touch.count = last.touch.count + 1
    }
    presses.last = (touch, time)
    return touch
  }

  private func down(_ touch: Touch, by tool: Tool) -> Answer {
    tooltip.dismiss()
    // The release of an earlier press was lost: end that press now.
    if owner != nil { endTouch(at: nil) }
    var response = Answer()
    let before = popups.count
    let openers = popups.compactMap(\.opener)
    let wasModal = popups.contains { $0.isModal }
    // A press elsewhere ends the typing and does its own work.
    let wasEntry = popups.last is NumberEntry
    commitTyped(before: touch.position)
    closePopups(outside: touch.position)
    let closedModal = wasModal && !popups.contains { $0.isModal }
    let target = target(at: touch.position, by: tool)
    hover(target.widget)
    if isFocusVisible {
      isFocusVisible = false
      // The focus ring disappears even if the focus stays.
      focused?.invalidate()
    }
    switch target {
    case .canvas:
      // A press that closes a popup does nothing else.
      if popups.count < before, !wasEntry {
        owner = .ignored
        response.isConsumed = true
      } else {
        owner = .canvas
        focus(nil)
        canvasPressed()
        fade(near: touch.position)
      }
    case .nothing:
      owner = .ignored
      response.isConsumed = true
    case .widget(let widget):
      owner = .widget(widget)
      response.isConsumed = true
      // A press on the widget that opened a closed popup does not open it again. A press that
      // closes a dialog does nothing else.
      if closedModal || popups.count < before && openers.contains(where: { $0 === widget }) { owner = .ignored }
      guard widget.isEnabled, case .widget = owner else { break }
      focus(focusOfPress(on: widget))
      widget.setPressed(true)
      widget.press(touch)
    }
    return response
  }

  /// Takes what was typed into the focused field if a press is elsewhere.
  private func commitTyped(before p: Point) {
    guard let field = focused as? TextField, !field.contains(p) else { return }
    field.commitByPress()
  }

  /// The widget that has the focus after a press on a widget. On a panel keys belong to the canvas after a press, so
  /// that Space pans and Delete clears the selection whatever was pressed before. Fields for text are the exception,
  /// and menus and dialogs, whose keys are their own while they are open.
  private func focusOfPress(on widget: Widget) -> Widget? {
    let hasOwnKeys = popups.contains { widget.isInside($0) }
    return widget.isFocusable && (widget.takesText || hasOwnKeys) ? widget : nil
  }

  /// Passes another button to the widget under it, or to its parents.
  private func press(_ button: PointerButton, _ touch: Touch) {
    target(at: touch.position).widget?.offer { $0.press(button, touch) }
  }

  private func up(_ touch: Touch, isCancelled: Bool = false) -> Answer {
    guard let owner else { return Answer() }
    var response = Answer()
    if case .canvas = owner {} else { response.isConsumed = true }
    if isCancelled, case .widget(let widget) = owner, widget.isPressed {
      widget.setPressed(false)
      widget.cancel()
    }
    endTouch(at: touch)
    hover(target(at: touch.position).widget)
    return response
  }

  /// Ends the touch at its owner; with a nil `touch`, outside of every widget.
  func endTouch(at touch: Touch?) {
    defer { (owner, presses.stroke) = (nil, nil) }
    unfade()
    guard case .widget(let widget) = owner, widget.isPressed else { return }
    widget.setPressed(false)
    widget.release(touch ?? Touch(position: Point(-1, -1)))
  }

  public func hover(_ widget: Widget?) {
    guard hovered !== widget else { return }
    hovered?.setHovered(false)
    hovered = widget
    widget?.setHovered(true)
    attentionChanged()
  }

  public func focus(_ widget: Widget?) {
    guard focused !== widget else { return }
    focused?.setFocused(false)
    focused = widget
    widget?.setFocused(true)
    attentionChanged()
  }
}
