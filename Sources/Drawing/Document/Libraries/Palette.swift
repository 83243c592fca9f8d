import Language

/// Colours to choose from, in an order that somebody gave them.
public struct Palette: Sendable, Hashable {
  /// One of its colours.
  public struct Entry: Sendable, Hashable {
    /// 0xRRGGBB, sRGB.
    public var rgb: UInt32
    /// What it is called; empty for nothing.
    public var name: String
    /// That as people read it.
    public var title: String { name.isEmpty ? "" : translated(name: name, of: "colour of a palette") }

    /// A colour by its parts.
    public init(rgb: UInt32, name: String = "") {
      self.rgb = rgb
      self.name = name
    }
  }

  /// What it is called, not empty.
  public var name: String
  /// That as people read it.
  public var title: String { translated(name: name, of: "palette") }
  /// In how many columns its maker laid it out, 1...256; nil where that is not told.
  public var columns: Int?
  /// Its colours, `mostColours` at most.
  public var entries: [Entry]

  /// The most colours that are read from a file.
  public static let mostColours = 4096
  /// The most characters of a name.
  public static let longestName = 100

  /// A palette by its parts.
  public init(name: String, columns: Int? = nil, entries: [Entry]) {
    self.name = name
    self.columns = columns
    self.entries = entries
  }
}

/// Why a palette cannot be read.
public struct PaletteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, 1 the first; nil where there is none.
  public var line: Int?
  /// What is wrong.
  public var fault: String

  init(_ fault: String, line: Int? = nil) {
    self.fault = fault
    self.line = line
  }

  /// "line 7: the blue 300 is not between 0 and 255".
  public var description: String {
    line.map { translated("line {line}: {fault}", ["line": $0, "fault": fault]) } ?? fault
  }
}
