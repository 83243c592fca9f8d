internal import CGIO

/// One question for a file, asked through the desktop's own dialog: org.freedesktop.portal.FileChooser on the session's bus.
///
/// Its life:
/// 1. `init` only notes the question: nothing is connected.
/// 2. `run`, once and on a thread of its own, connects, asks and waits, perhaps for hours, asleep. It tells when the dialog is to be
///    seen, and returns the answer.
/// 3. `cancel`, from any thread and at any time, takes the question back: the dialog is closed and `run` returns.
///
/// Each has a connection of its own, so between two dialogs there is none, and the portal closes what a Fude leaves that dies.
public final class FileChooser: Sendable {
  /// Seconds after which nobody is expected to answer any more: those that D-Bus waits by default, in which a desktop
  /// has started its portal.
  public static let standardPatience = 25.0

  private let question: FileQuestion
  private let address: String
  private let patience: Double
  private let cancellation = Cancellation()

  /// A question.
  /// - Parameters:
  ///   - address: of the session's bus (`SessionBus.address`).
  ///   - patience: seconds until the portal must have taken the question, > 0.
  public init(_ question: FileQuestion, address: String, patience: Double = FileChooser.standardPatience) {
    (self.question, self.address, self.patience) = (question, address, patience)
  }

  /// Takes the question back.
  public func cancel() { cancellation.cancel() }

  /// Asks, and waits for the answer.
  /// - Parameter opened: called, on this thread, when the portal has taken the question: the dialog is there, or is about to be.
  public func run(opened: () -> Void) -> FileAnswer {
    withoutActuallyEscaping(opened) { opened in
      PortalConnection(question, cancellation, opened).run(address: address, patience: patience)
    }
  }
}
