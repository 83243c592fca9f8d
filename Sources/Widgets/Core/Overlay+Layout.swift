import Geometry

/// Where the panels are.
extension Overlay {
  /// Distance of the panels from the window's edges, px at 96 dpi.
  static let margin = 16.0

  /// Gives every panel its place. A panel that finds none in a small window is hidden.
  func layOut() {
    let margin = context.whole(Self.margin)
    let window = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    func settle(_ panel: Panel, _ frame: PixelRect, isShown: Bool) {
      let isHidden = !(isShown && arePanelsShown)
      panel.isHidden = isHidden
      panel.place(frame)
    }
    dial.center = Point(Double(size.width) - theme.px(116), Double(size.height) - theme.px(124))
    settle(dial, dial.wantedFrame, isShown: window.contains(dial.wantedFrame))
    let strip = status.size(within: size.width - 2 * margin)
    let low = PixelRect(x: margin, y: size.height - margin - strip.height, width: strip.width, height: strip.height)
    settle(
      status, low,
      isShown: strip.width > 0 && window.contains(low) && (dial.isHidden || !low.intersects(dial.frame)))
    // The colours at the top right, above the dial; a row of them where there is little room.
    let bottom = dial.isHidden ? size.height - margin : dial.frame.minY
    func place(isCollapsed: Bool) -> PixelRect {
      colours.isCollapsed = isCollapsed
      let box = colours.size(within: size.width - 2 * margin)
      return PixelRect(x: size.width - margin - box.width, y: margin, width: box.width, height: box.height)
    }
    var upper = place(isCollapsed: false)
    if upper.maxY > bottom { upper = place(isCollapsed: true) }
    settle(colours, upper, isShown: window.contains(upper) && upper.maxY <= bottom)
    let widest = min(context.whole(560), size.width - 2 * margin)
    let box = message.size(within: widest)
    message.place(
      PixelRect(
        x: (size.width - box.width) / 2, y: size.height - margin - context.whole(50) - box.height, width: box.width,
        height: box.height))
  }
}
