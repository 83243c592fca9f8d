import Files
import Input
import Language

/// The keys of macros.
extension SettingsField {
  private static let macroPrefix = "macro-key."

  /// The field of a macro's key; nil for other keys.
  static func macro(key: String) -> SettingsField? {
    guard key.hasPrefix(macroPrefix), let bytes = PercentText.bytes(of: key.dropFirst(macroPrefix.count).utf8),
      let name = String(validating: bytes, as: UTF8.self), !name.isEmpty, !name.hasPrefix("."), !name.contains("/")
    else { return nil }
    return macro(name)
  }

  /// The field of a macro's key, by the name of its file, percent-encoded.
  static func macro(_ name: String) -> SettingsField {
    SettingsField(
      name: macroPrefix + PercentText.text(of: Array(name.utf8), plain: "-_".utf8),
      allowed: translated("a key such as Ctrl+Alt+1, or none"),
      read: { text, settings in
        if text == "none" {
          settings.macroKeys[name] = nil
          return true
        }
        guard let key = Keystroke(text) else { return false }
        settings.macroKeys[name] = key
        return true
      }, write: { $0.macroKeys[name]?.description })
  }
}
