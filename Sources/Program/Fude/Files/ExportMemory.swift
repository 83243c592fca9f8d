import Widgets

/// What exports remember from one to the next.
struct ExportMemory {
  /// What was chosen for the last export.
  var choice = ExportChoice()
  /// The folder of its file; nil for the folder for pictures.
  var folder: String?
  /// The message about the last export, which the next one replaces.
  var message: String?
}
