import Input

/// The keysyms that widgets handle (keysymdef.h).
public enum KeyCode {
  public static let backspace: UInt32 = 0xff08
  public static let tab: UInt32 = 0xff09
  static let backTab: UInt32 = 0xfe20
  public static let enter: UInt32 = 0xff0d
  public static let keypadEnter: UInt32 = 0xff8d
  public static let escape: UInt32 = 0xff1b
  public static let home: UInt32 = 0xff50
  public static let left: UInt32 = 0xff51
  public static let up: UInt32 = 0xff52
  public static let right: UInt32 = 0xff53
  public static let down: UInt32 = 0xff54
  public static let pageUp: UInt32 = 0xff55
  public static let pageDown: UInt32 = 0xff56
  public static let end: UInt32 = 0xff57
  public static let insert: UInt32 = 0xff63
  static let f6: UInt32 = 0xffc3
  public static let menu: UInt32 = 0xff67
  static let f10: UInt32 = 0xffc7
  public static let delete: UInt32 = 0xffff
  public static let space: UInt32 = 0x20
  /// Whether a key opens the context menu of the focused widget: Menu, or Shift+F10.
  public static func opensMenu(_ key: KeyEvent) -> Bool {
    key.keysym == menu && key.modifiers.isEmpty || key.keysym == f10 && key.modifiers == .shift
  }
  /// The keys that press a button.
  public static let presses: Set<UInt32> = [space, enter, keypadEnter]
}
