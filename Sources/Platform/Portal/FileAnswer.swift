import Files
import Language

/// What came of a question for a file.
public enum FileAnswer: Sendable, Hashable {
  /// The user chose this file, and agreed to its being replaced where it is there and is to be written. Its path is from the root on, as
  /// `PathText` has it; the filter is the one that was chosen in the dialog, by its place in the question, nil where that is
  /// not known.
  case chosen(path: String, filter: Int?)
  /// The user chose what is no file of this computer; its URI.
  case elsewhere(String)
  /// The user chose nothing, or the question was taken back.
  case cancelled
  /// There was no dialog, for this reason; nil where the desktop just has none.
  case unavailable(String?)
  /// There was no dialog: nobody answered in time. Asking again would be waiting again.
  case unanswered
  /// The dialog was there, or was about to be, and there is no answer for this reason, in which the dialog is "it".
  case lost(String)

  /// Seconds that nobody is quicker than at closing a dialog that has only just come.
  static let leastTime = 0.3

  /// The answer in a request's Response (org.freedesktop.portal.Request), `(ua{sv})`.
  /// - Parameter seconds: for how long the dialog was there.
  init(response: Variant, to question: FileQuestion, after seconds: Double) {
    guard let parts = response.elements, parts.count == 2, case .number(let code) = parts[0],
      case .options(let results) = parts[1]
    else {
      self = .lost(translated("it answered what nobody understands"))
      return
    }
    switch code {
    case 0:
      guard let uri = results["uris"]?.elements?.first?.string else {
        self = .lost(translated("it named no file"))
        return
      }
      guard let path = FileURI.path(of: uri) else {
        self = .elsewhere(uri)
        return
      }
      // By its name: some portals give its patterns back in another form.
      let name = results["current_filter"]?.elements?.first?.string
      self = .chosen(path: path, filter: name.flatMap { name in question.filters.firstIndex { $0.name == name } })
    case 1: self = .cancelled
    // "In some other way" is what GTK's portal says where the user closed the dialog by Escape or its frame, but also what is
    // said of one that could not be shown.
    default: self = seconds < Self.leastTime ? .lost(translated("it ended at once")) : .cancelled
    }
  }
}
