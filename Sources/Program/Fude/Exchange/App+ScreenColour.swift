import Desktop
import Language
import Portal
import Studio
import Widgets

/// Colours from anywhere on the screen: by the X server, or by the desktop's picker where a Wayland
/// compositor hides the screen.
extension App {
  /// Lets the user take a colour.
  func pickFromScreen() {
    guard !session.isDrawing else { return }
    guard usesDesktopPicker else {
      guard window.beginScreenEyedropper() else {
        return show(message: translated("No colour can be picked now: another program holds the pointer."))
      }
      show(message: Self.eyedropperHint)
      return look()
    }
    guard let bus else { return explainNoPicker(nil) }
    let picker = workers.colourPicker
    if picker.isSilent { return explainNoPicker(translated("its portal does not answer")) }
    if picker.isOpen { return show(message: translated("The desktop's colour picker was asked for already.")) }
    if !picker.ask(window: window.number, bus: bus, then: { [self] in take($0) }) {
      explainNoPicker(translated("the system cannot start a thread"))
    }
  }

  private static var eyedropperHint: String {
    translated("Press anywhere on the screen to take a colour. Escape cancels.")
  }

  private var usesDesktopPicker: Bool { window.isOnWayland || environment["WAYLAND_DISPLAY"]?.isEmpty == false }

  private func look() {
    if let colour = window.lookThroughScreenEyedropper() { take(colour) }
  }

  /// Handles what the eyedropper over the screen reports.
  func take(_ colour: ScreenColour) {
    switch colour {
    case .under(let rgb):
      guard window.showsPictures,
        let ring = overlay.eyedropperPicture(rgb, before: session.colour, most: PointerPicture.largestSide),
        let picture = PointerPicture(
          width: ring.side, height: ring.side, hotSpot: (ring.hotSpot, ring.hotSpot), pixels: ring.pixels)
      else { return }
      window.showScreenEyedropper(picture)
    case .taken(let rgb):
      overlay.withdraw(message: Self.eyedropperHint)
      carryOut(session.setColour(rgb))
    case .cancelled: overlay.withdraw(message: Self.eyedropperHint)
    }
  }

  /// Handles the answer of the desktop's picker.
  private func take(_ answer: PickedColour) {
    switch answer {
    case .chosen(let rgb): carryOut(session.setColour(rgb))
    case .cancelled: break
    case .unavailable(let reason): explainNoPicker(reason)
    case .unanswered: explainNoPicker(translated("its portal does not answer"))
    case .lost(let reason):
      show(message: translated("The desktop's colour picker failed: {reason}.", ["reason": reason]))
    }
  }

  private func explainNoPicker(_ reason: String?) {
    show(
      message: reason.map { translated("The desktop's colour picker is not available: {reason}.", ["reason": $0]) }
        ?? translated("This desktop has no colour picker. The eyedropper takes colours within the window."))
  }
}
