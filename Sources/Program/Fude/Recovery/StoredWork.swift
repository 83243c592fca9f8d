import Document
import Studio

/// What was stored of the view, the tool and the active layer.
struct StoredWork {
  /// The state in the journal; nil if none was given to it.
  var journaled: WorkState?
  /// The state in the list of drawings in files, and the file; nil if none was given to it.
  var listed: (path: String, work: WorkState)?
  /// When the present state is stored, seconds since the program's start; nil if it is.
  var deadline: Double?
}
