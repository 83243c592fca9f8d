/// Why something of the desktop could not be had: one sentence for the user, naming what is wrong. It neither starts
/// with the program's name nor ends with a full stop, so that the caller can put it into a line of its own.
public struct DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// An error that says `sentence`.
  public init(_ sentence: String) { description = sentence }
}
