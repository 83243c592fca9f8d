import Document
import Toolkit

/// What the user asks for in the panel of references.
public enum ReferenceRequest: Sendable, Hashable {
  case change(ReferenceBoard.Change)
  /// Ask for a picture to add.
  case add
  /// Add the copied picture.
  case paste
  /// Bring back the reference that was removed last.
  case restore
}
