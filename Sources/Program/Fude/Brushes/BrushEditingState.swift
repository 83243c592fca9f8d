import Ink
import Studio
import Widgets

/// The brush in the editor.
struct BrushEditingState {
  /// The field for trying the brush.
  struct Pad {
    /// Draws on the field; its window and its canvas are as large as the field.
    let session: Session
    /// Whether the pen touches the field.
    var isHeld = false
    /// Whether the field has strokes.
    var isUsed = false
  }

  var shown: BrushEditing
  /// The name that the brush has.
  var name: String
  /// The file that it was read from; nil for one that is built in.
  var file: String?
  /// The title to give the brush that is being saved; nil for that which it has.
  var newTitle: String?
  /// Nil until the page is laid out.
  var pad: Pad?
}
