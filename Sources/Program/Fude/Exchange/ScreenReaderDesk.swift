import Accessibility
import Desktop
import Panels
import Studio
import Toolkit

/// Exchange with screen readers.
final class ScreenReaderDesk {
  private let place: Workplace
  private let window: Window
  private let readers: ScreenReaders

  init(_ place: Workplace, _ window: Window, wakeup: Wakeup) {
    (self.place, self.window) = (place, window)
    readers = ScreenReaders(wakeup: wakeup)
    place.background.closeAtEnd { [weak readers] in readers?.stop() }
  }

  /// Starts listening once the first frame is drawn.
  func begin() {
    if place.frame.drawnPlacement != nil { readers.begin(bus: place.bus, environment: place.environment) }
  }

  /// Sends the accessible tree where it may have changed.
  /// - Parameters:
  ///   - mayHaveChanged: whether pixels of the panels changed.
  ///   - isActive: whether the window has the keyboard.
  func tell(_ mayHaveChanged: Bool, title: String, isActive: Bool) {
    guard readers.isListening, mayHaveChanged || place.frame.isDirty(.accessibility), !place.session.isDrawing else {
      return
    }
    place.frame.clear(.accessibility)
    readers.show(
      AccessibleObject(place.overlay.accessibleTree(title: title), isActive: isActive),
      at: window.originOnScreen())
  }

  /// Carries out requests of screen readers.
  func takeRequests() {
    let wasListening = readers.isListening
    for request in readers.take() {
      switch request {
      case .listen: break
      case .press(let id): perform(.press, id)
      case .focus(let id): perform(.focus, id)
      case .setValue(let id, let value): perform(.setValue(value), id)
      case .setText(let id, let text): perform(.setText(text), id)
      }
    }
    if readers.isListening, !wasListening { place.frame.mark(.accessibility) }
  }

  private func perform(_ action: AccessibleAction, _ text: String) {
    guard let id = AccessibleNode.ID(text: text) else { return }
    place.frame.mark(.panels)
    window.noteUse()
    place.carryOut(place.overlay.perform(action, on: id).effects)
  }
}
