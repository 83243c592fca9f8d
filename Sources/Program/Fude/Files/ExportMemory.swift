import Document
import Widgets

/// The state that is kept between exports.
struct ExportMemory {
  /// The choices of the last export.
  var choice = ExportChoice()
  /// The choices of the last time-lapse.
  var film = FilmOptions()
  /// The folder of the last file; nil for the folder for pictures.
  var folder: String?
  /// The estimate of a picture's size; nil for none.
  var estimate: BackgroundRun?
  /// The picture whose size is estimated after a change of strokes; nil for none.
  var waitingEstimate: ExportOptions?
  /// The message about the last export, which the next one replaces.
  var message: String?
}
