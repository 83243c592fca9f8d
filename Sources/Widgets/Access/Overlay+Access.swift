import Geometry
import Input
import Language

/// The interface for those who do not see it, or use neither pointer nor keys.
extension Overlay {
  /// All that is shown now, as one reads.
  /// - Parameter title: what the window is called.
  public func accessibleTree(title: String) -> AccessibleNode {
    let window = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    // Keys that no widget has are the canvas's.
    let canvas = AccessibleNode(
      id: .canvas, role: .canvas, name: translated("Drawing"),
      states: [.enabled, .showing, .focusable, focused == nil && popups.isEmpty ? .focused : []], frame: window)
    let shown = surfaces.filter { !$0.isHidden && !$0.frame.isEmpty }
    // Below what must be answered first nothing can be used.
    let lowest = shown.lastIndex { $0.isModal }
    let nodes = shown.enumerated().flatMap { i, panel in
      panel.accessibleNodes(within: window, isUsable: lowest.map { i >= $0 } ?? true)
    }.map(\.withOneFocus)
    return AccessibleNode(
      id: .window, role: .window, name: title, states: [.enabled, .showing], frame: window,
      children: [canvas] + nodes)
  }

  /// Does to a widget what a press, a key or typing would. Nothing happens where it has gone, cannot be used now, or has no use for that.
  public func perform(_ action: AccessibleAction, on id: AccessibleNode.ID) -> Response {
    if owner == nil, action == .focus, id == .canvas, popups.isEmpty {
      focus(nil)
      return Response(isConsumed: true)
    }
    guard owner == nil, let widget = surfaces.lazy.compactMap({ $0.find(id.widget) }).first, isUsable(widget) else {
      return Response()
    }
    tooltip.dismiss()
    if action == .focus || action == .press, widget.isFocusable { giveKeys(to: widget) }
    if action == .focus { return Response(isConsumed: true) }
    return Response(isConsumed: true, effects: widget.act(action, on: id.part))
  }

  /// Gives the keys to a widget so that this is seen.
  private func giveKeys(to widget: Widget) {
    isFocusVisible = true
    focus(widget)
    widget.reveal(widget.frame)
    widget.invalidate()
  }

  /// Whether a widget is there and nothing lies above it that must be answered first.
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
  /// The same with the keys where they work: an entry's arrows may choose a row of the list beside it.
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
  /// The widget of a number in it.
  final func find(_ number: Int) -> Widget? {
    if number == self.number { return self }
    for child in children { if let found = child.find(number) { return found } }
    return nil
  }

  /// What it is, or what lies in it where it is nothing by itself.
  /// - Parameter window: what can be seen of it at most, window px.
  final func accessibleNodes(within window: PixelRect, isUsable: Bool) -> [AccessibleNode] {
    guard !isHidden else { return [] }
    let access = access
    let isUsable = isUsable && isEnabled
    let seen = frame.intersection(window)
    // What scrolls shows what lies in it within its frame only.
    let inside = children.flatMap {
      $0.accessibleNodes(within: self is ScrollView || self is Panel ? seen : window, isUsable: isUsable)
    }
    guard let role = access.role else { return inside }
    var states = access.states
    if isUsable { states.insert(.enabled) }
    if isFocusable { states.insert(.focusable) }
    if isFocused { states.insert(.focused) }
    if !seen.isEmpty { states.insert(.showing) }
    if access.text != nil { states.insert(.editable) }
    let name = access.name ?? label
    var description =
      access.description ?? [tip == name ? "" : tip, shortcut].filter { !$0.isEmpty }.joined(separator: ", ")
    if description == name { description = "" }
    // Of what has parts the chosen one has the keys, as arrows choose another.
    let hasKeys = isFocused && !access.parts.contains { $0.states.contains(.focused) }
    let parts = access.parts.enumerated().map { i, part in
      var states = part.states
      if hasKeys, part.isChosen { states.formUnion([.focused, .focusable]) }
      if isUsable, part.isPressable { states.insert(.enabled) }
      if !part.frame.intersection(seen).isEmpty { states.insert(.showing) }
      return AccessibleNode(
        id: .init(widget: number, part: part.index ?? i), role: part.role, name: part.name,
        description: part.description, states: states, frame: part.frame, isPressable: part.isPressable)
    }
    return [
      AccessibleNode(
        id: .init(widget: number), role: role, name: name, description: description, states: states, frame: frame,
        value: access.value, text: access.text, isPressable: access.isPressable, children: parts + inside)
    ]
  }
}
