import Document
import Widgets

/// Which palettes there are, which one is shown, and the hue that the dial turned the colour to.
struct PaletteState {
  /// The palettes found on this system.
  var library: PaletteLibrary
  /// The name of the palette shown.
  var name = PaletteLibrary.standardName
  /// The palettes before the last change, and the message that offers to undo it.
  var undo: (library: PaletteLibrary, name: String, message: String)?
  /// The hue chosen with the dial, for colours that have none.
  var hue = HueMemory()

  /// What can be done to the palette that is shown.
  var editing: PaletteEditing? {
    guard library.isEditable else { return nil }
    return library.isCopy(name) ? .ownCopy : library.isOwn(name) ? .own : .copied
  }
}
