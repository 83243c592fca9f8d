internal import CX11

/// The settings published by an XSETTINGS manager (gnome-settings-daemon, xfsettingsd, xsettingsd).
///
/// Source: freedesktop.org, "XSETTINGS - Cross-desktop setting management", version 0.5.
enum XSettings {
  /// Returns Xft/DPI in dpi; nil if it is missing, outside 24...960 or behind malformed data.
  static func dpi(in property: [UInt8]) -> Double? {
    guard case .number(let value) = value(of: "Xft/DPI", in: property) else { return nil }
    // The unit is 1/1024 dpi; -1 means not set.
    let dpi = Double(value) / 1024
    return (24...960).contains(dpi) ? dpi : nil
  }

  /// Returns the high-contrast theme that Net/ThemeName names; nil for other themes or if the name
  /// is missing or behind malformed data.
  static func contrast(in property: [UInt8]) -> HighContrast? {
    guard case .text(let name) = value(of: "Net/ThemeName", in: property) else { return nil }
    return HighContrast(themeName: name)
  }

  private enum Value {
    case number(Int32)
    case text(String)
  }

  /// Returns a setting by name; nil if it is missing, a colour, or behind malformed data.
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

    /// Reads an integer of 1, 2 or 4 bytes.
    mutating func number(_ size: Int) -> Int? {
      guard let part = take(size) else { return nil }
      return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads text and its padding to a multiple of 4 bytes.
    mutating func text(_ length: Int) -> ArraySlice<UInt8>? {
      guard let text = take(length), take((4 - length % 4) % 4) != nil else { return nil }
      return text
    }
  }
}

/// A high-contrast theme of the desktop.
public enum HighContrast: Sendable, Hashable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// Recognises GNOME's "HighContrast" and "HighContrastInverse" and MATE's "ContrastHigh" and
  /// "ContrastHighInverse"; nil for other names.
  init?(themeName name: String) {
    guard name.hasPrefix("HighContrast") || name.hasPrefix("ContrastHigh") else { return nil }
    self = name.contains("Inverse") ? .dark : .light
  }
}

extension Connection {
  func isSettingsManager(_ window: XID) -> Bool { window != 0 && window == settingsManager }

  /// Finds the XSETTINGS manager and selects its events.
  func findSettingsManager() {
    settingsManager = 0
    guard isAlive else { return }
    if settingsSelection == 0 {
      settingsSelection =
        screen == 0 ? atoms[.xSettingsManager] : XInternAtom(display, "_XSETTINGS_S\(screen)", 0)
    }
    // The owner is queried again, because it may change before its events are selected.
    for _ in 0..<10 {
      let owner = XGetSelectionOwner(display, settingsSelection)
      guard isAlive, owner != settingsManager else { return }
      settingsManager = owner
      guard owner != 0 else { return }
      let (_, failure) = trapping { XSelectInput(display, owner, PropertyChangeMask | StructureNotifyMask) }
      if failure != nil { settingsManager = 0 }
    }
  }

  /// Returns the property with the settings; nil if there is no XSETTINGS manager.
  func readSettings() -> [UInt8]? {
    guard isAlive, settingsManager != 0 else { return nil }
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    // The manager may have exited meanwhile.
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
