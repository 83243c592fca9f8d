import Document
import Widgets

/// Which palettes there are, which one is shown, and the hue that the dial turned the colour to.
struct PaletteState {
  /// The palettes found on this system.
  var library: PaletteLibrary
  /// The name of the palette shown.
  var name = PaletteLibrary.standardName
  /// The hue chosen with the dial, for colours that have none.
  var hue = HueMemory()
}
