import Document
import Library
import Toolkit

/// What the user asks for in a panel of palettes.
public enum PaletteRequest: Sendable, Hashable {
  /// Show another palette, by its name.
  case choose(String)
  /// Change the palette that is shown.
  case change(Palette.Change)
  /// Make a palette of a name with the current colour, and show it.
  case new(String)
  /// Make a copy of the palette that is shown, and show it.
  case duplicate
  /// Remove the palette that is shown, or the user's copy of one that came with the program.
  case remove
  /// Undo the last change of palettes.
  case undo
}
