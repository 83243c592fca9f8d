import Files
import Ink
import Language

/// Keys about brushes: favourites, tags and recent brushes.
extension SettingsField {
  private static var allowedNames: String { translated("brushes' names, or none") }

  static let favourites = names("favourite-brushes", { $0.shelf.favourites }) { names, settings in
    for name in settings.shelf.favourites { settings.shelf.setFavourite(name, false) }
    for name in names { settings.shelf.setFavourite(name, true) }
  }

  static let recentBrushes = names("recent-brushes", { $0.recentBrushes }) { $1.recentBrushes = $0 }

  private static func names(
    _ name: String, _ get: @escaping @Sendable (Settings) -> [String],
    _ set: @escaping @Sendable ([String], inout Settings) -> Void
  ) -> SettingsField {
    SettingsField(
      name: name, allowed: allowedNames,
      read: { text, settings in
        guard let names = brushNames(text) else { return false }
        set(names, &settings)
        return true
      },
      write: { SettingsField.text(brushNames: get($0)) })
  }

  private static let tagPrefix = "brush-tag."

  /// The name of a tag as a key, percent-encoded.
  private static func key(ofTag name: String) -> String {
    tagPrefix + PercentText.text(of: Array(name.utf8), plain: "-_".utf8)
  }

  /// The field of a tag's key; nil for other keys.
  static func tag(key: String) -> SettingsField? {
    guard key.hasPrefix(tagPrefix), let bytes = PercentText.bytes(of: key.dropFirst(tagPrefix.count).utf8),
      let text = String(validating: bytes, as: UTF8.self), BrushShelf.tagName(text) == text
    else { return nil }
    return tag(text)
  }

  /// The field of a tag. It is not written for a tag without brushes.
  static func tag(_ name: String) -> SettingsField {
    @Sendable func brushes(_ settings: Settings) -> [String]? { settings.shelf.tags.first { $0.name == name }?.brushes }
    return SettingsField(
      name: key(ofTag: name), allowed: allowedNames,
      read: { text, settings in
        guard let names = brushNames(text) else { return false }
        for brush in brushes(settings) ?? [] { settings.shelf.setTag(name, on: brush, false) }
        for brush in names { settings.shelf.setTag(name, on: brush, true) }
        return true
      },
      write: { brushes($0).map { SettingsField.text(brushNames: $0) } })
  }

  private static func text(brushNames names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: " ")
  }

  /// Names of brushes with spaces between them, or "none"; nil for anything else.
  private static func brushNames(_ text: String) -> [String]? {
    if text == "none" { return [] }
    let names = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return !names.isEmpty && names.allSatisfy(Brush.isRecordedName) ? names : nil
  }
}
