import Studio
import Toolkit

/// What the user asks for in the lists and options of brushes.
public enum BrushRequest: Sendable, Hashable {
  /// Switch to another brush, by its name.
  case choose(String)
  /// Put the brush in use on a paper; nil for its own.
  case setPaper(Settings.PaperUse?)
  /// Ask for a file with brushes to add to the user's.
  case add
  /// Ask for a picture to add to the user's papers.
  case addPaper
  /// Cancel the adding of a pack of brushes.
  case cancelAdding
  /// Give a brush another title; an empty one for that of its name.
  case retitle(String, title: String)
  /// Delete the user's file of a brush.
  case delete(String)
}
