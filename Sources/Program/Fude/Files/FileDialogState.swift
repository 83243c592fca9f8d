import Document
import Widgets

struct FileDialogState {
  /// The recent files, which dialogs and menus list.
  var recent: RecentFiles
  /// The previews of drawings that are being read; nil for none.
  var previews: BackgroundRun?
  /// The question that Fude's own dialog asks, or asked last.
  var own: FileQuestion?
  /// The question for which a message offers Fude's own dialog.
  var offered: FileQuestion?
  /// The question for which Fude's own dialog opens as soon as no stroke is drawn.
  var awaited: FileQuestion?
  /// The message about the desktop's dialog.
  var message: String?
  /// Whether that message says that the desktop's dialog is slow.
  var isSlow = false
}
