internal import CX11
import Geometry
import Input

// Typing in of text.
extension Window {
  /// From now on keys type text, which comes as `DesktopEvent.text`: with dead keys, Compose and the user's input method.
  /// Keys that type none (arrows, Return, keys with Control) come as keys all the same.
  /// - Parameter spot: the foot of the text's cursor, window px from the upper left corner: where the input method is to
  ///   show what it does.
  public func beginTextInput(at spot: Point) {
    guard connection.isAlive else { return }
    let input = textInput ?? TextInput(connection, window: id, mask: coreEvents)
    textInput = input
    input.begin(at: spot)
    XFlush(connection.display)
  }

  /// Tells where the text's cursor is now, window px.
  public func moveTextInput(to spot: Point) {
    guard isTextInputActive else { return }
    textInput?.move(to: spot)
  }

  /// Keys are keys again.
  public func endTextInput() {
    guard isTextInputActive else { return }
    textInput?.end()
    if connection.isAlive { XFlush(connection.display) }
  }

  /// Whether keys type text.
  public var isTextInputActive: Bool { textInput?.isActive ?? false }
}

extension EventPump {
  /// A key that no input method took.
  func takeKey(_ event: inout XKeyEvent, into events: inout [DesktopEvent]) {
    guard event.type == KeyPress, window.isTextInputActive, let input = window.textInput else {
      events.append(.key(keyboard.keyEvent(&event)))
      return
    }
    let composed = input.text(of: &event)
    // An input method's own words come with a key that does not exist.
    let key = event.keycode == 0 ? nil : keyboard.keyEvent(&event)
    let text = (composed ?? key?.text ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
    if !text.isEmpty, key?.modifiers.isDisjoint(with: [.control, .alt, .super]) ?? true {
      events.append(.text(String(String.UnicodeScalarView(text))))
    } else if let key {
      events.append(.key(key))
    }
  }
}
