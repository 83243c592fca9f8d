import Geometry
import Input
import Language

/// Accessibility of the interface.
extension Stage {
  /// The nodes of everything visible, in reading order.
  /// - Parameters:
  ///   - title: the window's title.
  ///   - canvas: the name of the canvas.
  public func accessibleTree(title: String, canvas: String) -> AccessibleNode {
    let window = bounds
    // The canvas has the focus unless a widget has it.
    let canvas = AccessibleNode(
      id: .canvas, role: .canvas, name: canvas,
      states: [.enabled, .showing, .focusable, focused == nil && popups.isEmpty ? .focused : []], frame: window)
    let shown = (panels + popups + notices + [tooltip]).filter { !$0.isHidden && !$0.frame.isEmpty }
    // Nothing below a modal panel can be used.
    let lowest = shown.lastIndex { $0.isModal }
    let nodes = shown.enumerated().flatMap { i, panel in
      panel.accessibleNodes(within: window, isUsable: lowest.map { i >= $0 } ?? true)
    }.map(\.withOneFocus)
    return AccessibleNode(
      id: .window, role: .window, name: ShownText.limited(title), states: [.enabled, .showing], frame: window,
      children: [canvas] + nodes)
  }

  /// Performs an action on a widget, as a press, key or typing would. Does nothing if the widget is
  /// gone, disabled, or does not support the action.
  public func act(_ action: AccessibleAction, on id: AccessibleNode.ID) -> Answer {
    if owner == nil, action == .focus, id == .canvas, popups.isEmpty {
      focus(nil)
      return Answer(isConsumed: true)
    }
    guard owner == nil, let widget = surfaces.lazy.compactMap({ $0.find(id.widget) }).first, isUsable(widget) else {
      return Answer()
    }
    tooltip.dismiss()
    if action == .focus || action == .press, widget.isFocusable { giveKeys(to: widget) }
    if action == .focus { return Answer(isConsumed: true) }
    widget.act(action, on: id.part)
    return Answer(isConsumed: true)
  }

  private func giveKeys(to widget: Widget) {
    isFocusVisible = true
    focus(widget)
    widget.reveal(widget.frame)
    widget.invalidate()
  }

  /// Whether a widget is shown and enabled, without a modal panel above it.
  private func isUsable(_ widget: Widget) -> Bool {
    var now: Widget? = widget
    while let it = now {
      if it.isHidden || !it.isEnabled { return false }
      now = it.parent
    }
    let all = surfaces
    guard let panel = widget.panel, let at = all.firstIndex(where: { $0 === panel }) else { return false }
    return !all[(at + 1)...].contains { $0.isModal && !$0.isHidden }
  }
}

extension AccessibleNode {
  /// The tree with one focused node: a row that the focused field controls takes precedence.
  fileprivate var withOneFocus: AccessibleNode {
    guard let row = all.last(where: { $0.id.part != nil && $0.states.contains(.focused) }) else { return self }
    return keepingFocus(of: row.id)
  }

  private func keepingFocus(of id: ID) -> AccessibleNode {
    var node = self
    if node.id != id { node.states.remove(.focused) }
    node.children = children.map { $0.keepingFocus(of: id) }
    return node
  }
}

extension Widget {
  public final func find(_ number: Int) -> Widget? {
    if number == self.number { return self }
    for child in children { if let found = child.find(number) { return found } }
    return nil
  }

  /// The node of the widget; if it has none, those of its children.
  /// - Parameter window: the visible area, window px.
  final func accessibleNodes(within window: PixelRect, isUsable: Bool) -> [AccessibleNode] {
    guard !isHidden else { return [] }
    let access = access
    let isUsable = isUsable && isEnabled
    let seen = frame.intersection(window)
    // Scroll views and panels show their children inside them only.
    let visible = self is Panel ? drawnFrame.intersection(window) : self is ScrollView ? seen : window
    let inside = children.flatMap { $0.accessibleNodes(within: visible, isUsable: isUsable) }
    guard let role = access.role else { return inside }
    var states = access.states
    if isUsable { states.insert(.enabled) }
    if isFocusable { states.insert(.focusable) }
    if isFocused { states.insert(.focused) }
    if !seen.isEmpty { states.insert(.showing) }
    if access.text != nil { states.insert(.editable) }
    let name = ShownText.limited(access.name ?? label)
    var description =
      access.description ?? [tip == name ? "" : tip, shortcut].filter { !$0.isEmpty }.joined(separator: ", ")
    description = ShownText.limited(description)
    if description == name { description = "" }
    // In a group of options, the chosen option has the focus.
    let hasKeys = isFocused && !access.parts.contains { $0.states.contains(.focused) }
    let parts = access.parts.enumerated().map { i, part in
      var states = part.states
      if hasKeys, part.isChosen { states.formUnion([.focused, .focusable]) }
      if isUsable, part.isPressable { states.insert(.enabled) }
      if !part.frame.intersection(seen).isEmpty { states.insert(.showing) }
      return AccessibleNode(
        id: .init(widget: number, part: part.index ?? i), role: part.role, name: ShownText.limited(part.name),
        description: ShownText.limited(part.description), states: states, frame: part.frame,
        isPressable: part.isPressable)
    }
    return [
      AccessibleNode(
        id: .init(widget: number), role: role, name: name, description: description, states: states, frame: frame,
        value: access.value, text: access.text, isPressable: access.isPressable, children: parts + inside)
    ]
  }
}
