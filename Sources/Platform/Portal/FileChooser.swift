internal import CGIO

/// Asks for one file with the desktop's dialog: org.freedesktop.portal.FileChooser on D-Bus.
///
/// `run`, once and on its own thread, connects, asks and waits, possibly for hours. `cancel`, from
/// any thread at any time, closes the dialog and makes `run` return. Each instance has its own
/// connection. If the program dies, the portal closes the dialog.
public final class FileChooser: Sendable {
  /// The time limit for the portal to accept the question, seconds. It is D-Bus's default, in which
  /// a desktop can start its portal.
  public static let standardTimeout = 25.0

  private let question: FileDialogRequest
  private let address: String
  private let timeout: Double
  private let cancellation = Cancellation()

  /// Makes a request.
  /// - Parameters:
  ///   - address: the address of the session bus (`SessionBus.address`).
  ///   - patience: the time limit for the portal to accept the question, seconds, > 0.
  public init(_ question: FileDialogRequest, address: String, timeout: Double = FileChooser.standardTimeout) {
    (self.question, self.address, self.timeout) = (question, address, timeout)
  }

  /// Cancels the request.
  public func cancel() { cancellation.cancel() }

  /// Asks, and waits for the answer.
  /// - Parameter opened: called on this thread when the portal has accepted the question; the
  ///   dialog opens at about that time.
  public func run(opened: () -> Void) -> FileDialogResponse {
    withoutActuallyEscaping(opened) { opened in
      FileDialogResponse(
        PortalConnection(question.call, cancellation, opened).run(address: address, timeout: timeout), to: question)
    }
  }
}
