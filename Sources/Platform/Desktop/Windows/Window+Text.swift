internal import CX11
import Geometry
import Input

extension Window {
  /// Starts text input with dead keys, Compose and input methods; see `DesktopEvent.text`.
  ///
  /// Keys that type no text (arrows, Return, keys with Control) still arrive as key events.
  /// - Parameter spot: lower end of the text cursor, window px; where the input method appears.
  public func beginTextInput(at spot: Point) {
    guard connection.isAlive else { return }
    let input = textInput ?? TextInput(connection, window: id, mask: coreEvents)
    textInput = input
    input.begin(at: spot)
    XFlush(connection.display)
  }

  /// Moves the text cursor, in window px.
  public func moveTextInput(to spot: Point) {
    guard isTextInputActive else { return }
    textInput?.move(to: spot)
  }

  /// Ends text input.
  public func endTextInput() {
    guard isTextInputActive else { return }
    textInput?.end()
    if connection.isAlive { XFlush(connection.display) }
  }

  /// Whether text input is active.
  public var isTextInputActive: Bool { textInput?.isActive ?? false }
}

extension EventPump {
  /// Handles a key event that the input method did not consume.
  func takeKey(_ event: inout XKeyEvent, into events: inout [DesktopEvent]) {
    guard event.type == KeyPress, window.isTextInputActive, let input = window.textInput else {
      events.append(.key(keyboard.keyEvent(&event)))
      return
    }
    let composed = input.text(of: &event)
    // Text committed by an input method comes with keycode 0.
    let key = event.keycode == 0 ? nil : keyboard.keyEvent(&event)
    let text = (composed ?? key?.text ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
    if !text.isEmpty, key?.modifiers.isDisjoint(with: [.control, .alt, .super]) ?? true {
      events.append(.text(String(String.UnicodeScalarView(text))))
    } else if let key {
      events.append(.key(key))
    }
  }
}
