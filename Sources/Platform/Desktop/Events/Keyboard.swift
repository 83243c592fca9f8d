internal import CX11
import Input

/// Converts X's key events to `KeyEvent`s: keysym, text, repeats, and the keysym in a Latin layout.
///
/// It requests detectable repeat (a held key sends presses without releases in between) and changes
/// of the keymap. It reads the keymap at the first key and after each change.
final class Keyboard {
  private let connection: Connection
  private var fallback: LatinFallback?
  private var held = [Bool](repeating: false, count: 256)
  /// The type of XKB's events; nil without XKB.
  let xkbEventType: Int32?

  init(_ connection: Connection) {
    self.connection = connection
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    var major = XkbMajorVersion
    var minor = XkbMinorVersion
    let display = connection.display
    guard XkbQueryExtension(display, &opcode, &event, &error, &major, &minor) != 0 else {
      xkbEventType = nil
      return
    }
    xkbEventType = event
    XkbSetDetectableAutoRepeat(display, 1, nil)
    let news = UInt32(XkbNewKeyboardNotifyMask | XkbMapNotifyMask)
    XkbSelectEvents(display, UInt32(XkbUseCoreKbd), news, news)
  }

  /// The event of a pressed or released key.
  func keyEvent(_ event: inout XKeyEvent) -> KeyEvent {
    let isDown = event.type == KeyPress
    let keycode = Int(event.keycode & 0xff)
    let isRepeat = isDown && held[keycode]
    held[keycode] = isDown

    var keysym: KeySym = 0
    XLookupString(&event, nil, 0, &keysym, nil)
    let modifiers = Modifiers(state: event.state)
    let types = isDown && modifiers.isDisjoint(with: [.control, .alt, .super])
    let plain = UInt32(truncatingIfNeeded: keysym)
    let latin = latinKeysym(keycode: keycode, group: Int(event.state >> 13) & 3)
    return KeyEvent(
      keysym: plain, latin: latin == 0 ? plain : latin, text: types ? KeysymText.text(of: plain) : "",
      modifiers: modifiers, isDown: isDown, isRepeat: isRepeat, time: Double(event.time) / 1000)
  }

  /// Forgets held keys. Releases that go to another window are never seen.
  func forgetHeldKeys() {
    for i in held.indices { held[i] = false }
  }

  /// Handles MappingNotify.
  func mappingChanged(_ event: inout XMappingEvent) {
    XRefreshKeyboardMapping(&event)
    fallback = nil
  }

  /// Handles an event of XKB.
  func xkbChanged(_ event: inout XEvent) {
    withUnsafeMutablePointer(to: &event) {
      $0.withMemoryRebound(to: XkbMapNotifyEvent.self, capacity: 1) { map in
        // Xlib itself handles a new keyboard.
        if map.pointee.xkb_type == XkbMapNotify { XkbRefreshKeyboardMapping(map) }
      }
    }
    fallback = nil
  }

  private func latinKeysym(keycode: Int, group: Int) -> UInt32 {
    let display = connection.display
    func symbol(_ keycode: Int, _ group: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: XkbKeycodeToKeysym(display, KeyCode(keycode), Int32(group), 0))
    }
    if fallback == nil {
      var least: Int32 = 8
      var most: Int32 = 255
      XDisplayKeycodes(display, &least, &most)
      fallback = LatinFallback(keycodes: Int(max(0, least))...Int(max(0, least, min(255, most))), symbol: symbol)
    }
    return fallback?.keysym(keycode: keycode, group: group, symbol: symbol) ?? 0
  }
}
