import Geometry

/// Menus among the popups.
extension Overlay {
  /// Opens a menu beside what asked for it, or takes it away where that has it open already. A touch that is still down on
  /// that goes on in the menu.
  func open(menu entries: [MenuEntry], from opener: Widget, leastWidth: Int = 0) {
    let menu = Menu(context, entries, leastWidth: leastWidth)
    menu.opener = opener
    open(menu, beside: opener.frame)
    adopt(menu)
  }

  /// Opens a menu with its upper left corner at a place.
  func open(menu entries: [MenuEntry], at p: Point) {
    let menu = Menu(context, entries)
    let at = PixelRect(x: Int(p.x.rounded()), y: Int(p.y.rounded()), width: 0, height: 0)
    let (width, height) = menu.size(within: size.width - 2 * context.whole(8))
    // Not under the pen, so that lifting it chooses nothing.
    open(menu, at: PixelRect(x: at.minX + 1, y: at.minY + 1, width: width, height: height))
    adopt(menu)
  }

  /// Closes all menus, and leaves the dialog that they were opened from.
  func closeMenus() { if let first = popups.first(where: { $0 is Menu }) { close(first) } }

  /// Hands a touch that opened a menu on to it.
  private func adopt(_ menu: Menu) {
    guard case .widget(let widget) = owner, widget.isPressed, let touch = lastPress?.touch else { return }
    widget.setPressed(false)
    owner = .widget(menu.list)
    menu.list.opening = touch.position
    menu.list.adopt(touch)
    menu.list.setPressed(true)
  }
}
