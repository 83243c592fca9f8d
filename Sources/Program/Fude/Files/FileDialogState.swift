import Document
import Widgets

/// The state of asking for a file by the desktop's dialog, with Fude's own in reserve.
struct FileDialogState {
  /// The drawings opened or saved lately, which dialogs and menus list.
  var recent: RecentFiles
  /// What a message offers Fude's own dialog for.
  var offered: FileRequest?
  /// What Fude's own dialog is to open for, as soon as no ink is drawn.
  var awaited: FileRequest?
  /// The message about the desktop's dialog.
  var message: String?
  /// Whether that message says that the desktop's dialog is slow.
  var isSlow = false
}
