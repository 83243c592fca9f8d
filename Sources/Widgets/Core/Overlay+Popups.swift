import Geometry

/// Menus, popups and dialogs.
extension Overlay {
  /// Whether a menu, popup or dialog is open.
  public var hasPopup: Bool { !popups.isEmpty }

  /// Opens a popup on top of all others at a place inside the window, and gives it the keys.
  func open(_ popup: Panel, at frame: PixelRect) {
    let margin = context.whole(4)
    let x = max(margin, min(frame.minX, size.width - margin - frame.width))
    let y = max(margin, min(frame.minY, size.height - margin - frame.height))
    popup.focusBefore = focused
    popups.append(popup)
    popup.show()
    popup.place(PixelRect(x: x, y: y, width: frame.width, height: frame.height))
    popup.invalidate()
    focus(popup.focusables.first)
  }

  /// Opens a popup beside a widget: under it where there is room, else above; or to its right.
  func open(_ popup: Panel, beside anchor: PixelRect, isSideways: Bool = false) {
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

  /// Opens a popup in the middle of the window.
  func openCentred(_ popup: Panel) {
    let (width, height) = popup.size(within: size.width - 2 * context.whole(16))
    open(
      popup,
      at: PixelRect(x: (size.width - width) / 2, y: max(0, (size.height - height) / 2), width: width, height: height))
  }

  /// Closes the uppermost popup.
  func closePopup() {
    guard let popup = popups.last else { return }
    close(popup)
  }

  /// Closes a popup and all that were opened from it.
  func close(_ popup: Panel) {
    guard let at = popups.firstIndex(where: { $0 === popup }) else { return }
    for gone in popups[at...].reversed() {
      gone.isHidden = true
      forget(gone)
    }
    popups.removeSubrange(at...)
    guard focused == nil else { return }
    // The keys go back to where they were, if they can; with nothing open and no ring to be seen, to the canvas.
    if let before = popup.focusBefore, let panel = before.panel, !panel.isHidden, isFocusVisible || !popups.isEmpty {
      focus(before)
    } else if let last = popups.last {
      focus(last.focusables.first)
    }
  }

  /// Closes every popup.
  public func closePopups() { if let first = popups.first { close(first) } }

  /// Closes those popups that a press at a place is outside of.
  func closePopups(outside p: Point) {
    while let last = popups.last, last.closesOutside, !last.contains(p) { close(last) }
  }
}
