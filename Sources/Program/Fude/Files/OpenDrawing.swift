import Desktop
import Document
import Files
import Language
import Widgets

/// The open drawing's name and file, and whether it is saved.
struct OpenDrawing {
  /// The name of a new drawing, as journals and files have it.
  static let newName = "Drawing"

  /// What the drawing is called, for the title and exports.
  var name: String
  /// The path of the OpenRaster file that the drawing is saved in; nil where it has none.
  var file: String?
  /// The state of the drawing in its file.
  var savedState = DocumentState.fresh
  /// What belongs to its references.
  var references = ReferenceDesk()
  /// What was stored of the view, the tool and the active layer.
  var work = StoredWork()
  /// What the journal has of unfinished work.
  var noted = NotedWork()
  /// Files to write after a change of strokes, oldest first.
  var waitingFiles: [WaitingFile] = []
  /// Whether the canvas still follows the window's size: it is new, untouched, and its size was
  /// not chosen.
  var followsWindow: Bool
  /// Files that no other window may open meanwhile: the drawing's, and those that it is being
  /// saved to.
  var claims: [String: [Claim]] = [:]
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

  /// The message that its file does not have the whole history; nil if it has, and after the first.
  mutating func shortHistoryMessage(_ history: SavedHistory, _ file: String) -> String? {
    guard history.isShort, !isToldOfShortHistory else { return nil }
    isToldOfShortHistory = true
    return history.message(file)
  }

  /// Whether it has the name of a new drawing.
  var isNew: Bool { name == Self.newName }

  /// The name as the user reads it. A new drawing is named in the user's language.
  var shownName: String {
    isNew ? translated("Drawing", context: "name of a new drawing") : FileError.printable(name)
  }
}
