/// A keyboard: a device `DeviceSection.keyboard` of the X server's driver inputtest
/// (inputtestdrv(4)).
///
/// Keys go to the focused window. Without a window manager that is the window under the pointer, or
/// the one set with `Screen.focus`.
public final class VirtualKeyboard {
  /// The device.
  public let device: InputTestDevice
  private let screen: Screen

  /// Makes a keyboard on `device`. `screen` is used to read the server's keymap.
  public init(device: InputTestDevice, screen: Screen) {
    self.device = device
    self.screen = screen
  }

  /// Presses a key, by X keycode 8...255, and holds it. If key repeat is on
  /// (`Screen.setKeysRepeat`), the server repeats the key after its delay.
  public func press(code: Int) throws(RigError) {
    guard 8...255 ~= code else { throw RigError("\(code) is no X keycode (8...255).") }
    try device.key(code, isPress: true)
  }

  /// Releases a key, by X keycode.
  public func release(code: Int) throws(RigError) {
    guard 8...255 ~= code else { throw RigError("\(code) is no X keycode (8...255).") }
    try device.key(code, isPress: false)
  }

  /// Returns the X keycode of a key by name ("z", "ctrl", "Page_Up").
  public func code(of name: String) throws(RigError) -> Int { try key(name).code }

  /// Presses a key by name and holds it. Never presses Shift, even if the name needs it.
  public func press(_ name: String) throws(RigError) {
    try press(code: try key(name).code)
    try synchronize()
  }

  /// Releases a key by name.
  public func release(_ name: String) throws(RigError) {
    try release(code: try key(name).code)
    try synchronize()
  }

  /// Taps a key while holding others: "z", "ctrl+shift+z", "Escape", "[", "ctrl++". Names are
  /// keysym names, characters, ctrl, shift, alt and super for the left modifier keys, or esc, enter
  /// and del. Shift is added where a character needs it.
  public func tap(_ chord: String) throws(RigError) {
    let words = Self.words(of: chord)
    guard let last = words.last else { throw RigError("\"\(chord)\" names no key.") }
    let target = try key(last)
    var held: [Int] = []
    for word in words.dropLast() { held.append(try key(word).code) }
    let shift = try key("shift").code
    if target.isShifted, !held.contains(shift) { held.append(shift) }
    for code in held { try press(code: code) }
    try press(code: target.code)
    try release(code: target.code)
    for code in held.reversed() { try release(code: code) }
    try synchronize()
  }

  /// Holds keys while `body` runs, and releases them even if it fails.
  public func holding<Result>(_ names: String..., do body: () throws(RigError) -> Result) throws(RigError) -> Result {
    var codes: [Int] = []
    for name in names { codes.append(try key(name).code) }
    for code in codes { try press(code: code) }
    try synchronize()
    let result: Result
    do {
      result = try body()
    } catch {
      for code in codes.reversed() { try? release(code: code) }
      try? synchronize()
      throw error
    }
    for code in codes.reversed() { try release(code: code) }
    try synchronize()
    return result
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) {
    try device.synchronize()
  }

  private static let abbreviations = [
    "ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "super": "Super_L", "esc": "Escape", "enter": "Return",
    "del": "Delete",
  ]

  private func key(_ name: String) throws(RigError) -> (code: Int, isShifted: Bool) {
    var keysym = screen.keysym(named: Self.abbreviations[name.lowercased()] ?? name)
    // The keysyms of the printable ASCII characters are their codes (X protocol, appendix A).
    if keysym == nil, name.utf8.count == 1, let code = name.utf8.first, 0x20...0x7e ~= code { keysym = UInt(code) }
    guard let keysym else { throw RigError("There is no key \"\(name)\".") }
    guard let key = screen.key(for: keysym) else { throw RigError("No key of the keyboard gives \"\(name)\".") }
    return key
  }

  /// Splits a chord into names. A plus at the start or after a plus is itself a name.
  private static func words(of chord: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in chord {
      if character == "+", !word.isEmpty {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
