import Files
import Language
import Portal
import Threads

/// Shows files in the user's file manager: by the interface org.freedesktop.FileManager1, which
/// selects the file, or by `xdg-open`, which shows the folder.
enum FolderOpener {
  /// Shows a file in its folder. An error is put into `mailbox` as a message.
  ///
  /// A worker waits for the program, since some file managers return at once and others when their
  /// window closes.
  /// - Parameter bus: the address of the session's bus; nil for none.
  static func show(_ path: String, bus: String?, _ mailbox: Mailbox<String>) {
    let folder = PathText.folder(of: path)
    let shown = FileError.printable(folder)
    let worker = Worker {
      switch bus.map({ FolderView.show(path, address: $0) }) ?? .unavailable {
      case .shown: return
      case .unanswered:
        return mailbox.put(
          translated("The folder {folder} cannot be shown: the file manager does not answer.", ["folder": shown]))
      case .unavailable: break
      }
      if let fault = open(folder) {
        mailbox.put(translated("The folder {folder} cannot be shown: {fault}.", ["folder": shown, "fault": fault]))
      }
    }
    if worker == nil {
      mailbox.put(
        translated(
          "The folder {folder} cannot be shown: {fault}.",
          ["folder": shown, "fault": translated("the system cannot start a thread")]))
    }
  }

  /// Runs `xdg-open` on a folder and waits for its end. Returns an error message; nil for none.
  private static func open(_ folder: String) -> String? {
    // The output of the desktop's programs is no message of Fude's.
    switch ProgramLauncher.run("xdg-open", ["xdg-open", folder], isQuiet: true) {
    case .ended(0): nil
    case .ended: translated("no program for folders was found")
    case .missing: translated("xdg-open, which does that, is not installed")
    case .failed(let reason): translated("xdg-open does not start: {reason}", ["reason": reason])
    }
  }
}
