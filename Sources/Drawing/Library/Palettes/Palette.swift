import Language

/// A named list of colours.
public struct Palette: Sendable, Hashable {
  /// A colour of a palette.
  public struct Entry: Sendable, Hashable {
    /// 0xRRGGBB, sRGB.
    public var rgb: UInt32
    /// The name; may be empty.
    public var name: String
    /// The name in the user's language.
    public var title: String { name.isEmpty ? "" : translated(name: name, of: "colour of a palette") }

    /// Creates a colour.
    public init(rgb: UInt32, name: String = "") {
      self.rgb = rgb
      self.name = name
    }
  }

  /// The name; not empty.
  public var name: String
  /// The name in the user's language.
  public var title: String { translated(name: name, of: "palette") }
  /// The preferred number of columns, 1...256; nil if unspecified.
  public var columns: Int?
  /// The colours; at most `mostColours`.
  public var entries: [Entry]

  /// The maximum number of colours in a file.
  public static let mostColours = 4096
  /// The maximum length of a name, characters.
  public static let longestName = 100

  /// Creates a palette.
  public init(name: String, columns: Int? = nil, entries: [Entry]) {
    self.name = name
    self.columns = columns
    self.entries = entries
  }
}

/// An error in a palette file.
public struct PaletteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the error, from 1, or nil.
  public var line: Int?
  /// The description of the error.
  public var fault: String

  public init(_ fault: String, line: Int? = nil) {
    self.fault = fault
    self.line = line
  }

  /// The message, such as "line 7: the blue 300 is not between 0 and 255".
  public var description: String {
    line.map { translated("line {line}: {fault}", ["line": $0, "fault": fault]) } ?? fault
  }
}
