/// Asks for a colour of the screen with the desktop's picker: `PickColor` of
/// org.freedesktop.portal.Screenshot (version 2) on D-Bus.
///
/// `run`, once and on its own thread, connects, asks and waits, as in `FileChooser`.
public final class ColourPicker: Sendable {
  private let window: UInt?
  private let address: String
  private let timeout: Double
  private let cancellation = Cancellation()

  /// Makes a request.
  /// - Parameters:
  ///   - window: the X window of the program; nil for none.
  ///   - address: the address of the session bus (`SessionBus.address`).
  ///   - timeout: the time limit for the portal to accept the question, seconds, > 0.
  public init(window: UInt?, address: String, timeout: Double = FileChooser.standardTimeout) {
    (self.window, self.address, self.timeout) = (window, address, timeout)
  }

  /// Cancels the request.
  public func cancel() { cancellation.cancel() }

  /// Asks, and waits for the answer.
  public func run() -> PickedColour {
    let parent = PortalQuestion.parent(window)
    let question = PortalQuestion(interface: "org.freedesktop.portal.Screenshot", method: "PickColor") { token in
      .tuple([.string(parent), .options(["handle_token": .string(token)])])
    }
    return PickedColour(PortalConnection(question, cancellation) {}.run(address: address, timeout: timeout))
  }
}
