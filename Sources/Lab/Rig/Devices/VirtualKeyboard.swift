/// A keyboard on an inputtest device of the kind `DeviceSection.keyboard`. Keys go to the window
/// that has the focus; where no window manager runs, that is the one under the pointer, or what
/// `Screen.focus` chose.
public final class VirtualKeyboard {
  /// The device.
  public let device: InputTestDevice
  private let screen: Screen

  /// A keyboard on `device`; `screen` tells it the server's keymap.
  public init(device: InputTestDevice, screen: Screen) {
    self.device = device
    self.screen = screen
  }

  /// A key, by X keycode 8...255, goes down and stays so. Where keys repeat
  /// (`Screen.setKeysRepeat`), the server repeats it after its delay, as for a user.
  public func press(code: Int) throws(RigError) {
    guard 8...255 ~= code else { throw RigError("\(code) is no X keycode (8...255).") }
    try device.key(code, isPress: true)
  }

  /// A key, by X keycode, goes up.
  public func release(code: Int) throws(RigError) {
    guard 8...255 ~= code else { throw RigError("\(code) is no X keycode (8...255).") }
    try device.key(code, isPress: false)
  }

  /// The X keycode of a key by name ("z", "ctrl", "Page_Up").
  public func code(of name: String) throws(RigError) -> Int { try key(name).code }

  /// Presses a key by name, without Shift where its name would need it, and holds it.
  public func press(_ name: String) throws(RigError) {
    try press(code: try key(name).code)
    try synchronize()
  }

  /// Releases a key by name.
  public func release(_ name: String) throws(RigError) {
    try release(code: try key(name).code)
    try synchronize()
  }

  /// Taps a key with others held: "z", "ctrl+shift+z", "Escape", "[", "ctrl++". Names are those of
  /// keysyms, the characters themselves, and ctrl, shift, alt, super for the left ones of these
  /// keys.
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

  /// Holds keys while something else is done, and releases them whether or not it succeeds.
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

  /// The names in a chord; a plus after a plus, or at the start, is the key of that name.
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
