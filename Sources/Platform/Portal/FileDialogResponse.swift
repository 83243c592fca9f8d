import Files
import Language

/// The result of a `FileDialogRequest`.
public enum FileDialogResponse: Sendable, Hashable {
  /// The user chose this file, and agreed to replace an existing one. The path is absolute, as in
  /// `PathText`. `filter` is the index of the chosen filter in the question; nil if unknown.
  case chosen(path: String, filter: Int?)
  /// The user chose something that is not a local file; its URI.
  case elsewhere(String)
  /// The user closed the dialog, or the request was cancelled.
  case cancelled
  /// There was no dialog, with the reason; nil if the desktop has no portal.
  case unavailable(String?)
  /// The portal did not answer in time. Another attempt would wait again.
  case unanswered
  /// The dialog ended without an answer. The reason calls the dialog "it".
  case lost(String)

  /// Reads the answer of a portal.
  init(_ answer: PortalAnswer, to question: FileDialogRequest) {
    switch answer {
    case .cancelled: self = .cancelled
    case .unavailable(let reason): self = .unavailable(reason)
    case .unanswered: self = .unanswered
    case .lost(let reason): self = .lost(reason)
    case .results(let results):
      guard let uri = results["uris"]?.elements?.first?.string else {
        self = .lost(translated("it returned no file"))
        return
      }
      guard let path = FileURI.path(of: uri) else {
        self = .elsewhere(uri)
        return
      }
      // Compared by name: some portals return the patterns in another form.
      let name = results["current_filter"]?.elements?.first?.string
      self = .chosen(path: path, filter: name.flatMap { name in question.filters.firstIndex { $0.name == name } })
    }
  }
}
