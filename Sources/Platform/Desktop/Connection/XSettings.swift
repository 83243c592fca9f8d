internal import CX11

/// The desktop's settings, published by a program such as gnome-settings-daemon, xfsettingsd or
/// xsettingsd.
///
/// Source: freedesktop.org, "XSETTINGS - Cross-desktop setting management", version 0.5.
enum XSettings {
  /// Xft/DPI, dots per inch, from the settings' property; nil if missing, outside 24...960, or
  /// after a damaged part.
  static func dpi(in property: [UInt8]) -> Double? {
    guard case .number(let value) = value(of: "Xft/DPI", in: property) else { return nil }
    // In 1024ths; -1 means none.
    let dpi = Double(value) / 1024
    return (24...960).contains(dpi) ? dpi : nil
  }

  /// The contrast of the desktop's theme (Net/ThemeName); nil if usual, missing, or after a damaged
  /// part.
  static func contrast(in property: [UInt8]) -> HighContrast? {
    guard case .text(let name) = value(of: "Net/ThemeName", in: property) else { return nil }
    return HighContrast(themeName: name)
  }

  private enum Value {
    case number(Int32)
    case text(String)
  }

  /// A setting by its name; nil if missing, a colour, or after a damaged part.
  private static func value(of wanted: String, in property: [UInt8]) -> Value? {
    var reader = Reader(bytes: property[...])
    guard let order = reader.take(4), let first = order.first, first <= 1 else { return nil }
    reader.isBigEndian = first == 1
    guard reader.number(4) != nil, let count = reader.number(4) else { return nil }
    for _ in 0..<count {
      guard let kind = reader.number(1), reader.take(1) != nil, let length = reader.number(2),
        let name = reader.text(length), reader.number(4) != nil
      else { return nil }
      switch kind {
      case 0:
        guard let value = reader.number(4) else { return nil }
        if name.elementsEqual(wanted.utf8) { return .number(Int32(truncatingIfNeeded: value)) }
      case 1:
        guard let length = reader.number(4), let text = reader.text(length) else { return nil }
        if name.elementsEqual(wanted.utf8) { return .text(String(decoding: text, as: UTF8.self)) }
      case 2: guard reader.take(8) != nil else { return nil }
      default: return nil
      }
    }
    return nil
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>
    var isBigEndian = false

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    /// A number of 1, 2 or 4 bytes.
    mutating func number(_ size: Int) -> Int? {
      guard let part = take(size) else { return nil }
      return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Text, padded to a multiple of 4 bytes.
    mutating func text(_ length: Int) -> ArraySlice<UInt8>? {
      guard let text = take(length), take((4 - length % 4) % 4) != nil else { return nil }
      return text
    }
  }
}

/// A desktop's high-contrast theme.
public enum HighContrast: Sendable, Hashable {
  /// Light on dark.
  case dark
  /// Dark on light.
  case light

  /// The contrast by a theme's name: GNOME's "HighContrast" and "HighContrastInverse", MATE's
  /// "ContrastHigh" and "ContrastHighInverse"; nil for any other.
  init?(themeName name: String) {
    guard name.hasPrefix("HighContrast") || name.hasPrefix("ContrastHigh") else { return nil }
    self = name.contains("Inverse") ? .dark : .light
  }
}

extension Connection {
  /// Whether a window belongs to the XSETTINGS manager.
  func isSettingsManager(_ window: XID) -> Bool { window != 0 && window == settingsManager }

  /// Finds the XSETTINGS manager and selects its events.
  func findSettingsManager() {
    settingsManager = 0
    guard isAlive else { return }
    if settingsSelection == 0 {
      settingsSelection =
        screen == 0 ? atoms[.xSettingsManager] : XInternAtom(display, "_XSETTINGS_S\(screen)", 0)
    }
    // The manager may change before its events are selected, so it is looked up again afterwards.
    for _ in 0..<10 {
      let owner = XGetSelectionOwner(display, settingsSelection)
      guard isAlive, owner != settingsManager else { return }
      settingsManager = owner
      guard owner != 0 else { return }
      let (_, failure) = trapping { XSelectInput(display, owner, PropertyChangeMask | StructureNotifyMask) }
      if failure != nil { settingsManager = 0 }
    }
  }

  /// The property with the settings; nil without a manager.
  func readSettings() -> [UInt8]? {
    guard isAlive, settingsManager != 0 else { return nil }
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    // Trapped, since the program may have ended.
    let (status, _) = trapping(synchronising: false) {
      XGetWindowProperty(
        display, settingsManager, atoms[.xSettings], 0, 262_144, 0, atoms[.xSettings], &type, &format, &count, &rest,
        &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, format == 8, let data else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }
}
