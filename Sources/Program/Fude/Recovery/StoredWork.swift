import Document
import Storage
import Studio

/// What was stored of the view, the tool and the active layer.
struct StoredWork {
  /// The state in the journal; nil if none was given to it.
  var journaled: ViewMemory?
  /// The state in the list of drawings in files, and the file; nil if none was given to it.
  var listed: (path: String, work: ViewMemory)?
  /// When the present state is stored, seconds since the program's start; nil if it is.
  var deadline: Double?
}
