import Language

/// The answer to a `PortalQuestion`.
enum PortalAnswer: Sendable, Hashable {
  /// The results, by their names.
  case results([String: Variant])
  /// The user closed the dialog, or the request was cancelled.
  case cancelled
  /// The portal did not take the question, with the reason; nil if the desktop has no portal.
  case unavailable(String?)
  /// The portal did not answer in time. Another attempt would wait again.
  case unanswered
  /// The dialog ended without an answer. The reason calls the dialog "it".
  case lost(String)

  /// The shortest time in which a user can close a new dialog, seconds.
  static let leastTime = 0.3

  /// Parses the Response of a request, `(ua{sv})`.
  /// - Parameter seconds: how long the dialog was open.
  init(response: Variant, after seconds: Double) {
    guard let parts = response.elements, parts.count == 2, case .number(let code) = parts[0],
      case .options(let results) = parts[1]
    else {
      self = .lost(translated("it sent an answer that Fude does not understand"))
      return
    }
    switch code {
    case 0: self = .results(results)
    case 1: self = .cancelled
    // GTK's portal uses other codes if the user closed the dialog by Escape or its frame. Others
    // use them if the dialog could not be shown.
    default: self = seconds < Self.leastTime ? .lost(translated("it ended at once")) : .cancelled
    }
  }
}
