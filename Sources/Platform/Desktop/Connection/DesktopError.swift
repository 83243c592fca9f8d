/// An error of the desktop, with a message for the user. The message neither starts with the
/// program's name nor ends with a full stop, so that the caller can embed it in a line.
public struct DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message.
  public let description: String

  /// Creates an error with a message.
  public init(_ sentence: String) { description = sentence }
}
