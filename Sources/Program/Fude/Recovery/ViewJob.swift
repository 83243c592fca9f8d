import Document
import Storage

/// A state to write into the list of drawings in files.
struct ViewJob: Sendable {
  var path: String
  var work: ViewMemory
}
