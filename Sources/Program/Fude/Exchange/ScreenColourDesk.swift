import Desktop
import Language
import Panels
import Portal
import Studio

/// Colours from anywhere on the screen: by the X server, or by the desktop's picker where a Wayland
/// compositor hides the screen.
final class ScreenColourDesk {
  private let place: Workplace
  private let window: Window
  private let picker: DesktopColourPicker

  init(_ place: Workplace, _ window: Window) {
    (self.place, self.window) = (place, window)
    picker = DesktopColourPicker(place.background)
    place.background.closeAtEnd { [weak picker] in picker?.close() }
  }

  /// Lets the user take a colour.
  func begin() {
    guard !place.session.isDrawing else { return }
    guard usesDesktopPicker else {
      guard window.beginScreenEyedropper() else {
        return place.show(message: translated("No colour can be picked now: another program holds the pointer."))
      }
      place.show(message: Self.eyedropperHint)
      return look()
    }
    guard let bus = place.bus else { return explainNoPicker(nil) }
    if picker.isSilent { return explainNoPicker(translated("its portal does not answer")) }
    if picker.isOpen { return place.show(message: translated("The desktop's colour picker was asked for already.")) }
    if !picker.ask(window: window.number, bus: bus, then: { [self] in take($0) }) {
      explainNoPicker(translated("the system cannot start a thread"))
    }
  }

  private static var eyedropperHint: String {
    translated("Press anywhere on the screen to take a colour. Escape cancels.")
  }

  private var usesDesktopPicker: Bool { window.isOnWayland || place.environment["WAYLAND_DISPLAY"]?.isEmpty == false }

  private func look() {
    if let colour = window.lookThroughScreenEyedropper() { take(colour) }
  }

  /// Handles what the eyedropper over the screen reports.
  func take(_ colour: ScreenColour) {
    switch colour {
    case .under(let rgb):
      guard window.showsPictures,
        let ring = place.overlay.eyedropperPicture(rgb, before: place.session.colour, most: PointerPicture.largestSide),
        let picture = PointerPicture(
          width: ring.side, height: ring.side, hotSpot: (ring.hotSpot, ring.hotSpot), pixels: ring.pixels)
      else { return }
      window.showScreenEyedropper(picture)
    case .taken(let rgb):
      place.overlay.withdraw(message: Self.eyedropperHint)
      place.carryOut(place.session.setColour(rgb))
    case .cancelled: place.overlay.withdraw(message: Self.eyedropperHint)
    }
  }

  /// Handles the answer of the desktop's picker.
  private func take(_ answer: PickedColour) {
    switch answer {
    case .chosen(let rgb): place.carryOut(place.session.setColour(rgb))
    case .cancelled: break
    case .unavailable(let reason): explainNoPicker(reason)
    case .unanswered: explainNoPicker(translated("its portal does not answer"))
    case .lost(let reason):
      place.show(message: translated("The desktop's colour picker failed: {reason}.", ["reason": reason]))
    }
  }

  private func explainNoPicker(_ reason: String?) {
    place.show(
      message: reason.map { translated("The desktop's colour picker is not available: {reason}.", ["reason": $0]) }
        ?? translated("This desktop has no colour picker. The eyedropper takes colours within the window."))
  }
}
