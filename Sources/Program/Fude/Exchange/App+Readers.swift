import Accessibility
import Desktop
import Studio
import Widgets

/// Exchange with screen readers.
extension App {
  /// Starts listening once the first frame is drawn.
  func beginReaders() {
    if frame.drawnPlacement != nil { workers.screenReaders.begin(bus: bus, environment: environment) }
  }

  /// Sends the accessible tree where it may have changed.
  func tellReaders(_ mayHaveChanged: Bool) {
    guard workers.screenReaders.isListening, mayHaveChanged || frame.isDirty(.accessibility), !session.isDrawing else {
      return
    }
    frame.clear(.accessibility)
    workers.screenReaders.show(
      AccessibleObject(overlay.accessibleTree(title: windowState.title), isActive: windowState.isActive),
      at: window.originOnScreen())
  }

  /// Carries out requests of screen readers.
  func takeReaderRequests() {
    let wasListening = workers.screenReaders.isListening
    for request in workers.screenReaders.take() {
      switch request {
      case .listen: break
      case .press(let id): perform(.press, id)
      case .focus(let id): perform(.focus, id)
      case .setValue(let id, let value): perform(.setValue(value), id)
      case .setText(let id, let text): perform(.setText(text), id)
      }
    }
    if workers.screenReaders.isListening, !wasListening { frame.mark(.accessibility) }
  }

  private func perform(_ action: AccessibleAction, _ text: String) {
    guard let id = AccessibleNode.ID(text: text) else { return }
    frame.mark(.panels)
    window.noteUse()
    for effect in overlay.perform(action, on: id).effects { carryOut(effect) }
  }
}
