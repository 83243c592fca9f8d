import Accessibility
import Desktop
import Studio
import Widgets

/// What screen readers are told, and what they want.
extension App {
  /// Listens for them, once the window has been drawn: before that there is nothing to read, and the hand waits.
  func beginReaders() {
    if drawnPlacement != nil { readers.begin(bus: bus, environment: environment) }
  }

  /// Tells of the window where it may have changed.
  func tellReaders(_ mayHaveChanged: Bool) {
    guard readers.isListening, mayHaveChanged || isReaderNew, !session.isDrawing else { return }
    isReaderNew = false
    readers.show(
      AccessibleObject(overlay.accessibleTree(title: shownTitle), isActive: isActive), at: window.originOnScreen())
  }

  /// Does what they want.
  func takeReaderRequests() {
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
    if readers.isListening, !wasListening { isReaderNew = true }
  }

  private func perform(_ action: AccessibleAction, _ text: String) {
    guard let id = AccessibleNode.ID(text: text) else { return }
    isStateNew = true
    window.noteUse()
    for effect in overlay.perform(action, on: id).effects { carryOut(effect) }
  }
}
