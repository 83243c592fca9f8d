import Files
import Language

extension App {
  /// Shows a file in the user's file manager.
  func showInFolder(_ path: String) {
    let (bus, folder) = (bus, FileError.printable(PathText.folder(of: path)))
    func complain(_ fault: String) {
      show(message: translated("The folder {folder} cannot be shown: {fault}.", ["folder": folder, "fault": fault]))
    }
    let run = background.run(isWaiting: true) { _, send in
      if let fault = FolderOpener.show(path, bus: bus) { send(fault) }
    } receive: { (fault: String) in
      complain(fault)
    }
    if !run.isRunning { complain(translated("the system cannot start a thread")) }
  }
}
