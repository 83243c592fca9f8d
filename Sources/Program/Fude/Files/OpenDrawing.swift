import Document
import Files
import Language
import Pages
import Storage
import Studio

/// The open drawing: its session, name and file, whether it is saved, and what is on its way for it. Opening another one
/// makes another object, so nothing of this one is left.
final class OpenDrawing {
  /// The name of a new drawing, as journals and files have it.
  static let newName = "Drawing"

  /// The drawing and the view. Replaced while an empty canvas follows the window's size.
  var session: Session
  /// Counts the drawings that were open in this window.
  let number: Int
  /// What the drawing is called, for the title and exports.
  var name: String
  /// The path of the OpenRaster file that the drawing is saved in; nil where it has none.
  var file: String?
  /// The state of the drawing in its file.
  var savedState: DocumentState
  /// What was decoded of its references.
  var references = DecodedReferences()
  /// What the journal has of its references.
  var notedReferences = NotedReferences()
  /// What was stored of the view, the tool and the active layer.
  var work = StoredWork()
  /// What the journal has of unfinished work.
  var noted = NotedWork()
  /// Files to write after a change of strokes, oldest first.
  var waitingFiles: [WaitingFile] = []
  /// Whether the canvas still follows the window's size: it is new, untouched, and its size was
  /// not chosen.
  var followsWindow = false
  /// The file's history that is being read; nil for none.
  var readingHistory: BackgroundRun?
  /// The message with an Undo button, and the state (`History.state`) that it undoes.
  var undoOffer: (message: String, state: Int)?
  /// The message that offers the drawing that was closed last; nil once this one has changed.
  var lastOffer: String?
  /// The message that the journal cannot be written; nil while it can.
  var journalMessage: String?
  /// Whether the user knows that the file does not have the whole history.
  var isToldOfShortHistory = false
  /// The last question whether a file may be replaced.
  var replaceQuestion: Question?

  /// A drawing as it is in its file, or a new one.
  init(_ session: Session, name: String, file: String? = nil, number: Int = 0) {
    (self.session, self.name, self.file, self.number) = (session, name, file, number)
    savedState = session.document.state
  }

  /// Drops what is on its way, because another drawing is open.
  func end() { readingHistory?.cancel() }

  /// The message that its file does not have the whole history; nil if it has, and after the first.
  func shortHistoryMessage(_ history: SavedHistory, _ file: String) -> String? {
    guard history.isShort, !isToldOfShortHistory else { return nil }
    isToldOfShortHistory = true
    return history.message(file)
  }

  /// The file to which it is being saved or will be, which counts as the drawing's already; nil for none.
  func target(of saver: Saver) -> String? { waitingPath ?? saver.path(of: number) }

  /// The name, without an ending, that dialogs propose for files of the drawing.
  func proposedName(_ saver: Saver) -> String {
    if let path = target(of: saver), !Saver.isPicture(path) { return PathText.stem(of: path) }
    return isNew ? shownName : name
  }

  /// Whether it has changes that are in no file.
  var isUnsaved: Bool { session.documentState != savedState }

  /// Whether it is new, empty and without history.
  var isUntouched: Bool {
    let history = session.document.history
    return file == nil && isNew && history.undoCount == 0 && history.redoCount == 0 && session.references.isEmpty
  }

  /// Whether it has the name of a new drawing.
  var isNew: Bool { name == Self.newName }

  /// The name as the user reads it. A new drawing is named in the user's language.
  var shownName: String { Self.shown(name) }

  static func shown(_ name: String) -> String {
    name == newName ? translated("Drawing", context: "name of a new drawing") : FileError.printable(name)
  }
}
