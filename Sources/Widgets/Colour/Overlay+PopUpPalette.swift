import Geometry
import Input

/// The pop-up palette.
extension Overlay {
  /// Opens the palette of brushes and colours around a place of the window, px; near an edge, as close to it as the palette
  /// finds room. One that is open already moves there.
  /// - Parameter button: the button that was pressed for it and is still held: its release takes what it is over. nil where
  ///   it was opened by a key.
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
    if let button { buttons.insert(button) }
    hover(target(at: place).widget)
  }

  /// The button that opened the palette is let go.
  func releaseOverPopUpPalette(_ touch: Touch) -> [Effect] {
    (popups.last as? PopUpPalette)?.release(at: touch) ?? []
  }
}
