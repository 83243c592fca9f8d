import Geometry

extension Stage {
  /// Opens a menu beside its opener. A touch that is still down on the opener continues in the
  /// menu.
  @discardableResult
  public func open(menu entries: [MenuEntry], from opener: Widget, leastWidth: Int = 0) -> Menu {
    let menu = Menu(context, entries, leastWidth: leastWidth)
    menu.opener = opener
    open(menu, beside: opener.frame)
    adopt(menu)
    return menu
  }

  /// Opens a menu with its upper left corner at a point.
  @discardableResult
  public func open(menu entries: [MenuEntry], at p: Point) -> Menu {
    let menu = Menu(context, entries)
    let (width, height) = menu.size(within: size.width - 2 * context.whole(8))
    // Not under the pen, so that lifting it chooses nothing.
    open(
      menu, at: PixelRect(x: Int(p.x.rounded()) + 1, y: Int(p.y.rounded()) + 1, width: width, height: height))
    adopt(menu)
    return menu
  }

  /// Opens a submenu beside a row of another menu, with the first rows aligned.
  public func open(_ menu: Menu, besideMenu parent: PixelRect, row: PixelRect) {
    let (width, height) = menu.size(within: size.width - 2 * context.whole(8))
    let (gap, edge) = (context.whole(2), context.whole(Menu.padding))
    let isRight = parent.maxX + gap + width + context.whole(4) <= size.width
    open(
      menu,
      at: PixelRect(
        x: isRight ? parent.maxX + gap : parent.minX - gap - width, y: row.minY - edge, width: width, height: height))
  }

  /// Closes all menus but not the dialog that they were opened from.
  public func closeMenus() { if let first = popups.first(where: { $0 is Menu }) { close(first) } }

  private func adopt(_ menu: Menu) {
    guard case .widget(let widget) = owner, widget.isPressed, let touch = presses.last?.touch else { return }
    widget.setPressed(false)
    owner = .widget(menu.list)
    menu.list.opening = touch.position
    menu.list.adopt(touch)
    menu.list.setPressed(true)
  }
}
