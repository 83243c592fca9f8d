import Geometry
import Input
import Toolkit

extension Overlay {
  /// Opens the palette of brushes and colours around a place of the window, px, moved inside the
  /// window. An open palette is moved there.
  /// - Parameter button: the held button that opened it, whose release chooses the item below; nil
  ///   if a key opened it.
  public func showPopUpPalette(at place: Point, heldBy button: PointerButton? = .secondary) {
    guard place.isFinite, owner == nil else { return }
    closePopups()
    let hasWheel = Double(min(size.width, size.height)) >= theme.px(PopUpPalette.leastSide)
    let popup = PopUpPalette(context, at: place, hasWheel: hasWheel)
    let side = popup.size(within: size.width).width
    func start(_ at: Double) -> Int { Int(max(-1e6, min(1e6, at)).rounded()) - side / 2 }
    isFocusVisible = button == nil
    open(
      popup, at: PixelRect(x: start(place.x), y: start(place.y), width: side, height: side))
    if let button { presses.buttons.insert(button) }
    hover(target(at: place).widget)
  }
}
