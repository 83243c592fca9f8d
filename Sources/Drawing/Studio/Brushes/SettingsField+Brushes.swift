import Document
import Files
import Ink
import Language
import Library

extension Settings.BrushUse {
  /// A title without blanks around it and control characters, cut at the greatest length; nil for
  /// an empty one.
  public static func title(_ text: String) -> String? {
    let plain = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let words = String(String.UnicodeScalarView(plain)).drop(while: \.isWhitespace)
    let title = words.prefix(mostLetters).reversed().drop(while: \.isWhitespace).reversed()
    return title.isEmpty ? nil : String(title)
  }
}

/// Keys about brushes: favourites, tags and recent brushes.
extension SettingsField {
  private static var allowedNames: String { translated("brushes' names, or none") }

  static let favourites = names("favourite-brushes", merges: true, { $0.shelf.favourites }) { names, settings in
    for name in settings.shelf.favourites { settings.shelf.setFavourite(name, false) }
    for name in names { settings.shelf.setFavourite(name, true) }
  }

  static let recentBrushes = names("recent-brushes", merges: false, { $0.recentBrushes }) { $1.recentBrushes = $0 }

  private static func names(
    _ name: String, merges: Bool, _ get: @escaping @Sendable (Settings) -> [String],
    _ set: @escaping @Sendable ([String], inout Settings) -> Void
  ) -> SettingsField {
    var field = SettingsField(
      name: name, allowed: allowedNames,
      read: { text, settings in
        guard let names = brushNames(text) else { return false }
        set(names, &settings)
        return true
      },
      write: { SettingsField.text(brushNames: get($0)) })
    if merges {
      field.merge = { old, new, file in
        SettingsField.text(brushNames: BrushShelf.merged(get(old), get(new), into: get(file)))
      }
    }
    return field
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
      write: { brushes($0).map { SettingsField.text(brushNames: $0) } },
      merge: { old, new, other in
        let names = BrushShelf.merged(brushes(old) ?? [], brushes(new) ?? [], into: brushes(other) ?? [])
        return names.isEmpty ? nil : SettingsField.text(brushNames: names)
      })
  }

  /// The field of a brush's paper: its name, percent-encoded, its strength and its size.
  static func paper(of brush: String) -> SettingsField {
    SettingsField(
      name: "brush.\(brush).paper", allowed: translated("a paper's name, its strength from 0 to 1 and its size"),
      read: { text, settings in
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, let bytes = PercentText.bytes(of: words[0].utf8),
          let name = String(validating: bytes, as: UTF8.self), PaperLibrary.isName(name),
          let strength = SettingsText.number(words[1]), (0...1).contains(strength),
          let scale = SettingsText.number(words[2]), Brush.Paper.scales.contains(scale)
        else { return false }
        settings.brushes[brush, default: Settings.BrushUse()].paper = Settings.PaperUse(
          name, strength: strength, scale: scale)
        return true
      },
      write: { settings in
        settings.brushes[brush]?.paper.map { paper in
          let name = PercentText.text(of: Array(paper.name.utf8), plain: "-_".utf8)
          return "\(name) \(SettingsText.text(paper.strength)) \(SettingsText.text(paper.scale))"
        }
      })
  }

  /// The field of a brush's title, percent-encoded.
  static func title(of brush: String) -> SettingsField {
    SettingsField(
      name: "brush.\(brush).title", allowed: translated("what the brush is called, percent-encoded"),
      read: { text, settings in
        guard let bytes = PercentText.bytes(of: text.utf8), let title = String(validating: bytes, as: UTF8.self),
          Settings.BrushUse.title(title) == title
        else { return false }
        settings.brushes[brush, default: Settings.BrushUse()].title = title
        return true
      },
      write: { settings in
        settings.brushes[brush]?.title.map { PercentText.text(of: Array($0.utf8), plain: "-_".utf8) }
      })
  }

  private static func text(brushNames names: [String]) -> String {
    if names.isEmpty { return "none" }
    // A brush of this name alone would be read as no brush.
    let text = names.joined(separator: " ")
    return text == "none" ? text + " " + text : text
  }

  /// Names of brushes with spaces between them, or "none"; nil for anything else.
  private static func brushNames(_ text: String) -> [String]? {
    if text == "none" { return [] }
    var seen: Set<String> = []
    let names = text.split(whereSeparator: \.isWhitespace).map(String.init).filter { seen.insert($0).inserted }
    return !names.isEmpty && names.allSatisfy(Brush.isRecordedName) ? names : nil
  }
}
