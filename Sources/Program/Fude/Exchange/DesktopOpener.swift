import Files
import Language
import Portal

/// Opens files by the desktop's programs, and shows them in the user's file manager: by the interface org.freedesktop.FileManager1, which
/// selects the file, or by `xdg-open`, which shows the folder.
enum DesktopOpener {
  /// Shows a file in its folder. Returns why it cannot be shown; nil if it is.
  ///
  /// It waits for the program: some file managers return at once, others when their window closes.
  /// - Parameter bus: the address of the session's bus; nil for none.
  static func show(_ path: String, bus: String?) -> String? {
    switch bus.map({ FolderView.show(path, address: $0) }) ?? .unavailable {
    case .shown: nil
    case .unanswered: translated("the file manager does not answer")
    case .unavailable: open(PathText.folder(of: path), nothing: translated("no program for folders was found"))
    }
  }

  /// Runs `xdg-open` on a file or folder and waits for its end. Returns an error message; nil for none.
  /// - Parameter nothing: the message if the desktop has no program for it.
  static func open(_ path: String, nothing: String) -> String? {
    // The output of the desktop's programs is no message of Fude's.
    switch ProgramLauncher.run("xdg-open", ["xdg-open", path], isQuiet: true) {
    case .ended(0): nil
    case .ended: nothing
    case .missing: translated("xdg-open, which does that, is not installed")
    case .failed(let reason): translated("xdg-open does not start: {reason}", ["reason": reason])
    }
  }
}
