import Files
import Glibc

/// Shows folders in the user's file manager, by `xdg-open`, which every desktop has for that.
enum FolderOpener {
  /// Shows the folder of a file. What goes wrong is put into `mailbox` as a sentence, when it has turned out.
  ///
  /// A worker waits for the program that shows it, since some file managers return at once and others when their window is closed.
  static func show(_ path: String, _ mailbox: Mailbox<String>) {
    let folder = PathText.folder(of: path)
    let shown = FileError.printable(folder)
    let worker = Worker {
      if let fault = open(folder) { mailbox.put("The folder \(shown) cannot be shown: \(fault).") }
    }
    if worker == nil { mailbox.put("The folder \(shown) cannot be shown: the system grants no thread.") }
  }

  /// Runs `xdg-open` on a folder, and waits for its end. Returns what is wrong; nil where nothing is.
  private static func open(_ folder: String) -> String? {
    // What a desktop's programs chatter does not belong into what Fude says.
    let outcome = OtherProgram.run(
      "xdg-open", [PathText.system("xdg-open"), PathText.system(folder)], isQuiet: true)
    switch outcome {
    case .ended(let status): return status == 0 ? nil : "no program for folders was found"
    case .missing: return "xdg-open, which does that, is not installed"
    case .failed(let fault): return "xdg-open does not start: \(fault)"
    }
  }
}
