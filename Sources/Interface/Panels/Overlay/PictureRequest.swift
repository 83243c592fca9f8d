import Document
import Export
import Toolkit

/// What the user asks for on the pages for pictures and time-lapses of the drawing.
public enum PictureRequest: Sendable, Hashable {
  /// Estimate the size of a picture, for its page.
  case estimate(ExportOptions)
  /// Ask for a file, and export a picture to it.
  case picture(ExportChoice)
  /// Cancel the picture that is being exported.
  case cancelPicture
  /// Ask for a file or a folder, and make a time-lapse in it.
  case film(FilmOptions)
  /// Cancel the time-lapse that is being made.
  case cancelFilm
}
