import Document
import Files
import Ink
import Language
import Studio
import Widgets

/// The papers under brushes.
extension App {
  /// Copies a picture to the user's papers and draws on it. A worker reads and writes it.
  func addPaper(_ path: String) {
    guard let folder = PaperLibrary.userFolder(environment: environment) else {
      return show(message: translated("The texture was not added: there is no home folder to keep it in."))
    }
    addBrushes(.addPaper(path, to: folder, session.papers))
  }

  /// Takes what a worker has added, or why it was not added.
  func take(paper: Result<PaperLibrary.Addition, FileError>) {
    switch paper {
    case .success(let addition):
      session.take(addition)
      let name = addition.name
      guard session.brush.takesPaper else {
        return show(
          message: translated(
            "The texture {name} was added. Lines with crisp edges, as those of the pen, show none.", ["name": name]))
      }
      var paper = session.brushPaper ?? .init(name)
      paper.name = name
      carryOut(session.setPaper(paper))
    case .failure(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    }
  }
}
