/// Editing of palettes.
extension Palette {
  /// A change of a palette.
  public enum Change: Sendable, Hashable {
    /// Append a colour, 0xRRGGBB.
    case add(UInt32)
    /// Give the colour at an index another value. Its name no longer fits and is removed.
    case replace(Int, UInt32)
    /// Remove the colour at an index. The last one stays, because a file needs one.
    case remove(Int)
    /// Move the colour at an index to another index.
    case move(Int, to: Int)
    /// Give the palette another name.
    case rename(String)
  }

  /// Carries out a change. Returns false, with nothing changed, if it is not possible.
  public mutating func apply(_ change: Change) -> Bool {
    let before = self
    switch change {
    case .add(let rgb):
      guard entries.count < Self.mostColours else { return false }
      entries.append(Entry(rgb: rgb & 0xFF_FFFF))
    case .replace(let index, let rgb):
      guard entries.indices.contains(index), entries[index].rgb != rgb & 0xFF_FFFF else { return false }
      entries[index] = Entry(rgb: rgb & 0xFF_FFFF)
    case .remove(let index):
      guard entries.indices.contains(index), entries.count > 1 else { return false }
      entries.remove(at: index)
    case .move(let index, let target):
      guard entries.indices.contains(index), entries.indices.contains(target) else { return false }
      entries.insert(entries.remove(at: index), at: target)
    case .rename(let name):
      guard let name = Self.plainName(name) else { return false }
      self.name = name
    }
    return self != before
  }

  /// A name without control characters and spaces at its ends, of at most `longestName` characters;
  /// nil if nothing is left.
  static func plainName(_ name: String) -> String? {
    let plain = String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    var rest = plain.prefix(longestName).drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  /// The palette as a GIMP palette file, version 2, in UTF-8.
  public var gpl: [UInt8] {
    var text = "GIMP Palette\nName: \(name)\nColumns: \(columns ?? 0)\n#\n"
    for entry in entries {
      let levels = [entry.rgb >> 16 & 255, entry.rgb >> 8 & 255, entry.rgb & 255].map { level in
        String(repeating: " ", count: level < 10 ? 2 : level < 100 ? 1 : 0) + "\(level)"
      }
      text += "\(levels[0]) \(levels[1]) \(levels[2])" + (entry.name.isEmpty ? "\n" : "\t\(entry.name)\n")
    }
    return Array(text.utf8)
  }
}
