import Ink
import Studio
import Toolkit

/// A brush that is being edited, for the page of the editor.
public struct BrushEditing: Sendable, Hashable {
  /// The brush with its changes.
  public var draft: BrushDraft
  /// What the brush is called.
  public var title: String
  /// An editing by its parts.
  public init(draft: BrushDraft, title: String) { (self.draft, self.title) = (draft, title) }
}

/// A step in the editor of brushes.
public enum BrushEdit: Sendable, Hashable {
  /// Open the editor for a brush, by its name.
  case open(String)
  /// Change the brush. Changes up to a settled one are one step of undo.
  case change(Brush, isSettled: Bool)
  case undo
  case redo
  /// Make the brush as its file has it.
  case reset
  /// Try the saved brush, or the changed one.
  case showSaved(Bool)
  /// Choose a picture for the tip.
  case choosePicture
  /// Clear the field for trying the brush.
  case clearPad
  /// Save the brush under its name.
  case save
  /// Save the brush under a new name.
  case saveAs(String)
  /// Forget the changes; the page is closed.
  case end
}
