/// An error of the desktop. The description is a message for the user without the program's name
/// and a full stop, so that the caller can put it into a line of its own.
public struct DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message.
  public let description: String

  /// An error with a message.
  public init(_ sentence: String) { description = sentence }
}
