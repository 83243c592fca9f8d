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

  /// The shortest time in which a user can close a new dialog, seconds.
  static let leastTime = 0.3

  /// Parses the Response of a request (org.freedesktop.portal.Request), `(ua{sv})`.
  /// - Parameter seconds: how long the dialog was open.
  init(response: Variant, to question: FileDialogRequest, after seconds: Double) {
    guard let parts = response.elements, parts.count == 2, case .number(let code) = parts[0],
      case .options(let results) = parts[1]
    else {
      self = .lost(translated("it sent an answer that Fude does not understand"))
      return
    }
    switch code {
    case 0:
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
    case 1: self = .cancelled
    // GTK's portal uses other codes if the user closed the dialog by Escape or its frame. Others
    // use them if the dialog could not be shown.
    default: self = seconds < Self.leastTime ? .lost(translated("it ended at once")) : .cancelled
    }
  }
}
