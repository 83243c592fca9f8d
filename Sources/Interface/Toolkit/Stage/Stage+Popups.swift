import Geometry

extension Stage {
  /// Whether a panel is open below which nothing else gets keys.
  public var isModal: Bool { popups.contains { $0.isModal } }

  /// Whether a menu, popup or dialog is open.
  public var hasPopup: Bool { !popups.isEmpty }

  /// Opens a popup on top of all others and focuses it. The frame is moved inside the window.
  public func open(_ popup: Panel, at frame: PixelRect) {
    tooltip.dismiss()
    popup.focusBefore = focused
    popups.append(popup)
    popup.show()
    popup.place(inside(frame))
    popup.invalidate()
    popupsChanged()
    focus(popup.firstFocus ?? popup.focusables.first)
  }

  /// Gives an open popup another frame, moved inside the window.
  public func move(_ popup: Panel, to frame: PixelRect) {
    popup.place(inside(frame))
    popupsChanged()
  }

  private func inside(_ frame: PixelRect) -> PixelRect {
    let margin = context.whole(4)
    let x = max(margin, min(frame.minX, size.width - margin - frame.width))
    let y = max(margin, min(frame.minY, size.height - margin - frame.height))
    return PixelRect(x: x, y: y, width: frame.width, height: frame.height)
  }

  /// Places the popups after a change of the window's size or density. Popups with a place of their
  /// own go there, menus are closed, others stay inside the window.
  public func layOutPopups() {
    closeMenus()
    for popup in popups {
      let (width, height) = popup.size(within: size.width - 2 * context.whole(16))
      let frame = PixelRect(x: popup.frame.minX, y: popup.frame.minY, width: width, height: height)
      popup.place(inside(popup.ownPlace?(width, height) ?? frame))
    }
    popupsChanged()
  }

  /// Opens a popup beside a widget: below it if there is room, else above; with `isSideways` to
  /// its right or left.
  public func open(_ popup: Panel, beside anchor: PixelRect, isSideways: Bool = false) {
    let (width, height) = popup.size(within: size.width - 2 * context.whole(8))
    let gap = context.whole(6)
    let origin =
      if isSideways {
        anchor.maxX + gap + width <= size.width
          ? (anchor.maxX + gap, anchor.minY) : (anchor.minX - gap - width, anchor.minY)
      } else {
        anchor.maxY + gap + height <= size.height
          ? (anchor.minX, anchor.maxY + gap) : (anchor.minX, anchor.minY - gap - height)
      }
    open(popup, at: PixelRect(x: origin.0, y: origin.1, width: width, height: height))
  }

  public func openCentred(_ popup: Panel) {
    open(popup) { stage, width, height in
      PixelRect(
        x: (stage.size.width - width) / 2, y: max(0, (stage.size.height - height) / 2), width: width, height: height
      )
    }
  }

  /// Opens a popup at a place that depends on the window's size and its own, now and whenever these
  /// change.
  public func open(_ popup: Panel, at place: @escaping (_ stage: Stage, _ width: Int, _ height: Int) -> PixelRect) {
    popup.ownPlace = { [unowned self] in place(self, $0, $1) }
    let (width, height) = popup.size(within: size.width - 2 * context.whole(16))
    open(popup, at: place(self, width, height))
  }

  public func closePopup() {
    guard let popup = popups.last else { return }
    close(popup)
  }

  public func close(_ popup: Panel) {
    guard let at = popups.firstIndex(where: { $0 === popup }) else { return }
    for gone in popups[at...].reversed() {
      gone.isHidden = true
      forget(gone)
    }
    popups.removeSubrange(at...)
    popupsChanged()
    guard focused == nil else { return }
    // The focus returns to the widget that had it; to the canvas if no popup is open and no focus
    // ring was visible.
    if let before = popup.focusBefore, let panel = before.panel, !panel.isHidden, isFocusVisible || !popups.isEmpty {
      focus(before)
    } else if let last = popups.last {
      focus(last.focusables.first)
    }
  }

  /// Closes every popup.
  public func closePopups() { if let first = popups.first { close(first) } }

  /// Closes the popups that a press at `p` is outside of.
  public func closePopups(outside p: Point) {
    while let last = popups.last, last.closesOutside, !last.contains(p) { close(last) }
  }
}
