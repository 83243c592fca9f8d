import Files

/// Which files belong to the libraries, by the endings of their names.
public enum LibraryFile {
  /// The endings of palettes.
  public static let paletteEndings = ["gpl"]
  /// The endings of brushes.
  public static let brushEndings = BrushFile.endings
  /// The endings of packs of brushes.
  public static let packEndings = ["zip"]
  /// The endings of other programs' brushes.
  public static let foreignEndings = ["abr", "gbr", "gih", "kpp", "bundle"]
  /// The endings of files with brushes of any kind, and of pictures that can be a tip.
  public static let endingsOfBrushes = brushEndings + packEndings + foreignEndings + ["png"]

  /// Whether a file name has the ending of a palette.
  public static func isPalette(_ name: String) -> Bool { PathText.hasEnding(name, of: paletteEndings) }

  /// Whether a file name has the ending of a brush.
  public static func isBrush(_ name: String) -> Bool { PathText.hasEnding(name, of: brushEndings) }

  /// Whether a file name has the ending of a pack of brushes.
  public static func isPack(_ name: String) -> Bool { PathText.hasEnding(name, of: packEndings) }

  /// Whether a file name has the ending of other programs' brushes.
  public static func isForeignBrush(_ name: String) -> Bool { PathText.hasEnding(name, of: foreignEndings) }

  /// Whether a file name has the ending of a palette, a brush or a pack of brushes, which drawings
  /// are never written to.
  public static func isAny(_ name: String) -> Bool {
    isPalette(name) || isBrush(name) || isPack(name) || isForeignBrush(name)
  }
}
